"""The public site: the pages of a tournament, their JSON twins, files, and the list of tournaments.

Every answer depends on the address, the journal position and the language alone, so it is made
once and kept as bytes (`server.http.page_cache`). `?at=` shows the same page as of an earlier position,
made in a thread when its turn comes (`Snapshots.archive`).
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, PapersNotInstalled, Refusal
from projections.lists.followed import Followed, followed
from server.http.late_route import LateRoute
from server.http.middleware import content_security_policy
from server.http.page_cache import (
    DATA_TYPE,
    NO_STORE,
    Page,
    PageBody,
    PageCache,
    admit,
    answer,
    for_pages_of_others,
    only_for,
    packed,
)
from server.office.fronts import MOST_ON_ROOT
from server.office.past import NotAMoment
from server.office.tournaments import NoSuchTournament
from server.routes import question as questions
from server.services import Services, services_of
from server.settings import is_loopback
from server.turns import NoTurn
from web.api import tournaments
from web.downloads.documents import DOCUMENTS
from web.downloads.pgn import PGN_TYPE
from web.links import Site
from web.paper.asked import PaperRequest
from web.paper.papers import PUBLIC_PAPERS, SIZES, paper
from web.paper.typesetting import PDF_TYPE, LaidOut, can_typeset, typeset
from web.public.pages import EMBEDDED_PAGES, PAGES, PublicPage
from web.public.preview import drawn_preview, preview_words
from web.public.video import embedded_video
from web.rendering import ASYNCAPI, render
from web.wording import language, spoken
from web.wording.public import not_here
from web.wording.refusals import sentence as refusal_sentence

HTML, JSON = "text/html", DATA_TYPE
OLD_PRINTS = {"slips": "match-sheets"}
"""Pages for printing of version 0.1 whose paper has another name."""
LEADING_ZEROS = re.compile(r"(?<=/)0+(?=[0-9])")
"""Zeros before the number of a round or a player: `/standings/003` is the page of `/standings/3`."""


class NotHere(Exception):
    """Nothing to see at this address; `what` is the kind of page."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class ShownElsewhere(Exception):
    """Another page of the tournament, at this address, shows what was asked for."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


Make: TypeAlias = Callable[[questions.Question, str], PageBody]
"""(question, path below the tournament) to what is sent; raises NotHere."""


def html_page(page: PublicPage[Any], name: str) -> questions.Endpoint:
    def make(question: questions.Question, path: str) -> PageBody:
        html = page.html(
            question.frame(page.tab or page.name, path), question.snapshot, question.with_games, question.lang
        )
        if html is None:
            if instead := page.instead(question.snapshot, question.asked):
                raise ShownElsewhere(Site(question.office.id, question.at).to(instead))
            raise NotHere(name)
        return PageBody(html.encode(), HTML)

    return _endpoint(make, page.asks, kept=page.kept, with_games=page.with_games)


def twin(page: PublicPage[Any], name: str) -> questions.Endpoint:
    """The page as data, in an envelope that says from which position."""

    def make(question: questions.Question, path: str) -> PageBody:
        data = page.json(question.snapshot, question.with_games)
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

    return _endpoint(make, page.asks, for_others=True, kept=page.kept, with_games=page.with_games)


def document(name: str) -> questions.Endpoint:
    def make(question: questions.Question, path: str) -> PageBody:
        kind = DOCUMENTS[name]
        content = kind.content(question.frame("", path), question.snapshot, question.with_games, question.lang)
        if content is None:
            raise NotHere(name)
        attachment = f"{question.office.id}{kind.suffix}" if kind.suffix else ""
        return PageBody(content, kind.media_type, attachment)

    kind = DOCUMENTS[name]
    return _endpoint(make, (), kind.media_type == PGN_TYPE, slow=kind.slow, with_games=kind.with_games)


def public_paper(name: str) -> questions.Endpoint:
    """A paper of `web.paper.papers` for everybody, set by a worker when its turn comes."""

    async def endpoint(request: Request) -> Response:
        services = services_of(request.app)
        if not can_typeset():
            raise PapersNotInstalled
        question = await questions.understood(request, services.office, services.snapshots, ())
        question = questions.in_its_surroundings(services, question)
        if question.at is None:
            question = replace(question, still=await question.snapshots.still_shown(question.office))
        worn = services.festivals.festivals.worn_by(question.office.id, question.office.tournament.face)
        pictures = await services.pictures.bytes_of(worn)

        def make(question: questions.Question, path: str) -> PageBody:
            set_it = partial(typeset, _laid_out(name, question, pictures))
            return PageBody(services.workers.do(FileKind.PAPER, f"{name}.pdf", set_it), PDF_TYPE)

        found = await _found(services.pages, question, request.url.path, make, kept=True)
        return answer(request, found, spoken(question.lang))

    return _or_nothing(endpoint)


def _laid_out(name: str, question: questions.Question, pictures: Mapping[str, bytes]) -> LaidOut:
    """Raises NotHere where there is nothing to print."""
    round, frame = question.asked.round, question.frame("", "")
    request = PaperRequest(question.snapshot, language(question.lang), round, chances=question.snapshot.chances)
    reachable = not is_loopback(urlsplit(question.origin).hostname or "")
    made = paper(name, request, frame, SIZES["a4"], reachable, pictures) if round <= question.snapshot.round else None
    if made is None:
        raise NotHere(name if name in ("boards", "coming") else "pairings")
    return made


async def once_printed(request: Request) -> Response:
    """The pages for printing of before there were papers."""
    query = request.query_params
    what = "seats" if query.get("by") == "name" else request.path_params["what"]
    name = OLD_PRINTS.get(what, what)
    if name not in PUBLIC_PAPERS:
        return _nothing(request, NotHere(what), as_json=False)
    path = PUBLIC_PAPERS[name].replace("{round:int}", str(request.path_params["round"]))
    address = URL(f"/t/{request.path_params['slug']}{path}").include_query_params(**query)
    return RedirectResponse(str(address.remove_query_params("by")), 301)


def _endpoint(
    make: Make,
    asks: tuple[str, ...],
    for_others: bool = False,
    kept: bool = True,
    slow: bool = False,
    with_games: bool = False,
) -> questions.Endpoint:
    """`for_others`: a script of any site may read it."""

    async def endpoint(request: Request) -> Response:
        services = services_of(request.app)
        question = await questions.understood(request, services.office, services.snapshots, asks)
        question = questions.in_its_surroundings(services, question)
        if with_games:
            question = await questions.beside_boards(services, question)
        path = LEADING_ZEROS.sub("", request.url.path.removeprefix(f"/t/{question.office.id}").rstrip("/"))
        if slow and question.at is None:
            question = replace(question, still=await question.snapshots.still_shown(question.office))
        found = await _found(services.pages, question, path, make, kept and question.not_yet is None)
        response = questions.remembering_language(request, answer(request, found, spoken(question.lang)))
        if question.asked.watch and question.at is None:
            _may_show_video(request, response, question.office.tournament.details.video)
        if question.not_yet is not None:
            only_for(response, NO_STORE)
        elif kept and not slow and not with_games:
            admit(request.scope, question.office.standing, question.office.position)
        return for_pages_of_others(response) if for_others else response

    return _or_nothing(endpoint, for_others)


def _may_show_video(request: Request, response: Response, address: str) -> None:
    """The page may have the player of this stream in a frame: of that server, and of no other."""
    if video := embedded_video(address):
        policy = content_security_policy(request.headers.get("host", ""), video=video.origin)
        response.headers["Content-Security-Policy"] = policy


def _or_nothing(endpoint: questions.Endpoint, as_json: bool = False) -> questions.Endpoint:
    """Where there is nothing to see, a sentence says so."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except ShownElsewhere as other:
            return RedirectResponse(other.address, 302)
        except (NotHere, NoSuchTournament, NotAMoment, NoTurn, PapersNotInstalled, FileTooHeavy, FileTooSlow) as why:
            return _nothing(request, why, as_json)

    return answered


async def player_picture(request: Request) -> Response:
    services = services_of(request.app)
    question = await questions.understood(request, services.office, services.snapshots, ())
    [view] = followed(question.snapshot, [question.asked.player]) or [None]
    if view is None:
        raise NotHere("player")
    return answer(request, await _picture(services, request.url.path, question, view), spoken(question.lang))


async def _picture(services: Services, path: str, question: questions.Question, view: Followed) -> Page:
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
            lambda: packed(key, said, PageBody(drawn_preview(said, pictures.get(logo, b"")), "image/png"))
        )
    return services.pages.keep(key, drawn)


async def _found(cache: PageCache, question: questions.Question, path: str, make: Make, kept: bool) -> Page:
    """The page from the cache or a new one, which is `kept` or not; of the past or a still copy in a thread."""
    stamp = question.stamp
    at = question.at if question.games_then is None else question.time
    key = f"{question.origin}{path}?{at}&{sorted(question.query.items())}#{question.office.id}", question.lang
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


def _nothing(request: Request, nothing: Exception, as_json: bool) -> Response:
    lang = questions.lang_of(request)
    status, what, headers = questions.not_shown(nothing, nothing.what if isinstance(nothing, NotHere) else "tournament")
    sentence = not_here(what, language(lang))
    if isinstance(nothing, Refusal):
        status, sentence = 503, refusal_sentence(nothing, None, language(lang))
    if as_json:
        return for_pages_of_others(JSONResponse({"sentence": sentence}, status, headers))
    slug = request.path_params["slug"]
    office = None if isinstance(nothing, NoSuchTournament) else services_of(request.app).office.known(slug)
    name = office.tournament.details.name if office and office.tournament.public else ""
    html = render("public/missing.html", lang=lang, sentence=sentence, name=name, slug=slug)
    return HTMLResponse(html, status, headers)


async def _catalogue(request: Request, as_json: bool) -> Response:
    """All tournaments: `?page=2&q=sofia`. The page of a search is not remembered, for it can be anything."""
    services, lang = services_of(request.app), questions.lang_of(request)
    await services.office.listed()
    catalogue, unread = services.office.catalogue, services.office.unread
    view = catalogue.page(*questions.searched(request))
    found_persons = await services.person_search.find(view.wanted) if services.fronts.shared and view.wanted else []
    festivals = {office.name: office.festival.details.name for office in services.festivals.festivals}

    def make() -> PageBody:
        if as_json:
            return PageBody(msgspec.json.encode(tournaments.catalogue(view, unread)), JSON)
        html = render(
            "public/catalogue.html",
            lang=lang,
            view=view,
            unread=unread,
            position=catalogue.positions,
            festivals=festivals if view.followed else {},
            organisers=services.fronts.rows() if view.followed else [],
            most_organisers=MOST_ON_ROOT,
            shared=services.fronts.shared,
            persons=found_persons,
            host=request.url.netloc,
            read_only=services.office.journal.journal.read_only,
        )
        return PageBody(html.encode(), HTML)

    key = f"{request.url.netloc}{request.url.path}?{view.number}", lang
    stamp = unread, catalogue.revision, tuple(festivals.items()), services.fronts.state.version
    found = packed(key, stamp, make()) if view.wanted else services.pages.page(key, stamp, make)
    response = questions.remembering_language(request, answer(request, found, spoken(lang)))
    return for_pages_of_others(response) if as_json else response


async def asyncapi(request: Request) -> Response:
    return FileResponse(ASYNCAPI, media_type="application/yaml")


def _pages() -> Iterator[BaseRoute]:
    for name, page in PAGES.items():
        for path in page.paths:
            yield LateRoute(f"/t/{{slug}}{path}", html_page(page, name))
            asks = (*questions.AT_A_MOMENT, *page.asks)
            yield questions.QueryRoute(f"/t/{{slug}}{path or '/overview'}.json", twin(page, name), name, asks)
    for path, page in EMBEDDED_PAGES.items():
        yield Route(f"/embed/{{slug}}{path}", html_page(page, "embed"))


routes: list[BaseRoute] = [
    Route("/", partial(_catalogue, as_json=False)),
    questions.QueryRoute("/catalogue.json", partial(_catalogue, as_json=True), "catalogue", ("page", "q", "lang")),
    Route("/asyncapi.yaml", asyncapi),
    *_pages(),
    Route("/t/{slug}/players/{player:int}/preview.png", _or_nothing(player_picture)),
    *(
        questions.QueryRoute(f"/t/{{slug}}{path}", document(name), name, questions.AT_A_MOMENT)
        for name, kind in DOCUMENTS.items()
        for path in kind.paths
    ),
    *(Route(f"/t/{{slug}}{path}", public_paper(name)) for name, path in PUBLIC_PAPERS.items()),
    Route("/t/{slug}/print/{what}/{round:int}", once_printed),
]
