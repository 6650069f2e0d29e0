"""The one connection by which a process writes to a PostgreSQL journal, opened again after it was lost."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import RLock
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.rows import TupleRow

from server.journal.postgres.connection import CHANNEL, WRITERS_LOCK_KEY, connect
from server.journal.store import StoredRow, stream_id

# Appending rows to a PostgreSQL journal: in one transaction, in one round trip, in the order of their positions.
# A few rows go through libpq itself, as a statement prepared for their number: what the driver does around each
# `execute` would be a good part of a commit. Its answer can be waited for by the thread, or by an event loop that
# goes on meanwhile (https://www.postgresql.org/docs/current/libpq-async.html).

MAX_PREPARED_ROWS = 16
"""Rows that go through a prepared statement at most."""
MAX_PREPARED_BYTES = 64 * 1024
"""Bytes that go through a prepared statement at most."""
ROWS_PER_STATEMENT = 5000
"""Rows in one statement: a parameter of more than ten megabytes stops the driver's pipeline for ever."""

# The lock comes first, so that positions rise in the order in which rows appear to readers.
LOCKED = f"WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock({WRITERS_LOCK_KEY})), appended AS ("
INTO = "INSERT INTO stored_events (originator_id, originator_version, topic, state, command) "
APPENDED_ROWS = "SELECT id, version, topic, state, command FROM locked, "
AS_ROW = "AS row (id, version, topic, state, command, n) ORDER BY n"
TOLD = f") SELECT pg_notify('{CHANNEL}', '')"
APPENDED_POSITIONS = "(SELECT array_agg(notification_id ORDER BY notification_id) FROM appended)"
APPEND_MANY = (
    f"{LOCKED}{INTO}{APPENDED_ROWS}unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::text[]) "
    f"WITH ORDINALITY {AS_ROW} RETURNING notification_id{TOLD}, {APPENDED_POSITIONS}"
)
PARAMETER_FORMATS = (0, 0, 0, 1, 0)
"""The formats of a row's parameters: all are text but the state."""

Done = Callable[[psycopg.Error | None], None]


def append(cursor: psycopg.Cursor[TupleRow], rows: Sequence[StoredEvent]) -> list[int]:
    """Any number of rows; their positions."""
    positions = list[int]()
    for start in range(0, len(rows), ROWS_PER_STATEMENT):
        some = [
            (str(row.originator_id), row.originator_version, row.topic, row.state, _command(row))
            for row in rows[start : start + ROWS_PER_STATEMENT]
        ]
        [(_, found)] = cursor.execute(APPEND_MANY, [list(column) for column in zip(*some, strict=True)]).fetchall()
        positions += found
    return positions


def _command(row: StoredEvent) -> str | None:
    """An event of the library claims none."""
    return row.command if isinstance(row, StoredRow) else None


def is_short(rows: Sequence[StoredEvent]) -> bool:
    """True for the few rows of the office, which does not ask for their positions."""
    ours = isinstance(rows[0], StoredRow) and len(rows) <= MAX_PREPARED_ROWS
    return ours and sum(len(row.state) for row in rows) <= MAX_PREPARED_BYTES


class ShortAppends:
    """The short appends of one connection, one at a time, each a transaction of its own."""

    def __init__(self, db: psycopg.Connection[TupleRow]) -> None:
        self._server: PGconn = db.pgconn
        self._socket = db.pgconn.socket
        """Asked for now: a lost connection has none."""
        self._prepared = set[int]()

    def append(self, rows: Sequence[StoredEvent]) -> None:
        """On the server's disk when it returns. Raises what the driver would."""
        count = len(rows)
        if count not in self._prepared:
            _check(self._server.prepare(_name(count), _values(count)))
            self._prepared.add(count)
        values: list[Any] = _parameters(rows)  # the driver's annotation forgets NULL
        _check(self._server.exec_prepared(_name(count), values, PARAMETER_FORMATS * count))

    def begin(self, rows: Sequence[StoredEvent], done: Done) -> bool:
        """The same through the event loop, which calls `done`. False: such a statement is not prepared yet.

        Raises the driver's error if it could not be sent, or not whole.
        """
        count = len(rows)
        if count not in self._prepared:
            return False
        loop = asyncio.get_running_loop()
        loop.add_reader(self._socket, self._look, loop, done)  # first: not every loop can
        try:
            self._server.send_query_prepared(_name(count), _parameters(rows), PARAMETER_FORMATS * count)
            if self._server.flush():
                loop.add_writer(self._socket, self._send_on, loop)
        except psycopg.Error:
            loop.remove_reader(self._socket)
            raise
        return True

    def _send_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """The socket takes more of a statement that it did not take at once; a lost one can be read, too."""
        try:
            left = self._server.flush()
        except psycopg.Error:
            left = 0
        if not left:
            loop.remove_writer(self._socket)

    def _look(self, loop: asyncio.AbstractEventLoop, done: Done) -> None:
        """The socket has something to read, or its end."""
        trouble = None
        try:
            self._server.consume_input()
            if self._server.is_busy():
                return
            result = self._server.get_result()
            while self._server.get_result() is not None:
                pass
            _check(result)
        except psycopg.Error as error:
            trouble = error
        loop.remove_reader(self._socket)
        loop.remove_writer(self._socket)
        done(trouble)


@cache
def _name(count: int) -> bytes:
    return f"append_{count}".encode()


@cache
def _values(count: int) -> bytes:
    rows = ", ".join(
        f"(${at + 1}::uuid, ${at + 2}::bigint, ${at + 3}::text, ${at + 4}::bytea, ${at + 5}::text, {n})"
        for n, at in enumerate(range(0, 5 * count, 5))
    )
    return f"{LOCKED}{INTO}{APPENDED_ROWS}(VALUES {rows}) {AS_ROW}{TOLD}".encode()


def _parameters(rows: Sequence[StoredEvent]) -> list[bytes | None]:
    return [value for row in rows for value in _texts(row, _command(row))]


def _texts(row: StoredEvent, command: str | None) -> tuple[bytes | None, ...]:
    return (
        str(row.originator_id).encode(),
        b"%d" % row.originator_version,
        row.topic.encode(),
        row.state,
        None if command is None else command.encode(),
    )


def _check(result: PGresult | None) -> None:
    """Raises the driver's error for what went wrong; without a code it is the connection."""
    if result is not None and result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    code = None if result is None else result.error_field(DiagnosticField.SQLSTATE)
    why = "the connection is lost" if result is None else result.get_error_message()
    if code is None:
        raise psycopg.OperationalError(why)
    raise _error(code.decode())(why)


def _error(code: str) -> type[psycopg.Error]:
    try:
        return psycopg.errors.lookup(code)
    except KeyError:
        return psycopg.DatabaseError


LOCK = f"SELECT pg_advisory_xact_lock({WRITERS_LOCK_KEY})"
INSERT_STREAMS = "INSERT INTO streams VALUES (%s, %s) ON CONFLICT DO NOTHING"


class PostgresWriter:
    """One transaction after the other; whoever begins one holds the lock."""

    def __init__(self, url: str, lock: RLock) -> None:
        self.db = connect(url)
        self._url = url
        self._short = ShortAppends(self.db)
        self._lock = lock

    @contextmanager
    def cursor(self) -> Iterator[psycopg.Cursor[TupleRow]]:
        """Each statement is a transaction of its own."""
        with self._lock:
            self._connect_again()
            with self.db.cursor() as cursor:
                yield cursor

    @contextmanager
    def transaction(self) -> Iterator[psycopg.Cursor[TupleRow]]:
        """A transaction with all that is inserted meanwhile, during which nobody else appends."""
        with self.cursor() as cursor, self.db.transaction():
            cursor.execute(LOCK)
            yield cursor

    def insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int] | None:
        """Their positions; None of a short batch, which is one statement and a transaction of its own."""
        with self._lock:
            try:
                if not new_streams and is_short(events):
                    self._connect_again()
                    self._short.append(events)
                    return None
                if self.db.pgconn.transaction_status == TransactionStatus.INTRANS:
                    return self._insert(events, new_streams)
                with self.transaction():
                    return self._insert(events, new_streams)
            except psycopg.errors.UniqueViolation as error:
                raise IntegrityError(error) from error
            except psycopg.Error as error:
                raise OperationalError(error) from error

    def insert_soon(self, events: Sequence[StoredEvent], done: Done) -> bool:
        """A short batch through the event loop, which calls `done`. False: it cannot be done that way."""
        return is_short(events) and self._short.begin(events, done)

    def close(self) -> None:
        with self._lock:
            self.db.close()

    def _insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int]:
        with self.db.cursor() as cursor:
            for stream in new_streams:
                cursor.execute(INSERT_STREAMS, (stream_id(stream), stream))
            return append(cursor, events)

    def _connect_again(self) -> None:
        if self.db.closed:
            self.db = connect(self._url)
            self._short = ShortAppends(self.db)
