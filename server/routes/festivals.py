"""The public pages of a festival: its front page, the prizes of all sections, and their JSON twins.

`?at=` shows the same page as of an earlier moment, made in a thread when its turn comes (`Snapshots.archive`).
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import TypeAlias

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.festival.state import Festival
from domain.organisers.persons import Persons
from domain.records import dataclass
from projections.festivals.prizes import FestivalPrizes, festival_prizes
from projections.festivals.rankings import EventRanking, RankedPlace, ranking_over
from projections.festivals.sections import FestivalFinds, FestivalView, festival_then, find_in_sections
from projections.lists.bulletins import BulletinBoard, bulletin_board, headlines
from projections.moment.faces import face_of_festival
from projections.moment.snapshot import Snapshot
from server.clock import local_now
from server.http.page_cache import NO_STORE, Page, PageBody, answer, for_pages_of_others, only_for, packed
from server.office.chances.stages import stages_shown
from server.office.festivals import FestivalMoment, FestivalOffice, NoSuchFestival, festival_at, moment_of, sections_at
from server.office.past import NotAMoment, dated
from server.routes import question as questions
from server.routes.forms import small
from server.services import Services, services_of
from server.turns import NoTurn
from web.api import bulletins, tournaments
from web.downloads.documents import FILE_FORMATS
from web.downloads.news_feed import ATOM_TYPE, NewsFeed, news_feed
from web.downloads.pgn import PGN_TYPE, PgnAbout, event_pgn, one_after_another, round_pgn
from web.public.festivals import (
    STAGE_ROOT,
    FestivalFrame,
    found_html,
    front_html,
    news_html,
    prizes_html,
    ranking_html,
    stage_html,
)
from web.rendering import render
from web.tables import Made, festival_prizes_tables, ranking_tables
from web.wording import Language, language, spoken
from web.wording.public import not_here

_HTML, _JSON = "text/html", "application/json"


@dataclass(frozen=True, slots=True)
class FestivalLook:
    """A festival as a page shows it, now or then."""

    slug: str
    festival: Festival
    view: FestivalView
    snapshots: Callable[[str], Snapshot | None]
    moment: FestivalMoment | None = None
    takes_entries: bool = False
    """Something can be entered here: not on a mirror, nor in a journal that is open for reading only."""
    words: str = ""
    """The names searched for."""
    page: int = 0
    """Of a long table; 0 = nothing is said of it."""
    not_yet: int | datetime | None = None
    """The position or the time asked for, if it is still to come: the look is at now, and nobody keeps it."""
    position: int = 0
    """Where the festival's journal is now."""
    as_files: bool = False
    persons: Persons = field(default_factory=Persons)
    written: datetime | None = None
    """The time of the festival's newest entry."""

    def frame(self, lang: str) -> FestivalFrame:
        festival, then = self.festival, self.moment
        series = festival.series if self.takes_entries else None
        face = face_of_festival(self.slug, festival.face)
        if then is None:
            frame = FestivalFrame(self.slug, festival.details, lang, series=series, face=face)
            frame = replace(frame, position=self.position, not_yet=self.not_yet, as_files=self.as_files)
        else:
            frame = FestivalFrame(self.slug, festival.details, lang, then.position, then.time, face=face)
        return replace(frame, ranked=festival.ranking is not None, has_bulletins=bool(festival.bulletins))

    @property
    def bulletins(self) -> BulletinBoard:
        return bulletin_board(self.festival.bulletins)

    @property
    def prizes(self) -> FestivalPrizes:
        return festival_prizes(self._known(), one_each=self.festival.details.one_prize_each)

    @property
    def found(self) -> FestivalFinds:
        return find_in_sections(self._known(), self.words)

    def places_of(self, found: FestivalFinds) -> Sequence[RankedPlace]:
        """Of those who were found, in the ranking; nobody who is hidden over all tournaments."""
        ranking = ranking_over(self.slug, self.festival, self.snapshots, self.persons) if found.sections else None
        who = {(one.slug, row.person.id) for one in found.sections for row in one.names.rows}
        return ranking.places_of(who) if ranking else ()

    @property
    def ranking(self) -> EventRanking:
        """Raises HTTPException where the sections count for none."""
        found = ranking_over(self.slug, self.festival, self.snapshots, self.persons)
        if found is None:
            raise HTTPException(404)
        return found

    @property
    def coming(self) -> Mapping[str, str]:
        """The stages that have not begun and of which everybody is to see who may come, with their titles."""
        links, sections = self.festival.links, self.festival.sections
        stages = [into for into in links if self.moment is None and into in sections]
        shown = {into: stages_shown(links, into, self.snapshots) for into in stages}
        return {into: sections[into] for into, at in shown.items() if at and not at[into].tournament.published}

    def _known(self) -> list[tuple[str, str, Snapshot]]:
        sections = self.festival.sections.items()
        return [(slug, title, at) for slug, title in sections if (at := self.snapshots(slug)) is not None]


MakePage: TypeAlias = Callable[[FestivalLook, str], str | bytes]
"""(festival, language) to the page, or its twin."""


@dataclass(frozen=True, slots=True)
class FestivalPage:
    """A page or its twin."""

    make: MakePage
    media_type: str = _HTML
    asks: tuple[str, ...] = ()
    """The words that it takes besides `at` and `lang`; without any it is made once for each position."""
    pages: bool = False
    """It has tables that are turned."""


def _page(kind: FestivalPage) -> questions.Endpoint:
    async def endpoint(request: Request) -> Response:
        services, lang = services_of(request.app), questions.lang_of(request)
        try:
            office = services.festivals.festivals.open(request.path_params["festival"])
            await services.festivals.read(office)
            view = services.festivals.look_public(office)
            wanted = _moment(request, office)
            found = await _found(request, services, office, view, wanted, kind)
        except (NoSuchFestival, NotAMoment, NoTurn) as nothing:
            return _nothing(nothing, kind.media_type, lang)
        response = questions.remembering_language(request, answer(request, found, spoken(lang)))
        if wanted is not None and wanted.not_yet is not None:
            only_for(response, NO_STORE)
        return response

    return endpoint


async def _found(
    request: Request,
    services: Services,
    office: FestivalOffice,
    view: FestivalView,
    wanted: FestivalMoment | None,
    kind: FestivalPage,
) -> Page:
    """The page from the cache or a new one; of the past in a thread, so that nobody has to wait for a replay."""
    lang, words = questions.lang_of(request), questions.searched_words(request) if kind.asks else ""
    not_yet = wanted.not_yet if wanted else None
    number = small(request.query_params.get("page", "")) if kind.pages else 0
    key = f"{request.url.path}?{wanted} {number}", lang
    withheld = services.festivals.withheld(office.festival)
    stamp = office.position, view.position, tuple(office.festival.sections), withheld, services.fronts.state.version
    kept = not kind.asks and not_yet is None

    def page(look: FestivalLook) -> Page:
        made = kind.make(replace(look, words=words, page=number), lang)
        return packed(key, stamp, PageBody(made.encode() if isinstance(made, str) else made, kind.media_type))

    if kept and (known := services.pages.known(key, stamp)):
        return known
    if wanted is None or not_yet is not None:
        desk = not (services.settings.mirror_accepts or services.settings.read_only)
        shown, snapshots = services.festivals.public(office.festival), services.festivals.snapshot_of
        look = FestivalLook(
            office.name, shown, view, snapshots, takes_entries=desk, as_files=services.settings.as_files
        )
        look = replace(look, persons=services.festivals.persons(), written=office.entries[-1].recorded_at)
        made = page(replace(look, not_yet=not_yet, position=office.position))
    else:
        async with services.snapshots.archive.turn(questions.address_of(request)):
            made = await asyncio.to_thread(lambda: page(_then(services, office, wanted)))
    return services.pages.keep(key, made) if kept else made


def _then(services: Services, office: FestivalOffice, wanted: FestivalMoment) -> FestivalLook:
    festival = services.festivals.public(festival_at(office, wanted))
    festival.bulletins = festival.bulletins.as_they_stand(office.festival.bulletins)
    moments = sections_at(festival, services.office, services.snapshots, wanted)
    snapshots: dict[str, Snapshot] = {slug: moment for slug, (moment, _) in moments.items()}
    then = festival_then(office.name, festival, moments)
    persons = services.festivals.persons()
    return FestivalLook(office.name, festival, then, snapshots.get, wanted, persons=persons, written=wanted.time)


def _moment(request: Request, office: FestivalOffice) -> FestivalMoment | None:
    """None = now. Raises NotAMoment."""
    asked = request.query_params.get("at")
    if not asked:
        return None
    now = local_now()
    moment = moment_of(office, dated(asked, now), now)
    newest = asked.isdigit() and moment.position == office.position and moment.not_yet is None
    return None if newest else moment


def _nothing(why: Exception, media_type: str, lang: str) -> Response:
    status, what, headers = questions.not_shown(why, "festival")
    sentence = not_here(what, language(lang))
    if media_type == _JSON:
        return JSONResponse({"sentence": sentence}, status, headers)
    return HTMLResponse(render("public/missing.html", lang=lang, sentence=sentence, name="", slug=""), status, headers)


async def _games(request: Request) -> Response:
    """The games of all sections as PGN, of a published round or of all of them."""
    services, lang = services_of(request.app), questions.lang_of(request)
    try:
        office = services.festivals.festivals.open(request.path_params["festival"])
    except NoSuchFestival as nothing:
        return _nothing(nothing, _HTML, lang)
    await services.festivals.read(office)
    shown, round = services.festivals.public(office.festival), request.path_params.get("round", 0)
    known = [one for slug in shown.sections if (one := services.office.known(slug)) is not None]
    stills = [await services.snapshots.still_shown(one) for one in known]
    games = [services.games.shown(one.id).standing() for one in known]
    sections = list(zip(stills, games, [_about(request, shown, one.id) for one in known], strict=True))

    def text() -> str | None:
        words = language(lang)
        of_round = (round_pgn(at, round, words, about, games) for at, games, about in sections)
        return one_after_another(
            of_round if round else (event_pgn(at, words, about, games) for at, games, about in sections)
        )

    async with services.snapshots.archive.turn(questions.address_of(request)):
        made = await asyncio.to_thread(text)
    if made is None:
        raise HTTPException(404)
    name = f"{office.name}-round-{round}.pgn" if round else f"{office.name}-games.pgn"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return for_pages_of_others(Response(made.encode(), media_type=PGN_TYPE, headers=headers))


async def _coming(request: Request) -> Response:
    """Who may come into a later stage and who may win it, from what everybody sees of the stages before it."""
    services, lang, into = services_of(request.app), questions.lang_of(request), request.path_params["section"]
    try:
        office = services.festivals.festivals.open(request.path_params["festival"])
    except NoSuchFestival as nothing:
        return _nothing(nothing, _HTML, lang)
    await services.festivals.read(office)
    festival = services.festivals.public(office.festival)
    stage = services.festivals.stage_ahead(festival, into)
    if stage is None:
        raise HTTPException(404)
    view = services.festivals.look_public(office)
    look = FestivalLook(office.name, festival, view, services.festivals.snapshot_of, position=office.position)
    position = services.festivals.position_below(view, f"{STAGE_ROOT}/{into}")
    made = stage_html(look.frame(lang), stage, festival.sections[into], position)
    return HTMLResponse(made, headers={"Cache-Control": NO_STORE})


def _about(request: Request, festival: Festival, slug: str) -> PgnAbout:
    return PgnAbout(festival.details.name, festival.sections[slug], f"{questions.origin_of(request)}/t/{slug}")


def _twin(
    path: str, name: str, make: Callable[[FestivalLook], Mapping[str, object]], asks: tuple[str, ...] = ()
) -> questions.QueryRoute:
    def made(look: FestivalLook, lang: str) -> bytes:
        return msgspec.json.encode({**make(look), **({} if look.not_yet is None else {"not_yet": True})})

    return questions.QueryRoute(path, _page(FestivalPage(made, _JSON, asks)), name, (*questions.AT_A_MOMENT, *asks))


async def _news_feed(request: Request) -> Response:
    services, lang, name = services_of(request.app), questions.lang_of(request), request.path_params["festival"]
    try:
        office = services.festivals.festivals.open(name)
    except NoSuchFestival as nothing:
        return _nothing(nothing, _HTML, lang)
    series = office.festival.series
    zone = series.plan.zone if series else ""
    here, written = f"{questions.origin_of(request)}/f/{name}", office.entries[-1].recorded_at
    about = NewsFeed(office.festival.details.name, here, zone, written)
    made = news_feed(office.festival.bulletins, about, language(lang))
    return for_pages_of_others(Response(made, media_type=ATOM_TYPE, headers={"Cache-Control": "no-cache"}))


def _found_there(look: FestivalLook, lang: str) -> str:
    found = look.found
    return found_html(look.frame(lang), found, look.places_of(found))


def _ranking(look: FestivalLook, lang: str) -> str:
    return ranking_html(look.frame(lang), look.ranking, look.view.position, look.page)


def _tables_file(page: str, make: Callable[[FestivalLook, Language], Made], form: str) -> Route:
    """The tables of a page, as a file of this format."""
    format = FILE_FORMATS[form]

    def made(look: FestivalLook, lang: str) -> str | bytes:
        words = language(lang)
        return format.write(make(look, words), words, look.festival.details.name, look.written) or b""

    path, name = f"/f/{{festival}}/{page}.{form}", f"festival-{page}.{form}"
    return questions.QueryRoute(path, _page(FestivalPage(made, format.media_type)), name, questions.AT_A_MOMENT)


_FILES: Mapping[str, Callable[[FestivalLook, Language], Made]] = {
    "ranking": lambda look, words: ranking_tables(look.ranking, words),
    "prizes": lambda look, words: festival_prizes_tables(look.prizes, words),
}
"""By the page beside which they stand."""

routes: list[BaseRoute] = [
    Route("/f/{festival}/news.atom", _news_feed),
    Route("/f/{festival}/round-{round:int}.pgn", _games),
    Route("/f/{festival}/games.pgn", _games),
    _twin("/f/{festival}.json", "festival", lambda look: tournaments.festival(look.view)),
    _twin(
        "/f/{festival}/prizes.json",
        "festival-prizes",
        lambda look: tournaments.festival_prizes(look.slug, look.prizes),
    ),
    _twin(
        "/f/{festival}/news.json",
        "festival-news",
        lambda look: bulletins.festival_bulletins(look.slug, look.bulletins),
    ),
    _twin(
        "/f/{festival}/find.json",
        "festival-find",
        lambda look: tournaments.festival_found(look.slug, look.found),
        asks=("q",),
    ),
    _twin("/f/{festival}/ranking.json", "festival-ranking", lambda look: tournaments.ranking_json(look.ranking)),
    *(_tables_file(page, make, form) for page, make in _FILES.items() for form in FILE_FORMATS),
    Route(
        "/f/{festival}/ranking",
        _page(FestivalPage(_ranking, pages=True)),
    ),
    Route("/f/{festival}/prizes", _page(FestivalPage(lambda look, lang: prizes_html(look.frame(lang), look.prizes)))),
    Route(
        "/f/{festival}/find",
        _page(FestivalPage(_found_there, asks=("q",))),
    ),
    Route("/f/{festival}/coming/{section}", _coming),
    Route(
        "/f/{festival}/news",
        _page(FestivalPage(lambda look, lang: news_html(look.frame(lang), look.bulletins, look.view.position))),
    ),
    Route(
        "/f/{festival}",
        _page(
            FestivalPage(
                lambda look, lang: front_html(
                    look.frame(lang), look.view, look.coming, headlines(look.festival.bulletins)
                )
            )
        ),
    ),
]
