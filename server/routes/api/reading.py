"""Reading with a key: what the key may do, and drafts that nobody else sees yet."""

from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from domain.refusals import Refusal
from domain.stewards.events import Scope
from domain.stewards.permissions import Action
from domain.stewards.state import ApiKey
from projections.festivals.sections import edition_rows
from projections.lists.checking_in import arrivals
from projections.lists.fees import fee_list
from projections.round.illegal_moves import illegal_moves_in
from projections.round.pairings import pairings
from server.care.handoffs import outward
from server.routes.api.bearer import Answered, let_in
from server.routes.api.commands import json_answer
from server.routes.api.problems import refusal_problem
from server.routes.desk.visit import Visit
from server.routes.question import ReadingRoute
from web.api.fees import fees_json
from web.api.programs import HandoffJson, about_key, check_in_json, drafts_json, illegal_moves_json, series_json

_Read = Callable[[Visit, ApiKey], Awaitable[Response]]


async def _read(read: _Read, scope: Scope | None, does: Action, request: Request) -> Response:
    visit = Visit(request)
    try:
        key = await let_in(visit, does, scope)
    except Answered as stop:
        return stop.answer
    except Refusal as refusal:
        return refusal_problem(refusal, visit.words)
    return await read(visit, key)


async def about_this_key(visit: Visit, key: ApiKey) -> Response:
    return json_answer(about_key(key, visit.steward))


async def drafts(visit: Visit, _key: ApiKey) -> Response:
    office = await visit.open(visit.path("slug"))
    waiting = [round.number for round in office.tournament.rounds if not round.published]
    views = [view for number in waiting if (view := pairings(visit.snapshot, number, drafts=True))]
    return json_answer(drafts_json(office.id, office.position, views), office.position)


async def series(visit: Visit, _key: ApiKey) -> Response:
    office = visit.festival
    view = await visit.services.festivals.read(office)
    rows = edition_rows(office.festival, {row.slug: row for row in view.sections})
    return json_answer(series_json(office.festival, office.name, office.position, rows), office.position)


async def who_came(visit: Visit, _key: ApiKey) -> Response:
    office = await visit.open(visit.path("slug"))
    return json_answer(check_in_json(office.id, office.position, arrivals(visit.snapshot)), office.position)


async def who_owes(visit: Visit, _key: ApiKey) -> Response:
    office = await visit.open(visit.path("slug"))
    return json_answer(fees_json(office.id, office.position, fee_list(visit.snapshot)), office.position)


async def who_moved_illegally(visit: Visit, _key: ApiKey) -> Response:
    office = await visit.open(visit.path("slug"))
    rounds = sorted({round for round, *_ in office.tournament.illegal_moves})
    views = [view for number in rounds if (view := pairings(visit.snapshot, number))]
    found = [(view.round, one) for view in views for one in illegal_moves_in(office.tournament, view)]
    return json_answer(illegal_moves_json(office.id, office.position, found), office.position)


async def handoff(visit: Visit, _key: ApiKey) -> Response:
    """Without a file where no copy is away."""
    office = await visit.open(visit.path("slug"))
    file = b64encode(await outward(office)).decode() if office.elsewhere else ""
    there: HandoffJson = {
        "tournament": office.id,
        "version": office.position,
        "handed_to": office.elsewhere,
        "file": file,
    }
    return json_answer(there, office.position)


def _get(path: str, read: _Read, scope: Scope | None, does: Action, name: str) -> ReadingRoute:
    return ReadingRoute(path, partial(_read, read, scope, does), name, scope, does)


routes: Sequence[ReadingRoute] = (
    _get("/api/key", about_this_key, None, Action.ENTER, "about-key"),
    _get("/api/t/{slug}/check-in", who_came, Scope.PLAYERS, Action.FILL, "check-in"),
    _get("/api/t/{slug}/fees", who_owes, Scope.PLAYERS, Action.ARBITRATE, "fees"),
    _get("/api/t/{slug}/drafts", drafts, Scope.DRAFTS, Action.READ, "drafts"),
    _get("/api/t/{slug}/illegal-moves", who_moved_illegally, Scope.RESULTS, Action.ENTER, "illegal-moves"),
    _get("/api/t/{slug}/handoff", handoff, Scope.EVERYTHING, Action.LEAD, "handoff"),
    _get("/api/f/{festival}/series", series, Scope.PLAYERS, Action.ARBITRATE, "series"),
)
