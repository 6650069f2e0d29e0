"""The past of a journal: where in it `?at=` is, and the queue before the archive.

A replay of a large tournament takes a second, so it is made in a thread. Two at once would not be ready sooner,
as threads share the interpreter, and would take twice as much from the hall.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime, time

from domain.records import dataclass
from server.journal import Entry


class NotAMoment(ValueError):
    """Neither a journal position nor a time."""


@dataclass(frozen=True, slots=True)
class AskedMoment:
    """The moment of a journal that `?at=` means."""

    position: int
    """The newest entry that was written by then."""
    time: datetime | None = None
    """In UTC; None = a position was asked for."""
    not_yet: int | datetime | None = None
    """The position or the time, if it is still to come."""


def moment_in(entries: Sequence[Entry], wanted: str, now: datetime) -> AskedMoment:
    """A position, or an ISO time; one without a zone is UTC, and a plus sign that an address turned into a space is
    one again. Raises `NotAMoment`.
    """
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10:
        asked, last = int(wanted), len(entries)
        return AskedMoment(max(1, min(asked, last)), not_yet=asked if asked > last else None)
    try:
        when = datetime.fromisoformat(wanted.replace(" ", "+") if "T" in wanted else wanted)
        when = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise NotAMoment(wanted) from None
    position = max(1, bisect_right(entries, when, key=lambda entry: entry.recorded_at))
    return AskedMoment(position, when, when if when > now else None)


MAX_WAITING_QUESTIONS = 16
"""Questions that may wait while one is answered."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, and for one journal the exact entry: what was written together has the same time."""

    time: datetime
    stream: str = ""
    position: int = 0

    def position_in(self, stream: str, entries: Sequence[Entry]) -> int:
        if stream == self.stream:
            return self.position
        return bisect_right(entries, self.time, key=lambda entry: entry.recorded_at)


def dated(asked: str, now: datetime) -> str:
    """`14:05` as the one of today in the zone of `now`; everything else as it is."""
    try:
        return datetime.combine(now, time.fromisoformat(asked), now.tzinfo).isoformat() if ":" in asked else asked
    except ValueError:
        return asked
