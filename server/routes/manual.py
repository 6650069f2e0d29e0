"""The manual: a page for each part of the work, and one for each pairing system. Public, and the same for everybody."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.question import lang_of, remembering_language, searched_words
from web.manual import CONTENTS_PAGE, MANUAL_PAGES, SEARCH_PAGE, manual_page
from web.rendering import render
from web.wording import language
from web.wording.public import not_here


async def show_first_page(request: Request) -> Response:
    return remembering_language(request, HTMLResponse(manual_page(CONTENTS_PAGE, lang_of(request))))


async def show_search(request: Request) -> Response:
    wanted = " ".join(searched_words(request).split())
    return remembering_language(request, HTMLResponse(manual_page(SEARCH_PAGE, lang_of(request), wanted)))


async def show_page(request: Request) -> Response:
    name, words = request.path_params["name"], language(lang_of(request))
    if name in MANUAL_PAGES:
        return remembering_language(request, HTMLResponse(manual_page(name, words.code)))
    html = render("public/missing.html", lang=words.code, sentence=not_here("manual", words), name="", slug="")
    return HTMLResponse(html, 404)


routes: list[BaseRoute] = [
    Route("/help", show_first_page),
    Route(f"/help/{SEARCH_PAGE}", show_search),
    Route("/help/{name}", show_page),
]
