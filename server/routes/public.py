"""The public site: the pages of a tournament, their JSON twins, files, and the list of tournaments.

Every answer depends on the address, the journal position and the language alone, so it is made
once and kept as bytes (`server.http.page_cache`). `?at=` shows the same page as of an earlier position,
made in a thread when its turn comes (`Snapshots.archive`).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from projections.lists.followed import Followed, followed
from server.http.page_cache import Page, PageBody, PageCache, admit, answer, packed
from server.office.snapshots import NotAMoment
from server.office.tournaments import NoSuchTournament
from server.routes.question import Question, in_its_surroundings, lang_of, remembering_language, searched, understood
from server.services import Services, services_of
from server.turns import RETRY_AFTER, NoTurn
from web.api import views
from web.downloads.data_sheets import WORKBOOKS
from web.downloads.documents import DOCUMENTS
from web.public.pages import PAGES
from web.public.preview_picture import PreviewWords, preview_words
from web.rendering import ASYNCAPI, render
from web.wording import language, spoken
from web.wording.public import not_here

HTML, JSON = "text/html", "application/json"
LEADING_ZEROS = re.compile(r"(?<=/)0+(?=[0-9])")
"""Zeros before the number of a round or a player: `/standings/003` is the page of `/standings/3`."""


class NotHere(Exception):
    """Nothing to see at this address; `what` is the kind of page."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


PublicHandler: TypeAlias = Callable[[Request], Awaitable[Response]]
Make: TypeAlias = Callable[[Question, str], PageBody]
"""(question, path below the tournament) to what is sent; raises NotHere."""


def html_page(name: str) -> PublicHandler:
    """An HTML page of `web.public.pages`."""

    def make(question: Question, path: str) -> PageBody:
        kind = PAGES[name]
        html = kind.html(question.frame(kind.active, path), question.snapshot, question.asked, question.lang)
        if html is None:
            raise NotHere(name)
        return PageBody(html.encode(), HTML)

    return _endpoint(make, PAGES[name].asks, kept=PAGES[name].kept)


def twin(name: str) -> PublicHandler:
    """The same page as data, in an envelope that says from which position."""

    def make(question: Question, path: str) -> PageBody:
        data = PAGES[name].json(question.snapshot, question.asked)
        if data is None:
            raise NotHere(name)
        envelope = {
            "tournament": question.office.id,
            "position": question.position,
            "head": question.head,
            "recorded_at": question.moment.isoformat(),
            "data": data,
        }
        if question.not_yet is not None:
            envelope["not_yet"] = True
        return PageBody(msgspec.json.encode(envelope), JSON)

    return _endpoint(make, PAGES[name].asks, as_json=True, kept=PAGES[name].kept)


def document(name: str) -> PublicHandler:
    """A file or a printed sheet of `web.downloads.documents`."""

    def make(question: Question, path: str) -> PageBody:
        kind = DOCUMENTS[name]
        content = kind.content(question.frame("", path), question.snapshot, question.asked, question.lang)
        if content is None:
            raise NotHere(name)
        attachment = f"{question.office.id}{kind.suffix}" if kind.suffix else ""
        return PageBody(content, kind.media_type, attachment)

    return _endpoint(make, DOCUMENTS[name].asks, slow=DOCUMENTS[name].slow)


def _endpoint(
    make: Make, asks: tuple[str, ...], as_json: bool = False, kept: bool = True, slow: bool = False
) -> PublicHandler:
    async def endpoint(request: Request) -> Response:
        services = services_of(request.app)
        try:
            question = await understood(request, services.office, services.snapshots, asks)
            question = in_its_surroundings(services, question)
            path = LEADING_ZEROS.sub("", request.url.path.removeprefix(f"/t/{question.office.id}").rstrip("/"))
            if slow and question.at is None:
                question = replace(question, still=await question.snapshots.still(question.office))
            found = await _found(services.pages, question, path, make, kept and question.not_yet is None)
        except (NotHere, NoSuchTournament, NotAMoment, NoTurn) as nothing:
            return _nothing(request, nothing, as_json)
        response = _remembering(request, answer(request, found, spoken(question.lang)))
        if question.not_yet is not None:
            response.headers["Cache-Control"] = "no-store"
        elif kept and not slow:
            admit(request.scope, question.office.standing, question.office.position)
        return for_pages_of_others(response) if as_json else response

    return endpoint


def for_pages_of_others(response: Response) -> Response:
    """Data that everybody may read: a script on any other site, too."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    return response


async def player_picture(request: Request) -> Response:
    """The picture of a shared link of a player."""
    services = services_of(request.app)
    try:
        question = await understood(request, services.office, services.snapshots, ())
        [view] = followed(question.snapshot, [question.asked.player]) or [None]
        if view is None:
            raise NotHere("player")
        page = await _picture(services, request.url.path, question, view)
    except (NotHere, NoSuchTournament, NotAMoment, NoTurn) as nothing:
        return _nothing(request, nothing, as_json=False)
    return answer(request, page, spoken(question.lang))


async def _picture(services: Services, path: str, question: Question, view: Followed) -> Page:
    """Drawn in a thread when its turn comes, and again only when its words change. Raises NoTurn."""
    worn = services.festivals.festivals.worn_by(question.office.id, question.office.tournament.face)
    pictures = await services.pictures.bytes_of(worn)
    logo = worn.face.logo.digest if worn.face.logo else ""
    said = preview_words(view, question.office.tournament.details.name, language(question.lang))
    said = said._replace(accent=worn.face.accent, logo=logo)
    key = f"{path}#{question.office.id}", question.lang
    if known := services.pages.known(key, said):
        return known
    async with question.snapshots.archive.turn(question.address):
        drawn = await asyncio.to_thread(
            lambda: packed(key, said, PageBody(_drawn(said, pictures.get(logo, b"")), "image/png"))
        )
    return services.pages.keep(key, drawn)


def _drawn(said: PreviewWords, logo: bytes) -> bytes:
    from web.public.preview_drawing import drawn_preview

    return drawn_preview(said, logo)


async def _found(cache: PageCache, question: Question, path: str, make: Make, kept: bool) -> Page:
    """The page from the cache or a new one, which is `kept` or not; of the past or a still copy in a thread."""
    stamp = question.stamp
    key = f"{question.origin}{path}?{question.at}&{sorted(question.query.items())}#{question.office.id}", question.lang
    if question.at is None and question.still is None:
        if not kept:
            return packed(key, stamp, make(question, path))
        return cache.page(key, stamp, lambda: make(question, path))
    if known := cache.known(key, stamp):
        return known
    async with question.snapshots.archive.turn(question.address):
        if known := cache.known(key, stamp):  # made for somebody else while this one waited
            return known
        return cache.keep(key, await asyncio.to_thread(lambda: packed(key, stamp, make(question, path))))


def _remembering(request: Request, response: Response) -> Response:
    """An answer that sets a cookie is for one reader alone."""
    response = remembering_language(request, response)
    if "set-cookie" in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _nothing(request: Request, nothing: Exception, as_json: bool) -> Response:
    """A 404 in one sentence, with a way on; 400 for a moment that cannot be read, 503 for too many of them."""
    lang = lang_of(request)
    headers = {"Cache-Control": "no-store"}
    status, what = 404, nothing.what if isinstance(nothing, NotHere) else "tournament"
    if isinstance(nothing, NotAMoment):
        status, what = 400, "moment"
    elif isinstance(nothing, NoTurn):
        status, what, headers = 503, "archive", {**headers, **RETRY_AFTER}
    sentence = not_here(what, language(lang))
    if as_json:
        return for_pages_of_others(JSONResponse({"sentence": sentence}, status, headers))
    slug = request.path_params["slug"]
    name = "" if isinstance(nothing, NoSuchTournament) else slug
    html = render("public/missing.html", lang=lang, sentence=sentence, name=name, slug=slug)
    return HTMLResponse(html, status, headers)


async def front(request: Request) -> Response:
    """All tournaments, those in play first."""
    return await _catalogue(request, as_json=False)


async def front_twin(request: Request) -> Response:
    return for_pages_of_others(await _catalogue(request, as_json=True))


async def _catalogue(request: Request, as_json: bool) -> Response:
    """`?page=2&q=sofia`. The page of a search is not remembered: it can be anything."""
    services, lang = services_of(request.app), lang_of(request)
    await services.office.started()
    catalogue, unread = services.office.catalogue, services.office.unread
    view = catalogue.page(*searched(request))
    festivals = {office.name: office.festival.details.name for office in services.festivals.festivals}

    def make() -> PageBody:
        if as_json:
            return PageBody(msgspec.json.encode(views.catalogue(view, unread)), JSON)
        html = render(
            "public/catalogue.html",
            lang=lang,
            view=view,
            unread=unread,
            position=catalogue.positions,
            festivals=festivals if view.followed else {},
            read_only=services.office.journal.journal.read_only,
        )
        return PageBody(html.encode(), HTML)

    key, stamp = (f"{request.url.path}?{view.number}", lang), (unread, catalogue.revision, tuple(festivals.items()))
    found = packed(key, stamp, make()) if view.wanted else services.pages.page(key, stamp, make)
    return _remembering(request, answer(request, found, spoken(lang)))


async def asyncapi(request: Request) -> Response:
    """The description of the live feed, for other people's programs."""
    return FileResponse(ASYNCAPI, media_type="application/yaml")


def _both(path: str, name: str) -> list[BaseRoute]:
    """A page and its twin."""
    return [Route(f"/t/{{slug}}{path}", html_page(name)), Route(f"/t/{{slug}}{path}.json", twin(name), name=name)]


public_routes: list[BaseRoute] = [
    Route("/", front),
    Route("/catalogue.json", front_twin, name="catalogue"),
    Route("/asyncapi.yaml", asyncapi),
    Route("/t/{slug}", html_page("overview")),
    Route("/t/{slug}/overview.json", twin("overview"), name="overview"),
    *_both("/pairings", "pairings"),
    *_both("/pairings/{round:int}", "pairings"),
    *_both("/standings", "standings"),
    *_both("/standings/{round:int}", "standings"),
    *_both("/crosstable", "crosstable"),
    *_both("/boards", "boards"),
    *_both("/boards/{round:int}", "boards"),
    *_both("/playoff", "playoff"),
    *_both("/bracket", "bracket"),
    *_both("/players", "players"),
    *_both("/players/{player:int}", "player"),
    Route("/t/{slug}/players/{player:int}/preview.png", player_picture),
    *_both("/teams/{player:int}", "team"),
    *_both("/matches/{round:int}/{board:int}", "match"),
    *_both("/compare", "compare"),
    *_both("/find", "find"),
    *_both("/mine", "mine"),
    *_both("/results", "results"),
    *_both("/prizes", "prizes"),
    Route("/embed/{slug}/pairings", html_page("embed-pairings")),
    Route("/embed/{slug}/standings", html_page("embed-standings")),
    Route("/embed/{slug}/player/{player:int}", html_page("embed-player")),
    Route("/embed/{slug}/live", html_page("embed-live")),
    Route("/t/{slug}/downloads", document("downloads")),
    Route("/t/{slug}/api", document("api")),
    Route("/t/{slug}/calendar.ics", document("calendar")),
    Route("/t/{slug}/report.trf", document("report")),
    Route("/t/{slug}/standings.csv", document("standings.csv"), name="standings.csv"),
    Route("/t/{slug}/crosstable.csv", document("crosstable.csv"), name="crosstable.csv"),
    Route("/t/{slug}/boards.csv", document("boards.csv"), name="boards.csv"),
    Route("/t/{slug}/players.csv", document("players.csv"), name="players.csv"),
    Route("/t/{slug}/pairings/{round:int}.csv", document("pairings.csv"), name="pairings.csv"),
    *(Route(f"/t/{{slug}}/{name}.xlsx", document(f"{name}.xlsx")) for name in WORKBOOKS if name != "pairings"),
    Route("/t/{slug}/standings/{round:int}.xlsx", document("standings.xlsx")),
    Route("/t/{slug}/pairings/{round:int}.xlsx", document("pairings.xlsx")),
    Route("/t/{slug}/pairings/{round:int}.pgn", document("pairings.pgn")),
    Route("/t/{slug}/print/pairings/{round:int}", document("print-pairings")),
    Route("/t/{slug}/print/lineups/{round:int}", document("print-lineups")),
    Route("/t/{slug}/print/slips/{round:int}", document("print-slips")),
    Route("/t/{slug}/print/boards/{round:int}", document("print-boards")),
    Route("/t/{slug}/print/standings/{round:int}", document("print-standings")),
]
"""The routes of the public site."""
