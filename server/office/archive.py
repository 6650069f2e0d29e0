"""Looking into the past: where in the journals `?at=` is, and the queue before the archive.

A replay of a large tournament takes a second, so it is made in a thread. Two at once would not be
ready sooner, as threads share the interpreter, and would take twice as much from the hall.
"""

import asyncio
from bisect import bisect_right
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, time

from server.journal import Entry

WAITING = 16
"""Questions that may wait while one is answered."""

RETRY_AFTER = {"Retry-After": "10"}
"""Seconds until a refused question is worth another try."""


class ArchiveFull(Exception):
    """As many are waiting for a look into the past as may wait."""


class Archive:
    """One reader at a time, in the order in which they came."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._places = waiting + 1
        self._reading = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the turn and have it; raises `ArchiveFull` at once when too many wait."""
        if not self._places:
            raise ArchiveFull
        self._places -= 1
        try:
            async with self._reading:
                yield
        finally:
            self._places += 1


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, and for one journal the exact entry: what was written together has the same time."""

    time: datetime
    stream: str = ""
    position: int = 0

    def position_in(self, stream: str, entries: Sequence[Entry]) -> int:
        """How much of this journal had been written by then."""
        if stream == self.stream:
            return self.position
        return bisect_right(entries, self.time, key=lambda entry: entry.recorded_at)


def dated(asked: str, now: datetime) -> str:
    """`14:05` as the one of today in the zone of `now`; everything else as it is."""
    try:
        return datetime.combine(now, time.fromisoformat(asked), now.tzinfo).isoformat() if ":" in asked else asked
    except ValueError:
        return asked
