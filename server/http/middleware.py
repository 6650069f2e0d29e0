"""Middleware around every request: limits, sessions, headers, the access log. Plain ASGI."""

import asyncio
import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from time import perf_counter, thread_time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.auth import SESSION_SECONDS, Access, new_session
from server.http.page_cache import ADMITTED, ReadyAnswer, ReadyPages
from server.http.trouble import PROBLEM_TYPE, problem_octets
from server.notice import ServerNotice, notice
from server.turns import RETRY_AFTER, NoTurn, Turns, neighbourhood
from web.wording import Language, language
from web.wording.language_choice import negotiate

access_log = logging.getLogger("tablo.access")

COOKIE = "tablo"
HOST = re.compile(r"[A-Za-z0-9._\-]+(:[0-9]{1,5})?|\[[0-9a-fA-F:.]+\](:[0-9]{1,5})?")
LONGEST_HOST = 253 + len(":65535")
"""Letters that a name may have (RFC 1035), and its port."""
HOSTS_KNOWN = 64
"""Names by which somebody has asked for this server lately: what follows from one is worked out once."""


@lru_cache(HOSTS_KNOWN)
def is_host(text: str) -> bool:
    """A name or an address of a machine, and perhaps a port, as browsers send them."""
    if len(text) > LONGEST_HOST or not HOST.fullmatch(text):
        return False
    try:
        parts = urlsplit(f"//{text}")
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def content_security_policy(host: str, frames: str = "'none'", video: str = "") -> str:
    """Nothing but our own files; the websocket is named because older browsers do not count it as 'self'.

    `video` is the one other server whose player may stand in the page.
    """
    sockets = f" ws://{host} wss://{host}" if is_host(host) else ""
    framed = video or "'self'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'{sockets}; frame-src {framed}; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        f"frame-ancestors {frames}"
    )


EMBEDDED = "/embed/"
"""Below this stand the pages that others may show within theirs: they have no form and no session."""

WALLS = "/screen/"
"""Below this stand the screens, which the desk shows within its own page; they have no form either."""


PARTS_OF_PAGES = re.compile(r"/static/.*\.(?:css|js|png|woff2)|/t/[^/]+/photos/[^/]+\.(?:jpg|webp)")
"""Files that are never a page: the page says, in 450 bytes, how careful to be with it and its parts."""


def security_headers(host: str, path: str = "") -> dict[str, str]:
    return {name.decode(): value.decode("latin-1") for name, value in raw_security_headers(host, path).items()}


def raw_security_headers(host: str, path: str) -> Mapping[bytes, bytes]:
    if PARTS_OF_PAGES.fullmatch(path):
        return HEADERS_OF_PARTS
    return _headers_of_pages(host, path.startswith(EMBEDDED), path.startswith(WALLS))


HEADERS_OF_PARTS = {b"x-content-type-options": b"nosniff"}


@lru_cache(HOSTS_KNOWN)
def _headers_of_pages(host: str, embedded: bool, wall: bool) -> Mapping[bytes, bytes]:
    said = {
        "Content-Security-Policy": content_security_policy(host, "*" if embedded else "'self'" if wall else "'none'"),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        **({} if embedded else {"X-Frame-Options": "SAMEORIGIN" if wall else "DENY"}),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }
    return {name.lower().encode(): value.encode("latin-1") for name, value in said.items()}


class HttpLayer:
    """One of the layers around the application; websockets pass through it as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return (self.request if scope["type"] == "http" else self.app)(scope, receive, send)

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class SecurityHeaders(HttpLayer):
    """Puts them on every answer but that of a crash, which `server/routes/errors.py` makes outside of all this."""

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = HTTPConnection(scope).headers.get("host", "")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = dict(message["headers"])
                ours = raw_security_headers(host, scope["path"])
                message["headers"] = [*message["headers"], *(one for one in ours.items() if one[0] not in headers)]
            await send(message)

        await self.app(scope, receive, sending)


class KnownHost(HttpLayer):
    """A request with two Host headers, or one that names no machine, is answered with 400: nobody builds on it."""

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = HTTPConnection(scope).headers.getlist("host")
        if len(hosts) <= 1 and (not hosts or not hosts[0] or is_host(hosts[0])):
            await self.app(scope, receive, send)
            return
        code, path = "host-impossible", scope["path"]
        says = notice(code).in_words(_language_of(scope))
        answer: Response = PlainTextResponse(f"{says}\n", 400)
        if path.startswith("/api/") or path.endswith(".json"):
            answer = Response(problem_octets(400, code, says), 400, media_type=PROBLEM_TYPE)
        await answer(scope, receive, send)


def _language_of(scope: Scope) -> Language:
    return language(negotiate(None, HTTPConnection(scope).headers.get("accept-language", "")))


UNDER = ("/desk", "/join", "/enter", "/entry", "/report")
"""The addresses below which somebody may be logged in, or sends a form."""
BELOW = tuple(f"{address}/" for address in UNDER)


class Sessions(HttpLayer):
    """Puts the browser's session on `request.state.session`; a browser without one gets an empty one.

    Only below `UNDER`: readers of public pages and screens get no cookie.
    """

    def __init__(self, app: ASGIApp, access: Access, secure: bool) -> None:
        super().__init__(app)
        self.access = access
        self.secure = secure

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path not in UNDER and not path.startswith(BELOW):
            await self.app(scope, receive, send)
            return
        cookie = HTTPConnection(scope).cookies.get(COOKIE, "")
        known = self.access.read(cookie) if cookie else None
        state = scope.setdefault("state", {})
        state["session"] = known or new_session()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and (known is None or state["session"] is not known):
                value, secure = self.access.sign(state["session"]), "; Secure" if self.secure else ""
                kept = f"{COOKIE}={value}; Path=/; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Lax{secure}"
                MutableHeaders(scope=message).append("Set-Cookie", kept)
            await send(message)

        await self.app(scope, receive, sending)


def entered(scope: Scope) -> bool:
    """Somebody is logged in, as far as `Sessions` has looked."""
    session = scope.get("state", {}).get("session")
    return session is not None and bool(session.entered)


def loggable(path: str) -> str:
    """The link of an invitation, of somebody's own entry or of their reports is a key: it stays out of the log."""
    if path.startswith("/join/"):
        return "/join/..."
    if path.startswith(("/desk/account/join/", "/desk/account/reset/", "/desk/account/confirm/")):
        return "/".join([*path.split("/")[:4], "..."])
    parts = path.split("/")
    if parts[1:2] == ["report"]:
        return "/".join([*parts[:3], "..."])
    own_entry = parts[1:2] in (["enter"], ["entry"]) and parts[3:4] in (["entry"], ["mine"], ["messages"])
    return "/".join([*parts[:4], "..."]) if own_entry else path


class AccessLog(HttpLayer):
    """A line for every answer: path without its query, status, milliseconds. No names, no secrets."""

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            took = (time.perf_counter() - began) * 1000
            facts = {"method": scope["method"], "path": loggable(scope["path"]), "status": status, "ms": round(took, 1)}
            access_log.info("answered", extra={"facts": facts})


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message and the facts of the record."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line.update(facts)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return ONE_LINE.encode(line)


ONE_LINE = json.JSONEncoder(ensure_ascii=False)


def log_to_stderr() -> None:
    """Everything into a file or a pipe; to a person only what is wrong, so that the addresses stay in sight.

    Threads, processes and places in the source, which no line names, are not looked up.
    """
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None  # as the library's HOWTO has it
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True


class Remember(HttpLayer):
    """The outermost middleware: what was admitted is kept exactly as it was sent."""

    def __init__(self, app: ASGIApp, ready: ReadyPages) -> None:
        super().__init__(app)
        self.ready = ready

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        start: Message = {}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif ADMITTED in scope and not message.get("more_body"):
                self._keep(scope, start, message.get("body", b""))
            await send(message)

        await self.app(scope, receive, sending)

    def _keep(self, scope: Scope, start: Message, body: bytes) -> None:
        headers: list[tuple[bytes, bytes]] = list(start.get("headers", ()))
        names = {name for name, _ in headers}
        standing, position = scope[ADMITTED]
        cacheable = start.get("status") == 200 and b"etag" in names and b"set-cookie" not in names
        if not cacheable or standing.position != position:
            return
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        etag = next(value for name, value in headers if name == b"etag")
        query = scope["query_string"]
        url = scope["raw_path"] + (b"?" + query if query else b"")
        self.ready.put(url, scope["headers"], ReadyAnswer(standing, position, etag, lines + b"\r\n", body))


# The door: how many strangers are answered beside the people at the desk.
# One event loop answers everybody, and a result takes it several times for a moment. Were a hundred strangers
# answered between two of these moments, the arbiter would wait for all of them. So whoever is not known at the desk
# has a turn: one after the other, each address in turn. Pages that are ready never come here (`ReadyPages`): they
# cost nothing.
# A turn ends when the answer begins, or when what is asked for waits for something else (a body that comes slowly,
# a thread, a database): then the loop is free, and the next one need not wait. After a turn with much work the loop
# rests twice as long, and while somebody at the desk is being answered nobody is let in. What is made in threads
# has turns of its own (`Snapshots.archive`).

MOST_AT_THE_DOOR = 1000
"""Requests that may wait at the door: a hall of three hundred phones, each with a page and what belongs to it."""
LONG_TURN_SECONDS = 0.002
"""A turn that kept the processor longer is followed by a rest."""
RESTS_BY_TURN = 2.0
"""The rest after it, by the time that it took: a result that comes meets a free loop two times out of three."""
IDLE_TURN_SECONDS = 0.01
"""A turn is over after this time at the latest: a timer comes only when the loop is free."""
COURTESY_SECONDS = 0.1
"""Seconds that the door stays closed at most because somebody at the desk is being answered."""
CLOSED_LOOK_SECONDS = 0.002

KnownAtDesk = Callable[[Scope], bool]
"""Whether a request comes with a key that holds."""


class Door(HttpLayer):
    """Stands inside of `Sessions`, which says who is logged in."""

    def __init__(self, app: ASGIApp, known: KnownAtDesk, waiting: int = MOST_AT_THE_DOOR) -> None:
        super().__init__(app)
        self.known = known
        self.turns = Turns(waiting)
        self.at_desk = 0
        """Requests of people at the desk that are being answered."""

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not entered(scope) and not self.known(scope):
            await self._in_turn(scope, receive, send)
            return
        self.at_desk += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.at_desk -= 1

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        try:
            await self.turns.take(neighbourhood(client[0]) if client else "")
        except NoTurn:
            says = notice("door-full").in_words(_language_of(scope))
            await PlainTextResponse(f"{says}\n", 503, RETRY_AFTER)(scope, receive, send)
            return
        turn = StrangersTurn(self)

        async def sending(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            turn.end()

    def open_again(self, rest: float) -> None:
        """Let in the next one after a rest, as soon as nobody at the desk is being answered."""
        loop = asyncio.get_running_loop()
        closed_until = loop.time() + rest + COURTESY_SECONDS

        def open_now() -> None:
            if self.at_desk and loop.time() < closed_until:
                loop.call_later(CLOSED_LOOK_SECONDS, open_now)
            else:
                self.turns.give_back()

        if rest:
            loop.call_later(rest, open_now)
        else:
            open_now()


class StrangersTurn:
    def __init__(self, door: Door) -> None:
        self._door = door
        self._began = perf_counter()
        self._busy = thread_time()
        self._over = False
        self._timer = asyncio.get_running_loop().call_later(IDLE_TURN_SECONDS, self.end)

    def end(self) -> None:
        if self._over:
            return
        self._over = True
        self._timer.cancel()
        long = thread_time() - self._busy > LONG_TURN_SECONDS
        self._door.open_again(RESTS_BY_TURN * (perf_counter() - self._began) if long else 0.0)


# Limits of request bodies: their size before and after a login, and how many may be unfinished at once. Plain ASGI.
# Before a login a name and a password are all that is sent, so little is held. A body that is too large gets its
# sentence at once; what the browser still sends is read and thrown away by uvicorn, so that the connection is not
# reset before the sentence is read. How slowly a body may come is for `server/http/protocol.py`.

MAX_BODY_BYTES_BEFORE_LOGIN = 64 * 1024
LISTS_PATH = "/desk/rating-lists"
LARGEST_UPLOADS = {LISTS_PATH: 256 * 1024 * 1024}
"""FIDE's zip of 2026 has 48 MB."""
MIRROR_PATH = "/api/mirror"
"""Halls ship their journals to it, with a key of their own."""
UNFINISHED_PER_ADDRESS = 16
"""Bodies of theirs that may be on their way from one address. A login is whole in one packet."""
KILOBYTE = 1024
NO_PATHS: Mapping[str, int] = {}


class BodyLimits(HttpLayer):
    """No body larger than its limit is ever held, whatever its header promised; `Sessions` has passed it before."""

    def __init__(
        self, app: ASGIApp, limit: int, known: Callable[[Scope], bool], larger: Mapping[str, int] = NO_PATHS
    ) -> None:
        """`limit` is for those who are `known`; `larger` are their limits of paths that take files."""
        super().__init__(app)
        self.larger = larger
        self.limit = limit
        self.known = known
        self._unfinished: Counter[str] = Counter()

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = self.known(scope)
        limit = self.larger.get(scope["path"], self.limit) if known else MAX_BODY_BYTES_BEFORE_LOGIN
        body = CountedBody(scope, receive, limit)
        scope.setdefault("state", {})["body"] = body  # who comes with a key may send more
        if known:
            await self.app(scope, body.receive, send)
            return
        client = scope.get("client")
        stranger = Stranger(body, neighbourhood(client[0]) if client else "unknown", self._unfinished)
        try:
            await self.app(scope, stranger.receive, send)
        finally:
            stranger.finished()


class CountedBody:
    def __init__(self, scope: Scope, receive: Receive, limit: int) -> None:
        self.limit = limit
        self.whole = False
        self._receive = receive
        length = Headers(scope=scope).get("content-length", "")
        self._promised = int(length) if length.isascii() and length.isdigit() and len(length) < 19 else 0
        self._come = 0

    async def receive(self) -> Message:
        """Raises Stopped for what is or will be too large."""
        self._refuse_too_large(self._promised)
        message = await self._receive()
        self._come += len(message.get("body", b""))
        self.whole = not message.get("more_body", False)
        self._refuse_too_large(self._come)
        return message

    def _refuse_too_large(self, octets: int) -> None:
        if octets > self.limit:
            raise Stopped(413, notice("too-large", kilobytes=f"{self.limit // KILOBYTE:,}"))


class Stranger:
    """The body of somebody who has not logged in: one of few from their address."""

    def __init__(self, body: CountedBody, address: str, unfinished: Counter[str]) -> None:
        self._body = body
        self._address = address
        self._unfinished = unfinished
        self._counted = False

    async def receive(self) -> Message:
        """Raises Stopped for one too many."""
        if not self._counted and not self._body.whole:
            if self._unfinished[self._address] >= UNFINISHED_PER_ADDRESS:
                raise Stopped(429, notice("too-many-forms"), {"Retry-After": "2"})
            self._counted = True
            self._unfinished[self._address] += 1
        message = await self._body.receive()
        if self._body.whole:
            self.finished()
        return message

    def finished(self) -> None:
        if self._counted:
            self._counted = False
            self._unfinished[self._address] -= 1
            if not self._unfinished[self._address]:
                del self._unfinished[self._address]


class Stopped(HTTPException):
    """An answer that is no page: its status, and what is said."""

    def __init__(self, status: int, notice: ServerNotice, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, str(notice), headers)
        self.notice = notice
