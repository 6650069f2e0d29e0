"""What a batch of requests adds to the journal, worked out before anything is written. No I/O in this file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha1
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

import msgspec

from server.journal.chain import GENESIS
from server.journal.codec import Codec
from server.journal.entries import Append, Entry, Outcome
from server.journal.errors import CommandIdReused, StaleVersion

STREAMS = uuid5(NAMESPACE_URL, "tablo:stream")
COMMANDS = uuid5(NAMESPACE_URL, "tablo:command")
CLAIM = "CommandClaimed"
"""The topic of a claim: a stream of one row per command id, so that an id can be stored only once."""


@lru_cache(maxsize=4096)
def stream_id(stream: str) -> str:
    """The stream's uuid5 in hex: what the event store calls the originator."""
    return uuid5(STREAMS, stream).hex


def claim_id(command_id: str) -> str:
    """`uuid5(COMMANDS, command_id).hex`, in a quarter of the time: it is asked once per command."""
    digest = sha1(COMMANDS.bytes + command_id.encode(), usedforsecurity=False).hexdigest()
    return f"{digest[:12]}5{digest[13:16]}{'89ab'[int(digest[16], 16) & 3]}{digest[17:32]}"


class Claim(msgspec.Struct, frozen=True):
    """What a command id was used for."""

    stream: str
    first: int
    last: int
    digest: str


encode_claim = msgspec.json.Encoder().encode
decode_claim = msgspec.json.Decoder(Claim).decode


class Tip(msgspec.Struct, frozen=True):
    """The end of a stream, as far as the next row depends on it."""

    version: int
    hash: str
    recorded_at: datetime
    command_id: str


EMPTY = Tip(0, GENESIS, datetime.min.replace(tzinfo=UTC), "")


class Stored(NamedTuple):
    """A row for the store, its fields in the order of the library's columns."""

    id: str
    version: int
    topic: str
    state: bytes


@dataclass(slots=True)
class Plan:
    """Rows to insert in one transaction, and what to tell each request afterwards."""

    rows: list[Stored] = field(default_factory=list)
    outcomes: list[Outcome | Claim] = field(default_factory=list)
    """A `Claim` stands for `AlreadyDone`: its entries are still to be read."""
    tips: dict[str, Tip] = field(default_factory=dict)
    new_streams: list[str] = field(default_factory=list)

    @property
    def agreed(self) -> bool:
        """Every request was carried out."""
        return all(isinstance(outcome, list) for outcome in self.outcomes)


def plan(requests: Sequence[Append], tips: Mapping[str, Tip], claims: Mapping[str, Claim], codec: Codec) -> Plan:
    """Decide the whole batch on what is stored now: `tips` of the streams, `claims` by command id."""
    made = Plan(tips=dict(tips))
    seen = dict(claims)
    for request in requests:
        made.outcomes.append(_one(request, made, seen, codec))
    return made


def _one(request: Append, made: Plan, seen: dict[str, Claim], codec: Codec) -> Outcome | Claim:
    """A repeated command is recognised before its version is looked at: its version is old by nature."""
    claim = seen.get(request.command_id)
    if claim is not None:
        if claim.stream == request.stream and claim.digest == request.digest:
            return claim
        return CommandIdReused(claim.stream, request.command_id, claim.first, claim.last)
    tip = made.tips.get(request.stream, EMPTY)
    counted_on = request.follows or tip.command_id
    if request.after is not None and (request.after, counted_on) != (tip.version, tip.command_id):
        return StaleVersion(request.stream, request.after, tip.version)
    if not request.events:
        return []
    return _write(request, tip, made, seen, codec)


def _write(request: Append, tip: Tip, made: Plan, seen: dict[str, Claim], codec: Codec) -> list[Entry]:
    if tip.version == 0:
        made.new_streams.append(request.stream)
    at = max(request.at.astimezone(UTC), tip.recorded_at)
    first, last = tip.version + 1, tip.version + len(request.events)
    claim = seen[request.command_id] = Claim(request.stream, first, last, request.digest)
    made.rows.append(Stored(claim_id(request.command_id), 1, CLAIM, encode_claim(claim)))
    entries, previous, key = [], tip.hash, stream_id(request.stream)
    for version, event in enumerate(request.events, start=first):
        written = codec.write(request, event, version, at, previous)
        made.rows.append(Stored(key, version, written.name, written.row))
        entries.append(written.entry)
        previous = written.entry.hash
    made.tips[request.stream] = Tip(last, previous, at, request.command_id)
    return entries
