"""Results as they are typed, board by board, in a match or in a table.

A page sends what it showed; whoever was quicker is named, nobody is overwritten.

The field of a round of teams is read as its rows stand, first team first (`first_team_first`).

A form answers with the page, a program (`Accept: application/json`) with
`{"position": n, "board": b, "result": "1-0", "sign": "1 – 0", "mark": "", "claims": 0}` (the board as
it stood at this position; how many entries contradict each other), or with `{"sentence", "now", "who", "when"}` and
409 (the board or the round says no), 422 (not readable), 401 or 403 (log in again). An entry that waited on its
device for a connection (`waited`) and meets another result is kept beside it: `claims`, and `who` and `when` of the
entry that stands.
"""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from domain.decisions.rounds import matches, results
from domain.events import Event, boards_of
from domain.refusals import BadField, NeedsCorrection, Refusal, ResultDiffers
from domain.stewards.decisions import LastEntry, armageddon_beside, enter_result
from domain.stewards.permissions import Action
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import EntrantId
from projections.round.matches import matches_of_round, signature
from projections.round.pairings import mark, pairings
from projections.table.crosstable import MeetingTable, meetings
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import RESULTS_KEY
from server.routes.desk.done import last_entry
from server.routes.desk.rounds.waiting import disputes, offered_in, said_of_armageddons, ticket
from server.routes.desk.rows import DESK_OF_TOURNAMENT, act, get, page_again, post
from server.routes.desk.typed import (
    entry_of_row,
    game_of_name,
    read_match,
    read_result,
    read_with_armageddon,
    results_shown,
    typed_game,
)
from server.routes.desk.visit import Visit, go
from web.api import commands as c
from web.wording.chess.results import SIGNS, match_score, reported

CLEAR, NONE_PLAYED = "clear", "none"


async def show_results(visit: Visit, office: TournamentOffice) -> Response:
    view = pairings(visit.snapshot, visit.number("round"))
    t = office.tournament
    mine = [row for row in view.boards if visit.grant.has_board(row.board)] if view else []
    rows = [_board(t, view.round, row.board, row.game, visit) for row in mine] if view else []
    state = view.state if view else ""
    answer = {
        "position": office.position,
        "newest": visit.snapshot.current,
        "state": state,
        "stage": state,
        "boards": rows,
        "matches": signature(matches_of_round(visit.snapshot, view.round)) if view else "",
        "armageddons": said_of_armageddons(t, view) if view else "",
        "offers": " ".join(map(ticket, offered_in(visit, office, view.round))) if view else "",
        "scores": {match.board: match_score(match, visit.words) for match in view.matches} if view else {},
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


async def enter_on_board(visit: Visit, office: TournamentOffice) -> Response:
    """Record or clear the result of one board; a grant that only fills boards disputes one that is filled."""
    round, form = visit.number("round"), entry_of_row(visit.form)
    board_typed, result_typed = form.text("board"), form.text("result")
    entered_at, seen, waited = form.text("entered_at")[:40], form.chosen("seen", Result), form.ticked("waited")
    named = any(map(str.isalpha, board_typed))
    board, game = game_of_name(office.tournament, round, board_typed) if named else typed_game(board_typed)
    typed, after = (None, None) if result_typed == CLEAR else read_with_armageddon(result_typed)
    first_team_first = form.ticked("first_team_first")

    def decide(t: Tournament) -> list[Event]:
        turned = first_team_first and _turned(t, round, board, game)
        result = typed.reversed if turned and typed is not None else typed
        drawn = enter_result(
            t,
            visit.grant,
            round,
            board,
            result,
            seen=seen,
            entered_at=entered_at,
            game=game,
            last=lambda: _last_entry(visit, office, round, board),
            waited=waited,
        )
        return drawn if after is None else [*drawn, *armageddon_beside(t, drawn, visit.grant, round, board, after)]

    outcome = await visit.command(decide)
    if not visit.wants_json:
        there = "enter" if visit.grant.only_fills else f"rounds/{round}"
        return go(f"/desk/t/{office.id}/{there}?board={board}", outcome)
    then = await _as_it_stood(office, outcome.position, round, board)
    now = _board(then, round, board, game, visit)
    standing = _standing(visit, office, round, board, game) if now["claims"] else {}
    return JSONResponse({"position": outcome.position, **now, **standing})


def _turned(t: Tournament, round: int, board: int, game: int) -> bool:
    """The first team of the match has Black on this board."""
    return results.game_of(t, round, board, game).white != results.match_of(t, round, board)[0].white


def _standing(visit: Visit, office: TournamentOffice, round: int, board: int, game: int) -> dict[str, str]:
    """Whose entry stands on a board in dispute, and since when."""
    there = (one for one in disputes(office, round) if (one.game.board, one.game.number) == (board, game))
    first = next((one.claims[0] for one in there if one.claims), None)
    return {"who": first.who, "when": visit.words.clock(first.when.astimezone())} if first else {}


async def show_refused_entry(visit: Visit, office: TournamentOffice) -> Response:
    if visit.wants_json and visit.refusal is not None:
        return _refused(visit, office, visit.refusal)
    return await page_again(visit, DESK_OF_TOURNAMENT + (_OWN_BOARDS if visit.grant.only_fills else _WHOLE_ROUND))


def _settlement(visit: Visit) -> Decide:
    """The arbiter settles a disputed board; settling it the same way twice changes nothing."""
    round, board, number = visit.number("round"), visit.number("board"), visit.form.whole("game", 1)
    result = read_result(visit.form.text("result"))

    def decide(t: Tournament) -> list[Event]:
        game = results.game_of(t, round, board, number)
        settled = game.result is result and not game.claims
        return [] if settled else results.settle_dispute(t, round, board, result, number)

    return decide


def _refused(visit: Visit, office: TournamentOffice, refusal: Refusal) -> Response:
    answer: dict[str, object] = {"sentence": visit.refusal_sentence(), "reason": type(refusal).__name__}
    if isinstance(refusal, ResultDiffers | NeedsCorrection):
        last = last_entry(office, refusal.round, refusal.board)
        answer |= _board(office.tournament, refusal.round, refusal.board, refusal.game, visit)
        if last is not None:
            answer |= {"who": last.by, "when": visit.words.clock(last.recorded_at.astimezone())}
    return JSONResponse(answer, 422 if isinstance(refusal, BadField) else 409)


def _last_entry(visit: Visit, office: TournamentOffice, round: int, board: int) -> LastEntry | None:
    """The newest entry about a board, as the steward of this visit sees it."""
    found = last_entry(office, round, board)
    if found is None:
        return None
    return LastEntry(found.event, found.by == visit.session.name, found.recorded_at, datetime.now(UTC))


async def _as_it_stood(office: TournamentOffice, position: int, round: int, board: int) -> Tournament:
    """The tournament at `position`, as far as one board goes: the newest, unless that board has moved on since."""
    if not any(_may_touch(entry.event, round, board) for entry in office.entries[position:]):
        return office.tournament
    return await asyncio.to_thread(replay, [entry.event for entry in office.entries[:position]])


def _may_touch(event: Event, round: int, board: int) -> bool:
    """It speaks of this board, or of no single board."""
    spoken_of = list(boards_of(event))
    return not spoken_of or (round, board) in spoken_of


def _board(t: Tournament, round: int, board: int, number: int, visit: Visit) -> dict[str, object]:
    paired = t.round(round)
    game = paired.game(board, number)
    result, reports = game.result, paired.reported(game)
    return {
        "board": board,
        "spot": game.spot,
        "result": result or "",
        "sign": SIGNS[result] if result else "",
        "mark": mark(game).value,
        "claims": len(game.claims),
        "reported": reported(reports, visit.words) if reports else "",
    }


# Matches: further games, lots, the arbiter's word, forfeits, games nobody needs

SEEDED_STEPS = {"games": matches.add_further_games, "lots": matches.draw_lots_for_match}
PLAIN_STEPS = {"leave-out": matches.leave_out_games, "came-after-all": matches.take_forfeits_back}
FORFEITS = {
    "first": Result.BLACK_WINS_BY_FORFEIT,
    "second": Result.WHITE_WINS_BY_FORFEIT,
    "both": Result.DOUBLE_FORFEIT,
}
"""The result of the first game by who of the match did not come."""


def _step_of_match(visit: Visit) -> Decide:
    """A button of the match. Colours and lots are drawn by a seed that stands in the journal."""
    round, board, form = visit.number("round"), visit.number("board"), visit.form
    step, seed, reason = form.text("step"), secrets.token_hex(8), form.line("reason")
    winner, absent = form.whole("winner", 0), form.text("absent")
    if absent and absent not in FORFEITS:
        raise BadField("absent", absent, "one-of:" + ",".join(FORFEITS))
    if form.text("results"):
        typed, seen = read_match(form.text("results")), results_shown(form)
        return lambda t: results.record_match(t, round, board, typed, seen)

    def decide(t: Tournament) -> list[Event]:
        if winner:
            return matches.rule_match(t, round, board, EntrantId(winner), reason)
        if absent:
            return matches.forfeit_match(t, round, board, FORFEITS[absent])
        if step in SEEDED_STEPS:
            return SEEDED_STEPS[step](t, round, board, seed)
        if step in PLAIN_STEPS:
            return PLAIN_STEPS[step](t, round, board)
        raise BadField("level", step, "one-of:" + ",".join((*SEEDED_STEPS, *PLAIN_STEPS)))

    return decide


# The crosstable, and results typed into it


async def show_table(visit: Visit, office: TournamentOffice) -> Response:
    """In the order of the numbers, which does not move while somebody types."""
    t = office.tournament
    names = {one.id: one.name for everybody in (t.teams, t.players) for one in everybody.values()}
    return visit.page("desk/table.html", view=_table(visit, office), names=names)


async def show_games(visit: Visit, office: TournamentOffice) -> Response:
    """The games of all rounds and the points of all, for a page that has been told of a change."""
    view = _table(visit, office)
    games = {
        (game.round, game.board, game.game): {
            "round": game.round,
            "board": game.board,
            "spot": game.spot,
            "result": game.result or "",
            "mark": game.mark.value,
        }
        for row in view.rows
        for cell in row.cells
        for game in cell.games
    }
    answer = {
        "position": office.position,
        "games": [games[at] for at in sorted(games)],
        "done": view.head.games - view.head.open,
        "points": {row.person.id: visit.words.points(row.points) for row in view.rows},
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


def _table(visit: Visit, office: TournamentOffice) -> MeetingTable:
    t = office.tournament
    if not t.regulations.from_tables or not t.published:
        raise HTTPException(404)
    return meetings(visit.snapshot, by_place=False)


_WHOLE_ROUND, _OWN_BOARDS, _BOARD = "/rounds/{round:int}", "/enter", "/rounds/{round:int}/boards/{board:int}"


def _armageddon(visit: Visit) -> Decide:
    round, board, typed = visit.number("round"), visit.number("board"), visit.form.text("result")
    if typed == NONE_PLAYED:
        return lambda t: results.leave_out_armageddon(t, round, board)
    result = None if typed == CLEAR else read_result(typed)
    return lambda t: results.decide_armageddon(t, round, board, result)


routes: Sequence[BaseRoute] = (
    act(_BOARD + "/armageddon", _armageddon, RESULTS_KEY(c.DecideArmageddon), on=_WHOLE_ROUND),
    act(_BOARD + "/match", _step_of_match, RESULTS_KEY(c.DecideMatch), on=_WHOLE_ROUND),
    get("/table", show_table),
    get("/table/results", show_games),
    get("/rounds/{round:int}/results", show_results, Action.ENTER),
    post("/rounds/{round:int}/results", enter_on_board, show_refused_entry, RESULTS_KEY(c.EnterResult), Action.FILL),
    act(
        _BOARD + "/settle",
        _settlement,
        RESULTS_KEY(c.SettleDispute),
        on=_WHOLE_ROUND,
        to=_WHOLE_ROUND + "?board={board}",
    ),
)
