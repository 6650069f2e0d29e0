"""Snapshots by tournament and moment: what pages, feed and screens of one position share."""

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import UTC, datetime, time
from typing import NamedTuple
from weakref import WeakKeyDictionary

from domain.records import dataclass
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot, only_results_since, snapshot
from projections.round.results import for_everybody
from server.journal import Entry
from server.office.tournaments import TournamentOffice
from server.turns import Turns

REMEMBERED_MOMENTS = 16


class _Kept(NamedTuple):
    source: Tournament
    made: Snapshot


@dataclass(slots=True)
class Snapshots:
    """The newest snapshot of each tournament in memory, and a few of the past that somebody has asked for."""

    _newest: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    _at_desk: WeakKeyDictionary[TournamentOffice, _Kept] = field(default_factory=WeakKeyDictionary)
    """With the boards in dispute, of tournaments that have any."""
    _still: WeakKeyDictionary[TournamentOffice, Snapshot] = field(default_factory=WeakKeyDictionary)
    _past: OrderedDict[tuple[str, int, frozenset[EntrantId]], Snapshot] = field(default_factory=OrderedDict)
    archive: Turns = field(default_factory=lambda: Turns(MAX_WAITING_QUESTIONS))
    """Turns of work in a thread."""
    public: Callable[[Tournament], Tournament] = for_everybody
    """The part of a tournament that everybody may see."""

    def now(self, office: TournamentOffice) -> Snapshot:
        """As everybody may see it; made from the one before it, so that a result costs little."""
        return _renewed(self._newest, office, self.public)

    def at_desk(self, office: TournamentOffice) -> Snapshot:
        """The snapshot with the boards in dispute."""
        shared = self.now(office)
        if shared.tournament is office.tournament:
            self._at_desk.pop(office, None)
            return shared
        return _renewed(self._at_desk, office, lambda t: t)

    def forget(self, offices: Iterable[TournamentOffice]) -> None:
        """Empty the snapshots of tournaments that have left memory, which refer to themselves in a circle."""
        for office in offices:
            kept = (self._newest.pop(office, None), self._at_desk.pop(office, None))
            for made in (*(one.made for one in kept if one), self._still.pop(office, None)):
                if made is not None:
                    made.forget()

    async def still(self, office: TournamentOffice) -> Snapshot:
        """The newest moment on a copy that nobody evolves: for long thinking in a thread."""
        known = self._still.get(office)
        if known is None or known.position != office.position:
            known = self._still[office] = await asyncio.to_thread(snapshot, office.tournament.copy())
        return known

    def then(self, office: TournamentOffice, position: int) -> Snapshot:
        """The tournament as it stood at `position`: the journal's beginning, replayed. For a thread, in a turn
        of the archive: of what the loop changes meanwhile it looks only at entries that are written for good.

        Players who have become anonymous since are not named in the past either.
        """
        nameless = office.tournament.anonymous
        key = office.id, position, nameless
        if key not in self._past:
            then = self.public(replay(entry.event for entry in office.entries[:position]))
            self._past[key] = snapshot(then, nameless=nameless)
        self._past.move_to_end(key)
        while len(self._past) > REMEMBERED_MOMENTS:
            self._past.popitem(last=False)
        return self._past[key]


def _renewed(
    kept: WeakKeyDictionary[TournamentOffice, _Kept],
    office: TournamentOffice,
    shown: Callable[[Tournament], Tournament],
) -> Snapshot:
    """A tournament that was shown whole is still shown whole after a result, which disputes nothing."""
    known, now = kept.get(office), office.tournament
    earlier = known.made if known is not None and known.source is now else None
    if earlier is None or earlier.position != office.position:
        same = earlier is not None and earlier.tournament is now and only_results_since(now, earlier.position)
        earlier = snapshot(now if same else shown(now), earlier)
        kept[office] = _Kept(now, earlier)
    return earlier


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


# Looking into the past: where in the journals `?at=` is, and the queue before the archive.
# A replay of a large tournament takes a second, so it is made in a thread. Two at once would not be ready sooner,
# as threads share the interpreter, and would take twice as much from the hall.

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
