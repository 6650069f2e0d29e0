"""The envelope of an event, and what every journal can do whatever it is stored in.

Entries and requests are made for every result and, in a replay, by the ten thousand: as structs they cost a sixth of
a frozen dataclass.
"""

from asyncio import Future
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Generic, Protocol, Self, TypeAlias

import msgspec
from eventsourcing.persistence import ApplicationRecorder
from typing_extensions import TypeVar

from domain.events import Event
from server.journal.errors import BrokenChain, CommandIdReused, StaleVersion, UnknownEvent
from server.journal.side_store import DeliveryStore, EntryQueueStore, ProgramStore, PushStore, SideStore, SummaryStore
from server.notice import Why

E = TypeVar("E", default=Event)
N = TypeVar("N", bound=str, default=str)


class Entry(msgspec.Struct, Generic[E, N], frozen=True, gc=False):
    """One event as the journal holds it. `Entry` alone means any event. `gc=False`: an entry refers to no other."""

    stream: str
    """The tournament's slug, or `hall` for the stream about the screens."""
    version: int
    """1, 2, 3 ... within the stream: the journal position everybody quotes."""
    recorded_at: datetime
    """UTC, by the server's clock; never earlier than the entry before."""
    by: str
    """The actor's name."""
    command_id: str
    """Made by the client, so that a command sent twice is carried out once."""
    name: N
    """The name it is stored under: the event's class and, once that has changed, its shape."""
    event: E
    hash: str
    """sha256, in hex, over the hash of the entry before and this one's canonical row."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An entry that a follower cannot make out: it is damaged, or a newer Tablo wrote it."""

    stream: str
    version: int
    trouble: BrokenChain | UnknownEvent


@dataclass(eq=False)
class AlreadyDone(Exception):
    """The command was stored before. Answer as if it had just happened."""

    entries: Sequence[Entry]


class Append(msgspec.Struct, frozen=True):
    """All events of one command: stored together or not at all."""

    stream: str
    after: int | None
    """The version the decision was made on; None = at the end, whatever it is."""
    by: str
    command_id: str
    events: Sequence[Event]
    at: datetime = msgspec.field(default_factory=lambda: datetime.now(UTC))
    digest: str = ""
    """A digest of the command's content, so that its id serves nothing else. Never of personal data:
    the journal cannot forget it."""
    follows: str = ""
    """The command whose entries `after` counts on and that may not be stored yet; empty = none. The same number of
    entries by somebody else is not what the decision was made on."""


AppendOutcome: TypeAlias = list[Entry] | StaleVersion | AlreadyDone | CommandIdReused
"""The outcome of one request in a batch."""


@dataclass(frozen=True, slots=True)
class StreamInfo:
    """A stream and its last entry."""

    stream: str
    version: int
    hash: str
    """Empty: the entry cannot be read."""
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Head:
    """The chain holds up to here. Print the hash's first eight digits on paper: then nobody can rewrite it."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that is not what was written."""

    version: int
    why: Why


class JournalFollower(Protocol):
    """Reads what is appended to any stream by any process, in commit order."""

    @property
    def position(self) -> int:
        """The position of the newest entry handed out; give it to `follow` to go on from there."""
        ...

    def wait(self, timeout: float) -> list[tuple[int, Entry | Unread]]:
        """New entries with their positions; an empty list if none came in `timeout` seconds.

        One that cannot be read is handed out as such: the trouble of one stream is not that of the others.
        """
        ...

    def stop(self) -> None:
        """Ends a waiting `wait` and every later one at once; any thread may call it."""
        ...

    def close(self) -> None:
        """Stops, and lets go of the store."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Ownership(Protocol):
    """The right to decide for one tournament: at most one process has it."""

    @property
    def sure(self) -> bool:
        """True while nothing speaks against it. It costs nothing and never waits; if it is False, ask `lost`."""
        ...

    @property
    def lost(self) -> bool:
        """True if the connection that held it is gone: stop deciding, somebody else may have taken over."""
        ...

    def release(self) -> None: ...


class Journal(Protocol):
    """Blocking; call it from threads or through `AsyncJournal`."""

    read_only: bool
    """Nothing can be stored; what would write raises CannotWrite."""

    @property
    def recorder(self) -> ApplicationRecorder:
        """The library's own way to the rows: for its subscriptions and projections."""
        ...

    @property
    def side(self) -> SideStore: ...

    @property
    def pushes(self) -> PushStore: ...

    @property
    def programs(self) -> ProgramStore: ...

    @property
    def deliveries(self) -> DeliveryStore: ...

    @property
    def entry_queue(self) -> EntryQueueStore: ...

    @property
    def summaries(self) -> SummaryStore: ...

    def append(
        self,
        stream: str,
        after: int | None,
        by: str,
        command_id: str,
        events: Sequence[Event],
        at: datetime,
        digest: str = "",
    ) -> list[Entry]: ...

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]: ...

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        """As `append_many`, waiting for nothing but the disk of this machine.

        None: that is not possible now, and nothing was stored.
        """
        ...

    def append_soon(self, requests: Sequence[Append]) -> Future[list[AppendOutcome] | None] | None:
        """As `append_many`, through the event loop, which goes on meanwhile. None: it cannot be done that way.

        Where the future becomes None the connection was lost on the way: `append_many` finds out what was stored.
        """
        ...

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]: ...

    def continues(self, entry: Entry, previous: str) -> bool:
        """Whether an entry that was followed is sealed after the one with that hash; False: read it to find out."""
        ...

    def lines(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
        """The canonical rows as stored, unchecked, without line ends."""
        ...

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        """Append canonical rows written elsewhere, chain and positions checked; the new version."""
        ...

    def verify(self, stream: str) -> Head | Broken: ...

    def streams(self) -> list[StreamInfo]: ...

    def head(self, stream: str) -> StreamInfo | None:
        """The head of one stream; None: it has no entry."""
        ...

    def founded_by(self, command_id: str) -> str:
        """The stream that begins with this command; empty = none does."""
        ...

    def position(self) -> int:
        """The position of the newest entry of all streams, for `follow`."""
        ...

    def follow(self, after: int | None = None) -> JournalFollower:
        """A follower from position `after` on; None = from now on."""
        ...

    def own(self, stream: str, address: str = "") -> Ownership | None:
        """None: another process has it. `address` is where others reach this one, the same for all streams."""
        ...

    def owner(self, stream: str) -> str:
        """The address of the process that has it; empty = nobody, or it did not say. Ask when `own` gave None."""
        ...

    def evict(self, stream: str, address: str) -> bool:
        """Let go of the stream for the process at that address, which hangs; it hears of it when it wakes up. False: it
        is not the owner any more. Raises CannotEvict."""
        ...

    def close(self) -> None: ...
