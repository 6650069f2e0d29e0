"""Correct a result with a reason: the plain form."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain import corrections
from domain.corrections import Choice
from domain.games import Result
from domain.refusals import ReasonMissing
from projections.pairings import pairings
from projections.sheet import sheet
from server.office import TournamentOffice
from server.routes.desk.results import last_entry, read_result
from server.routes.desk.visit import Visit, go


async def show(visit: Visit, office: TournamentOffice) -> Response:
    """What stands there, who said so, and what may be done about it."""
    t, round, board = office.tournament, int(visit.path("round")), int(visit.path("board"))
    view = pairings(sheet(t), round)
    row = next((row for row in view.boards if row.board == board), None) if view else None
    if row is None:
        raise HTTPException(404)
    return visit.page(
        "desk/correct.html",
        t=t,
        round=round,
        row=row,
        proposal=corrections.proposal(t, round),
        results=[r for r in Result if r is not Result.ADJOURNED],
        last=last_entry(office, round, board),
    )


async def correct(visit: Visit, office: TournamentOffice) -> Response:
    form, round, board = visit.form, int(visit.path("round")), int(visit.path("board"))
    reason, override = form.text("reason"), form.ticked("override")
    if not reason:
        raise ReasonMissing("correction")
    choice = form.choice("choice", Choice) if form.text("choice") else None
    if form.text("result") == "colours":
        outcome = await visit.command(lambda t: corrections.correct_colours(t, round, board, reason, choice, override))
    else:
        result = read_result(form.text("result"))
        outcome = await visit.command(
            lambda t: corrections.correct_result(t, round, board, result, reason, choice, override)
        )
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)
