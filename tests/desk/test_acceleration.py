"""Baku acceleration at the desk: chosen in the form, told on the page of reasons, absent from the table, fixed."""

from pathlib import Path

from tests.desk.browsers import Browser, desk

LAWS = {"tournament_name": "Open", "rounds": "5", "system": "dutch-2026", "acceleration": "baku"}


async def with_accelerated_round(anna: Browser, round: int = 1) -> None:
    """Eight players; White won every game of the rounds before."""
    await anna.go("/desk/new")
    await anna.send("/desk/new", **LAWS)
    players = "\n".join(f"Player {chr(65 + n)};{2400 - 50 * n}" for n in range(8))
    await anna.go("/desk/t/open/players/import")
    await anna.send("/desk/t/open/players/import", list=f"Name;Rating\n{players}")
    await anna.send("/desk/t/open/players/import")
    await anna.go("/desk/t/open")
    await anna.send("/desk/t/open/colour", colour="w")
    await anna.send("/desk/t/open/pair", confirmed="2")
    for number in range(1, round):
        at = f"/desk/t/open/rounds/{number}"
        await anna.send(f"{at}/publish")
        for board in range(1, 5):
            await anna.go(at)
            await anna.send(f"{at}/results", board=str(board), result="1-0", seen="")
        await anna.send("/desk/t/open/pair", confirmed="2")


async def test_the_reasons_say_who_has_virtual_points(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_accelerated_round(anna)
        await anna.go("/desk/t/open/rounds/1/why")
    assert "Acceleration (C.04.7): 1 point more for 1 Player A to 4 Player D, for this pairing alone." in anna.text
    assert "Bracket 1 (1 point)" in anna.text


async def test_brackets_have_the_virtual_points_and_the_table_has_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_accelerated_round(anna, round=2)
        await anna.go("/desk/t/open/rounds/2/why")
        told = anna.text
        rows = (await anna.go("/t/open/standings.json")).json()["data"]["rows"]
    assert "Bracket 1 (2 points)" in told
    assert {float(row["points"]) for row in rows} == {0.0, 1.0}


async def test_it_is_fixed_once_round_one_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_accelerated_round(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/regulations", **(LAWS | {"acceleration": "none"}), confirmed="4", reason="no")
    assert "A round is paired: neither the acceleration nor" in anna.text


async def test_a_system_without_virtual_points_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **(LAWS | {"system": "dutch-1998"}))
    assert "Acceleration: the pairing system chosen knows no virtual points." in anna.text
