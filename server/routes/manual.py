"""The manual: which pairing system suits which event, and a page of each. Public, and the same for everybody."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.question import lang_of, remembering_language
from web.rendering import render
from web.wording import language
from web.wording.manual import CHAPTERS, IN_SHORT, OF_EVERY_SWISS, WHICH_FOR_WHAT
from web.wording.public import not_here


async def show_which_for_what(request: Request) -> Response:
    words = language(lang_of(request))
    advice = [(words.gettext(one.event), one.system) for one in WHICH_FOR_WHAT]
    return _page(request, "help/overview.html", system="", advice=advice, common=OF_EVERY_SWISS.in_words(words))


async def show_system(request: Request) -> Response:
    system = request.path_params["system"]
    words = language(lang_of(request))
    if system not in CHAPTERS:
        html = render("public/missing.html", lang=words.code, sentence=not_here("manual", words), name="", slug="")
        return HTMLResponse(html, 404)
    return _page(request, "help/system.html", system=system, chapter=CHAPTERS[system].in_words(words))


def _page(request: Request, template: str, **context: object) -> Response:
    html = render(template, lang=lang_of(request), systems=tuple(IN_SHORT), **context)
    return remembering_language(request, HTMLResponse(html))


manual_routes: list[BaseRoute] = [
    Route("/help", show_which_for_what, methods=["GET"]),
    Route("/help/{system}", show_system, methods=["GET"]),
]
