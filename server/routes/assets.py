"""Files: pictures of screens and the faces of events, which browsers may keep for ever, and documents."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from domain.words.choices.bulletins import NO_BULLETINS, Bulletins
from domain.words.choices.faces import CHOSEN_COLOUR, DIGEST, PictureType
from domain.words.streams import FESTIVAL, ORGANISER, is_festival, is_organiser, is_tournament
from projections.moment.photos import player_with_photo, shown_photo
from server.http.page_cache import FOR_A_DAY
from server.http.static_files import FOR_EVER, NOT_KEPT
from server.notice import notice
from server.office.festivals import NoSuchFestival
from server.office.tournaments import NoSuchTournament
from server.routes.question import lang_of
from server.services import services_of
from web.accents import accent_stylesheet
from web.paper.typesetting import PDF_TYPE
from web.wording import language


async def screen_picture(request: Request) -> Response:
    services = services_of(request.app)
    known = services.screens.state.pictures.get(str(request.path_params["picture"]))
    data = await services.pictures.read_for_screens(known.picture, known.media_type) if known else None
    if known is None or data is None:
        text = notice("no-picture").in_words(language(lang_of(request)))
        return PlainTextResponse(f"{text}\n", 404, NOT_KEPT)
    return Response(data, media_type=known.media_type, headers=FOR_EVER)


# The pictures of a face by their digest, and the stylesheet of its colour


async def colour_stylesheet(request: Request) -> Response:
    colour = f"#{request.path_params['colour']}"
    if not CHOSEN_COLOUR.fullmatch(colour):
        return PlainTextResponse("", 404, NOT_KEPT)
    return Response(accent_stylesheet(colour), media_type="text/css", headers=FOR_EVER)


async def tournament_picture(request: Request) -> Response:
    slug = str(request.path_params["slug"])
    return await _picture(request, slug if is_tournament(slug) else "")


async def festival_picture(request: Request) -> Response:
    stream = FESTIVAL + str(request.path_params["festival"])
    return await _picture(request, stream if is_festival(stream) else "")


async def organiser_picture(request: Request) -> Response:
    owner = ORGANISER + str(request.path_params["organiser"])
    return await _picture(request, owner if is_organiser(owner) else "")


async def _picture(request: Request, owner: str) -> Response:
    digest, _, ending = str(request.path_params["file"]).partition(".")
    wanted = owner and DIGEST.fullmatch(digest) and ending in ("png", "jpg")
    found = await services_of(request.app).pictures.read(owner, digest) if wanted else None
    if found is None:
        return PlainTextResponse("", 404, NOT_KEPT)
    return Response(found.data, media_type=found.type, headers=FOR_EVER)


# Photos of players, as long as everybody may see them


_WHOLE = "jpg"
_SMALL = {"webp": 64, "1x.webp": 32}
"""Pixels on a side: for glass with two for one of the page, and with one."""


async def player_photo(request: Request) -> Response:
    """Whole, or small. No cache on the way keeps it longer than a day: it may have been erased."""
    services, slug = services_of(request.app), str(request.path_params["slug"])
    digest, _, ending = str(request.path_params["file"]).partition(".")
    try:
        office = await services.office.open(slug)
    except NoSuchTournament:
        return PlainTextResponse("", 404, NOT_KEPT)
    t, side = office.tournament, services.office.journal.journal.side
    player = player_with_photo(t, digest) if ending in (_WHOLE, *_SMALL) and t.public else None
    shown = player is not None and shown_photo(t, player, t.anonymous)
    data = await asyncio.to_thread(side.photo, slug, player) if shown and player is not None else b""
    if sha256(data).hexdigest() != digest:
        return PlainTextResponse("", 404, NOT_KEPT)
    if ending in _SMALL:
        small = await services.pictures.small_photo(data, digest, _SMALL[ending])
        return Response(small, media_type="image/webp", headers=FOR_A_DAY)
    return Response(data, media_type=PictureType.JPEG, headers=FOR_A_DAY)


# Documents, as long as a bulletin that everybody sees has them


async def tournament_document(request: Request) -> Response:
    services, slug = services_of(request.app), str(request.path_params["slug"])
    try:
        office = await services.office.open(slug)
    except NoSuchTournament:
        return PlainTextResponse("", 404, NOT_KEPT)
    return await _document(request, slug, office.tournament.bulletins if office.tournament.public else NO_BULLETINS)


async def festival_document(request: Request) -> Response:
    services, name = services_of(request.app), str(request.path_params["festival"])
    try:
        office = services.festivals.festivals.open(name)
    except NoSuchFestival:
        return PlainTextResponse("", 404, NOT_KEPT)
    return await _document(request, FESTIVAL + name, office.festival.bulletins)


async def _document(request: Request, owner: str, bulletins: Bulletins) -> Response:
    digest, _, ending = str(request.path_params["file"]).partition(".")
    known = bulletins.document(digest) if ending == "pdf" else None
    found = await services_of(request.app).pictures.read_document(owner, digest) if known else None
    if known is None or found is None:
        return PlainTextResponse("", 404, NOT_KEPT)
    name = f"filename*=UTF-8''{quote(known.name)}"
    return Response(
        found, media_type=PDF_TYPE, headers={"Content-Disposition": f"inline;{name}", "Cache-Control": "no-cache"}
    )


routes: Sequence[BaseRoute] = (
    Route("/pictures/{picture}", screen_picture),
    Route("/face/{colour}.css", colour_stylesheet),
    Route("/t/{slug}/face/{file}", tournament_picture),
    Route("/f/{festival}/face/{file}", festival_picture),
    Route("/t/{slug}/photos/{file}", player_photo),
    Route("/t/{slug}/documents/{file}", tournament_document),
    Route("/f/{festival}/documents/{file}", festival_document),
)
routes_of_organisers: Sequence[BaseRoute] = (Route("/o/{organiser}/face/{file}", organiser_picture),)
