"""Rows to entries, the chain checked on the way; and what a batch tells its callers. The same for every store."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from server.journal.batch import CommandClaim, Plan, StoredRow, Tip, stream_id
from server.journal.chain import GENESIS, seal_of, unbroken, verified_hash
from server.journal.codec import Codec, Outside, row_claims
from server.journal.entries import AlreadyDone, AppendOutcome, Broken, Entry, Head, Unread
from server.journal.errors import BrokenChain, UnknownEvent
from server.notice import notice

Named = tuple[str, bytes]
"""A row with the name it is stored under."""

ROWS_PER_BLOCK = 64
"""Rows whose chain is checked before any of them is decoded: row by row in turn both took a tenth longer."""


def checked(stream: str, rows: Sequence[Named], after: int, codec: Codec) -> Iterator[Entry]:
    """Entries from `after` + 1; if `after` is not 0 the first row is that of `after`, for its seal only."""
    return chain.from_iterable(_blocks(stream, list(reversed(rows)), after, codec))


def _blocks(stream: str, rows: list[Named], after: int, codec: Codec) -> Iterator[list[Entry]]:
    """Rows, the last one first, are let go of as they are read: what becomes of them takes their place in memory."""
    version, previous = after, GENESIS
    if after and rows:
        previous = seal_of(rows.pop()[1])
    while rows:
        block = rows[: -ROWS_PER_BLOCK - 1 : -1]
        del rows[-ROWS_PER_BLOCK:]
        count, previous = unbroken(previous, block)
        yield codec.read_all(block[:count], stream, version + 1)
        version += count
        if count < len(block):
            raise BrokenChain(stream, version + 1, notice("hash-does-not-fit"))


def verdict(stream: str, rows: Iterable[Named], codec: Codec) -> Head | Broken:
    """The whole chain, and that this program knows everything in it."""
    kept = list(rows)
    found: Head | Broken = Head(0, GENESIS)
    try:
        for entry in checked(stream, kept, 0, codec):
            found = Head(entry.version, entry.hash)
    except (BrokenChain, UnknownEvent) as trouble:
        kept = kept[: trouble.version - 1]
        found = Broken(trouble.version, trouble.why if isinstance(trouble, BrokenChain) else trouble.notice)
    for version, (_, row) in enumerate(kept, 1):
        unknown = codec.unknown_fields(row)
        if unknown:
            return Broken(version, notice("newer-tablo-wrote-fields-does", unknown=", ".join(unknown)))
    return found


def heard(stream: str, version: int, name: str, row: bytes, codec: Codec) -> Entry | Unread:
    """For followers: the entry by itself, its place in the chain is for whoever takes it."""
    try:
        return codec.read(name, row, stream, version)
    except (BrokenChain, UnknownEvent) as trouble:
        return Unread(stream, version, trouble)


def settled_outcomes(made: Plan, read: Callable[[str, int, int | None], Iterator[Entry]]) -> list[AppendOutcome]:
    """The outcomes with the entries of commands that were done before."""
    return [
        AlreadyDone(list(read(outcome.stream, outcome.first - 1, outcome.last)))
        if isinstance(outcome, CommandClaim)
        else outcome
        for outcome in made.outcomes
    ]


def raise_refusal(outcome: AppendOutcome) -> list[Entry]:
    if isinstance(outcome, list):
        return outcome
    raise outcome


def adoption(stream: str, lines: Iterable[bytes], tip: Tip, codec: Codec) -> Plan:
    """Rows written elsewhere, checked as the continuation of `tip`; the first of each command claims its id."""
    made = Plan({}, new_streams=[] if tip.version else [stream])
    key, command = stream_id(stream), ""
    for line in lines:
        row = about(stream, tip.version + 1, line)
        _continue(stream, tip, row, line)
        codec.read(row.name, line, stream, row.version)
        tip = Tip(row.version, row.hash, row.recorded_at, row.command_id)
        claimed = None if row.command_id == command else row.command_id
        made.rows.append(StoredRow(key, row.version, row.name, line, claimed))
        command = row.command_id
    made.tips[stream] = tip
    return made


def about(stream: str, version: int, line: bytes) -> Outside:
    """The claims of a row about itself."""
    try:
        return row_claims(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenChain(stream, version, notice("cannot-be-decoded", why=error)) from error


def _continue(stream: str, tip: Tip, row: Outside, line: bytes) -> None:
    if row.stream != stream or row.version != tip.version + 1:
        raise BrokenChain(
            stream, tip.version + 1, notice("entry-comes-instead", version=row.version, stream=row.stream)
        )
    if verified_hash(tip.hash, line) is None:
        raise BrokenChain(stream, row.version, notice("hash-does-not-fit"))
    if row.recorded_at < tip.recorded_at:
        raise BrokenChain(stream, row.version, notice("was-recorded-before-entry-precedes"))


def tip_of(stream: str, row: bytes) -> Tip:
    last = about(stream, 0, row)
    return Tip(last.version, last.hash, last.recorded_at, last.command_id)


def in_commands(lines: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    """Chunks of about `size` lines that never part the rows of one command."""
    chunk: list[bytes] = []
    last = ""
    for line in lines:
        command_id = row_claims(line).command_id
        if len(chunk) >= size and command_id != last:
            yield chunk
            chunk = []
        chunk.append(line)
        last = command_id
    if chunk:
        yield chunk
