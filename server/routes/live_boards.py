"""The public page of live boards: the positions of the first boards of the round."""

from dataclasses import replace
from functools import partial

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
from web.rendering import render
from web.wording import spoken


async def _live_boards(request: Request, as_json: bool) -> Response:
    """Made once for each move of a board and each entry of the journal."""
    services = services_of(request.app)
    found = await understood(request, services.office, services.snapshots, ())
    question = replace(in_its_surroundings(services, found), at=None, not_yet=None)
    key = f"{question.origin}{request.url.path}#{question.office.id}", question.lang
    make = _json if as_json else _html
    page = services.pages.page(key, (question.stamp, services.boards.revision), lambda: make(services, question))
    response = answer(request, page, spoken(question.lang))
    if not as_json:
        return remembering_language(request, response)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _html(services: Services, question: Question) -> PageBody:
    office = question.office
    view = live_boards(services.snapshots.now(office), services.boards.games(office.id))
    html = render(
        "public/live.html",
        lang=question.lang,
        frame=question.frame("live", "/live"),
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
    Route("/t/{slug}/live", partial(_live_boards, as_json=False)),
    Route("/t/{slug}/live.json", partial(_live_boards, as_json=True)),
]
