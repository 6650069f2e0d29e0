"""A hall ships its journal to a public mirror, which is the same program, whenever the network is there.

    GET /api/mirror/<stream>    the mirror's head: {"version": 17, "hash": "..."}
    PUT /api/mirror/<stream>    rows that continue it, one canonical line each (gzip welcome); the new head

Both want `Authorization: Bearer <token>`. The mirror checks the hash chain before it stores anything, so what it
has is a true beginning of the hall's journal, whatever the network did. A PUT that does not continue the mirror's
head is answered with 409 and that head; the sender goes on from there.
"""

import asyncio
import gzip
import hmac
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request as Call
from urllib.request import urlopen

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server.journal import AsyncJournal, BrokenChain, Follower, Head, Journal, JournalTrouble, UnknownEvent
from server.journal.chain import GENESIS
from server.journal.reading import about, in_commands

ROWS = 1000
"""Rows in one request; with gzip about 40 kB."""
LARGEST = 64 * 1024 * 1024
"""Of a request, unpacked."""
TIMEOUT = 30.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before the mirror is tried again, doubled each time."""
OF_THE_HOUSE = frozenset({"hall", "stewards"})
"""What the hall shows and who works there is no business of the public mirror."""

EMPTY = Head(0, GENESIS)
encode = msgspec.json.Encoder().encode


class TokenRefused(Exception):
    """The mirror does not know us."""


@dataclass(eq=False)
class MirrorAway(Exception):
    """No network, no mirror, or a mirror in trouble: worth trying again."""

    why: str


@dataclass(eq=False)
class Diverged(JournalTrouble):
    """The mirror's entries are not a beginning of ours."""

    stream: str
    version: int

    def __str__(self) -> str:
        return f"The mirror has another history of {self.stream} up to entry {self.version}; nothing was sent."


@dataclass(frozen=True, slots=True)
class Mirror:
    """The other end, as the sender sees it."""

    url: str
    token: str

    def head(self, stream: str) -> Head:
        return self._call("GET", stream, b"")

    def put(self, stream: str, lines: Sequence[bytes]) -> Head:
        """The mirror's head afterwards, also if it did not want the lines."""
        return self._call("PUT", stream, gzip.compress(b"\n".join(lines), 6, mtime=0))

    def _call(self, method: str, stream: str, body: bytes) -> Head:
        """Raises `TokenRefused`, `MirrorAway`."""
        address = f"{self.url.rstrip('/')}/api/mirror/{quote(stream, safe='')}"
        call = Call(address, data=body or None, method=method)
        call.add_header("Authorization", f"Bearer {self.token}")
        call.add_header("Content-Type", "application/jsonl")
        if body:
            call.add_header("Content-Encoding", "gzip")
        try:
            with urlopen(call, timeout=TIMEOUT) as answer:
                return msgspec.json.decode(answer.read(), type=Head)
        except HTTPError as error:
            return _refused(error)
        except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
            raise MirrorAway(_why(error)) from error
        except (msgspec.DecodeError, ValueError) as error:
            raise MirrorAway(f"{address} is no mirror") from error


def _why(error: Exception) -> str:
    """The operating system's words, without its number."""
    reason = getattr(error, "reason", error)
    words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return f"the mirror does not answer ({words.lower()})"


def _refused(error: HTTPError) -> Head:
    """409 is an answer."""
    with error:
        body = error.read()
    if error.code in (401, 403):
        raise TokenRefused from error
    if error.code != 409:
        raise MirrorAway(f"the mirror answers {error.code} {error.reason}") from error
    return msgspec.json.decode(body, type=Head)


def push(journal: Journal, mirror: Mirror, stream: str) -> int:
    """Send what the mirror does not have; how many entries. Raises `Diverged`, `MirrorAway`, `TokenRefused`."""
    head, sent = mirror.head(stream), 0
    _same_history(journal, stream, head)
    for chunk in in_commands(list(journal.lines(stream, head.version)), ROWS):
        last = about(stream, 0, chunk[-1])
        head = mirror.put(stream, chunk)
        if head != Head(last.version, last.hash):
            _same_history(journal, stream, head)
            return sent + push(journal, mirror, stream)
        sent += len(chunk)
    return sent


def _same_history(journal: Journal, stream: str, head: Head) -> None:
    if head == EMPTY:
        return
    mine = list(journal.lines(stream, head.version - 1, head.version))
    if not mine or about(stream, head.version, mine[0]).hash != head.hash:
        raise Diverged(stream, head.version)


def ship(journal: Journal, mirror: Mirror, only: Sequence[str], once: bool, say: Callable[[str], object]) -> None:
    """Keep the mirror up to date until interrupted, or with `once` until it has everything there is now."""
    with journal.follow() as follower:
        waiting = {info.stream for info in journal.streams() if _wanted(info.stream, only)}
        pause = FIRST_PAUSE
        while True:
            away = _push_all(journal, mirror, waiting, say)
            if away is None:
                pause = FIRST_PAUSE
                if once:
                    return
            else:
                say(f"{away.why}; trying again in {pause:.0f} s\n")
            found = _changed(follower, None if away is None else pause)
            waiting |= {stream for stream in found if _wanted(stream, only)}
            pause = min(pause * 2, LONGEST_PAUSE) if away else pause


def _push_all(journal: Journal, mirror: Mirror, waiting: set[str], say: Callable[[str], object]) -> MirrorAway | None:
    """Streams that arrived no longer wait; the first that could not be sent ends the attempt."""
    for stream in sorted(waiting):
        try:
            sent = push(journal, mirror, stream)
        except MirrorAway as away:
            return away
        waiting.discard(stream)
        say(f"{stream}: {sent} entries sent\n")
    return None


def _wanted(stream: str, only: Sequence[str]) -> bool:
    return stream in only if only else stream not in OF_THE_HOUSE


def _changed(follower: Follower, pause: float | None) -> Iterator[str]:
    """Streams with new entries: after `pause` seconds, or without a pause as soon as there are some."""
    if pause is None:
        while not (found := follower.wait(LONGEST_PAUSE)):
            continue
        yield from (entry.stream for _, entry in found)
        return
    end = monotonic() + pause
    while (left := end - monotonic()) > 0:
        yield from (entry.stream for _, entry in follower.wait(left))


def mirror_routes(token: str) -> list[Route]:
    """To be mounted at `/api/mirror`; `app.state.office.journal` is the mirror's journal. No token: no mirror."""

    async def head(request: Request) -> Response:
        return refused(request) or _answer(await _head(_journal(request), _stream(request)))

    async def receive(request: Request) -> Response:
        return refused(request) or await take(_journal(request), _stream(request), request)

    def refused(request: Request) -> Response | None:
        if not token:
            return JSONResponse({"error": "this server is no mirror"}, 404)
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return None if hmac.compare_digest(given.encode(), token.encode()) else JSONResponse({"error": "token"}, 401)

    return [
        Route("/{stream}", head, methods=["GET"]),
        Route("/{stream}", receive, methods=["PUT"]),
    ]


async def take(journal: AsyncJournal, stream: str, request: Request) -> Response:
    """Store rows that continue the head; any others change nothing."""
    try:
        lines = unpacked(await request.body(), request.headers.get("content-encoding", "")).split(b"\n")
        first = about(stream, 0, lines[0])
        before = await _head(journal, stream)
        if first.version != before.version + 1:
            return _answer(before, 409)
        await asyncio.to_thread(journal.journal.adopt, stream, [line for line in lines if line])
    except (BrokenChain, UnknownEvent, NotRows) as trouble:
        after = await _head(journal, stream)
        return JSONResponse({"error": str(trouble), "version": after.version, "hash": after.hash}, 422)
    return _answer(await _head(journal, stream))


@dataclass(eq=False)
class NotRows(Exception):
    why: str

    def __str__(self) -> str:
        return self.why


def unpacked(body: bytes, encoding: str) -> bytes:
    """Never more than `LARGEST`, whatever a small body claims to contain. Raises `NotRows`."""
    if encoding != "gzip":
        return body
    unzip = zlib.decompressobj(wbits=31)
    try:
        rows = unzip.decompress(body, LARGEST)
    except zlib.error as error:
        raise NotRows("the body is not gzip") from error
    if unzip.unconsumed_tail or not unzip.eof:
        raise NotRows("the body is too large or cut off")
    return rows


def _journal(request: Request) -> AsyncJournal:
    journal: AsyncJournal = request.app.state.office.journal
    return journal


def _stream(request: Request) -> str:
    stream: str = request.path_params["stream"]
    return stream


async def _head(journal: AsyncJournal, stream: str) -> Head:
    found = next((info for info in await journal.streams() if info.stream == stream), None)
    return EMPTY if found is None else Head(found.version, found.hash)


def _answer(head: Head, status: int = 200) -> Response:
    return Response(encode(head), status, media_type="application/json")
