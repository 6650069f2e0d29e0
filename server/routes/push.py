"""Subscribing to push notices, the service worker, and what a phone needs to keep the site on its home screen."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from projections.lists.followed import MOST_FOLLOWED
from server.http.auth import (
    CHANGED_SUBSCRIPTIONS_BY_ADDRESS,
    REMEMBERED_SECONDS,
    SUBSCRIPTIONS_BY_ADDRESS,
    TooManyTries,
)
from server.journal.side.pushes import OF_PERSON, Subscription
from server.notifying.push import BadSubscription, check_key, check_subscription
from server.office.persons import NoSuchPerson
from server.office.tournaments import NoSuchTournament
from server.routes.question import address_of, lang_of
from server.services import Services, services_of
from web.plain import STATIC, static_url

MOST_BODY_BYTES = 4096
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)
NEVER_KEPT = {"Cache-Control": "no-store"}


class BrowserKeys(msgspec.Struct):
    p256dh: str
    auth: str


class WantedNotices(msgspec.Struct):
    """The body of a subscription, as `PushSubscription.toJSON()` writes it, and whom it is about."""

    endpoint: str
    keys: BrowserKeys
    players: list[int]


class Unwanted(msgspec.Struct):
    endpoint: str


async def service_worker(request: Request) -> Response:
    """It stands at the root: a worker reaches no further than its own folder."""
    return FileResponse(STATIC / "js" / "push" / "sw.js", media_type="text/javascript", headers=NEVER_KEPT)


async def public_key(request: Request) -> Response:
    pusher = services_of(request.app).pushing.pusher
    if pusher is None:
        return JSONResponse({"outcome": "off"}, 404, NEVER_KEPT)
    return JSONResponse({"key": await asyncio.to_thread(lambda: pusher.public_key)}, headers=NEVER_KEPT)


async def subscribe(request: Request) -> Response:
    """The outcome of a first notice. A browser is kept where it is `taken`, and not where it is `gone`, `lost`,
    `not-now`, or `away` for a service that does not answer; `later` = this address has asked too often.
    """
    services, stream = services_of(request.app), _stream(request)
    if services.pushing.pusher is None:
        return JSONResponse({"outcome": "off"}, 404, NEVER_KEPT)
    try:
        wanted = msgspec.json.decode(await _body(request), type=WantedNotices)
        check_subscription(wanted.endpoint, wanted.keys.auth, services.settings.push_services)
        _count(request, services, wanted.endpoint)
        await asyncio.to_thread(check_key, wanted.keys.p256dh)
        name = await _name(services, stream)
    except TooManyTries:
        await services.push_tries.linger()
        return JSONResponse({"outcome": "later"}, 429, {**NEVER_KEPT, "Retry-After": str(REMEMBERED_SECONDS)})
    except (NoSuchTournament, NoSuchPerson):
        return JSONResponse({"outcome": "nowhere"}, 404, NEVER_KEPT)
    except (*NOT_JSON, BadSubscription):
        return JSONResponse({"outcome": "unknown-service"}, 422, NEVER_KEPT)
    players = tuple(dict.fromkeys(wanted.players))[:MOST_FOLLOWED]
    keys = wanted.keys
    made = Subscription(wanted.endpoint, stream, players, lang_of(request), keys.p256dh, keys.auth)
    outcome = await services.pushing.subscribe(made, address_of(request), name)
    return JSONResponse({"outcome": outcome.value}, headers=NEVER_KEPT)


def _stream(request: Request) -> str:
    """The tournament whose players are followed, or the person who is, wherever they play."""
    person = request.path_params.get("person")
    return f"{OF_PERSON}{person}" if person else str(request.path_params["slug"])


async def _name(services: Services, stream: str) -> str:
    """That of a person who is followed; empty = players of a tournament are. Raises NoSuchTournament, NoSuchPerson."""
    if not stream.startswith(OF_PERSON):
        await services.office.open_public(stream)
        return ""
    return await services.person_search.shown_name(stream.removeprefix(OF_PERSON))


def _count(request: Request, services: Services, endpoint: str) -> None:
    """Raises TooManyTries. Changes of a browser that is kept cost little."""
    kept = services.pushing.knows(endpoint, _stream(request))
    most = CHANGED_SUBSCRIPTIONS_BY_ADDRESS if kept else SUBSCRIPTIONS_BY_ADDRESS
    services.push_tries.count({("change" if kept else "new", address_of(request)): most})


async def unsubscribe(request: Request) -> Response:
    services = services_of(request.app)
    try:
        endpoint = msgspec.json.decode(await _body(request), type=Unwanted).endpoint
    except NOT_JSON:
        return JSONResponse({"outcome": "unknown-service"}, 422, NEVER_KEPT)
    await services.pushing.unsubscribe(endpoint, _stream(request))
    return JSONResponse({"outcome": "off"}, headers=NEVER_KEPT)


async def _body(request: Request) -> bytes:
    """Data alone: a form of another site cannot send it. Raises DecodeError."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise msgspec.DecodeError
    body = await request.body()
    if len(body) > MOST_BODY_BYTES:
        raise msgspec.DecodeError
    return body


async def manifest(request: Request) -> Response:
    office = await services_of(request.app).office.open_public(str(request.path_params["slug"]))
    name = office.tournament.details.name
    icons = [
        {"src": static_url(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    about = {
        "name": name,
        "short_name": name[:24],
        "id": f"/t/{office.id}",
        "start_url": f"/t/{office.id}",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfaf6",
        "theme_color": office.tournament.face.accent or "#14523d",
        "icons": icons,
    }
    return Response(msgspec.json.encode(about), 200, {"Cache-Control": "no-cache"}, "application/manifest+json")


routes: list[BaseRoute] = [
    Route("/sw.js", service_worker),
    Route("/push/key", public_key),
    Route("/t/{slug}/push", subscribe, methods=["POST"]),
    Route("/t/{slug}/push", unsubscribe, methods=["DELETE"]),
    Route("/t/{slug}/app.webmanifest", manifest),
]
routes_of_persons: list[BaseRoute] = [
    Route("/p/{person}/push", subscribe, methods=["POST"]),
    Route("/p/{person}/push", unsubscribe, methods=["DELETE"]),
]
