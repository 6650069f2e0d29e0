"""Looking into the past: where in the journals `?at=` is, and the queue before the archive.

A replay of a large tournament takes a second, so it is made in a thread. Two at once would not be
ready sooner, as threads share the interpreter, and would take twice as much from the hall.
"""

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, time

from server.journal import Entry

MAX_WAITING_QUESTIONS = 16
"""Questions that may wait while one is answered."""

RETRY_AFTER = {"Retry-After": "10"}
"""Seconds until a refused question is worth another try."""


class ArchiveFull(Exception):
    """As many are waiting for a look into the past as may wait."""


class Archive:
    """One reader at a time: each address in turn, and of an address in the order in which they came."""

    def __init__(self, waiting: int = MAX_WAITING_QUESTIONS) -> None:
        self._most = waiting
        self._reading = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the first has the next turn."""

    @asynccontextmanager
    async def turn(self, address: str = "") -> AsyncIterator[None]:
        """Wait for the turn and have it; raises `ArchiveFull` when too many wait, or too many of this address."""
        if self._reading:
            await self._wait(address)
        self._reading = True
        try:
            yield
        finally:
            self._call_the_next()

    async def _wait(self, address: str) -> None:
        self._make_room(address)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._leave(address, called)
            elif called.exception() is None:
                self._call_the_next()
            raise

    def _make_room(self, address: str) -> None:
        """Make room where all places are taken: the address with most loses its last one to one with fewer."""
        if sum(map(len, self._waiting.values())) < self._most:
            return
        crowd = max(self._waiting, key=lambda other: len(self._waiting[other]), default=address)
        if len(self._waiting.get(crowd, ())) <= len(self._waiting.get(address, ())) + 1:
            raise ArchiveFull
        last = self._waiting[crowd][-1]
        self._leave(crowd, last)
        if not last.done():
            last.set_exception(ArchiveFull())

    def _call_the_next(self) -> None:
        """The reader who came first from the address whose turn it is; the address goes to the end of the line."""
        self._reading = False
        while self._waiting and not self._reading:
            address = next(iter(self._waiting))
            called = self._waiting[address][0]
            self._leave(address, called)
            if address in self._waiting:
                self._waiting[address] = self._waiting.pop(address)
            if not called.done():
                self._reading = True
                called.set_result(None)

    def _leave(self, address: str, called: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(address, deque())
        if called in queue:
            queue.remove(called)
        if not queue:
            self._waiting.pop(address, None)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, and for one journal the exact entry: what was written together has the same time."""

    time: datetime
    stream: str = ""
    position: int = 0

    def position_in(self, stream: str, entries: Sequence[Entry]) -> int:
        """The position of this journal at that moment."""
        if stream == self.stream:
            return self.position
        return bisect_right(entries, self.time, key=lambda entry: entry.recorded_at)


def dated(asked: str, now: datetime) -> str:
    """`14:05` as the one of today in the zone of `now`; everything else as it is."""
    try:
        return datetime.combine(now, time.fromisoformat(asked), now.tzinfo).isoformat() if ":" in asked else asked
    except ValueError:
        return asked
