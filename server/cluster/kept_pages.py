"""Pages that the workers have made, kept at the gateway by address, language and position.

A worker says of an answer that it is for everybody, and of some that they depend on the position of their tournament
alone (`WebAnswer.by_position`). Such a page is shown without asking until the tournament goes on, any other for a
second. Then it is asked for again, with its ETag. While nobody answers, a page of a moment ago is better than none.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import lru_cache
from time import monotonic
from typing import TypeAlias

from domain.records import dataclass
from server.cluster.bus import WebAnswer
from server.http.page_cache import asked
from web.wording.language_choice import negotiate

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
