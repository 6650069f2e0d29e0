"""The public pages of a server that several organisers share: the front page of each, and the calendars."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.organisers.state import Organiser
from projections.lists.catalogue import CataloguePage
from projections.moment.faces import face_of_organiser
from server.http.page_cache import DATA_TYPE, Page, PageBody, answer, for_pages_of_others, packed
from server.office.fronts import NoSuchFront
from server.office.persons import PersonRow
from server.routes import question as questions
from server.services import Services, services_of
from web.api import tournaments
from web.downloads.calendars import CALENDAR_TYPE, CalendarFrame, calendar_of_tournaments
from web.rendering import render
from web.wording import language, spoken
from web.wording.public import not_here


async def _front(request: Request, as_json: bool) -> Response:
    """What is on, what comes and what is over: `?page=2&q=sofia`. The page of a search is not remembered."""
    services, lang = services_of(request.app), questions.lang_of(request)
    await services.office.started()
    try:
        organiser = services.fronts.open(request.path_params["organiser"])
    except NoSuchFront:
        return _nothing(lang, as_json)
    view = services.fronts.page(organiser.id, *questions.searched(request))
    persons = await services.person_search.find(view.wanted, organiser.id) if view.wanted and not as_json else []
    found = _found(services, organiser, view, request, as_json, persons)
    response = questions.remembering_language(request, answer(request, found, spoken(lang)))
    return for_pages_of_others(response) if as_json else response


def _found(
    services: Services,
    organiser: Organiser,
    view: CataloguePage,
    request: Request,
    as_json: bool,
    persons: Sequence[PersonRow],
) -> Page:
    lang, host = questions.lang_of(request), request.url.netloc
    festivals = {one.name: one.festival.details.name for one in services.fronts.festivals_of(organiser.id)}
    unread = services.office.unread

    def make() -> PageBody:
        if as_json:
            return PageBody(msgspec.json.encode(tournaments.organiser(organiser, view, unread)), DATA_TYPE)
        html = render(
            "public/organiser.html",
            lang=lang,
            organiser=organiser,
            face=face_of_organiser(organiser.id, organiser.face),
            view=view,
            position=services.office.catalogue.positions,
            festivals=festivals if view.number == 1 and not view.wanted else {},
            here_path=request.url.path,
            host=host,
            persons=persons,
        )
        return PageBody(html.encode(), "text/html")

    catalogue = services.office.catalogue
    stamp = unread, catalogue.revision, services.organisers.state.version, tuple(festivals.items())
    page = f"{host}{request.url.path}?{view.number}", lang
    return packed(page, stamp, make()) if view.wanted else services.pages.page(page, stamp, make)


async def _all(request: Request) -> Response:
    """All organisers that have something to show."""
    services, lang = services_of(request.app), questions.lang_of(request)
    await services.office.started()

    def make() -> PageBody:
        html = render("public/organisers.html", lang=lang, rows=services.fronts.rows())
        return PageBody(html.encode(), "text/html")

    stamp = services.office.catalogue.revision, services.organisers.state.version
    found = services.pages.page((request.url.path, lang), stamp, make)
    return questions.remembering_language(request, answer(request, found, spoken(lang)))


async def _calendar(request: Request) -> Response:
    """The tournaments of everybody or of one organiser, for phones that ask again every few hours."""
    services, lang = services_of(request.app), questions.lang_of(request)
    await services.office.started()
    name = request.path_params.get("organiser", "")
    try:
        title = services.fronts.open(name).name if name else language(lang).gettext("Chess tournaments")
    except NoSuchFront:
        return _nothing(lang, as_json=True)
    catalogue, now = services.office.catalogue, datetime.now(UTC)
    slugs = services.fronts.tournaments(name) if name else catalogue.listed()

    def make() -> PageBody:
        rows = [row for slug in slugs if (row := catalogue.get(slug)) is not None]
        frame = CalendarFrame(title, questions.origin_of(request), now, _zones(services))
        return PageBody(calendar_of_tournaments(rows, frame, language(lang)), CALENDAR_TYPE)

    stamp = catalogue.revision, services.organisers.state.version, now.date()
    found = services.pages.page((f"{questions.origin_of(request)}{request.url.path}", lang), stamp, make)
    return for_pages_of_others(answer(request, found, spoken(lang)))


def _zones(services: Services) -> dict[str, str]:
    """Of tournaments that are editions of a series."""
    plans = ((one.festival, one.festival.series) for one in services.festivals.festivals)
    return {slug: series.plan.zone for festival, series in plans if series for slug in festival.sections}


def _nothing(lang: str, as_json: bool) -> Response:
    sentence, headers = not_here("organiser", language(lang)), {"Cache-Control": "no-store"}
    if as_json:
        return for_pages_of_others(JSONResponse({"sentence": sentence}, 404, headers))
    html = render("public/missing.html", lang=lang, sentence=sentence, name="", slug="")
    return HTMLResponse(html, 404, headers)


routes: list[BaseRoute] = [
    questions.QueryRoute("/o/{organiser}.json", partial(_front, as_json=True), "organiser", ("page", "q", "lang")),
    Route("/o", _all),
    Route("/calendar.ics", _calendar),
    Route("/o/{organiser}/calendar.ics", _calendar),
    Route("/o/{organiser}", partial(_front, as_json=False)),
]
