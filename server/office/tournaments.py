"""The arbiters' office: all tournaments of a journal, each with an office of its own (`office/tournament.py`).

A tournament is read when somebody asks for it and forgotten when nobody has for a while (`office/memory.py`). The
lists live from summaries (`office/summaries.py`).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from weakref import WeakValueDictionary

from domain.words.streams import OF_THE_HOUSE, is_tournament, slug_of
from projections.lists.catalogue import Catalogue
from server.journal import AsyncJournal, Entry, StreamInfo, Unread
from server.office.commands import Outcome
from server.office.loading import Loading, UnreadableTournament, lasting
from server.office.memory import Room
from server.office.other_processes import Following
from server.office.stream import Appended, Changed, Standing, no_listener, no_timer
from server.office.summaries import Summaries
from server.office.tournament import Decide, TournamentOffice

__all__ = ["Decide", "NoSuchTournament", "Office", "Outcome", "TournamentOffice"]

log = logging.getLogger("tablo.office")

RESERVED = OF_THE_HOUSE | {"new"}
"""Words of addresses that no tournament may have."""


class NoSuchTournament(Exception):
    pass


def nothing() -> Collection[str]:
    """Nobody looks at any tournament."""
    return ()


def nobody_remembers(_offices: Collection[TournamentOffice]) -> None:
    """Nobody else remembers any tournament."""


@dataclass(slots=True)
class Office:
    """All tournaments of this journal."""

    journal: AsyncJournal
    changed: Changed = no_listener
    appended: Appended = no_timer
    following: Following | None = None
    """Shared with the other offices of this journal; None = of its own."""
    loading: Loading = field(default_factory=Loading)
    room: Room = field(default_factory=Room)
    in_use: Callable[[], Collection[str]] = nothing
    """Tournaments that somebody follows, or that a screen shows: they are not forgotten."""
    forgotten: Callable[[Collection[TournamentOffice]], None] = nobody_remembers
    """Told which tournaments have left memory, so that others forget what they made of them."""
    left: int = 0
    """The number of tournaments that have left memory."""
    _read_ahead: int = 0
    """Entries read in the background since memory was looked through."""
    _streams: dict[str, Standing] = field(default_factory=dict)
    """Every tournament of the journal."""
    _held: dict[str, TournamentOffice] = field(default_factory=dict)
    """Those in memory."""
    _alive: WeakValueDictionary[str, TournamentOffice] = field(default_factory=WeakValueDictionary)
    """Tournaments in memory, and forgotten ones that a caller still holds, so that no tournament is there twice."""
    _summaries: Summaries = field(init=False)
    _founding: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._summaries = Summaries(self.journal)

    def __contains__(self, id: str) -> bool:
        return id in self._streams

    def __iter__(self) -> Iterator[str]:
        """The addresses of all tournaments."""
        return iter(tuple(self._streams))

    def __len__(self) -> int:
        return len(self._streams)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of all tournaments, made without reading them."""
        return self._summaries.catalogue

    @property
    def folded(self) -> list[TournamentOffice]:
        """Those in memory."""
        return [office for office in self._held.values() if office.folded and office.entries]

    @property
    def unread(self) -> int:
        """The number of those without a summary, which are still to be read for it."""
        return len(self._streams) - len(self.catalogue) - sum(id not in self.catalogue for id in self.unreadable)

    @property
    def unreadable(self) -> dict[str, UnreadableTournament]:
        """Those that could not be read, and why."""
        return self.loading.unreadable(self._alive)

    def known(self, id: str) -> TournamentOffice | None:
        """The tournament if it is in memory and can be shown."""
        office = self._alive.get(id)
        return office if office is not None and office.folded else None

    async def open(self, id: str) -> TournamentOffice:
        """The tournament, ready. Raises NoSuchTournament, or the lasting trouble found when it was read."""
        office = self._found(id)
        trouble = self.loading.troubles.get(id)
        if trouble is not None and not office.folded and lasting(trouble):
            raise trouble
        office.used_at = monotonic()
        if not office.sure:
            if (trouble := await self.loading.read(office)) is not None:
                raise trouble
            self.forget_surplus()
        return office

    async def open_public(self, id: str) -> TournamentOffice:
        """The same, for the public. Raises NoSuchTournament for one that is not shown to everybody, too."""
        office = await self.open(id)
        if not office.tournament.public:
            raise NoSuchTournament(id)
        return office

    async def read(self, id: str) -> None:
        """The tournament as far as it can be read. Trouble is kept in `unreadable` and not tried again here."""
        if id in self and id not in self.unreadable:
            office = self._found(id)
            office.used_at = monotonic()
            if not office.sure:
                await self.loading.read(office)

    def doubt(self, id: str) -> None:
        """True if another process may have written to it until now."""
        office = self._alive.get(id)
        if office is not None:
            office.doubt()

    def name_of(self, id: str) -> str:
        """One that is not read yet, or cannot be read, is called by its address."""
        summary = self.catalogue.get(id)
        return summary.overview.details.name if summary is not None else id

    def playoff_of(self, id: str) -> str:
        """The address of the tournament whose place is played for in this one; empty = it is no play-off."""
        summary = self.catalogue.get(id)
        return summary.overview.playoff_of if summary is not None else ""

    async def started(self) -> None:
        """Wait until all that is read at the start has been read, but not for long."""
        await self.loading.started()

    async def create(self, name: str, command_id: str, by: str, decide: Decide, digest: str = "") -> TournamentOffice:
        """A new tournament whose id is made from its name; the same command id gives the same one.

        Raises CommandIdReused for an id that was stored with another digest.

        Nobody owns what is not there yet: of two processes one gets the name, the other the next one.
        """
        async with self._founding:
            made = await self.journal.founded_by(command_id)
            if made and made not in RESERVED:
                self._streams.setdefault(made, Standing())
                office = await self.open(made)
                await office.command(command_id, by, decide, digest)
                return office
            while True:
                id = self._free_slug(name)
                self._streams[id] = Standing()
                if await self._founded(self._found(id), command_id, by, decide, digest):
                    return self._found(id)

    async def _founded(self, office: TournamentOffice, command_id: str, by: str, decide: Decide, digest: str) -> bool:
        """False: another process took the name meanwhile."""
        office.used_at = monotonic()
        try:
            await office.command(command_id, by, lambda t: decide(t) if not t.history else [], digest)
            return bool(office.entries) and office.entries[0].command_id == command_id
        finally:
            if not office.entries:
                self._held.pop(office.id, None)
                self._alive.pop(office.id, None)
                self._streams.pop(office.id, None)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Office"]:
        """Knows every tournament at once, reads the newest in the background, follows other processes."""
        following = self.following or Following(self.journal)
        async with following.telling(self._heard):
            streams = [info for info in await self.journal.streams() if is_tournament(info.stream)]
            self._streams |= {info.stream: Standing(info.version) for info in streams}
            first = await self._to_be_read(streams)
            try:
                async with (
                    self.loading.background.keeping({"memory": self._look_for_surplus}),
                    self.loading.running(first, self._loaded),
                ):
                    yield self
            finally:
                for office in list(self._alive.values()):
                    await office.rest()
                await self._summaries.keep()

    async def _to_be_read(self, streams: Sequence[StreamInfo]) -> list[str]:
        """Those without a summary, and the newest as far as there is room: the newest last, so that they stay."""
        missing = {info.stream for info in await self._summaries.load(streams)}
        ahead, entries = set[str](), 0
        newest_first = sorted(streams, key=lambda info: info.recorded_at, reverse=True)
        for info in newest_first:
            if entries < self.room.read_ahead_entries:
                ahead.add(info.stream)
                entries += info.version
        return [info.stream for info in reversed(newest_first) if info.stream in missing | ahead]

    def _loaded(self, id: str) -> TournamentOffice:
        """To be read in the background; what is too much goes before it is much more."""
        self._read_ahead += self._streams[id].position
        if self._read_ahead > self.room.idle_entries // 4:
            self._read_ahead = 0
            self.forget_surplus()
        office = self._found(id)
        office.used_at = monotonic()
        return office

    async def _look_for_surplus(self) -> None:
        while True:
            await asyncio.sleep(self.room.look_seconds)
            self.forget_surplus()
            await self._summaries.keep()

    def forget_surplus(self) -> None:
        """Forget tournaments that nobody uses, if they have been there for long or take too much memory."""
        surplus = list(self.room.surplus(self._held.values(), self.in_use(), monotonic()))
        if surplus:
            self.catalogue  # noqa: B018 says the newest of those that go
            for office in surplus:
                del self._held[office.id]
            self.left += len(surplus)
            self.forgotten(surplus)

    async def _heard(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process, or read the tournament again; one that cannot be read is hidden."""
        if (
            not is_tournament(entry.stream)
            or entry.version <= self._streams.setdefault(entry.stream, Standing()).position
        ):
            return
        office = self._found(entry.stream)
        trouble = self.loading.troubles.get(entry.stream)
        if trouble is not None and not office.folded and lasting(trouble):
            return
        office.used_at, new = monotonic(), not office.folded
        try:
            if isinstance(entry, Unread):
                raise entry.trouble
            await office.heard(entry)
            if new:
                self.forget_surplus()
        except Exception:  # noqa: BLE001 whatever it is, the reading meets it again and says so
            office.doubt()
            await self.loading.read(office)

    def _found(self, id: str) -> TournamentOffice:
        """Held from now on, read or not. Raises NoSuchTournament."""
        office = self._alive.get(id)
        if office is None:
            if id not in self._streams:
                raise NoSuchTournament(id)
            office = TournamentOffice(id, self.journal, self._tell, self._time, self._streams[id])
            self._alive[id] = office
        self._held[id] = office
        return office

    def _free_slug(self, name: str) -> str:
        wanted = slug_of(name)
        if wanted not in self._streams and wanted not in RESERVED:
            return wanted
        return next(s for n in range(2, 10**6) if (s := f"{wanted}-{n}") not in self._streams)

    def _tell(self, tournament: str, position: int) -> None:
        """A tournament that was forgotten and is read again has nothing new to say."""
        office = self._alive[tournament]
        if tournament not in self.loading.troubles and self._summaries.covers(office):
            return
        self._summaries.changed(office)
        self.changed(tournament, position)

    def _time(self, seconds: float) -> None:
        self.appended(seconds)
