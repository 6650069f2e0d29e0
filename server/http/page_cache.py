"""Pages as bytes, made once for each position and language and then only copied.

A page is remembered under (path and query, language) with the position it was made at; a newer
position makes it anew. Each is kept twice, plain and gzipped, with its ETag.
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

MIN_PACKED_BYTES = 500


@dataclass(frozen=True, slots=True)
class PageBody:
    """The body that a page builder makes."""

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
        """The remembered page if it is of this `stamp`."""
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


def answer(request: Request, page: Page, language: str) -> Response:
    """The page for this request: 304 if the browser has it, gzipped if it can take it.

    Even a page of the past is asked for again each time: somebody may have become anonymous.
    """
    headers = {
        "ETag": page.etag,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
        "Cache-Control": "public, no-cache",
        "Content-Language": language,
    }
    if page.body.attachment:
        headers["Content-Disposition"] = f'attachment; filename="{page.body.attachment}"'
    if _has(request.headers.get("if-none-match", ""), page.etag):
        return Response(status_code=304, headers=headers)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=page.body.media_type)
    return Response(page.body.content, headers=headers, media_type=page.body.media_type)


def _has(sent: str, etag: str) -> bool:
    """If-None-Match compares weakly (RFC 9110, 13.1.2)."""
    return sent.strip() == "*" or etag in {tag.strip().removeprefix("W/") for tag in sent.split(",")}
