"""Bombs at every door that takes a sheet: a sentence, and the desk goes on."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.rating_lists.sheets import MOST_UNPACKED_MB
from tests.desk.browsers import Browser, desk, with_players
from tests.workers.bombs import CORNER, WIDE, book_unpacking_to, sheet_of_repeated_cells, sheet_reaching_to

LISTS = "/desk/rating-lists"
IMPORT = "/desk/t/open/players/import"
TOO_HEAVY = "bomb.xlsx cannot be read: it takes more than 1024 MB of memory, or is damaged. Save only the rows"


async def sent_as_players(anna: Browser, data: bytes) -> str:
    await anna.go(IMPORT)
    await anna.send(IMPORT, files={"file": ("bomb.xlsx", data)})
    return anna.text


async def test_players_of_a_bomb_are_a_sentence_and_the_next_list_is_read(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        assert TOO_HEAVY in await sent_as_players(anna, CORNER)
        assert anna.page.status_code == 422
        assert TOO_HEAVY in await sent_as_players(anna, WIDE)
        assert "Tal, Mihail" in await sent_as_players(anna, sheet_reaching_to("B3"))


async def test_a_sheet_that_says_something_far_away_is_refused_before_its_cells_are_made(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        said = await sent_as_players(anna, sheet_reaching_to("T1048576"))
        assert "the sheet reaches over 1048576 rows and 20 columns: delete what stands far below" in said


async def test_a_book_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        said = await sent_as_players(anna, book_unpacking_to(MOST_UNPACKED_MB + 1))
        assert f"the file unpacks to more than {MOST_UNPACKED_MB} MB" in said


async def test_cells_that_say_they_are_many_end_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        assert (await anna.go(IMPORT)).status_code == 200
        await sent_as_players(anna, sheet_of_repeated_cells(4_000_000_000))
        assert anna.page.status_code in (200, 422)
        assert "Tal, Mihail" in await sent_as_players(anna, sheet_reaching_to("B3"))


async def test_five_at_once_are_five_sentences(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(IMPORT)
        form = anna.form(IMPORT)
        sending = [anna.client.post(IMPORT, data=form, files={"file": ("bomb.xlsx", CORNER)}) for _ in range(5)]
        answers: Sequence[int] = [answer.status_code for answer in await asyncio.gather(*sending)]
        assert answers == [422] * 5


async def test_a_bomb_that_waits_as_a_national_list_is_a_sentence_at_every_look(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go(LISTS)
        await anna.send(LISTS, files={"file": ("list.xlsx", CORNER)}, publisher="bul", month="2026-11")
        for _ in range(2):
            assert "BUL 2026-11 cannot be read: it takes more than 1024 MB of memory" in anna.text
            await anna.go(anna.page.url.path)


@pytest.mark.parametrize("last", ["B3", "CV300"])
async def test_an_ordinary_sheet_is_read(tmp_path: Path, last: str) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        assert "Tal, Mihail" in await sent_as_players(anna, sheet_reaching_to(last))
