"""What comes next at the desk: the next round if it ended now, and the chances that a worker plays out."""

import asyncio
import re
from html import unescape
from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players, with_round_one

COMING = "/desk/t/open/coming"


async def with_three_results(somebody: Browser) -> None:
    await with_round_one(somebody)
    for board in range(1, 4):
        await somebody.go("/desk/t/open/rounds/1")
        await somebody.send("/desk/t/open/rounds/1/results", board=str(board), result="1-0", seen="")


def boards_on(page: str) -> list[list[str]]:
    rows = re.search(r'id="next-round".*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    cells = re.findall(r"<tr><td[^>]*>\d+</td><td>(.*?)</td><td>(.*?)</td>", rows[1] if rows else "", re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


async def played_out(somebody: Browser, asked: str = "") -> str:
    """The page once a worker has answered."""
    async with asyncio.timeout(60):
        while 'http-equiv="refresh"' in (page := await somebody.go(COMING + asked)).text:  # noqa: ASYNC110
            await asyncio.sleep(0)  # the worker's answer comes in between
    return page.text


async def test_the_next_round_follows_what_open_games_count_as(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_three_results(anna)
        drawn = await played_out(anna, "?open=drawn")
        won = await played_out(anna, "?open=rating")
    assert "1 open game counts" in drawn
    assert len(boards_on(drawn)) == len(boards_on(won)) == 4
    assert boards_on(drawn) != boards_on(won)


async def test_it_is_what_pairing_brings_when_all_results_are_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_three_results(anna)
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="4", result="0-1", seen="")
        seen = boards_on(await played_out(anna))
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/pair")
        draft = (await anna.go("/desk/t/open/rounds/2")).text
    assert all(draft.index(white.split(",")[0]) < draft.rindex(black.split(",")[0]) for white, black in seen)


async def test_chances_come_by_themselves_and_go_with_the_next_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_three_results(anna)
        first = (await anna.go(COMING)).text
        then = await played_out(anna)
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="4", result="0-1", seen="")
        after = (await anna.go(COMING)).text
    assert "being played out" in first
    assert "endings of the event played out" in then
    assert "Davidson" in then
    assert "being played out" in after


async def test_before_anybody_is_there_nothing_is_played_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        page = await played_out(anna)
    assert 'id="next-round"' in page or "cannot be played out" in page


async def test_the_organiser_says_who_sees_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go("/desk/t/open/settings")
        wrong = await anna.send("/desk/t/open/chances", shown="public", from_round="0", open_games="rating")
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/chances", shown="public", from_round="5", open_games="rating")
        page = (await anna.go("/desk/t/open/settings")).text
        history = (await anna.go("/desk/t/open/history")).text
    assert wrong.status_code == 422
    assert re.search(r'name="shown" value="public" checked', page)
    assert re.search(r'name="from_round"[^>]*value="5"', page)
    assert '<option value="rating" selected>' in page
    assert "What comes next is shown to everybody from round 5 on; open games count as won by the higher" in history


async def test_a_server_that_shows_none_says_so_in_the_settings(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        here = (await anna.go("/desk/t/open/settings")).text
    async with desk(tmp_path / "juniors", chances=False) as anna:
        await with_players(anna)
        there = (await anna.go("/desk/t/open/settings")).text
    assert "switched off for this whole server" not in here
    assert "switched off for this whole server" in there
