"""Snapshots by tournament and moment: what pages, feed and screens of one position share."""

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

from domain.tournament import replay
from domain.words.entrants import EntrantId
from projections.snapshot import Snapshot, snapshot
from server.journal import Entry
from server.office.archive import Archive
from server.office.tournaments import TournamentOffice

REMEMBERED_MOMENTS = 16


@dataclass(slots=True)
class Snapshots:
    """The newest snapshot of each tournament in memory, and a few of the past that somebody has asked for."""

    _newest: WeakKeyDictionary[TournamentOffice, Snapshot] = field(default_factory=WeakKeyDictionary)
    _still: WeakKeyDictionary[TournamentOffice, Snapshot] = field(default_factory=WeakKeyDictionary)
    _past: OrderedDict[tuple[str, int, frozenset[EntrantId]], Snapshot] = field(default_factory=OrderedDict)
    archive: Archive = field(default_factory=Archive)

    def now(self, office: TournamentOffice) -> Snapshot:
        """Made from the one before it, so that a result costs little."""
        known = self._newest.get(office)
        if known is not None and known.tournament is office.tournament and known.position == office.position:
            return known
        made = snapshot(office.tournament, known if known and known.tournament is office.tournament else None)
        self._newest[office] = made
        return made

    def forget(self, offices: Iterable[TournamentOffice]) -> None:
        """Empty the snapshots of tournaments that have left memory, which refer to themselves in a circle."""
        for office in offices:
            for made in (self._newest.pop(office, None), self._still.pop(office, None)):
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
            self._past[key] = snapshot(replay(entry.event for entry in office.entries[:position]), nameless=nameless)
        self._past.move_to_end(key)
        while len(self._past) > REMEMBERED_MOMENTS:
            self._past.popitem(last=False)
        return self._past[key]


class NotAMoment(ValueError):
    """Neither a journal position nor a time."""


def position_at(entries: list[Entry], wanted: str) -> int:
    """The journal position that `?at=` means: a position, or the last one written by an ISO time.

    A time without a zone is UTC; a plus sign that an address turned into a space is one again.
    Raises `NotAMoment`.
    """
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10:
        return max(1, min(int(wanted), len(entries)))
    try:
        when = datetime.fromisoformat(wanted.replace(" ", "+") if "T" in wanted else wanted)
    except ValueError:
        raise NotAMoment(wanted) from None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(1, bisect_right(entries, when, key=lambda entry: entry.recorded_at))
