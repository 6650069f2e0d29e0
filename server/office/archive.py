"""Looking into the past: where in the journals `?at=` is, and the queue before the archive.

A replay of a large tournament takes a second, so it is made in a thread. Two at once would not be
ready sooner, as threads share the interpreter, and would take twice as much from the hall.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from server.journal import Entry

MAX_WAITING_QUESTIONS = 16
"""Questions that may wait while one is answered."""


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
