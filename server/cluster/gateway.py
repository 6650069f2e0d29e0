"""The gateway: it meets the visitors, keeps the pages of a moment, and carries everything else to the workers.

It has no journal, no key of sessions and no chess: who takes it over reads what passes through it, and nothing else.

`Carrier` takes a request to the worker that answers for it. Where nobody listens, some worker is asked to take the key
over. Where nobody answers, it is asked whether the owner still lives: one that has been replaced answers no more. A
request that may have been carried out already is sent again only if that does no harm.

`KeptPages` are pages that the workers have made, by address, language and position. A worker says of an answer that it
is for everybody, and of some that they depend on the position of their tournament alone (`WebAnswer.by_position`). Such
a page is shown without asking until the tournament goes on, any other for a second. Then it is asked for again, with
its ETag. While nobody answers, a page of a moment ago is better than none.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from functools import lru_cache
from itertools import chain, repeat
from time import monotonic
from typing import TypeAlias, cast

import msgspec
from nats.aio.msg import Msg
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domain.records import dataclass
from server.cluster.bus import (
    UNANSWERED_SECONDS,
    Bus,
    BusAddress,
    CannotConnect,
    NobodyThere,
    Unanswered,
    WebAnswer,
    WebRequest,
    connected,
    token_of,
)
from server.cluster.feed import RemoteViews
from server.cluster.lease_keys import HOUSE, NO_OWNER, OF_TOURNAMENT, READING, key_of_path
from server.cluster.roll_call import GATEWAY, ClusterProcess, Figures, process_name, telling
from server.http.asked_here import asked_here
from server.http.middleware import (
    COOKIE,
    LARGEST_UPLOADS,
    MAX_BODY_BYTES_BEFORE_LOGIN,
    MIRROR_PATH,
    UNDER,
    WALLS,
    AccessLog,
    BodyLimits,
    Remember,
    SecurityHeaders,
    Stopped,
    security_headers,
)
from server.http.page_cache import LANGUAGE_COOKIE, ReadyPages, admit, asked, has_it
from server.http.static_files import static_routes
from server.http.trouble import trouble_answer
from server.live.routes import live_routes
from server.notice import ServerNotice, notice
from server.supervisor import QuietLog, Supervisor
from web.plain import trouble_page
from web.wording import language
from web.wording.language_choice import negotiate

log = logging.getLogger("tablo.gateway")

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

# Carrying

ANY_WORKER = "any.web"
AWAY_SECONDS = 10.0
"""Seconds in which somebody must be found who answers."""
OWNER_PAUSES_SECONDS = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Before each attempt to find an owner; the last one again and again."""
OWNER_ANSWER_SECONDS = (10.0, 30.0)
"""Seconds that an owner who lives may take until the request is sent again, if that does no harm: its answer, or the
request, may have been lost with a NATS server. The last is for the requests that are not sent again."""
WONDER_AGAIN_SECONDS = 1.0
MOST_OWNERS = 20_000


class OwnerAway(Exception):
    """Nobody answers for what was asked, and nobody has taken it over yet."""


class Replaced(Exception):
    """Whoever was asked owns it no more, and will not answer."""


@dataclass(slots=True, eq=False)
class Carrier:
    bus: Bus | None = None
    """None = NATS has not been found yet."""
    away_seconds: float = AWAY_SECONDS
    background: Supervisor = field(default_factory=Supervisor)
    fates: Counter[str] = field(default_factory=Counter)
    """How often a request was carried, sent again, or given up."""
    _owners: dict[str, str] = field(default_factory=dict)
    """By key, as it was heard last."""
    waiting: set[asyncio.Timeout] = field(default_factory=set)

    async def carry(self, request: WebRequest, seconds: float | None = None) -> WebAnswer:
        """The answer with its body; `seconds`: the time in which an owner must be found. Raises OwnerAway."""
        seconds = seconds or self.away_seconds
        until, again = monotonic() + seconds, safe_twice(request)
        for pause in chain(OWNER_PAUSES_SECONDS, repeat(OWNER_PAUSES_SECONDS[-1])):
            if monotonic() + pause > until:
                break
            await asyncio.sleep(pause)
            try:
                answer = await self._answered(request, OWNER_ANSWER_SECONDS[not again])
            except NobodyThere:
                self._owners.pop(request.key, None)
            except (Replaced, Unanswered) as why:
                self._owners.pop(request.key, None)
                log.warning("no answer", extra={"facts": {"key": request.key, "why": type(why).__name__}})
                if not again:
                    break
                again, until = False, monotonic() + seconds
                self.fates["sent again"] += 1
            else:
                self.fates["carried"] += 1
                return answer
        self.fates["given up"] += 1
        raise OwnerAway

    async def _answered(self, request: WebRequest, seconds: float) -> WebAnswer:
        """Raises NobodyThere where nothing has been done, Unanswered and Replaced where it may have been."""
        if self.bus is None or not self.bus.up:
            raise NobodyThere
        owner = NO_OWNER if request.key == NO_OWNER else self._owners.get(request.key) or await self._taken(request.key)
        if owner == NO_OWNER:
            return await self.bus.ask_some_worker(ANY_WORKER, request, WebAnswer)
        answer = await self._asked(owner, request, seconds)
        if answer.misdirected:
            raise NobodyThere
        return answer

    async def _taken(self, key: str) -> str:
        """The owner as the workers say, or `NO_OWNER` where there is nothing to own. Raises NobodyThere."""
        assert self.bus is not None
        taken = await self.bus.owner(key)
        if taken.unknown:
            return NO_OWNER
        if not taken.owner:
            raise NobodyThere
        if len(self._owners) >= MOST_OWNERS:
            self._owners.clear()
        self._owners[key] = taken.owner
        return taken.owner

    async def _asked(self, owner: str, request: WebRequest, seconds: float) -> WebAnswer:
        """The owner's answer, for as long as it lives. Raises NobodyThere, Unanswered, Replaced."""
        assert self.bus is not None
        wondering: list[asyncio.Task[None]] = []

        def wonder() -> None:
            work = self.background.begin("wondering", lambda: self._wonder(owner, request.key, waiting))
            wondering.append(work)

        timer = asyncio.get_running_loop().call_later(UNANSWERED_SECONDS, wonder)
        try:
            async with asyncio.timeout(None) as waiting:
                self.waiting.add(waiting)
                return await self.bus.ask(f"own.{token_of(request.key)}.web", request, WebAnswer, seconds)
        except TimeoutError:
            raise Replaced from None
        finally:
            self.waiting.discard(waiting)
            timer.cancel()
            for work in wondering:
                work.cancel()

    async def _wonder(self, owner: str, key: str, waiting: asyncio.Timeout) -> None:
        """Look again and again who owns it; if it is another one, or long nobody, nobody waits any longer."""
        until = monotonic() + AWAY_SECONDS - UNANSWERED_SECONDS
        while monotonic() < until:
            with suppress(NobodyThere):
                if await self._taken(key) != owner:
                    break
                until = monotonic() + AWAY_SECONDS
            await asyncio.sleep(WONDER_AGAIN_SECONDS)
        _give_up(waiting)

    def connection_lost(self) -> None:
        """What was under way to us is lost; it may have been carried out."""
        for waiting in self.waiting:
            _give_up(waiting)


def _give_up(waiting: asyncio.Timeout) -> None:
    if not waiting.expired():
        waiting.reschedule(asyncio.get_running_loop().time())


def safe_twice(request: WebRequest) -> bool:
    """It reads, or its command is known by a name, and carried out once."""
    names = {name for name, _ in request.headers}
    return request.method in READING or b"command_id" in request.body or b"idempotency-key" in names


# Pages

RawHeader: TypeAlias = tuple[bytes, bytes]
KeptAddress: TypeAlias = tuple[bytes, bytes, bool, str, str]
"""Address with its query, host, whether gzip is taken, language, scheme."""

UNTIL_TOLD_SECONDS = 10.0
"""Seconds that a page is shown without asking at most, although nobody has said that its tournament goes on."""
ANY_PAGE_SECONDS = 1.0
BEHIND_SECONDS = 30.0
"""Seconds since a page was known to be right, after which it is not shown even while nobody answers."""
LARGEST_KEPT_BYTES = 2 * 1024 * 1024
OVERHEAD_BYTES = 1000

FRESH, STALE = 1, 0


@dataclass(slots=True, eq=False)
class KeptPage:
    token: str
    """That of the lease key of whoever made it; empty = of anybody."""
    headers: tuple[RawHeader, ...]
    body: bytes
    etag: bytes
    by_position: bool
    pages: "KeptPages"
    asked_at: float = 0.0
    """When the request began that it was right at, by `monotonic`."""
    turn: int = 0
    """How often its tournament had gone on then, as far as was heard."""

    @property
    def position(self) -> int:
        """`FRESH` as long as it may be shown without asking."""
        seconds = UNTIL_TOLD_SECONDS if self.by_position else ANY_PAGE_SECONDS
        fresh = self.turn == self.pages.turn(self.token) and monotonic() - self.asked_at < seconds
        return FRESH if fresh else STALE

    def confirmed(self, asked_at: float, turn: int, by_position: bool) -> None:
        """Its worker says that it is still right."""
        self.asked_at, self.turn, self.by_position = asked_at, turn, by_position

    @property
    def age(self) -> float:
        return monotonic() - self.asked_at


@dataclass(slots=True, eq=False)
class KeptPages:
    """Bounded in octets; the page that nobody asked for longest goes first."""

    limit: int = 32 * 1024 * 1024
    octets: int = 0
    _pages: OrderedDict[KeptAddress, KeptPage] = field(default_factory=OrderedDict)
    _turns: Counter[str] = field(default_factory=Counter)
    _all: int = 0
    """How often every page was doubted at once."""

    def turn(self, token: str) -> int:
        return self._turns[token] + self._all

    def went_on(self, token: str) -> None:
        """Its pages are to be asked for again."""
        self._turns[token] += 1

    def doubt_all(self) -> None:
        """Something has happened that many pages show, or ticks may have been missed."""
        self._all += 1

    def find(self, address: KeptAddress) -> KeptPage | None:
        page = self._pages.get(address)
        if page is not None:
            self._pages.move_to_end(address)
        return page

    def keep(self, address: KeptAddress, token: str, answer: WebAnswer, asked_at: float, turn: int) -> KeptPage | None:
        """The answer as a page that everybody may get; None = it is none."""
        self._forget(address)
        etag = _of(answer.headers, b"etag")
        if answer.status != 200 or len(answer.body) > LARGEST_KEPT_BYTES or not _for_everybody(answer.headers):
            return None
        page = KeptPage(token, answer.headers, answer.body, etag, answer.by_position, self, asked_at, turn)
        self._pages[address] = page
        self.octets += _size(page)
        while self.octets > self.limit and len(self._pages) > 1:
            self._forget(next(iter(self._pages)))
        return page

    def _forget(self, address: KeptAddress) -> None:
        page = self._pages.pop(address, None)
        if page is not None:
            self.octets -= _size(page)


def kept_place(url: bytes, headers: Sequence[RawHeader], scheme: str) -> KeptAddress | None:
    """The address under which the answer to a GET is kept; None for anything unusual."""
    found = asked(url, headers)
    if found is None:
        return None
    (_, host, gzip, preferred, chosen, _), _ = found
    return url, host, gzip, _language(chosen, preferred), scheme


@lru_cache(maxsize=4096)
def _language(chosen: bytes, preferred: bytes) -> str:
    return negotiate(chosen.decode("latin-1"), preferred.decode("latin-1"))


def _for_everybody(headers: Iterable[RawHeader]) -> bool:
    said = dict(headers)
    words = {word.strip() for word in said.get(b"cache-control", b"").split(b",")}
    return b"public" in words and b"no-store" not in words and b"set-cookie" not in said


def _of(headers: Iterable[RawHeader], name: bytes) -> bytes:
    return next((value for known, value in headers if known == name), b"")


def _size(page: KeptPage) -> int:
    return len(page.body) + OVERHEAD_BYTES


# The gateway


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
        name, hub, bus = process_name(self.port), self.feed.hub, self.carrier.bus
        lag_seconds = max(late, default=0) / 1000
        return self.figures.about(GATEWAY, name, bus, hub.sockets, self.background, lag_seconds=lag_seconds)

    async def _went_on(self, message: Msg) -> None:
        """A stream has a new entry: of a tournament, or of something that many pages show."""
        token = message.subject.removeprefix("pos.")
        if token.startswith(token_of(OF_TOURNAMENT)):
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
        try:
            request = await web_request(scope, receive)
        except ClientDisconnect:
            return  # they have left in the middle of their question: nobody waits for an answer
        kept_at = kept_address(scope, request)
        answer = await (self.carrier.carry(request) if kept_at is None else self._page(scope, request, kept_at))
        if request.method not in READING and answer.status < 400:
            self.pages.went_on(token_of(request.key))
        await send({"type": "http.response.start", "status": answer.status, "headers": passed_back(answer.headers)})
        await send({"type": "http.response.body", "body": answer.body})

    async def _give_room(self, scope: Scope) -> None:
        """Who has logged in, or a key, may send more than a stranger: a worker says who has, before it is read.

        A hall that ships its journal is known by the answer to its question how far that goes.
        """
        if scope["method"] in READING:
            return
        names = dict(scope["headers"])
        small = len(names.get(b"content-length", b"")) < len(str(MAX_BODY_BYTES_BEFORE_LOGIN))
        unknown = b"authorization" not in names and f"{COOKIE}=".encode() not in names.get(b"cookie", b"")
        if unknown or (small and b"transfer-encoding" not in names):
            return
        of_a_program = scope["raw_path"] if scope["path"].startswith(f"{MIRROR_PATH}/") else ABOUT_A_KEY
        asked = web_request_of(scope, HOUSE, "GET", of_a_program if b"authorization" in names else FOR_THOSE_INSIDE)
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
    """As it is carried: whole, without what is said between two programs alone. Raises Stopped, ClientDisconnect."""
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
