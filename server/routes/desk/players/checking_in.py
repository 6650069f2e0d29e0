"""Check-in at the desk and on helpers' phones: by tap, by the code on a card, and those missing left out of round 1."""

from collections.abc import Collection, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from domain.decisions.players import attendance
from domain.events import Event
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.lists.checking_in import Arrivals, arrivals
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk.rows import OVERVIEW, REASON, Read, act, deciding, get, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import small
from web.api.commands import playoffs as playoff


async def show_check_in(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page("desk/check_in.html", view=arrivals(visit.snapshot))


async def check_in_now(visit: Visit, office: TournamentOffice) -> Response:
    return _answer(office, arrivals(visit.snapshot))


async def tap(visit: Visit, office: TournamentOffice) -> Response:
    """`check_in` or `undo` is the entrant who was tapped; `card` is the code that the form came by."""
    undone, card = small(visit.form.text("undo")), visit.form.text("card")
    id = EntrantId(undone or small(visit.form.text("check_in")))
    if undone:
        outcome = await visit.command(lambda t: attendance.undo_check_in(t, id))
    else:
        outcome = await visit.command(lambda t: attendance.check_entrant_in(t, id, readmits=visit.grant.arbitrates))
    if visit.wants_json:
        return _answer(office, arrivals(visit.snapshot))
    return go(f"/desk/t/{office.id}/check-in" + (f"/card/{card}" if card else f"#e{id}"), outcome if card else None)


async def show_refused_tap(visit: Visit, office: TournamentOffice) -> Response:
    if visit.wants_json:
        return JSONResponse({"sentence": visit.refusal_sentence()}, 409)
    return await show_check_in(visit, office)


async def show_arrival_card(visit: Visit, office: TournamentOffice) -> Response:
    token, view = visit.path("token"), arrivals(visit.snapshot)
    id = EntrantId(visit.access.checked_in_by(office.id, token))
    found = next((row for row in view.rows if row.person.id == id), None)
    if found is None:
        raise HTTPException(404)
    return visit.page("desk/check_in_card.html", row=found, view=view, card=token)


async def show_missing(visit: Visit, office: TournamentOffice) -> Response:
    t, view = office.tournament, arrivals(visit.snapshot)
    return visit.page("desk/check_in_missing.html", view=view, one_round=attendance.misses_one_round(t))


def _here_out_and_gone(
    t: Tournament, here: Collection[EntrantId], out: Collection[EntrantId], gone: Collection[EntrantId]
) -> list[Event]:
    leaving = attendance.withdraw(t, [id for id in attendance.left_out(t) if id in gone])
    return [*attendance.come_after_all(t, here), *attendance.leave_out_again(t, out), *leaving]


def _named(visit: Visit) -> set[EntrantId]:
    return {EntrantId(id) for id in visit.form.wholes("player")}


def _ids(name: str) -> Read[set[EntrantId]]:
    """Several ids in one field, for a button that speaks of everybody."""
    return lambda visit: {EntrantId(small(word)) for word in visit.form.text(name).split()}


def _answer(office: TournamentOffice, view: Arrivals) -> Response:
    here = [row.person.id for row in view.rows if row.here and row.expected]
    out = [row.person.id for row in view.rows if not row.expected]
    answer = {"position": office.position, "open": view.open, "expected": view.expected, "here": here, "out": out}
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


_MISSING = "/check-in/missing"

routes: Sequence[BaseRoute] = (
    get("/check-in", show_check_in, Action.FILL),
    post("/check-in", tap, show_refused_tap, PLAYERS_KEY(playoff.CheckIn), Action.FILL),
    get("/check-in/now", check_in_now, Action.FILL),
    get("/check-in/card/{token}", show_arrival_card, Action.FILL),
    get(_MISSING, show_missing, Action.ARBITRATE),
    act("/left-out", deciding(_here_out_and_gone, _ids("here"), _ids("out"), _ids("withdraw"))),
    act(
        _MISSING,
        deciding(attendance.leave_out_missing, _named, REASON),
        PLAYERS_KEY(playoff.LeaveOutMissing),
        on=_MISSING,
        to=OVERVIEW,
    ),
)
