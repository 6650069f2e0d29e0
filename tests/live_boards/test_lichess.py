"""Rounds that are sent to broadcasts of lichess: set at the desk, in parts, no sooner than everybody sees them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from domain import events as e
from domain.events import Event
from domain.moves.games import pgn_games
from domain.words.choices.broadcasts import Broadcast
from domain.words.games import Result
from server.app import create_app
from server.http.auth import open_access
from server.office.games.lichess import BETWEEN_PUSHES_SECONDS, TOO_MANY_SECONDS
from server.services import Services, services_of
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.live_boards.files import game
from tests.live_boards.lichess_there import Lichess, lichess
from tests.locked_door import lock_door

TOKEN, ROUND = "lip_0123456789abcdef", "AbCdEfGh"
OPEN = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
MANY = history("\n".join(f"P{n:03} ?{'w' if n % 2 else 'b'}{n + 1 if n % 2 else n - 1}" for n in range(1, 141)))


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def sending(
    folder: Path, there: Lichess, events: list[Event] = OPEN
) -> AsyncIterator[tuple[Browser, Services, Clock]]:
    """A desk whose tournament is sent; time stands still but for what a test says."""
    lock_door(folder, PASSWORD)
    app = create_app(Settings(data=folder, lichess=there.url, chances=False), open_access(folder), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as anna:
        services, clock = services_of(app), Clock()
        services.lichess.clock = services.lichess.way.clock = clock
        await anna.log_in()
        await services.office.create("Open", "c0", "Anna", lambda _: list(events))
        yield anna, services, clock


async def set_round(anna: Browser, address: str = f"https://lichess.org/broadcast/open/round-1/{ROUND}") -> None:
    await anna.go("/desk/t/open/broadcast")
    await anna.send("/desk/t/open/lichess", round="1", lichess_round=address, lichess_token=TOKEN)


async def pushed(there: Lichess) -> tuple[str, int, int]:
    return await asyncio.to_thread(there.pushed.get, True, 60)


async def said(anna: Browser, words: str) -> None:
    """Look at the page until it says so."""
    for _ in range(500):
        await asyncio.to_thread(int)  # the loop has a turn for others
        await anna.go("/desk/t/open/broadcast")
        if words in anna.text:
            return
    raise AssertionError(anna.text)


async def move(services: Services, moves: str, result: str = "*") -> None:
    await services.games.take("open", "folder", pgn_games(game(moves, result, Round="1.1")), "Tablo")


async def after_a_while(services: Services, clock: Clock, seconds: float = BETWEEN_PUSHES_SECONDS) -> None:
    clock.now += seconds
    services.lichess._wake.set()


async def test_moves_and_results_reach_the_round_that_was_set_at_the_desk(tmp_path: Path) -> None:
    with lichess(TOKEN, ROUND) as there:
        async with sending(tmp_path, there) as (anna, services, clock):
            await move(services, "1. e4 e5")
            await set_round(anna)
            assert await pushed(there) == (ROUND, 200, 2)
            assert there.moves(ROUND, "1.1") == ["e4", "e5"]
            await move(services, "1. e4 e5 2. Nf3")
            office = await services.office.open("open")
            await office.command("c1", "Anna", lambda _: [e.ResultRecorded(1, 2, Result.DRAW)])
            await after_a_while(services, clock)
            assert await pushed(there) == (ROUND, 200, 2)
            assert there.moves(ROUND, "1.1") == ["e4", "e5", "Nf3"]
            assert there.rounds[ROUND]["1.2"].headers["Result"] == "1/2-1/2"
            await said(anna, "taken")


async def test_what_is_delayed_is_sent_when_everybody_sees_it(tmp_path: Path) -> None:
    events = [*OPEN, e.BroadcastSet(Broadcast(moves=1))]
    with lichess(TOKEN, ROUND) as there:
        async with sending(tmp_path, there, events) as (anna, services, clock):
            await move(services, "1. e4 e5 2. Nf3 Nc6")
            await set_round(anna)
            await pushed(there)
            assert there.moves(ROUND, "1.1") == ["e4", "e5"]
            await move(services, "1. e4 e5 2. Nf3 Nc6", "1-0")
            await after_a_while(services, clock)
            await pushed(there)
            assert there.moves(ROUND, "1.1") == ["e4", "e5", "Nf3", "Nc6"]
            assert there.rounds[ROUND]["1.1"].headers["Result"] == "1-0"


async def test_a_long_round_goes_in_parts_and_ends_with_one_that_still_plays(tmp_path: Path) -> None:
    """Lichess takes a round for finished when all games of a call have ended."""
    ended: list[Event] = [e.ResultRecorded(1, board, Result.DRAW) for board in range(1, 65)]
    with lichess(TOKEN, ROUND) as there:
        async with sending(tmp_path, there, [*MANY, *ended]) as (anna, services, clock):
            await set_round(anna)
            assert await pushed(there) == (ROUND, 200, 64)
            assert {one.headers["Result"] for one in there.rounds[ROUND].values()} == {"1/2-1/2"}
            await said(anna, "64 games")
            await after_a_while(services, clock)
            assert await pushed(there) == (ROUND, 200, 6)
            assert len(there.rounds[ROUND]) == 70


@pytest.mark.parametrize(("status", "pause"), [(500, BETWEEN_PUSHES_SECONDS), (429, TOO_MANY_SECONDS)])
async def test_what_is_not_taken_is_sent_again_after_a_pause(tmp_path: Path, status: int, pause: float) -> None:
    with lichess(TOKEN, ROUND) as there:
        there.answers = [status]
        async with sending(tmp_path, there) as (anna, services, clock):
            await set_round(anna)
            assert (await pushed(there))[1] == status
            await said(anna, f"refused {status}")
            await after_a_while(services, clock, pause - 1)
            assert services.lichess.look() == []
            await after_a_while(services, clock, 1)
            assert await pushed(there) == (ROUND, 200, 2)


async def test_the_desk_sees_which_game_lichess_refuses(tmp_path: Path) -> None:
    with lichess(TOKEN, ROUND) as there:
        there.refused = "Bob"
        async with sending(tmp_path, there) as (anna, _, _):
            await set_round(anna)
            await pushed(there)
            await said(anna, "Bob – Dee : Invalid PGN")


async def test_a_wrong_token_is_named_and_stands_in_no_page_log_or_journal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with lichess("another", ROUND) as there:
        async with sending(tmp_path, there) as (anna, services, _):
            await set_round(anna)
            assert (await pushed(there))[1] == 401
            await said(anna, "Lichess does not know the token")
            assert TOKEN not in anna.page.text
            entries = [repr(entry) for entry in (await services.office.open("open")).entries]
    assert not any(TOKEN in line for line in (*entries, caplog.text))


async def test_after_a_restart_it_goes_on_and_a_round_that_is_taken_out_is_sent_no_longer(tmp_path: Path) -> None:
    with lichess(TOKEN, ROUND) as there:
        async with sending(tmp_path, there) as (anna, _, _):
            await set_round(anna)
            await pushed(there)
        app = create_app(Settings(data=tmp_path, lichess=there.url, chances=False), open_access(tmp_path), WORKERS)
        async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as anna:
            assert await pushed(there) == (ROUND, 200, 2)
            await anna.log_in()
            await anna.go("/desk/t/open/broadcast")
            await anna.send("/desk/t/open/lichess/drop", round="1")
            assert services_of(app).lichess.rounds("open") == {}
            assert services_of(app).lichess.store.streams() == set()


@pytest.mark.parametrize("address", ["https://lichess.org/broadcast/open", "short", "https://lichess.org/AbCdEfGhI"])
async def test_an_address_without_a_round_is_refused(tmp_path: Path, address: str) -> None:
    with lichess(TOKEN, ROUND) as there:
        async with sending(tmp_path, there) as (anna, _, _):
            await set_round(anna, address)
            assert "Address of the round at lichess" in anna.refusal
