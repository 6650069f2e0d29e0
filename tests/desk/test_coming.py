"""What comes next at the desk: the next round if it ended now, and the chances that a worker plays out."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from time import monotonic

import pytest

from server.live.connections import Mailbox
from server.live.frames import Channel
from server.live.limits import Guest
from tests.desk.browsers import Browser, desk, with_players, with_round_one
from tests.festival.playing import services_of_test

COMING = "/desk/t/open/coming"


async def with_three_results(somebody: Browser) -> None:
    await with_round_one(somebody)
    for board in range(1, 4):
        await somebody.go("/desk/t/open/rounds/1")
        await somebody.send("/desk/t/open/rounds/1/results", board=str(board), result="1-0", seen="")


@contextmanager
def nothing_found_yet(somebody: Browser) -> Iterator[None]:
    """Time stands still for whoever works out what comes next."""
    office, now = services_of_test(somebody).chances, monotonic()
    office.clock = lambda: now
    yield
    office.clock = monotonic


def boards_on(page: str) -> list[list[str]]:
    rows = re.findall(r'data-part="b[1-9].*?<td class="white">(.*?)</a>.*?<td class="black">(.*?)</a>', page, re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in rows]


async def page_with(somebody: Browser, words: str, asked: str = "") -> str:
    """The page once the worker has answered so far."""
    async with asyncio.timeout(240):
        while words not in (page := await somebody.go(COMING + asked)).text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the worker's answer comes in between
    return page.text


async def test_the_next_round_follows_what_open_games_count_as(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        await with_three_results(anna)
        drawn = await page_with(anna, "1 open game counts", "?open=drawn")
        won = await page_with(anna, "1 open game counts", "?open=rating")
    assert "1 open game counts" in drawn
    assert len(boards_on(drawn)) == len(boards_on(won)) == 4
    assert boards_on(drawn) != boards_on(won)


async def test_it_is_what_pairing_brings_when_all_results_are_in(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        await with_three_results(anna)
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="4", result="0-1", seen="")
        seen = boards_on(await page_with(anna, "All results are in"))
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/pair")
        draft = (await anna.go("/desk/t/open/rounds/2")).text
    assert all(draft.index(white.split(",")[0]) < draft.rindex(black.split(",")[0]) for white, black in seen)


async def test_chances_come_by_themselves_and_stay_until_there_are_newer_ones(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        with nothing_found_yet(anna):
            await with_three_results(anna)
            first = (await anna.go(f"{COMING}?by=chances")).text
        then = await page_with(anna, "of the event played out", "?by=chances")
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="4", result="0-1", seen="")
        after = (await anna.go(f"{COMING}?by=chances")).text
        await page_with(anna, "All results are in")
    assert "being worked out" in first
    assert "Davidson" in then
    assert made_at(after) == made_at(then)


def made_at(page: str) -> str:
    found = re.search(r"\d+ endings? of the event played out, [^;]+;", page)
    return found[0] if found else ""


async def show_everybody(somebody: Browser) -> None:
    await somebody.go("/desk/t/open/settings")
    await somebody.send("/desk/t/open/chances", shown="public", from_round="1", open_games="drawn")


async def test_round_one_is_shown_before_it_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        await with_players(anna)
        page = await page_with(anna, 'data-part="b4"')
    assert len(boards_on(page)) == 4
    assert "Before round 1" in page


async def test_the_page_for_everybody_changes_with_new_rows_although_nothing_happens(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        with nothing_found_yet(anna):
            await with_three_results(anna)
            await show_everybody(anna)
            first = await anna.go("/t/open/coming?by=chances")
        async with asyncio.timeout(240):
            while "being worked out" in (page := await anna.go("/t/open/coming?by=chances")).text:  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # the worker's answer comes in between
        ready = await anna.client.get("/t/open/coming?by=chances", headers={"If-None-Match": first.headers["etag"]})
    assert "being worked out" in first.text
    assert "of the event played out" in page.text
    assert ready.status_code == 200


@pytest.mark.parametrize("path", ["coming", "coming?by=name"])
async def test_a_page_that_was_read_before_the_next_round_was_found_is_sent_it_when_it_follows(
    tmp_path: Path, path: str
) -> None:
    """A slow phone opens its socket seconds after it has the page; nothing has happened in the tournament meanwhile."""
    async with desk(tmp_path, chances=True) as anna:
        with nothing_found_yet(anna):
            await with_three_results(anna)
            await show_everybody(anna)
            early = (await anna.go(f"/t/open/{path}")).text
        await page_with(anna, "1 open game counts")
        [(topic, position)] = re.findall(r'<section [^>]*data-topic="([^"]+)" data-position="(\d+)"', early)
        hub, phone, wanted = services_of_test(anna).hub, Mailbox(Guest()), [(Channel(topic), int(position))]
        await hub.prepare(wanted, phone.guest)
        hub.follow(phone, wanted)
        frames = [json.loads(message.text) for message in await phone.next()]
    assert 'data-part="state"' in early
    assert not re.search(r'data-part="[bp][1-9]', early)
    assert [name for name, _ in frames[-1].get("parts", []) if re.match("[bp][1-9]", name)]
