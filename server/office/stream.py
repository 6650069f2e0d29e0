"""The one writer of a stream: it holds the state in memory, decides on it and writes.

A command is decided on memory, appended to the journal, and only then evolved and told to the hub.
While one commit is under way the commands that arrive wait; then they are decided one after the
other, each on a copy that has moved on by those before it, and share the next commit. Memory shows
nothing that is not on the disk. An append that fails leaves it where it was; what was decided on
such an append, refusals as well, is decided anew. A command that is sent again gets the old
answer, if it says the same as the first time. When the office cannot know how an append ended it
reads the journal first.
"""

import asyncio
import sys
import time
from array import array
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import field
from datetime import UTC, datetime
from typing import Generic, Self, TypeVar, cast
from uuid import uuid4

from domain.events import Event
from domain.organisers.events import OrganiserEvent
from domain.organisers.state import Organisers, evolve_organisers, organiser_of
from domain.records import dataclass
from domain.screens.events import ScreenEvent
from domain.screens.state import Screens, evolve_screens
from domain.stewards.events import StewardEvent
from domain.stewards.state import Stewards, evolve_stewards
from domain.words.streams import ORGANISERS, SCREENS, STEWARDS
from server.journal import (
    AlreadyDone,
    Append,
    AsyncJournal,
    Entry,
    JournalTrouble,
    StaleVersion,
    Unread,
)

S = TypeVar("S")
E = TypeVar("E")


THE_PROGRAM = "Tablo"
"""The actor of steps that nobody asked for just now."""


class Overtaken(JournalTrouble):
    """Somebody else writes to this stream without a pause."""

    code = "another-program-writes-to-tournament"


@dataclass(frozen=True, slots=True)
class Outcome:
    entries: tuple[Entry, ...]
    position: int


ToldFirst = Callable[[str], Awaitable[None]]
"""Whoever is told the address of something new before it is there for everybody."""


async def nobody_first(_id: str) -> None:
    """Nobody is told first."""


def nothing_before(_state: object) -> None:
    """Tablo itself asks for nothing before it decides."""


def as_decided(_state: object, events: list[E]) -> list[E]:
    return events


@dataclass(frozen=True, slots=True)
class Checks(Generic[S, E]):
    """The checks round a decision, by the kind of author; each raises its Refusal."""

    before: Callable[[S], None] = nothing_before
    after: Callable[[S, list[E]], list[E]] = as_decided
    """May they write these events, and have they confirmed them? Returns what is written."""


@dataclass(frozen=True, slots=True, eq=False)
class Command(Generic[S, E]):
    """A command, and the future of its answer, if somebody still waits for it."""

    id: str
    by: str
    decide: Callable[[S], list[E]]
    checks: Checks[S, E]
    digest: str
    answer: "asyncio.Future[Outcome]"

    def tell(self, outcome: Outcome | BaseException) -> None:
        if self.answer.done():
            return
        if isinstance(outcome, Outcome):
            self.answer.set_result(outcome)
        else:
            self.answer.set_exception(outcome)


@dataclass(slots=True)
class Decided(Generic[S, E]):
    command: Command[S, E]
    after: int
    """The version it was decided on, counting the events that commands before it in this commit are to write."""
    follows: str
    """The command among them that `after` counts on; empty = it was decided on what is on the disk."""
    events: Sequence[E] = ()
    outcome: Outcome | BaseException | None = None
    """The answer, valid once the events it was decided on are stored; None = memory reads it from the journal later."""

    @property
    def overtaken(self) -> bool:
        """True if somebody else wrote first, or if this command is stored already and memory has not read it yet."""
        return isinstance(self.outcome, StaleVersion | AlreadyDone)


Changed = Callable[[str, int, Sequence[Entry]], None]
"""(stream, position, new entries): told after every change, in order; of a stream that is hidden without entries."""

Appended = Callable[[float], None]

MAX_DECISION_ATTEMPTS = 50
"""The times a command is decided anew because another process wrote to its stream in between."""

EVENTS_PER_TURN = 500
"""Events folded between two chances for other tasks to run."""

ENTRIES_PER_READ = 1000
"""Entries of a long stream that are in memory beside its state while it is read."""

MOST_UNASKED = 50
"""Entries that are read along with those asked for, rather than ask the journal once more."""


def no_listener(_stream: str, _position: int, _news: Sequence[Entry]) -> None:
    """Nobody listens."""


def no_timer(_seconds: float) -> None:
    """Nobody measures."""


@dataclass(slots=True, eq=False)
class Standing:
    """The newest position of a stream, in memory or not: what was made at another position is out of date."""

    position: int = 0


@dataclass(slots=True, eq=False, weakref_slot=True)
class StreamOffice(Generic[S, E]):
    """One stream: `state` is its state, `entries[n - 1]` the envelope of version n."""

    id: str
    journal: AsyncJournal
    state: S
    fold: Callable[[Iterable[E], S], S]
    branch: Callable[[S], S] = deepcopy
    changed: Changed = no_listener
    appended: Appended = no_timer
    standing: Standing = field(default_factory=Standing)
    used_at: float = 0.0
    """The time somebody asked for it last, by `monotonic`."""
    entries: list[Entry] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)
    """The ids of the commands that wrote its entries."""
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    folded: bool = False
    """It has been read once: before that, memory is nothing to show to anybody."""
    _sure: bool = False
    _waiting: list[Command[S, E]] = field(default_factory=list)
    _working: "asyncio.Task[None] | None" = None
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def position(self) -> int:
        return len(self.entries)

    @property
    def head(self) -> str:
        """The hash of the newest entry; empty = there is none."""
        return self.entries[-1].hash if self.entries else ""

    @property
    def sure(self) -> bool:
        """True if memory holds all that the journal is known to hold."""
        return self._sure

    @property
    def busy(self) -> bool:
        """True while a command is under way, or the journal is being read."""
        return bool(self._waiting) or self._working is not None or self._turn.locked()

    async def ready(self) -> Self:
        """Folded up to the journal; quick after the first time."""
        if not self._sure:
            async with self._turn:
                await self._settle()
        return self

    async def command(
        self,
        command_id: str,
        by: str,
        decide: Callable[[S], list[E]],
        digest: str = "",
        checks: Checks[S, E] | None = None,
    ) -> Outcome:
        """Decide, write, evolve, tell. Raises the Refusal of `decide` or of a check; then nothing has changed.

        `digest` is of what the command says: raises CommandIdReused for an id that was stored with another digest.
        It runs to its end even if the caller goes away: what is written is evolved and told.
        """
        answer = asyncio.get_running_loop().create_future()
        unchecked: Checks[S, E] = Checks()
        command = Command(command_id, by, decide, checks or unchecked, digest, answer)
        self._waiting.append(command)
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await command.answer

    async def step(self, decide: Callable[[S], list[E]], by: str = THE_PROGRAM) -> Outcome:
        """A command that Tablo gives itself, anew each time: it can be decided twice."""
        return await self.command(str(uuid4()), by, decide)

    def admitted(self, _state: S, events: list[E]) -> list[E]:
        """The events of a decision, whoever asked for it; a tournament refuses what was thrown away."""
        return events

    def _checked(self, command: Command[S, E], ahead: S) -> list[E]:
        """The road of a command: each check once, in this order."""
        command.checks.before(ahead)
        events = self.admitted(ahead, command.decide(ahead))
        return command.checks.after(ahead, events)

    def has_done(self, command_id: str) -> bool:
        """A command of this id is in the journal, as far as memory knows."""
        return command_id in self._done

    def doubt(self) -> None:
        """Has the journal read before the next decision: memory may be behind."""
        self._sure = False

    def hide(self) -> None:
        """Forgets what is true of it: pages that show it ask again, and are told so."""
        self._sure = False
        self.standing.position = 0
        self.folded = False
        self.changed(self.id, self.position, ())

    async def heard(self, entry: Entry) -> None:
        """Take in what another process has written; what does not follow on what memory knows is read."""
        async with self._turn:
            if self._next(entry):
                self._take([entry])
            elif self.position < entry.version:
                await self._read_on()

    async def reached(self, position: int) -> None:
        """Returns when memory stands at `position`."""
        while self.position < position:
            await self._moved.wait()

    async def rest(self) -> None:
        if self._working is not None:
            await asyncio.wait([self._working])

    async def _work(self) -> None:
        """Commit again as long as commands wait, and let the event loop run between two commits."""
        while self._waiting:
            async with self._turn:
                commands, self._waiting = self._waiting, []
                try:
                    await self._carry_out(commands)
                except Exception as error:  # noqa: BLE001 the edge of the task: whoever waits gets the error
                    self.doubt()
                    for command in commands:
                        command.tell(error)
        self._working = None

    async def _carry_out(self, commands: Sequence[Command[S, E]]) -> None:
        for _ in range(MAX_DECISION_ATTEMPTS):
            await self._settle()
            commands = await self._commit(self._decide(await self._unknown(commands)))
            if not commands:
                return
        raise Overtaken

    async def _unknown(self, commands: Sequence[Command[S, E]]) -> list[Command[S, E]]:
        """The commands that are not stored yet. Stored ones get their old answer, if the digest is the same."""
        known = [command for command in commands if command.id in self._done]
        asked = [Append(self.id, None, command.by, command.id, (), digest=command.digest) for command in known]
        for command, found in zip(known, await self.journal.append_many(asked) if asked else (), strict=True):
            if isinstance(found, AlreadyDone):
                command.tell(Outcome(tuple(found.entries), self.position))
            elif isinstance(found, Exception):
                command.tell(found)
        return [command for command in commands if command.id not in self._done]

    def _decide(self, commands: Sequence[Command[S, E]]) -> list[Decided[S, E]]:
        """Decides each on the tournament as those before it leave it."""
        decided: list[Decided[S, E]] = []
        ahead, after, follows = self.state, self.position, ""
        for command in commands:
            if decided and decided[-1].events:
                ahead = self.fold(decided[-1].events, self.branch(ahead) if ahead is self.state else ahead)
            one = Decided(command, after, follows)
            if not any(command.id == other.command.id for other in decided):
                one.outcome = Outcome((), after)
                try:
                    one.events = self._checked(command, ahead)
                except Exception as refusal:  # noqa: BLE001 whoever asked gets it, whatever it is
                    one.outcome = refusal
            if one.events:
                after, follows = after + len(one.events), command.id
            decided.append(one)
        return decided

    async def _commit(self, decided: Sequence[Decided[S, E]]) -> list[Command[S, E]]:
        """Write, evolve, tell, answer. Returns commands to decide again, whose ground was not stored."""
        await self._write([one for one in decided if one.events])
        true, again = True, list[Command[S, E]]()
        for one in decided:
            if one.outcome is None or one.overtaken or not (true or one.events):
                again.append(one.command)
            else:
                one.command.tell(one.outcome)
            true = true and not (one.events and isinstance(one.outcome, BaseException))
        return again

    async def _write(self, drafts: Sequence[Decided[S, E]]) -> None:
        """Stores the drafts in one transaction, evolves and tells them, and gives each its outcome.

        Who looks meanwhile sees what is acknowledged until now: a database that lets a commit wait, because the other
        machine that must have it is away, lets nobody wait who only reads.
        """
        if not drafts:
            return
        began, now = time.perf_counter(), datetime.now(UTC)
        appends = [self._append(one, now) for one in drafts]
        news: list[Entry] = []
        complete = True
        for one, written in zip(drafts, await self.journal.append_many(appends), strict=True):
            if isinstance(written, Exception):
                one.outcome, complete = written, False
            elif complete:
                one.outcome = Outcome(tuple(written), written[-1].version)
                news += written
                self.appended(time.perf_counter() - began)
            else:  # behind the same command of another process, that memory has not read
                one.outcome = None
        self._take(news)
        self._sure = complete

    def _append(self, one: Decided[S, E], now: datetime) -> Append:
        command, events = one.command, cast("tuple[Event, ...]", tuple(one.events))
        return Append(self.id, one.after, command.by, command.id, events, now, command.digest, one.follows)

    async def _settle(self) -> None:
        if not self._sure:
            await self._read_on()

    async def _read_on(self) -> None:
        more = True
        while more:
            entries = await self.journal.read(self.id, self.position, self.position + ENTRIES_PER_READ)
            more = len(entries) == ENTRIES_PER_READ
            for start in range(0, len(entries), EVENTS_PER_TURN):
                self._take(entries[start : start + EVENTS_PER_TURN])
                await asyncio.sleep(0)
        self._sure = True
        if not self.folded:
            self.folded = True
            self.standing.position = self.position
            if self.position:
                self.changed(self.id, self.position, self.entries)

    def _next(self, entry: Entry) -> bool:
        """True if the entry is sealed after the newest that we have."""
        if not (self.folded and self.position and entry.version == self.position + 1):
            return False
        return self.journal.journal.continues(entry, self.head)

    def _take(self, entries: Sequence[Entry]) -> None:
        """Evolve, remember the answer, tell the hub; nothing is told while the stream is read for the first time."""
        if not entries:
            return
        self.fold([cast(E, entry.event) for entry in entries], self.state)
        self._keep(entries)
        self._done.update(entry.command_id for entry in entries)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        if self.folded:
            self.standing.position = self.position
            self.changed(self.id, self.position, entries)

    def _keep(self, entries: Sequence[Entry]) -> None:
        self.entries += entries


class HouseOffice(StreamOffice[S, E]):
    """The writer of a stream that is no tournament: always in memory and owned by no process.

    Few commands come to screens, stewards and festivals, so two processes that meet decide anew.
    """

    __slots__ = ()

    def __init__(
        self,
        journal: AsyncJournal,
        stream: str,
        state: S,
        evolve: Callable[[S, E], None],
        changed: Changed = no_listener,
    ) -> None:
        def fold(events: Iterable[E], into: S) -> S:
            for event in events:
                evolve(into, event)
            return into

        super().__init__(stream, journal, state, fold, changed=changed)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Knows the stream at once, and hears what other processes write."""
        with self.journal.following.telling(self, self.id):
            await self.ready()
            try:
                yield self
            finally:
                await self.rest()

    def lacks(self, _stream: str, version: int) -> bool:
        return version > self.position

    async def hear(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process; one that cannot be read is refused when the stream is read."""
        if isinstance(entry, Unread):
            self.doubt()
            await self.ready()
        else:
            await self.heard(entry)


class ScreenOffice(HouseOffice[Screens, ScreenEvent]):
    def __init__(self, journal: AsyncJournal, changed: Changed = no_listener) -> None:
        super().__init__(journal, SCREENS, Screens(), evolve_screens, changed)


class StewardOffice(HouseOffice[Stewards, StewardEvent]):
    def __init__(self, journal: AsyncJournal) -> None:
        super().__init__(journal, STEWARDS, Stewards(), evolve_stewards)


@dataclass(slots=True, eq=False)
class Register:
    """When and by whom each entry about organisers was written, and which are about whom, by version."""

    times: "array[float]" = field(default_factory=lambda: array("d"))
    authors: list[str] = field(default_factory=list)
    of_organiser: "dict[str, array[int]]" = field(default_factory=dict)
    of_account: "dict[str, array[int]]" = field(default_factory=dict)

    def note(self, entry: Entry, state: Organisers) -> None:
        self.times.append(entry.recorded_at.timestamp())
        self.authors.append(sys.intern(entry.by))
        event = cast(OrganiserEvent, entry.event)
        if organiser := organiser_of(event, state):
            self.of_organiser.setdefault(organiser, array("I")).append(entry.version)
        elif account := getattr(event, "id", ""):
            self.of_account.setdefault(account, array("I")).append(entry.version)

    def about(self, organiser: str, accounts: Iterable[str]) -> list[int]:
        """The versions of the entries about an organiser, or about one of these accounts."""
        found = {*self.of_organiser.get(organiser, ())}
        return sorted(found.union(*(self.of_account.get(one, ()) for one in accounts)))


class OrganiserOffice(HouseOffice[Organisers, OrganiserEvent]):
    """It has a line in its register for each entry and leaves the entries, thousands of them, in the journal."""

    __slots__ = ("_head", "register")

    def __init__(self, journal: AsyncJournal) -> None:
        super().__init__(journal, ORGANISERS, Organisers(), evolve_organisers)
        self.register = Register()
        self._head = ""

    @property
    def position(self) -> int:
        return len(self.register.times)

    @property
    def head(self) -> str:
        return self._head

    def _keep(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.register.note(entry, self.state)
        self._head = entries[-1].hash

    async def read(self, versions: Iterable[int]) -> dict[int, Entry]:
        """These entries, and some that stand between them."""
        found = dict[int, Entry]()
        for first, last in near_each_other(sorted(versions)):
            found |= {entry.version: entry for entry in await self.journal.read(self.id, first - 1, last)}
        return found


def near_each_other(versions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each group of versions, which is read at once."""
    first = 0
    for at, version in enumerate(versions, 1):
        if at == len(versions) or versions[at] - version > MOST_UNASKED:
            yield versions[first], version
            first = at
