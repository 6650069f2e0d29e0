"""Correct a result or the colours of a game: the effect first, then the arbiter's choice, then the journal (F.7)."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.rounds import correcting
from domain.decisions.rounds.correcting import Choice
from domain.decisions.rounds.matches import TURNED, correct_forfeits
from domain.words.games import Result
from projections.round.pairings import pairings
from server.office.tournaments import Decide, TournamentOffice
from server.routes.desk.rounds.preview import preview
from server.routes.desk.typed import read_result
from server.routes.desk.visit import Visit, go, last_entry
from server.routes.forms import small

COLOURS_ONLY = "colours"
"""Not another result, but the same one with the colours exchanged."""


async def show_correction(visit: Visit, office: TournamentOffice) -> Response:
    """The page of a correction: the result, its source, and the choices."""
    t, round, board = office.tournament, visit.number("round"), visit.number("board")
    view, game = pairings(visit.snapshot, round), _game_asked(visit)
    row = next((row for row in view.boards if (row.board, row.game) == (board, game)), None) if view else None
    if row is None:
        raise HTTPException(404)
    return visit.page(
        "desk/correct.html",
        t=t,
        round=round,
        row=row,
        proposal=correcting.proposal(t, round),
        results=[r for r in Result if r not in (Result.ADJOURNED, row.result)],
        last=last_entry(office, round, board),
        forfeited=sum(one.result in TURNED for one in t.round(round).matches[board]) if row.result in TURNED else 0,
    )


async def correct_result(visit: Visit, office: TournamentOffice) -> Response:
    form, round, board = visit.form, visit.number("round"), visit.number("board")
    choice = form.choice("choice", Choice) if form.text("choice") else None
    seen = form.choice("seen", Result) if form.text("seen") else None
    decide = decided_correction(
        round,
        board,
        form.text("result"),
        form.line("reason"),
        choice,
        form.ticked("override"),
        seen,
        form.whole("game", 1),
        form.ticked("whole"),
    )
    outcome = await visit.command(decide)
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)


async def show_effect(visit: Visit, office: TournamentOffice) -> Response:
    """The effect of the form as it stands. The reason is still being thought of."""
    round, board = visit.number("round"), visit.number("board")
    choice = Choice(visit.asked("choice")) if visit.asked("choice") in set(Choice) else None
    overriding, game = bool(visit.asked("override")), _game_asked(visit)
    decide = decided_correction(
        round, board, visit.asked("result"), "…", choice, overriding, game=game, whole=bool(visit.asked("whole"))
    )
    return await preview(visit, office, decide)


def decided_correction(
    round: int,
    board: int,
    wanted: str,
    reason: str,
    choice: Choice | None,
    override: bool,
    seen: Result | None = None,
    game: int = 1,
    whole: bool = False,
) -> Decide:
    """The decision that the form asks for; `whole`: about all forfeited games of the match."""
    if whole:
        return lambda t: correct_forfeits(t, round, board, game, read_result(wanted), reason, choice, override)
    if wanted == COLOURS_ONLY:
        return lambda t: correcting.correct_colours(t, round, board, reason, choice, override, game)
    return lambda t: correcting.correct_result(
        t, round, board, read_result(wanted), reason, choice, override, seen, game
    )


def _game_asked(visit: Visit) -> int:
    """The number of the game in its match; the first where the address names none."""
    return small(visit.asked("game")) or 1
