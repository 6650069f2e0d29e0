"""The page of an arena: who plays, who waits, who pauses; its beginning and end, and results by tables."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.rounds import arena
from domain.events import Event
from domain.stewards.decisions import enter_result
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import EntrantId
from server.clock import hall_clock
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import PAIRINGS_KEY, RESULTS_KEY
from server.routes.desk.rounds.waiting import arena_page
from server.routes.desk.rows import (
    DESK_OF_TOURNAMENT,
    ROUND,
    act,
    deciding,
    get,
    page_again,
    path_number,
    post,
    ticked,
    whole,
)
from server.routes.desk.typed import entry_of_row, read_result
from server.routes.desk.visit import Visit, go
from web.api import commands as c

ARENA = "/arena"


async def show_arena(visit: Visit, office: TournamentOffice) -> Response:
    if not office.tournament.regulations.is_arena:
        raise HTTPException(404)
    return arena_page(visit)


def _players(visit: Visit) -> list[EntrantId]:
    return [EntrantId(int(typed)) for typed in visit.form.all("player") if typed.isdigit()]


def _result_at_table(visit: Visit) -> Decide:
    """By the row of a game, or typed: the table and the result."""
    form = entry_of_row(visit.form)
    board, result, seen = form.whole("board"), read_result(form.text("result")), form.chosen("seen", Result)
    round = form.whole("round") if form.text("round") else 0

    def decide(t: Tournament) -> list[Event]:
        return enter_result(t, visit.grant, arena.game_at_table(t, board, round), board, result, seen=seen)

    return decide


async def enter_at_table(visit: Visit, office: TournamentOffice) -> Response:
    outcome = await visit.command(_result_at_table(visit))
    return go(f"/desk/t/{office.id}{_own_page(visit)}", outcome)


async def show_refused(visit: Visit, _office: TournamentOffice) -> Response:
    return await page_again(visit, DESK_OF_TOURNAMENT + _own_page(visit))


def _own_page(visit: Visit) -> str:
    return "/enter" if visit.grant.only_fills else ARENA


routes: Sequence[BaseRoute] = (
    get(ARENA, show_arena),
    act(
        "/arena/begin",
        deciding(arena.begin_arena, whole("arena_minutes"), lambda _: hall_clock()),
        PAIRINGS_KEY(c.BeginArena),
        on=ARENA,
    ),
    act("/arena/end", deciding(arena.end_arena, ticked("drop_open")), PAIRINGS_KEY(c.EndArena), on=ARENA),
    act("/arena/pair", deciding(arena.pair_waiting, lambda _: hall_clock()), PAIRINGS_KEY(c.PairWaiting), on=ARENA),
    act("/arena/pause", deciding(arena.pause, _players, ticked("paused")), PAIRINGS_KEY(c.PausePlayers), on=ARENA),
    post("/arena/results", enter_at_table, show_refused, RESULTS_KEY(c.EnterAtTable), Action.FILL),
    act(
        "/rounds/{round:int}/boards/{board:int}/take-back",
        deciding(arena.take_game_back, ROUND, path_number("board")),
        PAIRINGS_KEY(c.TakeGameBack),
        on=ARENA,
    ),
)
