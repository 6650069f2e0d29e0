"""The arbiter's office: one per tournament holds its state in memory and is the only one that writes to it.

A command is decided on memory, appended to the journal, and only then evolved and told to the
hub; one at a time per tournament. So two decisions on one board cannot both be right, an append
that fails leaves memory where it was, and a command that is sent again gets the old answer. When
the office cannot know how an append ended it reads the journal before it decides anything else.
"""

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from domain.events import Event
from domain.tournament import Tournament, evolve
from server.journal import AlreadyDone, AsyncJournal, Entry, JournalTrouble, StaleVersion
from server.slugs import slug_of

log = logging.getLogger("tablo.office")

Decide = Callable[[Tournament], list[Event]]
"""A decision of the domain with everything but the tournament filled in; raises a Refusal."""

Changed = Callable[[str, int], None]
"""(tournament id, position): told after every change, in order."""

Appended = Callable[[float], None]
"""Told the seconds from each decision to its being on the disk."""

ATTEMPTS = 50
"""How often a command is decided anew because another process wrote to its tournament in between."""

RESERVED = frozenset({"hall", "new", "stewards"})
"""Streams that are no tournament, and words of addresses that no tournament may have."""

PAUSE = 1.0
"""Seconds before following is tried again."""

BREATH = 500
"""Events folded between two chances for other tasks to run."""


class NoSuchTournament(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: the entries it wrote, and where the tournament stands now."""

    entries: tuple[Entry, ...]
    position: int


def _nobody(_tournament: str, _position: int) -> None:
    """Nobody listens."""


def _untimed(_seconds: float) -> None:
    """Nobody measures."""


@dataclass(slots=True)
class TournamentOffice:
    """One tournament: `tournament` is its state, `entries[n - 1]` the envelope of version n."""

    id: str
    journal: AsyncJournal
    changed: Changed = _nobody
    appended: Appended = _untimed
    tournament: Tournament = field(default_factory=Tournament)
    entries: list[Entry] = field(default_factory=list)
    _answers: dict[str, tuple[Entry, ...]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _sure: bool = False
    """Memory holds all that the journal is known to hold."""
    _running: set["asyncio.Task[Outcome]"] = field(default_factory=set)

    @property
    def position(self) -> int:
        return len(self.entries)

    async def ready(self) -> "TournamentOffice":
        """Folded up to the journal; quick after the first time."""
        if not self._sure:
            async with self._turn:
                await self._settle()
        return self

    async def command(self, command_id: str, by: str, decide: Decide) -> Outcome:
        """Decide, write, evolve, tell. Raises the Refusal of `decide`; then nothing has changed.

        It runs to its end even if the caller goes away: what is written is evolved and told.
        """
        task = asyncio.create_task(self._command(command_id, by, decide))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def catch_up(self) -> None:
        """Take in what another process has written."""
        async with self._turn:
            await self._read_on()

    async def rest(self) -> None:
        """Wait for the commands that are under way."""
        if self._running:
            await asyncio.wait(self._running)

    async def _command(self, command_id: str, by: str, decide: Decide) -> Outcome:
        async with self._turn:
            await self._settle()
            for _ in range(ATTEMPTS):
                try:
                    return await self._decide_and_write(command_id, by, decide)
                except StaleVersion:
                    await self._read_on()
            return await self._decide_and_write(command_id, by, decide)

    async def _decide_and_write(self, command_id: str, by: str, decide: Decide) -> Outcome:
        answered = self._answers.get(command_id)
        if answered is not None:
            return Outcome(answered, self.position)
        events = decide(self.tournament)
        if not events:
            return Outcome((), self.position)
        self._sure = False
        began = time.perf_counter()
        try:
            written = await self.journal.append(self.id, self.position, by, command_id, events, datetime.now(UTC))
        except AlreadyDone as done:
            await self._read_on()
            return Outcome(tuple(done.entries), self.position)
        self.appended(time.perf_counter() - began)
        self._take(written)
        self._sure = True
        return Outcome(tuple(written), self.position)

    async def _settle(self) -> None:
        if not self._sure:
            await self._read_on()

    async def _read_on(self) -> None:
        entries = await self.journal.read(self.id, self.position)
        for start in range(0, len(entries), BREATH):
            self._take(entries[start : start + BREATH])
            await asyncio.sleep(0)
        self._sure = True

    def _take(self, entries: Sequence[Entry]) -> None:
        """Evolve, remember the answer, tell."""
        if not entries:
            return
        for entry in entries:
            evolve(self.tournament, entry.event)
            self.entries.append(entry)
            self._answers[entry.command_id] = (*self._answers.get(entry.command_id, ()), entry)
        self.changed(self.id, self.position)


@dataclass(slots=True)
class Office:
    """All tournaments of this journal."""

    journal: AsyncJournal
    changed: Changed = _nobody
    appended: Appended = _untimed
    _tournaments: dict[str, TournamentOffice] = field(default_factory=dict)
    _founding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    def __iter__(self) -> Iterator[TournamentOffice]:
        return iter(tuple(self._tournaments.values()))

    def __contains__(self, id: str) -> bool:
        return id in self._tournaments

    async def open(self, id: str) -> TournamentOffice:
        """The tournament, ready; raises NoSuchTournament."""
        office = self._tournaments.get(id)
        if office is None:
            raise NoSuchTournament(id)
        return await office.ready()

    async def all(self) -> list[TournamentOffice]:
        """Every tournament, ready, in the order of their creation."""
        return [await office.ready() for office in self]

    async def create(self, name: str, command_id: str, by: str, decide: Decide) -> TournamentOffice:
        """A new tournament whose id is made from its name; the same command id gives the same one."""
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
        position = await self.journal.position()
        for info in await self.journal.streams():
            self._know(info.stream)
        self._tasks = [asyncio.create_task(self._fold_all()), asyncio.create_task(self._follow(position))]
        try:
            yield self
        finally:
            for task in self._tasks:
                task.cancel()
            for task, ended in zip(
                self._tasks, await asyncio.gather(*self._tasks, return_exceptions=True), strict=True
            ):
                if not isinstance(ended, asyncio.CancelledError | None):
                    log.error("a task of the office ended", exc_info=ended, extra={"facts": {"task": task.get_name()}})
            for office in self:
                await office.rest()

    async def _fold_all(self) -> None:
        """What is folded stays for good: the collector need not look at it again at every result."""
        for office in self:
            await office.ready()
        gc.collect()
        gc.freeze()

    async def _follow(self, position: int) -> None:
        """What other processes write; trouble with the store is logged and tried again."""
        while True:
            try:
                async for at, entry in self.journal.follow(position):
                    position = at
                    await self._heard(entry)
            except JournalTrouble as trouble:
                log.warning("following stopped", extra={"facts": {"why": str(trouble)}})
            await asyncio.sleep(PAUSE)

    async def _heard(self, entry: Entry) -> None:
        office = self._know(entry.stream)
        if office is not None and entry.version > office.position:
            await office.catch_up()

    def _know(self, id: str) -> TournamentOffice | None:
        if id in RESERVED:
            return None
        return self._tournaments.setdefault(id, TournamentOffice(id, self.journal, self._tell, self._time))

    def _free_slug(self, name: str) -> str:
        wanted = slug_of(name)
        if wanted not in self._tournaments and wanted not in RESERVED:
            return wanted
        return next(s for n in range(2, 10**6) if (s := f"{wanted}-{n}") not in self._tournaments)

    def _tell(self, tournament: str, position: int) -> None:
        self.changed(tournament, position)

    def _time(self, seconds: float) -> None:
        self.appended(seconds)
