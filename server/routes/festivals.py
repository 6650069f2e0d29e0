"""The public pages of a festival: its front page, the prizes of all sections, and their JSON twins."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from projections.festivals.prizes import FestivalPrizes, festival_prizes
from server.http.page_cache import PageBody, answer
from server.live.festivals import FestivalViews
from server.office.festivals import FestivalOffice, NoSuchFestival
from server.routes.question import lang_of, remembering_language
from server.services import services_of
from web.festivals.pages import front_html, front_json, prizes_html, prizes_json
from web.rendering import render
from web.wording import language, spoken
from web.wording.public import not_here

_HTML, _JSON = "text/html", "application/json"
MakePage: TypeAlias = Callable[[FestivalOffice, FestivalViews, str], str | bytes]
"""(festival, views, language) to the page, or its twin."""


def _page(make: MakePage, media_type: str) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        services, lang = services_of(request.app), lang_of(request)
        try:
            office = services.festivals.festivals.open(request.path_params["festival"])
        except NoSuchFestival:
            return _nothing(request, media_type, lang)
        view = await services.festivals.read(office)

        def body() -> PageBody:
            made = make(office, services.festivals, lang)
            return PageBody(made.encode() if isinstance(made, str) else made, media_type)

        stamp = office.position, view.position, tuple(office.festival.sections)
        found = services.pages.page((request.url.path, lang), stamp, body)
        return remembering_language(request, answer(request, found, spoken(lang)))

    return endpoint


def _front(office: FestivalOffice, views: FestivalViews, lang: str) -> str:
    return front_html(views.look(office), lang)


def _front_twin(office: FestivalOffice, views: FestivalViews, lang: str) -> bytes:
    return msgspec.json.encode(front_json(views.look(office)))


def _prizes(office: FestivalOffice, views: FestivalViews, lang: str) -> str:
    return prizes_html(office.name, office.festival.details, _list_of(office, views), lang)


def _prizes_twin(office: FestivalOffice, views: FestivalViews, lang: str) -> bytes:
    return msgspec.json.encode(prizes_json(office.name, _list_of(office, views)))


def _list_of(office: FestivalOffice, views: FestivalViews) -> FestivalPrizes:
    found = [(slug, title, views.snapshot_of(slug)) for slug, title in office.festival.sections.items()]
    known = [(slug, title, moment) for slug, title, moment in found if moment is not None]
    return festival_prizes(known, one_each=office.festival.details.one_prize_each)


def _nothing(request: Request, media_type: str, lang: str) -> Response:
    sentence = not_here("festival", language(lang))
    if media_type == _JSON:
        return JSONResponse({"sentence": sentence}, 404, {"Cache-Control": "no-store"})
    html = render("public/missing.html", lang=lang, sentence=sentence, name="", slug="")
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


festival_routes: list[BaseRoute] = [
    Route("/f/{festival}.json", _page(_front_twin, _JSON)),
    Route("/f/{festival}/prizes.json", _page(_prizes_twin, _JSON)),
    Route("/f/{festival}/prizes", _page(_prizes, _HTML)),
    Route("/f/{festival}", _page(_front, _HTML)),
]
