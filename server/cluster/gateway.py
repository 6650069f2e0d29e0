"""The gateway: it meets the visitors, keeps the pages of a moment, and carries everything else to the workers.

It has no journal, no key of sessions and no chess: who takes it over reads what passes through it, and nothing else.
Which worker answers says `key_of_path`, and how it is found `server/cluster/carrying.py`.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import field
from time import monotonic
from typing import cast

import msgspec
from nats.aio.msg import Msg
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domain.records import dataclass
from domain.words.streams import is_slug
from server.cluster.bus import BusAddress, CannotConnect, WebAnswer, WebRequest, connected, token_of
from server.cluster.carrying import NO_OWNER, Carrier, OwnerAway
from server.cluster.feed import RemoteViews
from server.cluster.holding import HOUSE
from server.cluster.kept_pages import BEHIND_SECONDS, FRESH, KeptAddress, KeptPage, KeptPages, RawHeader, kept_place
from server.cluster.roll_call import GATEWAY, ClusterProcess, Figures, process_name, telling
from server.http.asked_here import asked_here
from server.http.middleware import (
    COOKIE,
    LARGEST_UPLOADS,
    MAX_BODY_BYTES_BEFORE_LOGIN,
    UNDER,
    WALLS,
    AccessLog,
    BodyLimits,
    Remember,
    SecurityHeaders,
    Stopped,
    security_headers,
)
from server.http.page_cache import LANGUAGE_COOKIE, ReadyPages, admit, has_it
from server.http.static_files import static_routes
from server.http.trouble import trouble_answer
from server.live.routes import live_routes
from server.notice import ServerNotice, notice
from server.supervisor import QuietLog, Supervisor
from server.version import program_version
from web.plain import trouble_page
from web.wording import language
from web.wording.language_choice import negotiate

log = logging.getLogger("tablo.gateway")

TOURNAMENT_ROOTS = frozenset({"t", "embed", "report", "entry"})
READING = frozenset({"GET", "HEAD"})
FESTIVAL_ROOTS = frozenset({"f", "enter"})
BEHIND_A_LOGIN = frozenset({"desk", "join", "api"})
OPEN_OF_PROGRAMS = frozenset({"/api", "/api/openapi.json"})


def key_of_path(method: str, path: str) -> str:
    """The lease key of whoever answers: of a tournament, a festival, a screen, the house, or `NO_OWNER`."""
    first, *others = path.removeprefix("/").split("/")
    open_to_all = method in READING and (first not in BEHIND_A_LOGIN or path in OPEN_OF_PROGRAMS)
    elsewhere = NO_OWNER if open_to_all else HOUSE
    if first in ("desk", "api") and others:
        first, *others = "f" if others[0] == "festivals" else others[0], *others[1:]
    name = others[0].removesuffix(".json") if others else ""
    if not is_slug(name):
        return elsewhere
    if first in TOURNAMENT_ROOTS:
        return f"t/{name}"
    if first in FESTIVAL_ROOTS:
        return f"f/{name}"
    return f"screen/{name}" if path.startswith("/screen/") else elsewhere


NATS_AGAIN_SECONDS = 1.0
AWAY_LOOK_SECONDS = 5
"""Seconds after which a page that nobody answered looks again by itself: a television has nobody to reload it."""
NOBODY_PATIENCE_SECONDS = 1.0
BEHIND_PATIENCE_SECONDS = 3.0
"""Seconds until a page of a moment ago is shown: where nobody listens, and where nobody answers."""
BEHIND_WARNING = (b"warning", b'110 tablo "as it was a moment ago"')
FOR_ONE_VISITOR = (*UNDER, "/api")
ABOUT_A_KEY, FOR_THOSE_INSIDE = b"/api/key", b"/desk/rounds.json"
"""Addresses that answer 200 to a key that holds, and to whoever has logged in."""
HOP_BY_HOP = frozenset(
    {
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection", b"te"),
        *(b"trailer", b"transfer-encoding", b"upgrade", b"expect"),
    }
)
SAID_ON_THE_WAY = frozenset({b"forwarded", b"x-real-ip"})
"""Where a visitor comes from is said by `client` and `scheme`; what they say themselves is not carried."""
OURS = b"x-tablo-"
NOT_FROM_OUTSIDE = (OURS, b"x-forwarded-")
OF_A_BODY = frozenset({b"content-length", b"content-encoding", b"content-type"})
"""Headers that a 304 has not (RFC 9110, 15.4.5)."""


@dataclass(slots=True, eq=False)
class Gateway:
    address: BusAddress
    feed: RemoteViews
    ready: ReadyPages = field(default_factory=ReadyPages)
    pages: KeptPages = field(default_factory=KeptPages)
    carrier: Carrier = field(default_factory=Carrier)
    background: Supervisor = field(default_factory=Supervisor)
    shown: Counter[str] = field(default_factory=Counter)
    """Pages that were shown from here, by how."""
    port: int = 0
    """Where it listens; a name among the processes of its machine."""
    figures: Figures = field(default_factory=Figures)
    form_limit: int = MAX_BODY_BYTES_BEFORE_LOGIN
    """Bytes that somebody who has logged in may send; of a list of a federation more."""
    _asking: dict[KeptAddress, asyncio.Future[bool]] = field(default_factory=dict)
    """Pages that are being asked for; whoever wants the same one waits."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Gateway"]:
        async with self.background.running(), self.background.keeping({"bus": self._connected}):
            yield self

    async def _connected(self) -> None:
        """Look for NATS until it is there, and be its client for as long as this process runs."""
        quiet = QuietLog(log)
        while True:
            try:
                async with (
                    connected(self.address, "tablo gateway") as bus,
                    self.feed.running(bus),
                    telling(bus, self.about),
                ):
                    await bus.hear("pos.*", self._went_on)
                    bus.reconnected.append(self._missed)
                    log.info("connected", extra={"facts": {"nats": bus.server}})
                    self.carrier.bus = bus
                    try:
                        await asyncio.Event().wait()
                    finally:
                        self.carrier.bus = None
            except CannotConnect as why:
                quiet.warn("no NATS yet", str(why))
            await asyncio.sleep(NATS_AGAIN_SECONDS)

    def about(self) -> ClusterProcess:
        late = [screen.lag for screen in self.feed.hub.screens()]
        return ClusterProcess(
            role=GATEWAY,
            name=process_name(self.port),
            version=program_version(),
            started_at=self.figures.started_at,
            memory=self.figures.memory(),
            load=self.figures.load(),
            sockets=self.feed.hub.sockets,
            lag_seconds=max(late, default=0) / 1000,
            paused=[one.name for one in self.background.paused],
            nats=self.carrier.bus.server if self.carrier.bus else "",
        )

    async def _went_on(self, message: Msg) -> None:
        """A stream has a new entry: of a tournament, or of something that many pages show."""
        token = message.subject.removeprefix("pos.")
        if token.startswith(token_of("t/")):
            self.pages.went_on(token)
        else:
            self.pages.doubt_all()

    def _missed(self) -> None:
        self.pages.doubt_all()
        self.carrier.connection_lost()

    # Carrying

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything for which the gateway has no route of its own. Raises OwnerAway, Stopped."""
        if scope["type"] != "http":
            await WebSocketClose()(scope, receive, send)
            return
        await self._give_room(scope)
        request = await web_request(scope, receive)
        kept_at = kept_address(scope, request)
        answer = await (self.carrier.carry(request) if kept_at is None else self._page(scope, request, kept_at))
        if request.method not in READING and answer.status < 400:
            self.pages.went_on(token_of(request.key))
        await send({"type": "http.response.start", "status": answer.status, "headers": passed_back(answer.headers)})
        await send({"type": "http.response.body", "body": answer.body})

    async def _give_room(self, scope: Scope) -> None:
        """Whoever has logged in, or has a key, may send more than a stranger: a worker says who, before it is read."""
        if scope["method"] in READING:
            return
        names = dict(scope["headers"])
        small = len(names.get(b"content-length", b"")) < len(str(MAX_BODY_BYTES_BEFORE_LOGIN))
        unknown = b"authorization" not in names and f"{COOKIE}=".encode() not in names.get(b"cookie", b"")
        if unknown or (small and b"transfer-encoding" not in names):
            return
        asked = web_request_of(scope, HOUSE, "GET", ABOUT_A_KEY if b"authorization" in names else FOR_THOSE_INSIDE)
        about_them = tuple(header for header in asked.headers if not header[0].startswith(b"content-"))
        if (await self.carrier.carry(msgspec.structs.replace(asked, headers=about_them))).status == 200:
            scope["state"]["body"].limit = LARGEST_UPLOADS.get(scope["path"], self.form_limit)

    async def _page(self, scope: Scope, request: WebRequest, at: KeptAddress) -> WebAnswer:
        """What this address shows, kept here or asked for again, once for all who want it. Raises OwnerAway."""
        page = self.pages.find(at)
        if page is None or not page.position:
            asking = self._asking.get(at)
            if asking is None:
                return await self._asked_for_all(scope, request, at, page)
            if not await asyncio.shield(asking):
                raise OwnerAway
            page = self.pages.find(at)
            if page is None or not page.position:  # it is for one visitor alone, or of the past already
                return await self._asked_again(scope, request, at, page)
        self.shown["kept"] += 1
        return for_visitor(scope, page, request)

    async def _asked_for_all(
        self, scope: Scope, request: WebRequest, at: KeptAddress, page: KeptPage | None
    ) -> WebAnswer:
        asking = self._asking[at] = asyncio.get_running_loop().create_future()
        answered = True
        try:
            return await self._asked_again(scope, request, at, page)
        except OwnerAway:
            answered = False
            raise
        finally:
            del self._asking[at]
            asking.set_result(answered)

    async def _asked_again(
        self, scope: Scope, request: WebRequest, at: KeptAddress, page: KeptPage | None
    ) -> WebAnswer:
        token, began = token_of(request.key), monotonic()
        turn = self.pages.turn(token)
        asked = with_etag(request, page.etag if page else b"")
        if page is None or page.age > BEHIND_SECONDS:
            answer = await self.carrier.carry(asked)
        else:
            try:
                async with asyncio.timeout(BEHIND_PATIENCE_SECONDS):
                    answer = await self.carrier.carry(asked, NOBODY_PATIENCE_SECONDS)
            except (OwnerAway, TimeoutError):
                self.shown["behind"] += 1
                return behind(page)
        if answer.status == 304 and page is not None:
            self.shown["confirmed"] += 1
            page.confirmed(began, turn, answer.by_position)
            return for_visitor(scope, page, request)
        kept = self.pages.keep(at, token, answer, began, turn)
        return for_visitor(scope, kept, request) if kept else answer


def kept_address(scope: Scope, request: WebRequest) -> KeptAddress | None:
    """Where the answer may be kept; None = it is for one visitor alone, or unusual."""
    alone = any(scope["path"] == under or scope["path"].startswith(f"{under}/") for under in FOR_ONE_VISITOR)
    if request.method != "GET" or alone:
        return None
    url = request.path + (b"?" + request.query if request.query else b"")
    return kept_place(url, scope["headers"], request.scheme)


async def web_request(scope: Scope, receive: Receive) -> WebRequest:
    """As it is carried: whole, without what is said between two programs alone. Raises Stopped."""
    method = scope["method"]
    body = await Request(scope, receive).body()
    head = web_request_of(scope, key_of_path(method, scope["path"]), method, scope["raw_path"])
    return msgspec.structs.replace(head, query=scope["query_string"], body=body)


def web_request_of(scope: Scope, key: str, method: str, path: bytes) -> WebRequest:
    """By the same visitor; the head alone."""
    client = scope.get("client")
    return WebRequest(
        key=key,
        method=method,
        path=path,
        headers=tuple(header for header in scope["headers"] if is_carried(header[0])),
        client=client[0] if client else "",
        scheme=scope["scheme"],
    )


def is_carried(name: bytes) -> bool:
    return not (name in HOP_BY_HOP or name in SAID_ON_THE_WAY or name.startswith(NOT_FROM_OUTSIDE))


def passed_back(headers: Iterable[RawHeader]) -> list[RawHeader]:
    return [header for header in headers if header[0] not in HOP_BY_HOP and not header[0].startswith(OURS)]


def with_etag(request: WebRequest, etag: bytes) -> WebRequest:
    """The request for the page itself, whatever the visitor has: unless it is the one of this ETag."""
    headers = tuple(header for header in request.headers if header[0] != b"if-none-match")
    known = ((b"if-none-match", etag),) if etag else ()
    return msgspec.structs.replace(request, headers=(*headers, *known))


def for_visitor(scope: Scope, page: KeptPage, request: WebRequest) -> WebAnswer:
    """The page for this visitor, who may have it already."""
    if page.etag:
        admit(scope, page, FRESH)
    sent = next((value for name, value in request.headers if name == b"if-none-match"), b"")
    if page.etag and sent and has_it(sent.decode("latin-1"), page.etag.decode("latin-1")):
        return WebAnswer(304, tuple(header for header in page.headers if header[0] not in OF_A_BODY))
    return WebAnswer(200, page.headers, page.body)


def behind(page: KeptPage) -> WebAnswer:
    """The page of a moment ago, which says so."""
    age = (b"age", str(int(page.age)).encode())
    return WebAnswer(200, (*page.headers, age, BEHIND_WARNING), page.body)


# Answers of the gateway's own


async def healthy(_request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def owner_away(request: Request, _error: Exception) -> Response:
    reads = request.method == "GET"
    says = notice("page-away" if reads else "owner-away")
    return _said(request, 503, says, {"Retry-After": "2"}, AWAY_LOOK_SECONDS if reads else 0)


async def stopped(request: Request, error: Exception) -> Response:
    why = cast(Stopped, error)
    return _said(request, why.status_code, why.notice, why.headers or {})


async def gateway_crashed(request: Request, _error: Exception) -> Response:
    return _said(request, 500, notice("crashed"), {})


def _said(request: Request, status: int, said: ServerNotice, headers: Mapping[str, str], again: int = 0) -> Response:
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    words = language(negotiate(wanted, request.headers.get("accept-language", "")))
    path, says = request.url.path, said.in_words(words)
    on_a_wall = path.startswith(WALLS) or path.endswith("/screen")
    way_out = "" if on_a_wall else "/desk" if path == "/desk" or path.startswith("/desk/") else "/"
    answer = trouble_answer(
        request, status, said.code, says, lambda: trouble_page(words, said.heading(words), says, way_out, again)
    )
    answer.headers.update({**security_headers(request.headers.get("host", ""), path), **headers})
    return answer


def gateway_app(gateway: Gateway) -> Starlette:
    """The application of a gateway; it is at work from the start of the app to its end."""

    async def ready(_request: Request) -> Response:
        bus = gateway.carrier.bus
        return PlainTextResponse("ready\n") if bus and bus.up else PlainTextResponse("not ready: no NATS\n", 503)

    async def metrics(request: Request) -> Response:
        if not asked_here(request):
            raise HTTPException(404)
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    @asynccontextmanager
    async def from_start_to_end(_app: Starlette) -> AsyncIterator[None]:
        async with gateway.running():
            yield

    registry = CollectorRegistry()
    registry.register(GatewayFigures(gateway))
    feed = live_routes(lambda _connection: gateway.feed.hub, gateway.feed.may_follow)
    own = [Route("/healthz", healthy), Route("/readyz", ready), Route("/metrics", metrics), *static_routes(), *feed]
    for route in own:
        if isinstance(route, Route | Mount):
            route.app = SecurityHeaders(route.app)  # the worker has put them on what it answers
    app = Starlette(
        routes=own,
        middleware=[
            Middleware(Remember, gateway.ready),
            Middleware(AccessLog),
            Middleware(BodyLimits, MAX_BODY_BYTES_BEFORE_LOGIN, lambda _scope: False),
        ],
        exception_handlers={OwnerAway: owner_away, Stopped: stopped, Exception: gateway_crashed},
        lifespan=from_start_to_end,
    )
    app.router.default = gateway
    return app


@dataclass(slots=True, eq=False)
class GatewayFigures(Collector):
    """Requests, pages and sockets, as they are at the moment of the question."""

    gateway: Gateway

    def collect(self) -> Iterator[Metric]:
        gateway, bus = self.gateway, self.gateway.carrier.bus
        requests = CounterMetricFamily("tablo_gateway_requests", "Requests to the workers", labels=["fate"])
        for fate, count in gateway.carrier.fates.items():
            requests.add_metric([fate], count)
        pages = CounterMetricFamily("tablo_gateway_pages", "Pages shown from the gateway's memory", labels=["how"])
        for how, count in {**gateway.shown, "ready": gateway.ready.served}.items():
            pages.add_metric([how], count)
        yield from (requests, pages)
        yield GaugeMetricFamily("tablo_gateway_kept_bytes", "Bytes of the pages kept", gateway.pages.octets)
        yield GaugeMetricFamily("tablo_bus_up", "NATS is there", int(bus is not None and bus.up))
        yield GaugeMetricFamily("tablo_sockets", "Followers of the live feed", gateway.feed.hub.sockets)
