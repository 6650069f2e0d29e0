"""The arbiters' office: all tournaments of a journal, each with an office of its own (`tournament.py`)."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from domain.words.slugs import slug_of
from server.journal import AsyncJournal, BrokenChain, Entry, UnknownEvent, Unread
from server.office.loading import ReadingIn, Unreadable
from server.office.other_processes import Following
from server.office.tournament import Appended, Changed, Decide, Outcome, TournamentOffice, nobody, untimed

__all__ = ["Decide", "NoSuchTournament", "Office", "Outcome", "TournamentOffice"]

RESERVED = frozenset({"hall", "new", "stewards"})
"""Streams that are no tournament, and words of addresses that no tournament may have."""


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
    reading: ReadingIn = field(default_factory=ReadingIn)

    def __iter__(self) -> Iterator[TournamentOffice]:
        return iter(tuple(self._tournaments.values()))

    def __contains__(self, id: str) -> bool:
        return id in self._tournaments

    def known(self, id: str) -> TournamentOffice | None:
        """The tournament, read or not."""
        return self._tournaments.get(id)

    async def open(self, id: str) -> TournamentOffice:
        """The tournament, ready; raises NoSuchTournament, and without another look what lastingly stands in the way."""
        office = self._tournaments.get(id)
        if office is None:
            raise NoSuchTournament(id)
        found = self.reading.trouble_of(office)
        if found is not None and found.lasting:
            raise found.trouble.with_traceback(None)
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
        await self.reading.started()

    async def read(self, id: str) -> None:
        """As far as it can be: what stands in the way is in `unreadable`, and is not tried again here."""
        if id in self and id not in self.unreadable:
            await self.reading.read(self._tournaments[id])

    @property
    def unread(self) -> int:
        """How many are still to be read from the journal."""
        return sum(not office.folded for office in self) - len(self.unreadable)

    @property
    def unreadable(self) -> dict[str, Unreadable]:
        """Those that could not be read, and why."""
        return {office.id: found for office in self if (found := self.reading.trouble_of(office)) is not None}

    async def names(self) -> dict[str, str]:
        """Address to name, in the order of their creation; one that is not read yet is called by its address."""
        await self.started()
        return {
            office.id: office.tournament.details.name if office.folded else office.id
            for office in self
            if office.entries or not office.folded
        }

    async def create(self, name: str, command_id: str, by: str, decide: Decide, digest: str = "") -> TournamentOffice:
        """A new tournament whose id is made from its name; the same command id gives the same one.

        Raises CommandIdReused for an id that was stored with another digest.

        Nobody owns what is not there yet: of two processes one gets the name, the other the next one.
        """
        async with self._founding:
            if (made := await self._made_by(command_id)) is not None:
                await made.command(command_id, by, decide, digest)
                return made
            while True:
                office = TournamentOffice(self._free_slug(name), self.journal, self._tell, self._time)
                if await self._founded(office, command_id, by, decide, digest):
                    return office

    async def _made_by(self, command_id: str) -> TournamentOffice | None:
        """The tournament whose first entry this command has written already."""
        for office in self:
            first = office.entries[:1] or await self._first(office.id)
            if first and first[0].command_id == command_id:
                return office
        return None

    async def _first(self, id: str) -> Sequence[Entry]:
        """The first entry of a tournament that is not read yet; none if it is damaged, for that is no new one."""
        try:
            return await self.journal.read(id, 0, 1)
        except (BrokenChain, UnknownEvent):
            return ()

    async def _founded(self, office: TournamentOffice, command_id: str, by: str, decide: Decide, digest: str) -> bool:
        """False: another process took the name meanwhile."""
        self._tournaments[office.id] = office
        try:
            await office.command(command_id, by, lambda t: decide(t) if not t.history else [], digest)
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
            try:
                async with self.reading.running(list(self)):
                    yield self
            finally:
                for office in self:
                    await office.rest()

    async def _heard(self, entry: Entry | Unread) -> None:
        """What cannot be taken in as it was heard is read, and what cannot be read is shown to nobody any more."""
        office = self._know(entry.stream)
        if office is None or entry.version <= office.position:
            return
        try:
            if isinstance(entry, Unread):
                raise entry.trouble
            await office.heard(entry)
        except Exception:  # noqa: BLE001 whatever it is, the reading meets it again and says so
            office.doubt()
            await self.reading.read(office)

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
