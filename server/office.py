"""The arbiters' office: all tournaments of a journal, each with an office of its own (`tournament_office.py`)."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.following import Following
from server.journal import AsyncJournal, Entry, JournalTrouble
from server.slugs import slug_of
from server.tournament_office import Appended, Changed, Decide, Outcome, TournamentOffice, nobody, untimed

__all__ = ["Decide", "NoSuchTournament", "Office", "Outcome", "TournamentOffice"]

log = logging.getLogger("tablo.office")

RESERVED = frozenset({"hall", "new", "stewards"})
"""Streams that are no tournament, and words of addresses that no tournament may have."""

PATIENCE = 1.0
"""Seconds that a page about all tournaments waits for those that are still to be read."""


class NoSuchTournament(Exception):
    pass


@dataclass(slots=True)
class Office:
    """All tournaments of this journal."""

    journal: AsyncJournal
    changed: Changed = nobody
    appended: Appended = untimed
    following: Following | None = None
    """Shared with the other offices of this journal; None = of its own."""
    _tournaments: dict[str, TournamentOffice] = field(default_factory=dict)
    _founding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _troubles: dict[str, JournalTrouble] = field(default_factory=dict)
    _folding: "asyncio.Task[None] | None" = None

    def __iter__(self) -> Iterator[TournamentOffice]:
        return iter(tuple(self._tournaments.values()))

    def __contains__(self, id: str) -> bool:
        return id in self._tournaments

    def known(self, id: str) -> TournamentOffice | None:
        """The tournament, read or not."""
        return self._tournaments.get(id)

    async def open(self, id: str) -> TournamentOffice:
        """The tournament, ready; raises NoSuchTournament."""
        office = self._tournaments.get(id)
        if office is None:
            raise NoSuchTournament(id)
        return await office.ready()

    def doubt(self, id: str) -> None:
        """Another process may have written to it until now."""
        self._tournaments[id].doubt()

    @property
    def folded(self) -> list[TournamentOffice]:
        """Those that have been read by now, in the order of their creation."""
        return [office for office in self if office.folded and office.entries]

    async def started(self) -> None:
        """Every tournament has been read, or somebody has waited long enough for it."""
        if self._folding is not None:
            await asyncio.wait([self._folding], timeout=PATIENCE)

    @property
    def unread(self) -> int:
        """How many are still to be read from the journal."""
        return sum(not office.folded and office.id not in self._troubles for office in self)

    @property
    def unreadable(self) -> dict[str, JournalTrouble]:
        """Those that could not be read at the start, and why; whoever opens one tries again."""
        return {id: trouble for id, trouble in self._troubles.items() if not self._tournaments[id].folded}

    async def all(self) -> list[TournamentOffice]:
        """Every tournament, ready, in the order of their creation."""
        return [await office.ready() for office in self]

    async def create(self, name: str, command_id: str, by: str, decide: Decide) -> TournamentOffice:
        """A new tournament whose id is made from its name; the same command id gives the same one.

        Nobody owns what is not there yet: of two processes one gets the name, the other the next one.
        """
        async with self._founding:
            for office in await self.all():
                if office.entries and office.entries[0].command_id == command_id:
                    return office
            while True:
                office = TournamentOffice(self._free_slug(name), self.journal, self._tell, self._time)
                if await self._founded(office, command_id, by, decide):
                    return office

    async def _founded(self, office: TournamentOffice, command_id: str, by: str, decide: Decide) -> bool:
        """False: another process took the name meanwhile."""
        self._tournaments[office.id] = office
        try:
            await office.command(command_id, by, lambda t: decide(t) if not t.history else [])
            return bool(office.entries) and office.entries[0].command_id == command_id
        finally:
            if not office.entries:
                self._tournaments.pop(office.id, None)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Office"]:
        """Knows every tournament at once, folds them in the background, follows other processes."""
        following = self.following or Following(self.journal)
        async with following.telling(self._heard):
            for info in await self.journal.streams():
                self._know(info.stream)
            self._folding = asyncio.create_task(self._fold_all())
            try:
                yield self
            finally:
                self._folding.cancel()
                [ended] = await asyncio.gather(self._folding, return_exceptions=True)
                if not isinstance(ended, asyncio.CancelledError | None):
                    log.error("folding ended", exc_info=ended)
                for office in self:
                    await office.rest()

    async def _fold_all(self) -> None:
        """What is folded stays for good: the collector need never look at it again. One in trouble stops no other."""
        for office in self:
            try:
                await office.ready()
            except JournalTrouble as trouble:
                self._troubles[office.id] = trouble
                log.error("not read", extra={"facts": {"tournament": office.id, "why": str(trouble)}})
            gc.freeze()

    async def _heard(self, entry: Entry) -> None:
        office = self._know(entry.stream)
        if office is not None and entry.version > office.position:
            await office.catch_up(entry.version)

    def _know(self, id: str) -> TournamentOffice | None:
        if id not in self._tournaments and id not in RESERVED:
            self._tournaments[id] = TournamentOffice(id, self.journal, self._tell, self._time)
        return self._tournaments.get(id)

    def _free_slug(self, name: str) -> str:
        wanted = slug_of(name)
        if wanted not in self._tournaments and wanted not in RESERVED:
            return wanted
        return next(s for n in range(2, 10**6) if (s := f"{wanted}-{n}") not in self._tournaments)

    def _tell(self, tournament: str, position: int) -> None:
        self.changed(tournament, position)

    def _time(self, seconds: float) -> None:
        self.appended(seconds)
