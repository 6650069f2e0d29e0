"""Pairing numbers changed by choice at the desk."""

from pathlib import Path

from tests.desk.browsers import desk, with_players

AT = "/desk/t/open/players"


async def test_two_equals_exchange_their_numbers_after_a_confirmation(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        for player in ("1", "2"):
            await anna.go(f"{AT}/{player}")
            await anna.send(f"{AT}/{player}", rating="2400")
        await anna.go(AT)
        await anna.send(f"{AT}/numbers/exchange", one="Player A", other="Player C")
        assert "only two of the same rating and title exchange numbers" in anna.refusal
        await anna.send(f"{AT}/numbers/exchange", one="Player A", other="Player B", reason="drawn")
        assert "Two players exchange their pairing numbers." in anna.text
        await anna.send(f"{AT}/numbers/exchange")
        assert "Player A and Player B exchange pairing numbers (drawn)." in anna.text
        await anna.send(f"{AT}/numbers/regenerate")
    assert anna.page.status_code == 200
