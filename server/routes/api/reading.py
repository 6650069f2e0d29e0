"""Reading with a key: what the key may do, and drafts that nobody else sees yet."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from domain.refusals import Refusal
from domain.stewards.events import Role, Scope
from domain.stewards.state import ApiKey
from projections.festivals.sections import edition_rows
from projections.lists.checking_in import arrivals
from projections.round.pairings import pairings
from server.routes.api.bearer import NotLetIn, let_in
from server.routes.api.given import json_answer
from server.routes.desk.guards import Endpoint
from server.routes.desk.visit import Visit
from server.routes.problems import refusal_problem
from web.api.program_answers import about_key, check_in_json, drafts_json, series_json

Read = Callable[[Visit, ApiKey], Awaitable[Response]]


def reading(read: Read, scope: Scope | None, least: Role | None) -> Endpoint:
    return partial(_read, read, scope, least)


async def _read(read: Read, scope: Scope | None, least: Role | None, request: Request) -> Response:
    visit = Visit(request)
    try:
        key = await let_in(request, scope)
        visit.ask(least)
    except NotLetIn as stop:
        return stop.answer
    except Refusal as refusal:
        return refusal_problem(refusal, visit.words)
    return await read(visit, key)


async def about_this_key(visit: Visit, key: ApiKey) -> Response:
    return json_answer(about_key(key, visit.steward))


async def drafts(visit: Visit, key: ApiKey) -> Response:
    """The rounds that are paired and not published yet."""
    office = await visit.open(visit.path("slug"))
    waiting = [round.number for round in office.tournament.rounds if not round.published]
    views = [view for number in waiting if (view := pairings(visit.snapshot, number, drafts=True))]
    headers = {"ETag": f'"{office.position}"'}
    return json_answer(drafts_json(office.id, office.position, views), headers)


async def series(visit: Visit, _key: ApiKey) -> Response:
    """The editions of a series, and who waits to be admitted."""
    office = visit.festival
    view = await visit.services.festivals.read(office)
    rows = edition_rows(office.festival, {row.slug: row for row in view.sections})
    headers = {"ETag": f'"{office.position}"'}
    return json_answer(series_json(office.festival, office.name, office.position, rows), headers)


async def who_came(visit: Visit, _key: ApiKey) -> Response:
    """Those who have come, and those who are expected."""
    office = await visit.open(visit.path("slug"))
    return json_answer(
        check_in_json(office.id, office.position, arrivals(visit.snapshot)), {"ETag": f'"{office.position}"'}
    )
