"""A Chess960 round: its position is drawn at the desk and stands on every page of the round."""

from pathlib import Path

from tests.desk.browsers import desk, with_players, with_round_one
from tests.public.served import printed

AT = "/desk/t/open"


async def test_the_position_is_drawn_once_and_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", chess960="1")
        await anna.go(AT)
        await anna.send(f"{AT}/pair")
        await anna.send(f"{AT}/rounds/1/publish")
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/position")
        await anna.go("/t/open/pairings/1.json")
        drawn = anna.page.json()["data"]["start_position"]
        for page in (f"{AT}/rounds/1", "/t/open/pairings/1"):
            await anna.go(page)
            assert f"Chess960, start position {drawn['number']}" in anna.text
            assert drawn["pieces"] in anna.text
        paper = await printed(anna.client, "/t/open/pairings/1.pdf")
        assert f"Chess960, start position {drawn['number']}: {drawn['pieces']}" in paper
        await anna.go("/t/open/screen")
        assert f"{drawn['pieces']} ({drawn['number']}) · Open" in anna.text


async def test_an_ordinary_round_has_no_such_button(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/rounds/1")
        assert "start position" not in anna.text
        await anna.go("/t/open/pairings/1.json")
        assert "start_position" not in anna.page.json()["data"]
