"""Public pages that are ready go out as bytes before any request object is made.

Three parts. `ReadyPages` remembers whole answers by what the reader sent; an answer is good for as long as the
tournament stands at the position it was made from. `Remember`, the outermost middleware, puts answers in: those that
`server/routes/public.py` admits by `admit()`. `fast_protocol(ready)` is uvicorn's HTTP protocol with one question
before each request: is this ready? Other pages, and all that is asked for in an unusual way, take the ordinary road
and give the same bytes.

Requests answered here are counted (`ReadyPages.served`), not logged one by one.
`tests/public/test_fast_path.py` fails when uvicorn changes one of the names used here.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.office.stream import Standing

ADMITTED = "tablo.admitted"
MAX_PREFERENCE_BYTES = 120
UNUSUAL = frozenset({b"range", b"authorization", b"expect", b"transfer-encoding", b"content-length", b"upgrade"})

PageKey = tuple[bytes, bytes, bool, bytes, bytes, bytes]
"""Address, host, whether gzip is taken, preferred languages, chosen language, forwarded scheme."""

RawHeaders = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """Bytes to send: status line, then the date of the moment, then the rest."""

    standing: Standing
    position: int
    etag: bytes
    head: bytes
    """Header lines without the date, with the empty line at the end."""
    body: bytes


@dataclass(slots=True)
class ReadyPages:
    """Bounded in number and octets; the oldest answer goes first."""

    most_answers: int = 20_000
    most_octets: int = 32 * 1024 * 1024
    served: int = 0
    octets: int = 0
    _answers: dict[PageKey, ReadyAnswer] = field(default_factory=dict)

    def find(self, url: bytes, headers: RawHeaders) -> tuple[ReadyAnswer, bool] | None:
        """A ready answer, and whether the reader has it already; None = the ordinary road."""
        asked = _asked(url, headers)
        if asked is None:
            return None
        key, known = asked
        answer = self._answers.get(key)
        if answer is None:
            return None
        if answer.standing.position != answer.position:
            self._forget(key)
            return None
        if known and known != answer.etag:
            return None
        self.served += 1
        return answer, bool(known)

    def put(self, url: bytes, headers: RawHeaders, answer: ReadyAnswer) -> None:
        asked = _asked(url, headers)
        if asked is None:
            return
        self._forget(asked[0])
        self._answers[asked[0]] = answer
        self.octets += len(answer.body)
        while len(self._answers) > self.most_answers or self.octets > self.most_octets:
            self._forget(next(iter(self._answers)))

    def forget(self, standings: Collection[Standing]) -> None:
        """These tournaments have left memory."""
        for key in [key for key, answer in self._answers.items() if answer.standing in standings]:
            self._forget(key)

    def clear(self) -> None:
        """Something has changed that the head of pages shows beside their tournament: a festival."""
        self._answers.clear()
        self.octets = 0

    def _forget(self, key: PageKey) -> None:
        answer = self._answers.pop(key, None)
        if answer is not None:
            self.octets -= len(answer.body)


def _asked(url: bytes, headers: RawHeaders) -> tuple[PageKey, bytes] | None:
    """The key of an answer, and the ETag the reader has; None for anything unusual."""
    host = preferred = cookie = known = scheme = b""
    gzip = False
    for name, value in headers:
        if name == b"host":
            if host:
                return None
            host = value
        elif name == b"accept-encoding":
            gzip = b"gzip" in value
        elif name == b"accept-language":
            preferred = value
        elif name == b"cookie":
            cookie = value
        elif name == b"if-none-match":
            known = value
        elif name == b"x-forwarded-proto":
            scheme = value
        elif name in UNUSUAL:
            return None
    if len(preferred) > MAX_PREFERENCE_BYTES:
        return None
    return (url, host, gzip, preferred, _chosen(cookie) if cookie else b"", scheme), known


def _chosen(cookie: bytes) -> bytes:
    """The reader's language among the cookies."""
    for part in cookie.split(b";"):
        name, _, value = part.strip().partition(b"=")
        if name == b"lang":
            return value
    return b""


def admit(scope: Scope, standing: Standing, position: int) -> None:
    """This answer depends on nothing but the address, the language and the tournament at `position`."""
    scope[ADMITTED] = standing, position


class Remember:
    """The outermost middleware: what was admitted is kept exactly as it was sent."""

    def __init__(self, app: ASGIApp, ready: ReadyPages) -> None:
        self.app = app
        self.ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
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
        if (
            start.get("status") != 200
            or b"set-cookie" in names
            or b"etag" not in names
            or standing.position != position
        ):
            return
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        etag = next(value for name, value in headers if name == b"etag")
        query = scope["query_string"]
        url = scope["raw_path"] + (b"?" + query if query else b"")
        self.ready.put(url, scope["headers"], ReadyAnswer(standing, position, etag, lines + b"\r\n", body))
