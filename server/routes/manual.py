"""The manual: a page for each part of the work, and one for each pairing system. Public, and the same for everybody."""

from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from server.routes.question import lang_of, remembering_language, searched_words
from web.help.pages import HELP_PAGES, help_page
from web.help.search import search
from web.rendering import render
from web.wording import language
from web.wording.manual import CHAPTERS, IN_SHORT, OF_EVERY_SWISS, WHICH_FOR_WHAT
from web.wording.public import not_here


async def show_manual(request: Request, template: str, name: str) -> Response:
    code = lang_of(request)
    return _page(request, template, name=name, pages=[help_page(one, code) for one in HELP_PAGES])


async def show_which_for_what(request: Request) -> Response:
    words = language(lang_of(request))
    advice = [(words.gettext(one.event), one.system) for one in WHICH_FOR_WHAT]
    return _page(request, "help/systems.html", name="systems", advice=advice, common=OF_EVERY_SWISS.in_words(words))


async def show_search(request: Request) -> Response:
    wanted, code = " ".join(searched_words(request).split()), lang_of(request)
    pages = [help_page(one, code) for one in HELP_PAGES]
    return _page(request, "help/search.html", name="search", q=wanted, answer=search(wanted, code), pages=pages)


async def show_page(request: Request) -> Response:
    name, words = request.path_params["name"], language(lang_of(request))
    if name in CHAPTERS:
        return _page(request, "help/system.html", name=name, chapter=CHAPTERS[name].in_words(words))
    if name in HELP_PAGES:
        at = HELP_PAGES.index(name)
        before, page, after = (help_page(n, words.code) if n else None for n in ("", *HELP_PAGES, "")[at : at + 3])
        return _page(request, "help/page.html", name=name, page=page, before=before, after=after)
    html = render("public/missing.html", lang=words.code, sentence=not_here("manual", words), name="", slug="")
    return HTMLResponse(html, 404)


def _page(request: Request, template: str, **context: object) -> Response:
    html = render(template, lang=lang_of(request), systems=tuple(IN_SHORT), **{"q": "", **context})
    return remembering_language(request, HTMLResponse(html))


routes: list[BaseRoute] = [
    Route("/help", partial(show_manual, template="help/contents.html", name="")),
    Route("/help/systems", show_which_for_what),
    Route("/help/search", show_search),
    # the whole manual on one page: to print it
    Route(
        "/help/everything", partial(show_manual, template="help/everything.html", name="everything"), methods=["GET"]
    ),
    Route("/help/{name}", show_page),
]
