"""Who may come into a final and who may win it, at the desk of a festival."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.desk.browsers import Browser, desk
from tests.festival.playing import CUP, cup_with_entries, groups_of_four

FINAL = f"{CUP}/coming/cup-final"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk(tmp_path, chances=True) as somebody:
        await cup_with_entries(somebody)
        yield somebody


async def played_out(somebody: Browser) -> str:
    """The page once the worker has answered."""
    async with asyncio.timeout(90):
        while "of the event played out" not in (page := await somebody.go(FINAL)).text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the worker's answer comes in between
    return page.text


def rows_of(page: str) -> dict[str, list[str]]:
    rows = re.findall(r"<tr><td>(.*?)</td>(.*?)</tr>", page)
    return {re.sub(r"<[^>]+>", "", name): re.findall(r'class="number">(.*?)</td>', rest) for name, rest in rows}


async def test_a_final_is_played_out_before_its_groups_have_begun(anna: Browser) -> None:
    await groups_of_four(anna)
    before = (await anna.go(FINAL)).text
    page = await played_out(anna)
    rows = rows_of(page)
    assert set(rows) == {f"Player {letter}" for letter in "ABCDEFGH"}
    assert 'http-equiv="refresh"' in before
