"""A pasted list of names or FIDE numbers is filled in from the rating list, and asks where several may be meant."""

from pathlib import Path

import pytest

from tests.desk.browsers import Browser, desk, with_players
from tests.desk.test_rating_lists import with_list

IMPORT = "/desk/t/open/players/import"
MIXED = "Karpov, Anatoly\n2902257\nStefanova, An\nNobody, Here"


async def look_at(anna: Browser, folder: Path, text: str) -> None:
    await with_list(anna, folder)
    await with_players(anna, 2)
    await anna.go(IMPORT)
    await anna.send(IMPORT, list=text, look_up="1")


async def players(anna: Browser) -> str:
    await anna.go("/desk/t/open/players")
    return anna.text


async def test_names_and_numbers_are_looked_up(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, MIXED)
        assert (
            "2 players are on FIDE 2026-11. 1 line may mean several people: choose. 1 is not on the list" in anna.text
        )
        await anna.send(IMPORT)
        assert anna.page.status_code == 422
        await anna.send(IMPORT, **{"listed-3": "34188771"})
        text = await players(anna)
        for known in ("2617", "4100026", "GM Stefanova, Antoaneta 2402 BUL 2902257", "34188771", "Nobody, Here"):
            assert known in text


async def test_a_list_of_numbers_is_enough(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "4100026\n14100010\n")
        await anna.send(IMPORT)
        text = await players(anna)
        assert "Karpov, Anatoly" in text
        assert "Shcherbakov, Serhii" in text


async def test_a_number_that_is_not_listed_is_refused_with_its_line(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "4100026\n77777777\n")
        assert "line 2, column 1: nobody on FIDE 2026-11 has the FIDE number 77777777" in anna.refusal


async def test_somebody_may_be_nobody_of_the_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "Stefanova, An\nKarpov, Anatoly")
        await anna.send(IMPORT, **{"listed-1": "0", "listed-2": "0"})
        text = await players(anna)
        assert "Stefanova, An " in text
        assert "4100026" not in text


async def test_what_is_written_stays(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "Name;Rating;Club\nКарпов, Анатолий;2500;Sofia")
        await anna.send(IMPORT)
        text = await players(anna)
        assert "GM Karpov, Anatoly 2500 typed RUS 4100026 Sofia" in text


async def test_without_a_list_nothing_says_that_ratings_were_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Karpov, Anatoly", rating="2500")
        assert "2500" in anna.text
        assert "typed" not in anna.page.text
        await with_list(anna, tmp_path)
        assert "Karpov, Anatoly 2500 typed" in await players(anna)


async def test_one_entry_is_nobody_twice(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "Karpov, Anatoly\nKarpov, Anatoly")
        assert "1 player is on FIDE 2026-11. 1 is not on the list" in anna.text


async def test_a_player_who_is_here_is_known_by_name(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await look_at(anna, tmp_path, "4100026")
        await anna.send(IMPORT)
        await anna.go(IMPORT)
        await anna.send(IMPORT, list="Anatoly Karpov\nSerhii Shcherbakov", look_up="1")
        assert "1 player would be registered. 1 is registered already and is left out." in anna.text


@pytest.mark.parametrize("look_up", ["", "1"])
async def test_nothing_is_filled_in_unasked_or_without_a_list(tmp_path: Path, look_up: str) -> None:
    async with desk(tmp_path) as anna:
        if not look_up:
            await with_list(anna, tmp_path)
        await with_players(anna, 2)
        await anna.go(IMPORT)
        await anna.send(IMPORT, list="Karpov, Anatoly", look_up=look_up)
        await anna.send(IMPORT)
        text = await players(anna)
        assert "Karpov, Anatoly" in text
        assert "4100026" not in text
