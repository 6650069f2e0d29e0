"""A round played at lichess: links for both players of a board, and results that are offered and not entered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from domain import events as e
from domain.events import Event
from domain.events.rounds import Board
from domain.words.games import Result
from server.app import create_app
from server.http.auth import open_access, report_path
from server.journal.side.personal import PersonalData
from server.services import Services, services_of
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.live_boards.games_at_lichess import GamesThere, games_at_lichess
from tests.locked_door import lock_door

OPEN = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
PAGE = "/desk/t/open/rounds/1/lichess"
ANN, CID = "name-1", "name-3"


@asynccontextmanager
async def playing(
    folder: Path, there: GamesThere, events: list[Event] = OPEN
) -> AsyncIterator[tuple[Browser, Services]]:
    lock_door(folder, PASSWORD)
    app = create_app(Settings(data=folder, lichess=there.url, chances=False), open_access(folder), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as anna:
        services = services_of(app)
        await anna.log_in()
        await services.office.create("Open", "c0", "Anna", lambda _: list(events))
        await anna.go(PAGE)
        yield anna, services


async def make(anna: Browser, **typed: str) -> None:
    await anna.send(PAGE, **{"clock_minutes": "10", "clock_seconds": "5", **typed})


async def results(services: Services) -> list[Result | None]:
    return list((await services.office.open("open")).tournament.round(1).results)


async def test_each_board_gets_a_game_and_each_player_a_link_of_their_own(tmp_path: Path) -> None:
    with games_at_lichess() as there:
        async with playing(tmp_path, there) as (anna, services):
            await make(anna, **{ANN: "ann_1", CID: "cid"})
            timed = {"rated": "false", "clock.limit": "600", "clock.increment": "5"}
            assert there.forms == [
                {**timed, "name": "Test Open 1.1", "users": "ann_1,cid"},
                {**timed, "name": "Test Open 1.2"},
            ]
            assert f"{there.url}/gameNo01?color=white" in anna.text
            await make(anna)
            assert len(there.forms) == 2, "a game is made once"
            await anna.go(report_path(services.access, "open", 3))
            assert f'href="{there.url}/gameNo01?color=black"' in anna.page.text
            assert "color=white" not in anna.page.text
            office = await services.office.open("open")
            await office.command("c1", "Anna", lambda _: [e.ResultRecorded(1, 1, Result.DRAW)])
            await anna.go(report_path(services.access, "open", 3))
            assert "gameNo01" not in anna.page.text


async def test_results_are_offered_and_entered_when_the_arbiter_takes_them(tmp_path: Path) -> None:
    with games_at_lichess() as there:
        async with playing(tmp_path, there) as (anna, services):
            await make(anna)
            there.moves = {"gameNo01": ("1. f3 e5 2. g4 Qh4#", "0-1"), "gameNo02": ("1. e4", "*")}
            await anna.go(PAGE)
            await anna.send(f"{PAGE}/fetch")
            assert anna.page.url.path == "/desk/t/open/live-boards"
            assert await results(services) == [None, None]
            games = services.games.shown("open").games
            assert sorted(len(one.game.moves) for one in games.values()) == [1, 4]
            offered = {**anna.form("/desk/t/open/live-boards/take"), "take": "1:0-1"}
            await anna.client.post("/desk/t/open/live-boards/take", data=offered)
            assert await results(services) == [Result.BLACK_WINS, None]


async def test_a_pause_and_a_refusal_are_said_and_what_was_made_stays(tmp_path: Path) -> None:
    with games_at_lichess() as there:
        there.most = 1
        async with playing(tmp_path, there) as (anna, _):
            await make(anna)
            assert "Lichess asks for a pause" in anna.text
            assert "gameNo01" in anna.text
            there.most, there.closed = 9, "bob"
            await make(anna, **{"name-2": "bob", "name-4": "dee"})
            assert "bob has a closed account" in anna.text
            await make(anna, **{"name-2": "bobby", "name-4": "dee"})
            assert [one.get("users") for one in there.forms] == [None, "bobby,dee"]
            there.forms.clear()
            there.sleeps = True
            await anna.go(PAGE)
            await anna.send(f"{PAGE}/drop")
            await make(anna)
            assert "Lichess refused it (answer 200)" in anna.text
        async with playing_nobody(tmp_path, there) as anna:
            await make(anna)
            assert "Lichess did not answer" in anna.text


@asynccontextmanager
async def playing_nobody(folder: Path, there: GamesThere) -> AsyncIterator[Browser]:
    """A desk whose lichess does not answer."""
    silent = GamesThere(url=f"{there.url.rpartition(':')[0]}:1")
    async with playing(folder / "silent", silent) as (anna, _):
        yield anna


async def test_who_is_paired_anew_gets_another_game(tmp_path: Path) -> None:
    with games_at_lichess() as there:
        async with playing(tmp_path, there) as (anna, services):
            await make(anna)
            office = await services.office.open("open")
            boards = tuple(Board(one.board, one.black, one.white) for one in office.tournament.round(1).games)
            await office.command("c1", "Anna", lambda _: [e.BoardsAltered(1, boards, None, "colours")])
            await anna.go(PAGE)
            assert "gameNo01" not in anna.text
            await make(anna)
            assert len(there.forms) == 4


async def test_a_name_there_is_refused_or_erased_with_what_else_is_personal(tmp_path: Path) -> None:
    with games_at_lichess() as there:
        async with playing(tmp_path, there) as (anna, services):
            await make(anna, **{ANN: "ann at home"})
            assert "“ann at home” is no name of an account there" in anna.refusal
            assert there.forms == []
            await make(anna, **{ANN: "ann_1"})
            store, side = services.played_there.store, services.messengers.personal
            assert store.names("open") == {1: "ann_1"}
            side.keep("open", 1, PersonalData(email="ann@example.org"))
            side.erase("open", 1)
            assert await asyncio.to_thread(store.names, "open") == {}
