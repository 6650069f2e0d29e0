"""The public page of live boards: the positions of the first boards of the round."""

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from domain.games.state import GamesShown
from projections.round.live_boards import live_boards
from server.http.page_cache import Page, PageBody, answer, packed
from server.routes.question import Question, in_its_surroundings, remembering_language, understood
from server.services import Services, services_of
from web.api.rounds import MOST_BOARDS_SHOWN
from web.api.rounds import live_boards as live_boards_json
from web.rendering import render
from web.wording import spoken


async def _live_boards(request: Request, as_json: bool) -> Response:
    """Made once for each move of a board and each entry of the journal; as they were then in a turn of the archive."""
    services = services_of(request.app)
    question = in_its_surroundings(services, await understood(request, services.office, services.snapshots, ()))
    key, make = _key(request, question), _json if as_json else _html
    if question.time is None:
        games = services.games.shown(question.office.id)
        page = services.pages.page(key, (question.stamp, games.revision), lambda: make(question, games))
    else:
        async with services.snapshots.archive.turn(question.address):
            page = await asyncio.to_thread(_then, services, question, key, make)
    response = answer(request, page, spoken(question.lang))
    if not as_json:
        return remembering_language(request, response)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _key(request: Request, question: Question) -> tuple[str, str]:
    return f"{question.origin}{request.url.path}?{question.time}#{question.office.id}", question.lang


def _then(
    services: Services, question: Question, key: tuple[str, str], make: Callable[[Question, GamesShown], PageBody]
) -> Page:
    assert question.time is not None
    games = services.games.shown_then(question.office.id, question.time)
    return packed(key, (question.stamp, games.revision), make(question, games))


def _html(question: Question, games: GamesShown) -> PageBody:
    view = live_boards(question.snapshot, games.boards(question.snapshot.current))
    html = render(
        "public/live.html",
        lang=question.lang,
        frame=question.frame("live", "/live"),
        view=view,
        boards=view.boards[:MOST_BOARDS_SHOWN],
        position=question.position + games.revision,
    )
    return PageBody(html.encode(), "text/html")


def _json(question: Question, games: GamesShown) -> PageBody:
    view = live_boards(question.snapshot, games.boards(question.snapshot.current))
    envelope = {"tournament": question.office.id, "position": question.position, "data": live_boards_json(view)}
    return PageBody(msgspec.json.encode(envelope), "application/json")


routes: list[BaseRoute] = [
    Route("/t/{slug}/live", partial(_live_boards, as_json=False)),
    Route("/t/{slug}/live.json", partial(_live_boards, as_json=True)),
]
