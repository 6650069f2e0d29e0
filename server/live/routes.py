"""The two addresses of the feed: `/live` (websocket) and `/live/events` (server-sent events).

Both read `?topic=t/open/pairings&after=57&topic=...&form=html&lang=en&screen=hall`: any number of
topics up to eight, each with the position already seen (`after=` left empty or out for none).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from itertools import zip_longest

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from domain.records import dataclass
from server.live.channels import ConnectedScreen
from server.live.connections import MAX_CLIENT_FRAMES, MAX_MESSAGE_BYTES, Mailbox, Wire
from server.live.frames import BEFORE_CODE, DESK_ROOT, Ask, Channel, Message, NotYet
from server.live.hub import Hub, StillMay
from server.live.limits import NoRoom
from server.turns import neighbourhood
from web.wording import LANGUAGES
from web.wording.language_choice import negotiate
from web.wording.public import no_room_here

MAX_TOPICS = 8
FULL_RETRY_SECONDS = 30
"""Seconds: what a client is told to wait when the hall is full."""
SOON_RETRY_SECONDS = 1
"""Seconds: what it is told to wait for a view that is about to be there."""
UNREAD_FRAME_SECONDS = 30.0
"""Seconds a client may leave a frame unread before it is given up."""

log = logging.getLogger("tablo.live")

CLOSE_CODES = {"too-many-topics": 1013, "too-many-channels": 1013}
"""By the reason why nothing is followed: come again later. After any other there is nothing to come for (1008)."""

MayFollow = Callable[[HTTPConnection, Channel], Awaitable[bool]]


async def all_may_follow(_connection: HTTPConnection, _channel: Channel) -> bool:
    """Default: everything is for everybody."""
    return True


@dataclass(frozen=True, slots=True)
class Wish:
    """The wish of a client, as its address says it."""

    wanted: list[tuple[Channel, int | None]]
    refused: list[str]
    screen: ConnectedScreen | None
    address: str
    still_may: StillMay | None = None
    """Whether the permission still holds; None = everything wanted is for everybody."""


class Nonsense(Exception):
    """The address does not say what to follow."""


HubOf = Callable[[HTTPConnection], Hub]


def live_routes(hub_of: HubOf, may_follow: MayFollow = all_may_follow) -> list[BaseRoute]:
    """`may_follow` refuses channels that are not for everyone; it runs when the connection
    is made, and for topics of the desk again at each heartbeat.
    """

    async def socket(websocket: WebSocket) -> None:
        await _serve_socket(hub_of(websocket), websocket, may_follow)

    async def events(request: Request) -> Response:
        return await _serve_events(hub_of(request), request, may_follow)

    return [WebSocketRoute("/live", socket), Route("/live/events", events)]


async def _serve_socket(hub: Hub, websocket: WebSocket, may_follow: MayFollow) -> None:
    await websocket.accept()
    try:
        mailbox = await _joined(hub, websocket, await _wish(websocket, may_follow))
    except Nonsense:
        await websocket.close(1008, "which topics?")
    except NoRoom as no_room:
        await websocket.close(hub.closed or 1013, no_room_here(no_room.what))
    except NotYet as not_yet:
        await websocket.close(_again(not_yet), "not yet")
    except Exception:  # a bug of a page
        await websocket.close(1011, "no view")
        raise
    else:
        if mailbox is not None:
            await _serve_with_a_task(hub, websocket, mailbox)


async def _joined(hub: Hub, websocket: WebSocket, wish: Wish) -> Mailbox | None:
    """The mailbox of this follower; None where its connection was handed over. Raises NotYet and NoRoom."""
    with hub.arriving(wish.address) as guest:
        await hub.prepare(wish.wanted, guest)
        hand_over = websocket.scope.get("extensions", {}).get("tablo.hand_over")
        transport: asyncio.Transport | None = hand_over() if hand_over is not None else None
        if transport is not None:
            _take_over(hub, Wire(hub, transport, guest, wish.screen), wish)
            return None
        mailbox = Mailbox(guest, wish.screen)
        if why := hub.follow(mailbox, wish.wanted, wish.refused, wish.still_may):
            mailbox.close(CLOSE_CODES.get(why, 1008))
        return mailbox


def _take_over(hub: Hub, wire: Wire, wish: Wish) -> None:
    wire.begin()
    try:
        if why := hub.follow(wire, wish.wanted, wish.refused, wish.still_may):
            wire.close(CLOSE_CODES.get(why, 1008), "nothing to follow")
    except NotYet as not_yet:
        wire.close(_again(not_yet), "not yet")
    except Exception:  # a bug of a page: nobody else would close what was handed over
        log.exception("no view for somebody who joins")
        wire.close(1011, "no view")


async def _serve_with_a_task(hub: Hub, websocket: WebSocket, mailbox: Mailbox) -> None:
    """On a server that does not hand its connections over: the same promises, at a higher price."""
    listener = asyncio.create_task(_listen(hub, websocket, mailbox))
    try:
        while True:
            messages = await mailbox.next()
            for message in messages:
                async with asyncio.timeout(UNREAD_FRAME_SECONDS):
                    await websocket.send_text(message.text)
            if not messages and mailbox.close_code is not None:
                await websocket.close(mailbox.close_code)
                return
    except WebSocketDisconnect:
        return
    except TimeoutError:
        hub.counters.silent += 1
    finally:
        hub.lost(mailbox)
        listener.cancel()


def _again(not_yet: NotYet) -> int:
    """The close code after which a page comes again soon, or takes its time."""
    return 1012 if not_yet.soon else 1013


async def _listen(hub: Hub, websocket: WebSocket, mailbox: Mailbox) -> None:
    """Hear a follower. Anything but a question closes it, as does too much of it."""
    said, since = 0, time.monotonic()
    try:
        while mailbox.close_code is None:
            text = await websocket.receive_text()
            said, since = (said + 1, since) if time.monotonic() - since < hub.ping else (1, time.monotonic())
            if len(text) > MAX_MESSAGE_BYTES:
                mailbox.close(1009)
            elif said > MAX_CLIENT_FRAMES:
                mailbox.close(1008)
            else:
                hub.heard(mailbox, msgspec.json.decode(text, type=Ask))
    except (msgspec.DecodeError, KeyError, RecursionError):
        mailbox.close(1008)
    except WebSocketDisconnect:
        mailbox.close(1000)


async def _serve_events(hub: Hub, request: Request, may_follow: MayFollow) -> Response:
    try:
        wish = await _wish(request, may_follow)
        with hub.arriving(wish.address) as guest:
            await hub.prepare(wish.wanted, guest)
            mailbox = Mailbox(guest, wish.screen)
            why = hub.follow(mailbox, wish.wanted, wish.refused, wish.still_may)
    except Nonsense:
        return JSONResponse({"type": "refused", "topic": "", "reason": "nonsense"}, 400)
    except NoRoom as no_room:
        return _no_room(request, no_room.what)
    except NotYet as not_yet:
        seconds = SOON_RETRY_SECONDS if not_yet.soon else FULL_RETRY_SECONDS
        return Response(status_code=503, headers={"retry-after": str(seconds)})
    if not why:
        return EventStream(hub, mailbox, wish)
    hub.lost(mailbox)
    if why in CLOSE_CODES:
        return _no_room(request, why.removeprefix("too-many-"))
    return JSONResponse({"type": "refused", "topic": "", "reason": "unknown-topic"}, 404)


def _no_room(request: Request, what: str) -> Response:
    """503 where the hall is full, 429 where somebody has as much as one may have."""
    lang = negotiate(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    said = {"type": "refused", "topic": "", "reason": f"too-many-{what}", "sentence": no_room_here(what, lang)}
    return JSONResponse(said, 503 if what == "hall" else 429, {"retry-after": str(FULL_RETRY_SECONDS)})


class EventStream(Response):
    """Frames as events, for as long as the client takes them."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, mailbox: Mailbox, wish: Wish) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.hub = hub
        self.mailbox = mailbox
        self.seen = {channel.topic: after for channel, after in wish.wanted}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = asyncio.create_task(self._until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while messages := await self.mailbox.next():
                for message in messages:
                    body = _event(message, self.seen).encode()
                    async with asyncio.timeout(UNREAD_FRAME_SECONDS):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            self.hub.counters.silent += 1
        finally:
            self.hub.lost(self.mailbox)
            listener.cancel()

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.mailbox.close(1000)


def _event(message: Message, seen: dict[str, int | None]) -> str:
    if message.topic not in seen:
        return f"data: {message.text}\n\n"
    seen[message.topic] = message.position
    where = ",".join("" if position is None else str(position) for position in seen.values())
    return f"id: {where}\ndata: {message.text}\n\n"


async def _wish(connection: HTTPConnection, may_follow: MayFollow) -> Wish:
    query = connection.query_params
    topics = list(dict.fromkeys(query.getlist("topic")))
    form = query.get("form", "json")
    if not 0 < len(topics) <= MAX_TOPICS or form not in ("json", "html"):
        raise Nonsense
    # one that we have: nobody can have everything rendered anew for a language that is none; data has none
    language = negotiate(query.get("lang"), connection.headers.get("accept-language", ""))
    channels = [Channel(topic, form, LANGUAGES[0] if form == "json" else language) for topic in topics]
    allowed = {channel: await may_follow(connection, channel) for channel in channels}
    positions = _positions(connection)
    left_at = zip_longest(channels, positions[: len(channels)])
    wanted = [(channel, after) for channel, after in left_at if allowed[channel]]
    refused = [channel.topic for channel in channels if not allowed[channel]]
    address = connection.client.host if connection.client is not None else ""
    screen = _screen(query.get("screen", ""), topics, address)
    desks = [channel for channel, _ in wanted if channel.topic.startswith(f"{DESK_ROOT}/")]

    async def still_may() -> bool:
        try:
            return all([await may_follow(connection, channel) for channel in desks])
        except NotYet:
            return False

    return Wish(wanted, refused, screen, neighbourhood(address), still_may if desks else None)


def _positions(connection: HTTPConnection) -> list[int | None]:
    """The position at which each topic was left: that of `Last-Event-ID`, else of the address, which is older."""
    last = connection.headers.get("last-event-id")
    words = last.split(",") if last is not None else connection.query_params.getlist("after")
    return [int(word) if word.isascii() and word.isdigit() and len(word) < 16 else None for word in words]


def _screen(name: str, topics: list[str], address: str) -> ConnectedScreen | None:
    """A television is believed to be the screen that it follows: `hall`, `hall/2`, or `open` of `t/open/screen`."""
    known = f"screen/{name}", f"t/{name}/screen", f"f/{name}/screen"
    topic = next((topic for topic in topics if topic.partition(BEFORE_CODE)[0] in known), "")
    return ConnectedScreen(name, topic, address, time.time()) if topic else None
