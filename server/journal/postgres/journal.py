"""The journal in PostgreSQL, for several processes and hosts."""

from asyncio import Future, get_running_loop
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap
from time import monotonic, sleep

import psycopg
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.rows import TupleRow

from server.journal.batch import CommandClaim, Plan, Tip, stream_id
from server.journal.chain import seal_of
from server.journal.codec import Codec
from server.journal.command_ids import CLAIMS, claims
from server.journal.delivery_store import DeliveryStore
from server.journal.entries import AlreadyDone, Append, AppendOutcome
from server.journal.entry_queue import EntryQueueStore
from server.journal.errors import CannotOpen, CannotRead, CannotWrite
from server.journal.personal_data import SideStore
from server.journal.postgres.connection import without_password
from server.journal.postgres.following import PostgresFollower
from server.journal.postgres.ownership import PostgresOwners, PostgresOwnership, end_session, owner_of
from server.journal.postgres.recorder import (
    AppendOnlyRecorder,
    Datastore,
    check_server,
    make_tables,
)
from server.journal.postgres.writer import PostgresWriter
from server.journal.program_store import ProgramStore
from server.journal.push_store import PushStore
from server.journal.reading import Named, about, settled_outcomes, tip_of
from server.journal.store import DecideBatch, RowExists, StoredJournal
from server.journal.summaries import SummaryRow, SummaryStore
from server.notice import notice

TIPS = (
    "SELECT newest.state FROM unnest(%s::uuid[]) AS s(id) CROSS JOIN LATERAL (SELECT state FROM stored_events e "
    "WHERE e.originator_id = s.id ORDER BY e.originator_version DESC LIMIT 1) newest"
)
HEADS = (
    "SELECT s.name, newest.originator_version, newest.state FROM streams s CROSS JOIN LATERAL "
    "(SELECT originator_version, state FROM stored_events e "
    "WHERE e.originator_id = s.originator_id ORDER BY e.originator_version DESC LIMIT 1) newest ORDER BY s.name"
)

RETRY_PAUSES_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 3.2)
"""Seconds before each new attempt while the server is away; a restart after a crash takes a few."""
RECONNECT_SECONDS = 10.0
"""Seconds after the first one that failed in which new ones are made: in a network that swallows everything each takes
five."""

NO_ROOM = "53"
"""The first digits of the codes of a server that is there, but has no disk, memory or connection left."""
LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""The errors of a lost connection, unless the code begins like that."""


class ConnectionLost(Exception):
    """Before or after the commit: only looking again can tell."""


class PostgresJournal(StoredJournal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        super().__init__(codec)
        self.where, self._url = without_password(url), url
        try:
            self._writer = PostgresWriter(url, self._lock)
        except psycopg.Error as error:
            raise CannotOpen(self.where, server_sentence(error)) from error
        try:
            check_server(self._db, self.where)
            self._datastore = Datastore(url)
            self.recorder = AppendOnlyRecorder(self._datastore, self._writer)
            make_tables(self._db, self.recorder)
        except (psycopg.Error, PersistenceError) as error:
            self._db.close()
            raise CannotOpen(self.where, server_sentence(error)) from error
        except CannotOpen:
            self._db.close()
            raise
        self._unanswered = False
        """The last append through the event loop was lost with its connection, and is asked for again next."""
        self._owners = PostgresOwners(url)
        self.side = SideStore(self._run, self._erased)
        self.pushes = PushStore(self._run, self._erased)
        self.programs = ProgramStore(self._run)
        self.deliveries = DeliveryStore(self._run)
        self.entry_queue = EntryQueueStore(self._run, self._erased)
        self.summaries = SummaryStore(self._run, self._read)

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]:
        """A connection lost on the way is opened again, and what the server stored of it is recognised."""
        before = {request.stream: self._tips.get(request.stream) for request in requests}
        unanswered, self._unanswered = self._unanswered, False
        for _ in attempts():
            try:
                outcomes = super().append_many(requests)
            except ConnectionLost:
                unanswered = True
                continue
            return [_ours(outcome, before) for outcome in outcomes] if unanswered else outcomes
        raise CannotWrite(self.where, notice("database-server-does-not-answer"))

    def append_soon(self, requests: Sequence[Append]) -> "Future[list[AppendOutcome] | None] | None":
        """On the connection that is there. The tips stay: `append_many` meets the same trouble again."""
        if not self._lock.acquire(blocking=False):
            return None
        begun = None
        try:
            begun = self._begun(requests)
        finally:
            if begun is None:
                self._lock.release()
        return begun

    def _begun(self, requests: Sequence[Append]) -> "Future[list[AppendOutcome] | None] | None":
        made = self._planned(requests)
        if made is None or made.new_streams:
            return None
        answer: Future[list[AppendOutcome] | None] = get_running_loop().create_future()

        def done(trouble: psycopg.Error | None) -> None:
            if trouble is None:
                self._tips.update(made.tips)
            self._unanswered = isinstance(trouble, LOST)
            self._lock.release()
            if not answer.done():
                answer.set_result(None if trouble else settled_outcomes(made, self.read))

        try:
            return answer if self.recorder.insert_events_soon(made.rows, done) else None
        except psycopg.Error as error:
            self._unanswered = isinstance(error, LOST)
            return None

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        for attempt in attempts():
            try:
                if attempt and (tip := self._tips_now({stream}).get(stream)) and tip.hash == seal_of(lines[-1]):
                    return tip.version
                return super().adopt(stream, lines)
            except ConnectionLost:
                continue
        raise CannotWrite(self.where, notice("database-server-does-not-answer"))

    def position(self) -> int:
        with self._told():
            return self.recorder.max_notification_id() or 0

    def follow(self, after: int | None = None) -> PostgresFollower:
        return PostgresFollower(self._url, self.position() if after is None else after, self._codec, self._writes_by)

    def _writes_by(self, session: int) -> bool:
        return not self._db.closed and self._db.info.backend_pid == session

    def own(self, stream: str, address: str = "") -> PostgresOwnership | None:
        try:
            return self._owners.take(stream, address)
        except psycopg.Error as error:
            raise CannotWrite(self.where, server_sentence(error)) from error

    def owner(self, stream: str) -> str:
        with self._reading() as cursor:
            return owner_of(cursor, stream)

    def evict(self, stream: str, address: str) -> bool:
        with self._reading() as cursor:
            return end_session(cursor, stream, address)

    def close(self) -> None:
        with self._lock:
            self._owners.close()
            self._db.close()
            self._datastore.close()

    @property
    def _db(self) -> psycopg.Connection[TupleRow]:
        return self._writer.db

    def _insert(self, made: Plan) -> None:
        with self._guarded:
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)

    def _look_and_insert(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        with self._guarded, self._writer.transaction() as cursor:
            made = decide(_tips(cursor, streams), _claims(cursor, command_ids))
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)
        return made

    def _trouble(self, error: BaseException) -> Exception | None:
        wrapped = isinstance(error, PersistenceError) and isinstance(error.__cause__, psycopg.Error)
        cause = error.__cause__ if wrapped else error
        if isinstance(cause, psycopg.errors.UniqueViolation):
            return RowExists()
        if isinstance(cause, LOST):
            if cause.sqlstate is not None and cause.sqlstate.startswith(NO_ROOM):
                return CannotWrite(self.where, server_sentence(cause))
            self._db.close()
            return ConnectionLost()
        if isinstance(cause, psycopg.Error | PersistenceError):
            return CannotWrite(self.where, server_sentence(cause))
        return None

    def _tips_now(self, streams: set[str]) -> dict[str, Tip]:
        with self._guarded, self._writer.cursor() as cursor:
            return _tips(cursor, streams)

    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        with self._told():
            return self.recorder.select_rows(stream_id(stream), since, upto)

    def _heads(self) -> list[tuple[str, int, bytes]]:
        with self._reading() as cursor:
            return cursor.execute(HEADS, binary=True).fetchall()

    def _newest(self, stream: str) -> StoredEvent | None:
        with self._told():
            return next(iter(self.recorder.select_events(stream_id(stream), desc=True, limit=1)), None)

    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        with self._reading() as cursor:
            return _claims(cursor, [command_id])

    def _read(self, statement: str) -> list[SummaryRow]:
        with self._reading() as cursor:
            return list(starmap(SummaryRow, cursor.execute(statement.encode()).fetchall()))

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Cursor[TupleRow]]:
        with self._told(), self._datastore.reading() as cursor:
            yield cursor

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise CannotRead for errors of the driver while something is read."""
        try:
            yield
        except (psycopg.Error, PersistenceError) as error:
            raise CannotRead(self.where, server_sentence(error)) from error

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        try:
            with self._guarded, self._writer.cursor() as cursor:
                cursor.execute(statement.replace("?", "%s").encode(), parameters)
                return cursor.fetchall() if cursor.description else []
        except ConnectionLost as error:
            raise CannotWrite(self.where, notice("database-server-does-not-answer")) from error

    def _erased(self) -> None:
        """Nothing more to do here: the server overwrites what was erased with its next `VACUUM`."""


def attempts() -> Iterator[int]:
    """0, 1, 2 ... with a pause before each new one."""
    yield 0
    end = monotonic() + RECONNECT_SECONDS
    for number, pause in enumerate(RETRY_PAUSES_SECONDS, start=1):
        if monotonic() < end:
            sleep(pause)
            yield number


def server_sentence(error: Exception) -> str:
    """The server's first line, without the full stop that the sentence around it brings."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__


def _ours(outcome: AppendOutcome, before: dict[str, Tip | None]) -> AppendOutcome:
    """A command found done after a lost connection, and stored since then, was done by this very call."""
    if isinstance(outcome, AlreadyDone):
        tip = before.get(outcome.entries[0].stream)
        if tip is not None and outcome.entries[0].version > tip.version:
            return list(outcome.entries)
    return outcome


def _tips(cursor: psycopg.Cursor[TupleRow], streams: set[str]) -> dict[str, Tip]:
    found = cursor.execute(TIPS, ([stream_id(stream) for stream in streams],), binary=True).fetchall()
    return {about("", 0, row).stream: tip_of("", row) for (row,) in found}


def _claims(cursor: psycopg.Cursor[TupleRow], command_ids: Sequence[str]) -> dict[str, CommandClaim]:
    if not command_ids:
        return {}
    return claims(cursor.execute(f"{CLAIMS} = ANY(%s)", (list(command_ids),), binary=True).fetchall())
