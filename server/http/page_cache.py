"""Pages as bytes, made once for each position and language and then only copied; ready ones go out at once.

A page is remembered under (path and query, language) with the position it was made at; a newer
position makes it anew. Each is kept twice, plain and gzipped, with its ETag.
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import field
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from domain.records import dataclass

LANGUAGE_COOKIE = "lang"
CHOSEN_BY_COOKIE = LANGUAGE_COOKIE.encode()
MIN_PACKED_BYTES = 500


@dataclass(frozen=True, slots=True)
class PageBody:
    content: bytes
    media_type: str
    attachment: str = ""
    """File name for a download; empty = shown in the browser."""


@dataclass(frozen=True, slots=True)
class Page:
    stamp: object
    """The object it was made from; a different one means that it is out of date."""
    body: PageBody
    packed: bytes
    """Gzipped; empty = not worth it."""
    etag: str


@dataclass(slots=True)
class PageCache:
    """Bounded in octets; the page that nobody asked for longest goes first."""

    limit: int = 32 * 1024 * 1024
    octets: int = 0
    made: int = 0
    served: int = 0
    _pages: OrderedDict[tuple[str, str], Page] = field(default_factory=OrderedDict)

    def page(self, key: tuple[str, str], stamp: object, make: Callable[[], PageBody]) -> Page:
        """The remembered page if it is of this `stamp`, else a new one."""
        return self.known(key, stamp) or self.keep(key, packed(key, stamp, make()))

    def known(self, key: tuple[str, str], stamp: object) -> Page | None:
        self.served += 1
        known = self._pages.get(key)
        if known is None or known.stamp != stamp:
            return None
        self._pages.move_to_end(key)
        return known

    def keep(self, key: tuple[str, str], page: Page) -> Page:
        """Remember a new page in place of the old one; what is too much is forgotten."""
        self.made += 1
        self._forget(key)
        self._pages[key] = page
        self.octets += _size(page)
        while self.octets > self.limit and len(self._pages) > 1:
            self._forget(next(iter(self._pages)))
        return page

    def forget(self, tournaments: Collection[str]) -> None:
        """These have left memory: the address of a page of a tournament ends in `#` and its name."""
        for key in [key for key in self._pages if key[0].rpartition("#")[2] in tournaments]:
            self._forget(key)

    def _forget(self, key: tuple[str, str]) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self.octets -= _size(page)


def packed(key: tuple[str, str], stamp: object, body: PageBody) -> Page:
    """A page as it is kept: gzipped if that is worth it, and with its ETag."""
    small = gzip.compress(body.content, 6, mtime=0) if len(body.content) >= MIN_PACKED_BYTES else b""
    mark = hashlib.sha256(f"{key}{stamp}".encode() + body.content).hexdigest()[:20]
    return Page(stamp, body, small, f'"{mark}"')


def _size(page: Page) -> int:
    return len(page.body.content) + len(page.packed) + 200


def has_it(sent: str, etag: str) -> bool:
    """The `If-None-Match` that was sent names this page; compared weakly (RFC 9110, 13.1.2)."""
    return sent.strip() == "*" or etag in {tag.strip().removeprefix("W/") for tag in sent.split(",")}


# What a cache on the way may keep. One that knows no position could show what is over, and many tell languages apart by
# nothing but the address. So pages are asked for each time; data, which have no language, may be a second old, and come
# from the cache while it asks again. That it may do so is said in a header of its own (RFC 9213): a browser that did
# the same would show a script, which asks because something has changed, what it was before.

DATA_TYPE = "application/json"
NO_STORE, FOR_ONE_READER = "no-store", "private, no-cache"
CDN_HEADER = "CDN-Cache-Control"
FOR_A_DAY = {"Cache-Control": "public, max-age=86400, immutable"}
"""Of a photo: it may be erased, and then no cache keeps it for ever."""
OF_PAGES = {"Vary": "Accept-Encoding, Accept-Language, Cookie", "Cache-Control": "public, no-cache"}
OF_DATA = {
    "Vary": "Accept-Encoding",
    "Cache-Control": "public, max-age=0, s-maxage=1",
    CDN_HEADER: "public, max-age=1, stale-while-revalidate=5",
}


def only_for(response: Response, who: str) -> None:
    """Nobody on the way keeps it: `NO_STORE` or `FOR_ONE_READER`."""
    response.headers["Cache-Control"] = who
    del response.headers[CDN_HEADER]


def for_pages_of_others(response: Response) -> Response:
    """Data that everybody may read: a script on any other site, too."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    return response


def answer(request: Request, page: Page, language: str) -> Response:
    """The page for this request: 304 if the browser has it, gzipped if it can take it.

    Even a page of the past is asked for again each time: somebody may have become anonymous.
    """
    as_data = page.body.media_type == DATA_TYPE
    headers = {"ETag": page.etag, **(OF_DATA if as_data else {**OF_PAGES, "Content-Language": language})}
    if page.body.attachment:
        headers["Content-Disposition"] = f'attachment; filename="{page.body.attachment}"'
    if has_it(request.headers.get("if-none-match", ""), page.etag):
        return Response(status_code=304, headers=headers)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=page.body.media_type)
    return Response(page.body.content, headers=headers, media_type=page.body.media_type)


# Public pages that are ready go out as bytes before any request object is made.
# Three parts. `ReadyPages` remembers whole answers by what the reader sent; an answer is good for as long as the
# tournament stands at the position it was made from. `Remember`, the outermost middleware, puts answers in: those
# that `server/routes/public.py` admits by `admit()`. `fast_protocol(ready)` is uvicorn's HTTP protocol with one
# question before each request: is this ready? Other pages, and all that is asked for in an unusual way, take the
# ordinary road and give the same bytes.
# Requests answered here are counted (`ReadyPages.served`), not logged one by one. `tests/public/test_fast_path.py`
# fails when uvicorn changes one of the names used here.

ADMITTED = "tablo.admitted"
MAX_PREFERENCE_BYTES = 120
UNUSUAL = frozenset({b"range", b"authorization", b"expect", b"transfer-encoding", b"content-length", b"upgrade"})

PageKey = tuple[bytes, bytes, bool, bytes, bytes, bytes]
"""Address, host, whether gzip is taken, preferred languages, chosen language, forwarded scheme."""

RawHeaders = Iterable[tuple[bytes, bytes]]


class PageSource(Protocol):
    """What a page was made from: a tournament in memory."""

    @property
    def position(self) -> int: ...


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """Bytes to send: status line, then the date of the moment, then the rest."""

    standing: PageSource
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
        found = asked(url, headers)
        if found is None:
            return None
        key, known = found
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
        found = asked(url, headers)
        if found is None:
            return
        self._forget(found[0])
        self._answers[found[0]] = answer
        self.octets += len(answer.body)
        while len(self._answers) > self.most_answers or self.octets > self.most_octets:
            self._forget(next(iter(self._answers)))

    def forget(self, standings: Collection[PageSource]) -> None:
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


def asked(url: bytes, headers: RawHeaders) -> tuple[PageKey, bytes] | None:
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
    for part in cookie.split(b";"):
        name, _, value = part.strip().partition(b"=")
        if name == CHOSEN_BY_COOKIE:
            return value
    return b""


def admit(scope: Scope, standing: PageSource, position: int) -> None:
    """This answer depends only on the address, the language and the tournament at `position`."""
    scope[ADMITTED] = standing, position
