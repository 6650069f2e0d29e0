"""The manual: a page for each part of the work, and one for each pairing system. Public, and the same for everybody."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.question import lang_of, remembering_language
from web.help.pages import HELP_PAGES, HelpPage, help_page
from web.rendering import render
from web.wording import language
from web.wording.manual import CHAPTERS, IN_SHORT, OF_EVERY_SWISS, WHICH_FOR_WHAT
from web.wording.public import not_here


async def show_manual(request: Request) -> Response:
    return _page(request, "help/contents.html", name="", pages=_all_pages(request))


async def show_everything(request: Request) -> Response:
    """The whole manual on one page: to print it, and to search it with the browser."""
    return _page(request, "help/everything.html", name="everything", pages=_all_pages(request))


async def show_which_for_what(request: Request) -> Response:
    words = language(lang_of(request))
    advice = [(words.gettext(one.event), one.system) for one in WHICH_FOR_WHAT]
    common = OF_EVERY_SWISS.in_words(words)
    return _page(request, "help/systems.html", name="systems", advice=advice, common=common)


async def show_page(request: Request) -> Response:
    name, words = request.path_params["name"], language(lang_of(request))
    if name in CHAPTERS:
        return _page(request, "help/system.html", name=name, chapter=CHAPTERS[name].in_words(words))
    if name in HELP_PAGES:
        return _page(
            request, "help/page.html", name=name, page=help_page(name, words.code), **_beside(name, words.code)
        )
    html = render("public/missing.html", lang=words.code, sentence=not_here("manual", words), name="", slug="")
    return HTMLResponse(html, 404)


def _all_pages(request: Request) -> list[HelpPage]:
    code = lang_of(request)
    return [help_page(name, code) for name in HELP_PAGES]


def _beside(name: str, lang: str) -> dict[str, HelpPage | None]:
    at = HELP_PAGES.index(name)
    return {
        "before": help_page(HELP_PAGES[at - 1], lang) if at else None,
        "after": help_page(HELP_PAGES[at + 1], lang) if at + 1 < len(HELP_PAGES) else None,
    }


def _page(request: Request, template: str, **context: object) -> Response:
    html = render(template, lang=lang_of(request), systems=tuple(IN_SHORT), **context)
    return remembering_language(request, HTMLResponse(html))


routes: list[BaseRoute] = [
    Route("/help", show_manual, methods=["GET"]),
    Route("/help/systems", show_which_for_what, methods=["GET"]),
    Route("/help/everything", show_everything, methods=["GET"]),
    Route("/help/{name}", show_page, methods=["GET"]),
]
