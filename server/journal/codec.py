"""Events to canonical rows and back. The row is the line of the JSONL export, byte for byte.

A row is one JSON object with its keys in a fixed order, closed by the hash of everything before it:

    {"stream":"open","version":1,"recorded_at":"...Z","by":"...","command_id":"...","digest":"...",
     "name":"ResultRecorded","event":{...},"hash":"<64 hex digits>"}

The name is the bare name of the event class, with `.v2`, `.v3` ... once the event's shape has changed.
Rows are never encoded again: the hash covers the bytes that were written, whatever the shape is today.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from domain.events import EVENTS, Event
from domain.festival.events import FESTIVAL_EVENTS
from domain.games.events import GAMES_EVENTS
from domain.organisers.events import ORGANISER_EVENTS
from domain.pictures import PICTURE_EVENTS
from domain.screens.events import SCREEN_EVENTS
from domain.stewards.events import STEWARD_EVENTS
from server.journal.chain import seal, sealed
from server.journal.entries import Append, Entry
from server.journal.errors import BrokenChain, UnknownEvent
from server.notice import notice

Fields = dict[str, object]
Upcaster = Callable[[Fields], Fields]
"""From one shape of an event's fields to the next. Pure: it sees only its argument."""

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(bare name, old shape) -> the step to the next shape. Shapes count from 1; steps are never removed."""

FORMER_NAMES: Mapping[str, str] = {
    "ByeAskedFor": "ByeRequested",
    "EntryWaits": "EntryWaitlisted",
    "FeePaid": "PaymentMade",
    "RankingEnded": "RankingRemoved",
}
"""What an event was called when it was written -> its name today. None is ever removed."""

ALL_EVENTS: Mapping[str, type] = (
    EVENTS | SCREEN_EVENTS | STEWARD_EVENTS | FESTIVAL_EVENTS | PICTURE_EVENTS | GAMES_EVENTS | ORGANISER_EVENTS
)


class Envelope(msgspec.Struct):
    """What stands around an event, in the order of the row."""

    stream: str
    version: int
    recorded_at: datetime
    by: str
    command_id: str
    digest: str
    name: str


class Row(Envelope):
    """The claims of a canonical row about itself, before anybody believes them; its event is not looked at."""

    event: msgspec.Raw
    hash: str


class Unsealed(Envelope):
    """The fields that the hash is taken over."""

    event: Event


class PackedEntry(msgspec.Struct):
    """What has to be known of a packed entry before it can be read."""

    stream: str
    version: int
    name: str


class Written(NamedTuple):
    name: str
    row: bytes
    entry: Entry


_encode = msgspec.json.Encoder().encode
row_claims: Callable[[bytes], Row] = msgspec.json.Decoder(Row).decode
"""Raises `msgspec.DecodeError` for anything that is not a row."""
_decode_place: Callable[[bytes], PackedEntry] = msgspec.json.Decoder(PackedEntry).decode
_decode_fields: msgspec.json.Decoder[Fields] = msgspec.json.Decoder(Fields)


@cache
def _decoder(event: type, stored: str) -> Callable[[bytes], Entry]:
    """Reads rows of this event, and refuses one with another name in it."""
    return msgspec.json.Decoder(Entry[event, Literal[stored]]).decode  # type: ignore[valid-type]


class Decoders(dict[str, Callable[[bytes], Entry]]):
    """By the name under which a row is stored; each is made when it is first asked for, as all take 15 ms."""

    def __init__(self, classes: Mapping[str, type]) -> None:
        super().__init__()
        self.classes = classes

    def __missing__(self, stored: str) -> Callable[[bytes], Entry]:
        made = self[stored] = _decoder(self.classes[stored], stored)
        return made


def pack(entry: Entry) -> bytes:
    """The entry for another process: its row without what only the chain needs."""
    return _encode(entry)


class Codec:
    """Knows every event by name, in its newest shape and in all older ones."""

    def __init__(
        self,
        events: Mapping[str, type] = ALL_EVENTS,
        upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
    ) -> None:
        self._upcasters = dict(upcasters)
        self._classes = dict(events)
        self._names = {cls: self.stored_name(name) for name, cls in events.items()}
        self._newest = Decoders({stored: cls for cls, stored in self._names.items()})
        self._known = {name: {field.name for field in fields(cls)} for name, cls in events.items()}

    def stored_name(self, name: str) -> str:
        shape = self._newest_shape(name)
        return name if shape == 1 else f"{name}.v{shape}"

    def write(self, asked: Append, event: Event, version: int, at: datetime, previous: str) -> Written:
        """The row of one of the events that are asked for, sealed after the row whose hash is `previous`."""
        name = self._names[type(event)]
        body = _encode(Unsealed(asked.stream, version, at, asked.by, asked.command_id, asked.digest, name, event))[:-1]
        hash = seal(previous, body)
        entry = Entry(asked.stream, version, at, asked.by, asked.command_id, name, event, hash)
        return Written(name, sealed(body, hash), entry)

    def continues(self, entry: Entry, previous: str) -> bool:
        """True if its row, as it is written today, is sealed after `previous`. False for an older shape and for one
        with a digest too: then only the row itself can tell."""
        asked = Append(entry.stream, None, entry.by, entry.command_id, (entry.event,))
        return self.write(asked, entry.event, entry.version, entry.recorded_at, previous).entry == entry

    def read(self, name: str, row: bytes, stream: str, version: int) -> Entry:
        """The entry of a row that is stored under `name` at this place."""
        [entry] = self.read_all([(name, row)], stream, version)
        return entry

    def unpack(self, line: bytes) -> Entry:
        """An entry that `pack` made, in this or in another program."""
        place = _decode_place(line)
        return self.read(place.name, line, place.stream, place.version)

    def read_all(self, rows: Sequence[tuple[str, bytes]], stream: str, first: int) -> list[Entry]:
        """The entries of named rows that stand one after the other, from version `first` on.

        They are decoded at one go; only where that fails, row by row, to say which it is.
        """
        newest = self._newest
        try:
            entries: list[Entry] = [newest[name](row) for name, row in rows]
        except (KeyError, msgspec.DecodeError, UnicodeDecodeError):
            return self._one_by_one(rows, stream, first)
        placed = [entry.version for entry in entries] == list(range(first, first + len(entries)))
        if placed and {entry.stream for entry in entries} <= {stream}:
            return entries
        return self._one_by_one(rows, stream, first)

    def _one_by_one(self, rows: Sequence[tuple[str, bytes]], stream: str, first: int) -> list[Entry]:
        """Raises BrokenChain or UnknownEvent with the version of the first row in which something is wrong."""
        entries, newest = [], self._newest
        for version, (name, row) in enumerate(rows, first):
            decode = newest[name] if name in newest.classes else self._upcast(name, stream, version)
            try:
                entry: Entry = decode(row)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                why = notice("stored-under-another-name", name=name)
                if f'"name":"{name}","event":{{'.encode() in row:
                    why = notice("cannot-be-decoded", why=error)
                raise BrokenChain(stream, version, why) from error
            if entry.version != version or entry.stream != stream:
                why = notice("claims-to-be-entry", version=entry.version, stream=entry.stream)
                raise BrokenChain(stream, version, why)
            entries.append(entry)
        return entries

    def unknown_fields(self, row: bytes) -> set[str]:
        """Fields of the newest shape that this program would silently drop: a newer one wrote them."""
        found = row_claims(row)
        if found.name not in self._newest.classes:
            return set()
        return set(_decode_fields.decode(found.event)) - self._known[found.name.partition(".v")[0]]

    def _newest_shape(self, name: str) -> int:
        return 1 + max((shape for known, shape in self._upcasters if known == name), default=0)

    def _upcast(self, name: str, stream: str, version: int) -> Callable[[bytes], Entry]:
        """A decoder for rows in an older shape, which are brought up step by step."""
        written, marked, suffix = name.partition(".v")
        bare = FORMER_NAMES.get(written, written)
        newest = self._newest_shape(bare)
        shape = (int(suffix) if suffix.isdecimal() else 0) if marked else 1
        if bare not in self._classes or not 1 <= shape <= newest:
            raise UnknownEvent(stream, version, name)

        def decode(row: bytes) -> Entry:
            found = row_claims(row)
            if found.name != name:
                raise msgspec.ValidationError(found.name)
            old = _decode_fields.decode(found.event)
            for step in range(shape, newest):
                old = self._upcasters[bare, step](old)
            event: Event = msgspec.convert(old, self._classes[bare])
            return Entry(
                found.stream, found.version, found.recorded_at, found.by, found.command_id, name, event, found.hash
            )

        return decode
