"""The public page of live boards: the positions of the first boards of the round."""

from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from projections.round.live_boards import live_boards
from server.http.page_cache import PageBody, answer
from server.routes.question import Question, in_its_surroundings, remembering_language, understood
from server.services import Services, services_of
from web.api.rounds import MOST_BOARDS_SHOWN
from web.api.rounds import live_boards as live_boards_json
from web.links import Frame
from web.rendering import render
from web.wording import spoken


async def show_live_boards(request: Request) -> Response:
    return remembering_language(request, await _page(request, as_json=False))


async def live_boards_twin(request: Request) -> Response:
    response = await _page(request, as_json=True)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


async def _page(request: Request, *, as_json: bool) -> Response:
    """Made once for each move of a board and each entry of the journal."""
    services = services_of(request.app)
    found = await understood(request, services.office, services.snapshots, ())
    question = replace(in_its_surroundings(services, found), at=None, not_yet=None)
    slug, revision = question.office.id, services.boards.revision
    key = f"{question.origin}{request.url.path}#{slug}", question.lang
    stamp = question.stamp, revision
    make = _json if as_json else _html
    page = services.pages.page(key, stamp, lambda: make(services, question))
    return answer(request, page, spoken(question.lang))


def _html(services: Services, question: Question) -> PageBody:
    office = question.office
    snapshot = services.snapshots.now(office)
    view = live_boards(snapshot, services.boards.games(office.id))
    frame: Frame = question.frame("live", "/live")
    html = render(
        "public/live.html",
        lang=question.lang,
        frame=frame,
        view=view,
        boards=view.boards[:MOST_BOARDS_SHOWN],
        position=office.position + services.boards.revision,
    )
    return PageBody(html.encode(), "text/html")


def _json(services: Services, question: Question) -> PageBody:
    office = question.office
    view = live_boards(services.snapshots.now(office), services.boards.games(office.id))
    envelope = {"tournament": office.id, "position": office.position, "data": live_boards_json(view)}
    return PageBody(msgspec.json.encode(envelope), "application/json")


routes: list[BaseRoute] = [
    Route("/t/{slug}/live", show_live_boards),
    Route("/t/{slug}/live.json", live_boards_twin),
]
