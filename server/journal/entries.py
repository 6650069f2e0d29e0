"""The envelope of an event, and what every journal can do whatever it is stored in.

Entries and requests are made for every result and, in a replay, by the ten thousand: as structs they cost a sixth of
a frozen dataclass.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Generic, TypeAlias

import msgspec
from typing_extensions import TypeVar

from domain.events import Event
from domain.records import dataclass
from server.journal.errors import BrokenChain, CommandIdReused, StaleVersion, UnknownEvent
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


@dataclass(frozen=True, slots=True)
class StreamInfo:
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
