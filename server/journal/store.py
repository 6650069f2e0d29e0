"""The part that all stored journals have in common, on two questions that each store answers in its own way."""

from abc import ABC, abstractmethod
from asyncio import Future
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, starmap
from threading import Event, RLock
from types import TracebackType
from typing import Any, NamedTuple, TypeVar
from uuid import NAMESPACE_URL, uuid5

import msgspec
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent, Subscription

from domain.events import Event as DomainEvent
from server.journal.chain import GENESIS, seal_of, unbroken, verified_hash
from server.journal.codec import Codec, Row, row_claims
from server.journal.entries import (
    AlreadyDone,
    Append,
    AppendOutcome,
    Broken,
    Entry,
    Head,
    StreamInfo,
    Unread,
)
from server.journal.errors import BrokenChain, CannotRead, CannotWrite, CommandIdReused, StaleVersion, UnknownEvent
from server.journal.side.accounts import AccountRows, IdentityRows, PasskeyRows
from server.journal.side.channels import ChannelStore
from server.journal.side.deliveries import DeliveryStore
from server.journal.side.entry_queue import EntryQueueStore, LetterRows
from server.journal.side.handoffs import HandoffRows
from server.journal.side.lichess import BroadcastStore, PlayedThereStore
from server.journal.side.personal import SideStore
from server.journal.side.persons import EntranceRows
from server.journal.side.programs import ProgramStore
from server.journal.side.pushes import PushStore
from server.journal.side.shared import AccessRows, ScreenPictureRows
from server.journal.side.summaries import SummaryRow, SummaryStore
from server.notice import Why, notice

# The rows that a batch of requests adds to the journal, worked out before anything is written. No I/O in this file.

STREAMS = uuid5(NAMESPACE_URL, "tablo:stream")


@lru_cache(maxsize=4096)
def stream_id(stream: str) -> str:
    """The stream's uuid5 in hex: what the event store calls the originator."""
    return uuid5(STREAMS, stream).hex


class CommandClaim(msgspec.Struct, frozen=True):
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


# Rows to entries, the chain checked on the way; and what a batch tells its callers. The same for every store.

Named = tuple[str, bytes]

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
        if unknown := codec.unknown_fields(row):
            return Broken(version, notice("newer-tablo-wrote-fields-does", unknown=", ".join(unknown)))
    return found


def settled_outcomes(made: Plan, read: Callable[[str, int, int | None], Iterator[Entry]]) -> list[AppendOutcome]:
    """The outcomes with the entries of commands that were done before."""
    return [
        AlreadyDone(list(read(outcome.stream, outcome.first - 1, outcome.last)))
        if isinstance(outcome, CommandClaim)
        else outcome
        for outcome in made.outcomes
    ]


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


def about(stream: str, version: int, line: bytes) -> Row:
    try:
        return row_claims(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenChain(stream, version, notice("cannot-be-decoded", why=error)) from error


def _continue(stream: str, tip: Tip, row: Row, line: bytes) -> None:
    if row.stream != stream or row.version != tip.version + 1:
        why = notice("entry-comes-instead", version=row.version, stream=row.stream)
        raise BrokenChain(stream, tip.version + 1, why)
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


DecideBatch = Callable[[dict[str, Tip], Mapping[str, CommandClaim]], Plan]
"""From the tips of streams and the claims of commands, as they are now, to the rows to insert."""


TellOutcomes = Callable[[list[AppendOutcome]], None]


class RowExists(Exception):
    """A version of a stream, or a command id, is taken. Nothing was inserted."""


class Guarded:
    """Around everything that writes: after trouble nothing is stored, and nothing is remembered about the tips.

    A class, for it is entered at every result, and a generator costs more.
    """

    __slots__ = ("_tips", "_trouble")

    def __init__(self, tips: dict[str, Tip], trouble: Callable[[BaseException], Exception | None]) -> None:
        self._tips = tips
        self._trouble = trouble

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            self._tips.clear()
            told = self._trouble(error)
            if told is not None:
                raise told from error


POLL_SECONDS = 0.02
"""Seconds between two looks; half a per cent of a core."""
BATCH_ROWS = 500


class PolledSubscription(Subscription[ApplicationRecorder]):
    """Every row after `gt` in the order of positions, then each new one, whichever process appends it.

    `next` blocks until there is a row, and raises StopIteration once the subscription is stopped. For one writing
    process: two that write to different streams commit their rows out of the order of positions.
    """

    def __init__(self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder, gt, topics)
        self._waiting: deque[Notification] = deque()
        self._stopped = Event()

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            if not self._waiting:
                self._waiting.extend(self._new())
            if self._waiting:
                return self._waiting.popleft()
            self._stopped.wait(POLL_SECONDS)
        raise StopIteration

    def _new(self) -> Sequence[Notification]:
        after = self._last_notification_id
        found = self._recorder.select_notifications(after, BATCH_ROWS, topics=self._topics, inclusive_of_start=False)
        if found:
            self._last_notification_id = found[-1].id
        return found


class ServerState(NamedTuple):
    """How a database server fares."""

    connections: int
    most: int
    """Connections that it lets in."""
    copies: int
    """Servers that follow it."""
    behind_seconds: float
    """How far the slowest of them is behind."""
    archives: bool = False
    """It stores its log elsewhere, from which a backup comes up to date."""
    archived_at: datetime | None = None
    archive_fails: bool = False
    """The newest piece could not be stored."""


class Journal(ABC):
    """All streams of events in a store. Blocking; call it from threads or through `AsyncJournal`.

    It remembers the tips of the streams it wrote, and who wins if it remembers wrongly is the store's uniqueness.
    """

    where: str
    read_only = False
    """Nothing can be stored; what would write raises CannotWrite."""
    recorder: ApplicationRecorder
    """The library's own way to the rows: for its subscriptions and projections."""
    errors: tuple[type[Exception], ...]
    """The store's own errors."""
    _why: Callable[[Exception], Why]
    """The reason in one of them."""
    _newest_rows: str
    """The statement for the newest row of each stream with its version, by the stream's name."""

    def __init__(self, codec: Codec | None) -> None:
        self._codec = codec or Codec()
        self._lock = RLock()
        self._tips: dict[str, Tip] = {}
        self._guarded = Guarded(self._tips, self._trouble)
        self.side = SideStore(self._run, self._erased)
        self.pushes = PushStore(self._run, self._erased)
        self.programs = ProgramStore(self._run, self._erased)
        self.deliveries = DeliveryStore(self._run, self._erased, "webhook")
        self.told_channels = DeliveryStore(self._run, self._erased, "channel")
        self.channels = ChannelStore(self._run, self._erased)
        self.broadcasts = BroadcastStore(self._run, self._erased)
        self.played_there = PlayedThereStore(self._run, self._erased)
        self.accounts = AccountRows(self._run, self._erased)
        self.passkeys = PasskeyRows(self._run, self._erased)
        self.handoffs = HandoffRows(self._run, self._erased)
        self.identities = IdentityRows(self._run, self._erased)
        self.entrances = EntranceRows(self._run, self._erased, self._select)
        self.entry_queue = EntryQueueStore(self._run, self._erased)
        self.letters = LetterRows(self._run, self._erased)
        self.summaries = SummaryStore(self._run, self._erased, self._read)
        self.access: AccessRows | None = None
        self.screen_pictures: ScreenPictureRows | None = None

    def append(
        self,
        stream: str,
        after: int | None,
        by: str,
        command_id: str,
        events: Sequence[DomainEvent],
        at: datetime,
        digest: str = "",
    ) -> list[Entry]:
        [outcome] = self.append_many([Append(stream, after, by, command_id, events, at, digest)])
        if isinstance(outcome, list):
            return outcome
        raise outcome

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]:
        """Written on the tips we remember, or, if anything speaks against that, after looking closely."""
        with self._lock:
            made = self._plan_without_looking(requests) or self._plan_after_looking(requests)
            self._tips.update(made.tips)
        return settled_outcomes(made, self.read)

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        """As `append_many`, waiting for nothing but the disk of this machine.

        None: that is not possible now, and nothing was stored.
        """
        return None

    def append_soon(self, requests: Sequence[Append], told: TellOutcomes) -> Future[bool] | None:
        """As `append_many`, through the event loop, which goes on meanwhile. None: it cannot be done that way.

        `told` has the outcomes at once when they come. Where the future becomes False instead the connection was lost
        on the way: `append_many` finds out what was stored.
        """
        return None

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        """Append canonical rows written elsewhere, chain and positions checked; the new version."""

        def decide(tips: dict[str, Tip], _: Mapping[str, CommandClaim]) -> Plan:
            return adoption(stream, lines, tips.get(stream, EMPTY_TIP), self._codec)

        with self._lock:
            try:
                made = self._settled({stream}, (), decide)
            except RowExists as error:
                raise CannotWrite(self.where, notice("command-is-stored-already-another", stream=stream)) from error
            self._tips.update(made.tips)
        return made.tips[stream].version

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        return checked(stream, self._rows(stream, after, upto), after, self._codec)

    def continues(self, entry: Entry, previous: str) -> bool:
        """Whether an entry that was followed is sealed after the one with that hash; False: read it to find out."""
        return self._codec.continues(entry, previous)

    def lines(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
        """The canonical rows as stored, unchecked, without line ends."""
        return (row for _, row in self._rows(stream, after + 1, upto))

    def verify(self, stream: str) -> Head | Broken:
        try:
            return verdict(stream, self._rows(stream, 0, None), self._codec)
        except BrokenChain as trouble:
            return Broken(trouble.version, trouble.why)

    def streams(self) -> list[StreamInfo]:
        return [_info(*head) for head in self._select(self._newest_rows)]

    def versions(self) -> dict[str, int]:
        """The version of each stream: what another process has written shows here."""
        return dict(self._select(STREAM_VERSIONS))

    def picture_sizes(self) -> dict[str, int]:
        """The bytes that each picture takes, by its stream."""
        return dict(self._select(PICTURE_SIZES))

    def unpack(self, line: bytes) -> Entry | Unread:
        """An entry that another process has packed; its place in the chain is checked by whoever takes it in."""
        try:
            return self._codec.unpack(line)
        except (BrokenChain, UnknownEvent) as trouble:
            return Unread(trouble.stream, trouble.version, trouble)

    def head(self, stream: str) -> StreamInfo | None:
        """None: it has no entry."""
        with self.told():
            last = next(iter(self.recorder.select_events(stream_id(stream), desc=True, limit=1)), None)
        return _info(stream, last.originator_version, last.state) if last else None

    def founded_by(self, command_id: str) -> str:
        """The stream that begins with this command; empty = none does."""
        claim = self._claimed(command_id).get(command_id)
        return claim.stream if claim is not None and claim.first == 1 else ""

    def server_state(self) -> ServerState | None:
        """Of the server behind it; None = the journal is a file. Raises CannotRead."""
        return None

    @abstractmethod
    def close(self) -> None: ...

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raise CannotRead for the store's errors while something is read."""
        try:
            yield
        except self.errors as error:
            raise CannotRead(self.where, self._why(error)) from error

    def _plan_without_looking(self, requests: Sequence[Append]) -> Plan | None:
        """None: a command was or may have been there before, a version is wrong, or another process wrote."""
        made = self._planned(requests)
        try:
            if made is not None:
                self._insert(made)
        except RowExists:
            return None
        return made

    def _planned(self, requests: Sequence[Append]) -> Plan | None:
        """On the tips we remember. None: somebody would be refused, and deserves a closer look."""
        tips = {}
        for request in requests:
            tip = self._tips.get(request.stream)
            if tip is None or not request.events:
                return None
            tips[request.stream] = tip
        made = plan(requests, tips, {}, self._codec)
        for outcome in made.outcomes:
            if not isinstance(outcome, list):
                return None
        return made

    def _plan_after_looking(self, requests: Sequence[Append]) -> Plan:
        def decide(tips: dict[str, Tip], claims: Mapping[str, CommandClaim]) -> Plan:
            return plan(requests, tips, claims, self._codec)

        streams = {request.stream for request in requests}
        return self._settled(streams, [request.command_id for request in requests], decide)

    def _settled(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        """Where somebody else writes in between it looks again, and then nobody can."""
        try:
            return self._look_and_insert(streams, command_ids, decide)
        except RowExists:
            return self._look_and_insert(streams, command_ids, decide, alone=True)

    @abstractmethod
    def _trouble(self, error: BaseException) -> Exception | None:
        """Roll back, and translate the store's error; None = raise it unchanged."""

    def _insert(self, made: Plan) -> None:
        """In one transaction, on the disk when it returns. Raises `RowExists`."""
        with self._guarded:
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)

    @abstractmethod
    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        """One statement on the tables beside the events, in a transaction of its own."""

    def _read(self, statement: str) -> list[SummaryRow]:
        """The summaries."""
        return list(starmap(SummaryRow, self._select(statement)))

    @abstractmethod
    def _erased(self) -> None:
        """Something was erased for good."""

    @abstractmethod
    def _look_and_insert(
        self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch, alone: bool = False
    ) -> Plan:
        """Look, decide and insert in one transaction. Raises `RowExists` where somebody else wrote in between, which
        nobody can while it is `alone`.
        """

    @abstractmethod
    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        """Both ends included."""

    @abstractmethod
    def _select(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        """The rows of a statement that changes nothing."""

    @abstractmethod
    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        """The claim of this command id, if it was used."""


STREAM_VERSIONS = (
    "SELECT s.name, (SELECT max(e.originator_version) FROM stored_events e WHERE e.originator_id = s.originator_id) "
    "FROM streams s"
)
PICTURE_SIZES = (
    "SELECT s.name, (SELECT sum(length(e.state)) FROM stored_events e WHERE e.originator_id = s.originator_id) "
    "FROM streams s WHERE substr(s.name, 1, 8) = 'picture/'"
)


def _info(stream: str, version: int, row: bytes) -> StreamInfo:
    try:
        last = about(stream, version, row)
    except BrokenChain:  # whoever reads the stream is told; the others have nothing to do with it
        return StreamInfo(stream, version, "", EMPTY_TIP.recorded_at)
    return StreamInfo(stream, last.version, last.hash, last.recorded_at)


# A command's id stands in the first of its rows, and the store has each id only once.
# Journals of format 1 had a row of its own for each claim; `first_rows` tells who claims what in such a journal.

FORMAT = 2
CLAIMS_AS_ROWS = 1
OLD_CLAIM = "CommandClaimed"
"""The topic of the rows that were claims in that format."""

ADD_COMMAND = "ALTER TABLE stored_events ADD COLUMN command TEXT"
UNIQUE_COMMAND = (
    "CREATE UNIQUE INDEX IF NOT EXISTS stored_events_command ON stored_events (command) WHERE command IS NOT NULL"
)
CLAIMS = (
    "SELECT f.command, f.state, coalesce("
    "(SELECT n.originator_version - 1 FROM stored_events n WHERE n.originator_id = f.originator_id "
    "AND n.originator_version > f.originator_version AND n.command IS NOT NULL ORDER BY n.originator_version LIMIT 1), "
    "(SELECT max(n.originator_version) FROM stored_events n WHERE n.originator_id = f.originator_id)) "
    "FROM stored_events f WHERE f.command"
)
"""The command, its first row and the version of its last one: up to the next command or the end of the stream."""
ROWS_BY_STREAM = (
    "SELECT {position}, originator_id, state FROM stored_events WHERE topic <> 'CommandClaimed' "
    "ORDER BY originator_id, originator_version"
)

ClaimKey = TypeVar("ClaimKey")


def claims(found: Iterable[tuple[str, bytes, int]]) -> dict[str, CommandClaim]:
    rows = ((command, about("", 0, first), last) for command, first, last in found)
    return {command: CommandClaim(row.stream, row.version, last, row.digest) for command, row, last in rows}


def first_rows(rows: Iterable[tuple[int, ClaimKey, bytes]]) -> Iterator[tuple[str, int]]:
    """Command ids and the positions of their first rows, of rows (position, stream, row) in order.

    A damaged row claims nothing: its stream says so to whoever reads it.
    """
    seen, before = set[str](), None
    for position, stream, row in rows:
        try:
            command = row_claims(row).command_id
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if (stream, command) != before and command not in seen:
            yield command, position
        before = stream, command
        seen.add(command)
