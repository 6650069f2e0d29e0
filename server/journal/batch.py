"""The rows that a batch of requests adds to the journal, worked out before anything is written. No I/O in this file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5

import msgspec
from eventsourcing.persistence import StoredEvent

from server.journal.chain import GENESIS
from server.journal.codec import Codec
from server.journal.entries import Append, AppendOutcome, Entry
from server.journal.errors import CommandIdReused, StaleVersion

STREAMS = uuid5(NAMESPACE_URL, "tablo:stream")


@lru_cache(maxsize=4096)
def stream_id(stream: str) -> str:
    """The stream's uuid5 in hex: what the event store calls the originator."""
    return uuid5(STREAMS, stream).hex


class CommandClaim(msgspec.Struct, frozen=True):
    """The use of a command id."""

    stream: str
    first: int
    last: int
    digest: str


class Tip(msgspec.Struct, frozen=True):
    """The end of a stream, as far as the next row depends on it."""

    version: int
    hash: str
    recorded_at: datetime
    command_id: str


EMPTY_TIP = Tip(0, GENESIS, datetime.min.replace(tzinfo=UTC), "")


@dataclass(frozen=True)
class StoredRow(StoredEvent):
    """A row for the store: what the library inserts, and the command that the row claims."""

    command: str | None = None
    """The command's id, in the first of its rows: the store has each id only once."""


class Plan(msgspec.Struct):
    """Rows to insert in one transaction, and what to tell each request afterwards."""

    tips: dict[str, Tip]
    rows: list[StoredRow] = []
    outcomes: list[AppendOutcome | CommandClaim] = []
    """A `CommandClaim` stands for `AlreadyDone`: its entries are still to be read."""
    new_streams: list[str] = []


def plan(requests: Sequence[Append], tips: dict[str, Tip], claims: Mapping[str, CommandClaim], codec: Codec) -> Plan:
    """Decide the whole batch on what is stored now: `tips` of the streams, which move on, `claims` by command id."""
    made = Plan(tips)
    seen = dict(claims)
    for request in requests:
        made.outcomes.append(_one(request, made, seen, codec))
    return made


def _one(request: Append, made: Plan, seen: dict[str, CommandClaim], codec: Codec) -> AppendOutcome | CommandClaim:
    """A repeated command is recognised before its version is looked at: its version is old by nature."""
    claim = seen.get(request.command_id)
    if claim is not None:
        if claim.stream == request.stream and claim.digest == request.digest:
            return claim
        return CommandIdReused(claim.stream, request.command_id, claim.first, claim.last)
    tip = made.tips.get(request.stream, EMPTY_TIP)
    counted_on = request.follows or tip.command_id
    if request.after is not None and (request.after, counted_on) != (tip.version, tip.command_id):
        return StaleVersion(request.stream, request.after, tip.version)
    if not request.events:
        return []
    return _write(request, tip, made, seen, codec)


def _write(request: Append, tip: Tip, made: Plan, seen: dict[str, CommandClaim], codec: Codec) -> list[Entry]:
    if tip.version == 0:
        made.new_streams.append(request.stream)
    at = max(request.at.astimezone(UTC), tip.recorded_at)
    first, last = tip.version + 1, tip.version + len(request.events)
    seen[request.command_id] = CommandClaim(request.stream, first, last, request.digest)
    entries, previous, key, command = list[Entry](), tip.hash, stream_id(request.stream), request.command_id
    for version, event in enumerate(request.events, start=first):
        written = codec.write(request, event, version, at, previous)
        made.rows.append(StoredRow(key, version, written.name, written.row, None if entries else command))
        entries.append(written.entry)
        previous = written.entry.hash
    made.tips[request.stream] = Tip(last, previous, at, request.command_id)
    return entries
