"""The histories of the tournaments whose desks are in use, read on as their journals grow."""

import asyncio
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from projections.lists.history import History
from server.office.stream import EVENTS_PER_TURN
from server.office.tournament import TournamentOffice


@dataclass(slots=True)
class Histories:
    _read: WeakKeyDictionary[TournamentOffice, History] = field(default_factory=WeakKeyDictionary)

    def of(self, office: TournamentOffice) -> History:
        """Up to this moment."""
        return self._known(office).read_on(office.entries)

    async def open(self, office: TournamentOffice) -> None:
        """Read the history on. A long journal is read in pieces, between which others have their turn."""
        history = self._known(office)
        while len(history) < office.position:
            history.read_on(office.entries, EVENTS_PER_TURN)
            await asyncio.sleep(0)

    def _known(self, office: TournamentOffice) -> History:
        return self._read.setdefault(office, History())
