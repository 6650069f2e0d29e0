"""What everybody may see: the pages of a tournament, their JSON twins, files, and the list of tournaments.

Every answer depends on the address, the journal position and the language alone, so it is made
once and kept as bytes (`server.pagecache`). `?at=` shows the same page as of an earlier position.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from projections.overview import catalogue, overview
from projections.sheet import Sheet
from server.door import admit
from server.office import NoSuchTournament, Office, TournamentOffice
from server.pagecache import Body, PageCache, answer
from server.sheets import NotAMoment, Sheets, position_at
from web import twins
from web.documents import DOCUMENTS
from web.pages import PAGES, Asked
from web.rendering import ASYNCAPI, render
from web.site import Frame, Site
from web.wording import LANGUAGES, language, negotiate
from web.wording.public import not_here

HTML, JSON = "text/html", "application/json"
LANGUAGE_COOKIE = "lang"
A_YEAR = 365 * 24 * 3600
UNDERSTOOD = ("by", "known", "a", "b")
"""What an address may ask besides `at` and `lang`; the rest is ignored, so that it cannot fill the cache."""


class NotHere(Exception):
    """Nothing to see at this address; `what` is the kind of page."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(slots=True)
class Public:
    """What the public pages share; the application has one at `app.state.public`."""

    office: Office
    sheets: Sheets = field(default_factory=Sheets)
    cache: PageCache = field(default_factory=PageCache)


@dataclass(frozen=True, slots=True)
class Question:
    """A request for something about a tournament, understood."""

    public: Public
    office: TournamentOffice
    at: int | None
    """The earlier position asked for; None = now."""
    query: dict[str, str]
    asked: Asked
    lang: str
    origin: str

    @property
    def position(self) -> int:
        return self.office.position if self.at is None else self.at

    @property
    def head(self) -> str:
        return self.office.entries[self.position - 1].hash

    @property
    def moment(self) -> datetime:
        return self.office.entries[self.position - 1].recorded_at

    @property
    def sheet(self) -> Sheet:
        sheets = self.public.sheets
        return sheets.now(self.office) if self.at is None else sheets.then(self.office, self.at)

    def frame(self, active: str, path: str) -> Frame:
        return Frame(
            site=Site(self.office.id, self.at),
            overview=overview(self.sheet.tournament),
            active=active,
            position=self.position,
            head=self.head,
            path=path,
            query=self.query,
            moment=self.moment,
            origin=self.origin,
        )


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
Make: TypeAlias = Callable[[Question, str], Body]
"""(question, path below the tournament) to what is sent; raises NotHere."""


def page(name: str) -> Endpoint:
    """An HTML page of `web.pages`."""

    def make(question: Question, path: str) -> Body:
        kind = PAGES[name]
        html = kind.html(question.frame(kind.active, path), question.sheet, question.asked, question.lang)
        if html is None:
            raise NotHere(name)
        return Body(html.encode(), HTML)

    return _endpoint(make)


def twin(name: str) -> Endpoint:
    """The same page as data, in an envelope that says from which position."""

    def make(question: Question, path: str) -> Body:
        data = PAGES[name].json(question.sheet, question.asked)
        if data is None:
            raise NotHere(name)
        envelope = {
            "tournament": question.office.id,
            "position": question.position,
            "head": question.head,
            "recorded_at": question.moment.isoformat(),
            "data": data,
        }
        return Body(msgspec.json.encode(envelope), JSON)

    return _endpoint(make, as_json=True)


def document(name: str) -> Endpoint:
    """A file or a printed sheet of `web.documents`."""

    def make(question: Question, path: str) -> Body:
        kind = DOCUMENTS[name]
        text = kind.text(question.frame("", path), question.sheet, question.asked, question.lang)
        if text is None:
            raise NotHere(name)
        attachment = f"{question.office.id}{kind.suffix}" if kind.suffix else ""
        return Body(text.encode(kind.encoding), kind.media_type, attachment)

    return _endpoint(make)


def _endpoint(make: Make, as_json: bool = False) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        try:
            question = await _understood(request)
            path = request.url.path.removeprefix(f"/t/{question.office.id}").rstrip("/")
            stamp = question.position, question.head, question.office.tournament.anonymous
            key = f"{question.origin}{path}?{question.at}&{sorted(question.query.items())}#{question.office.id}"
            found = question.public.cache.page((key, question.lang), stamp, lambda: make(question, path))
        except (NotHere, NoSuchTournament, NotAMoment) as nothing:
            return _nothing(request, nothing, as_json)
        admit(request.scope, question.office, question.office.position)
        return _remembering(request, answer(request, found, question.lang))

    return endpoint


async def _understood(request: Request) -> Question:
    public = public_of(request)
    office = await public.office.open(request.path_params["slug"])
    if not office.entries:
        raise NoSuchTournament(office.id)
    at = None
    if wanted := request.query_params.get("at"):
        position = position_at(office.entries, wanted)
        at = position if position < office.position else None
    query = {key: request.query_params[key][:20] for key in UNDERSTOOD if request.query_params.get(key)}
    return Question(public, office, at, query, _asked(request, query), lang_of(request), origin_of(request))


def _asked(request: Request, query: dict[str, str]) -> Asked:
    whole = {
        key: int(query[key]) for key in ("a", "b") if query.get(key, "").isascii() and query.get(key, "").isdigit()
    }
    path = request.path_params
    return Asked(
        round=path.get("round", 0),
        player=path.get("player", 0),
        a=whole.get("a", 0),
        b=whole.get("b", 0),
        by=query.get("by", ""),
        known=query.get("known", ""),
    )


def public_of(request: Request) -> Public:
    public: Public = request.app.state.public
    return public


def lang_of(request: Request) -> str:
    """The wish in the address, else the reader's earlier choice, else what the browser prefers."""
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return negotiate(wanted, request.headers.get("accept-language", ""))


def origin_of(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def _remembering(request: Request, response: Response) -> Response:
    """A language chosen by `?lang=` stays chosen."""
    chosen = request.query_params.get("lang")
    if chosen in LANGUAGES and request.cookies.get(LANGUAGE_COOKIE) != chosen:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=A_YEAR, samesite="lax", httponly=True)
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _nothing(request: Request, nothing: Exception, as_json: bool) -> Response:
    """A 404 in one sentence, with a way on; 400 for a moment that cannot be read."""
    lang = lang_of(request)
    status, what = 404, nothing.what if isinstance(nothing, NotHere) else "tournament"
    if isinstance(nothing, NotAMoment):
        status, what = 400, "moment"
    sentence = not_here(what, language(lang))
    headers = {"Cache-Control": "no-store"}
    if as_json:
        return JSONResponse({"sentence": sentence}, status, headers)
    slug = request.path_params["slug"]
    name = "" if isinstance(nothing, NoSuchTournament) else slug
    html = render("public/missing.html", lang=lang, sentence=sentence, name=name, slug=slug)
    return HTMLResponse(html, status, headers)


async def front(request: Request) -> Response:
    """All tournaments, those in play first."""
    return await _catalogue(request, as_json=False)


async def front_twin(request: Request) -> Response:
    return await _catalogue(request, as_json=True)


async def _catalogue(request: Request, as_json: bool) -> Response:
    public, lang = public_of(request), lang_of(request)
    offices = {office.id: office for office in await public.office.all() if office.entries}
    stamp = tuple((office.id, office.position) for office in offices.values())

    def make() -> Body:
        rows = catalogue({slug: office.tournament for slug, office in offices.items()})
        if as_json:
            return Body(msgspec.json.encode(twins.catalogue(rows)), JSON)
        position = sum(office.position for office in offices.values())
        return Body(render("public/catalogue.html", lang=lang, view=rows, position=position).encode(), HTML)

    found = public.cache.page((request.url.path, lang), stamp, make)
    return _remembering(request, answer(request, found, lang))


async def asyncapi(request: Request) -> Response:
    """The description of the live feed, for other people's programs."""
    return FileResponse(ASYNCAPI, media_type="application/yaml")


def _both(path: str, name: str) -> list[BaseRoute]:
    """A page and its twin."""
    return [Route(f"/t/{{slug}}{path}", page(name)), Route(f"/t/{{slug}}{path}.json", twin(name))]


routes: list[BaseRoute] = [
    Route("/", front),
    Route("/catalogue.json", front_twin),
    Route("/asyncapi.yaml", asyncapi),
    Route("/t/{slug}", page("overview")),
    Route("/t/{slug}/overview.json", twin("overview")),
    *_both("/pairings", "pairings"),
    *_both("/pairings/{round:int}", "pairings"),
    *_both("/standings", "standings"),
    *_both("/standings/{round:int}", "standings"),
    *_both("/crosstable", "crosstable"),
    *_both("/players", "players"),
    *_both("/players/{player:int}", "player"),
    *_both("/compare", "compare"),
    *_both("/results", "results"),
    *_both("/prizes", "prizes"),
    Route("/t/{slug}/downloads", document("downloads")),
    Route("/t/{slug}/api", document("api")),
    Route("/t/{slug}/calendar.ics", document("calendar")),
    Route("/t/{slug}/report.trf", document("report")),
    Route("/t/{slug}/standings.csv", document("standings.csv")),
    Route("/t/{slug}/crosstable.csv", document("crosstable.csv")),
    Route("/t/{slug}/players.csv", document("players.csv")),
    Route("/t/{slug}/pairings/{round:int}.csv", document("pairings.csv")),
    Route("/t/{slug}/print/pairings/{round:int}", document("print-pairings")),
    Route("/t/{slug}/print/standings/{round:int}", document("print-standings")),
]
"""Mounted by `server/app.py`, which puts a `Public` at `app.state.public`."""
