"""The journal in PostgreSQL, for several processes and hosts."""

import asyncio
import os
from asyncio import Future, get_running_loop
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from threading import RLock
from time import monotonic, sleep
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.rows import TupleRow, dict_row
from psycopg.sql import SQL

from server.journal import store
from server.journal.chain import seal_of
from server.journal.codec import Codec
from server.journal.entries import AlreadyDone, Append, AppendOutcome
from server.journal.errors import CannotOpen, CannotWrite, JournalHeld
from server.journal.side import CREATE_TABLES
from server.journal.side.shared import CREATE_ACCESS, CREATE_SCREEN_PICTURES, AccessRows, ScreenPictureRows
from server.notice import notice

# Connections to a database server that keep what they promise, and notice soon that it is gone.

CONNECT_TIMEOUT_SECONDS = 5

SESSION = (
    "SET synchronous_commit = on",
    "SET idle_in_transaction_session_timeout = '20s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = '15s'",
)
"""A host that vanishes is noticed by the server after a quarter of a minute, and its locks are free again; so is, a
little later, that of a process which hangs in the middle of a transaction."""
NETWORK = {
    "connect_timeout": CONNECT_TIMEOUT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""We notice it as soon. Signs of life are not sent while data wait for their acknowledgement: without a limit of its
own an append would wait for a quarter of an hour."""


def connect(url: str) -> psycopg.Connection[TupleRow]:
    """An autocommitting connection that has acknowledged data on the server's disk before it says so."""
    db = psycopg.connect(**connection_parameters(url), autocommit=True)
    with db.pipeline():
        for statement in SESSION:
            db.execute(SQL(statement))
    return db


def connection_parameters(url: str) -> dict[str, Any]:
    return {**conninfo_to_dict(url), **NETWORK}


def without_password(url: str) -> str:
    """The address as it may appear in a sentence."""
    parts = conninfo_to_dict(url)
    return make_conninfo("", **{key: value for key, value in parts.items() if key != "password"})


LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""The errors of a lost connection, unless the code begins like that."""

# Appending rows to a PostgreSQL journal: in one transaction and in one round trip. Two processes wait for each other
# only where they write the same version of a stream, or the same command: the unique indexes let one of them through.
# A few rows go through libpq itself, as a statement prepared for their number: what the driver does around each
# `execute` would be a good part of a commit. Its answer can be waited for by the thread, or by an event loop that
# goes on meanwhile (https://www.postgresql.org/docs/current/libpq-async.html).

MAX_PREPARED_ROWS = 16
MAX_PREPARED_BYTES = 64 * 1024
ROWS_PER_STATEMENT = 5000
"""Rows in one statement: a parameter of more than ten megabytes stops the driver's pipeline for ever."""

INTO = "INSERT INTO stored_events (originator_id, originator_version, topic, state, command) "
ROWS_IN_ORDER = "SELECT id, version, topic, state, command FROM "
AS_ROW = "AS row (id, version, topic, state, command, n) ORDER BY n"
APPEND_MANY = (
    f"{INTO}{ROWS_IN_ORDER}unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::text[]) "
    f"WITH ORDINALITY {AS_ROW} RETURNING notification_id"
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
        cursor.execute(APPEND_MANY, [list(column) for column in zip(*some, strict=True)])
        positions += [position for (position,) in cursor.fetchall()]
    return positions


def _command(row: StoredEvent) -> str | None:
    """An event of the library claims none."""
    return row.command if isinstance(row, store.StoredRow) else None


def is_short(rows: Sequence[StoredEvent]) -> bool:
    """True for the few rows of the office, which does not ask for their positions."""
    ours = isinstance(rows[0], store.StoredRow) and len(rows) <= MAX_PREPARED_ROWS
    return ours and sum(len(row.state) for row in rows) <= MAX_PREPARED_BYTES


class ShortAppends:
    """The short appends of one connection, one at a time, each a transaction of its own."""

    def __init__(self, db: psycopg.Connection[TupleRow]) -> None:
        self._server: PGconn = db.pgconn
        self._socket = db.pgconn.socket
        """Asked for now: a lost connection has none."""
        self._prepared = set[int]()

    def append(self, rows: Sequence[StoredEvent]) -> None:
        """On the server's disk when it returns. Raises what the driver would.

        The driver drops all prepared statements of the connection after a ROLLBACK (`DEALLOCATE ALL`), ours with its
        own: one that is gone has done nothing, and is prepared again.
        """
        count = len(rows)
        if count in self._prepared:
            try:
                self._run(rows, count)
            except psycopg.errors.InvalidSqlStatementName:
                self._prepared.clear()
            else:
                return
        _check(self._server.prepare(_name(count), _values(count)))
        self._prepared.add(count)
        self._run(rows, count)

    def _run(self, rows: Sequence[StoredEvent], count: int) -> None:
        values: list[Any] = _parameters(rows)  # the driver's annotation forgets NULL
        _check(self._server.exec_prepared(_name(count), values, PARAMETER_FORMATS * count))

    def begin(self, rows: Sequence[StoredEvent], done: Done) -> bool:
        """Run a statement through the event loop, which calls `done`. False: such a statement is not prepared yet.

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
    return f"{INTO}{ROWS_IN_ORDER}(VALUES {rows}) {AS_ROW}".encode()


def _parameters(rows: Sequence[StoredEvent]) -> list[bytes | None]:
    values: list[bytes | None] = []
    for row in rows:
        command = _command(row)
        claimed = None if command is None else command.encode()
        place = str(row.originator_id).encode(), b"%d" % row.originator_version
        values += (*place, row.topic.encode(), row.state, claimed)
    return values


def _check(result: PGresult | None) -> None:
    """Raises the driver's error for what went wrong; without a code it is the connection."""
    if result is not None and result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    code = None if result is None else result.error_field(DiagnosticField.SQLSTATE)
    why = "the connection is lost" if result is None else result.get_error_message()
    if code is None:
        raise psycopg.OperationalError(why)
    try:
        kind = psycopg.errors.lookup(code.decode())
    except KeyError:
        kind = psycopg.DatabaseError
    raise kind(why)


LOCK_TABLE = "LOCK TABLE stored_events IN SHARE ROW EXCLUSIVE MODE"
INSERT_STREAMS = "INSERT INTO streams VALUES (%s, %s) ON CONFLICT DO NOTHING"


# The right to write is a lock of the session that writes: whoever has lost the session has lost the right with it.
# A process that is alone has the lock to itself, workers that know of each other share it. The session is named after
# its process, so that whoever is refused can be told who is there.

JOURNAL_LOCK = "(1415668332, 3)"
"""`Tabl` as a number, and the third lock of that name."""
SESSION_NAME_LETTERS = 63
"""Letters of the name of a session: the server cuts off the rest."""
LET_GO_PAUSES_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.4)
"""Seconds between attempts: a server that ends, or is killed, is gone from the database a moment later."""
HOLDERS = (
    "FROM pg_locks l JOIN pg_stat_activity s USING (pid) "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 1415668332 AND l.objid = 3 AND l.objsubid = 2 "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
HOLDER_NAME = f"SELECT substr(s.application_name, 7) {HOLDERS} ORDER BY s.backend_start"
END_OWN_SESSION = f"SELECT pg_terminate_backend(pid, 5000) {HOLDERS} AND pid = %s AND s.application_name = %s"


class SessionHold:
    def __init__(self, where: str, holder: str, shared: bool) -> None:
        """Without a `holder` nothing is held."""
        self._where = where
        self._name = f"tablo {os.getpid()} {holder}"[:SESSION_NAME_LETTERS] if holder else ""
        self._take = f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}{JOURNAL_LOCK}".encode()
        self._session = 0

    def taken(self, db: psycopg.Connection[TupleRow]) -> psycopg.Connection[TupleRow]:
        """The same connection, which may write from now on. Raises JournalHeld."""
        if not self._name:
            return db
        try:
            db.execute("SELECT set_config('application_name', %s, false)", (self._name,))
            if self._session:  # a connection that was cut off: the server may not have noticed yet
                db.execute(END_OWN_SESSION.encode(), (self._session, self._name))
            for pause in LET_GO_PAUSES_SECONDS:
                if db.execute(self._take).fetchone() == (True,):
                    break
                sleep(pause)
            else:
                [(holder,), *_] = db.execute(HOLDER_NAME.encode()).fetchall() or [("",)]
                raise JournalHeld.of(self._where, holder)
        except BaseException:
            db.close()
            raise
        self._session = db.info.backend_pid
        return db

    def given_back(self, db: psycopg.Connection[TupleRow]) -> None:
        """Now, and not a moment after the connection is closed."""
        with suppress(*LOST):  # then the server has let go already
            db.execute("SELECT pg_advisory_unlock_all()")


class PostgresWriter:
    """One transaction after the other; whoever begins one holds the lock of this process."""

    def __init__(self, url: str, lock: RLock, hold: SessionHold) -> None:
        self.db = hold.taken(connect(url))
        self._url = url
        self._hold = hold
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
        """A transaction with all that is inserted meanwhile."""
        with self.cursor() as cursor, self.db.transaction():
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
        if not self.db.closed:
            self._hold.given_back(self.db)
            self.db.close()

    def _insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int]:
        with self.db.cursor() as cursor:
            for stream in new_streams:
                cursor.execute(INSERT_STREAMS, (store.stream_id(stream), stream))
            return append(cursor, events)

    def _connect_again(self) -> None:
        if self.db.closed:
            self.db = self._hold.taken(connect(self._url))
            self._short = ShortAppends(self.db)


# The event store in PostgreSQL: the library's schema, recorder and pool, with an append-only table.
# Not used, on purpose: the library's stored function for inserts, which locks the whole table. The version of a stream
# is all the order that anybody relies on.

MAKERS_LOCK_KEY = 0x5461626C_0002

TABLES = (
    "CREATE TABLE IF NOT EXISTS streams (originator_id uuid PRIMARY KEY, name text NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS journal_format (format integer NOT NULL)",
    "INSERT INTO journal_format SELECT 1 WHERE NOT EXISTS (SELECT FROM journal_format)",
    *CREATE_TABLES,
    CREATE_ACCESS,
    CREATE_SCREEN_PICTURES,
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'the journal is append-only'; END$$",
    *(
        f"CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        for table in ("stored_events", "streams")
    ),
)


def check_server(db: psycopg.Connection[TupleRow], where: str) -> None:
    """Refuse a server that forgets, and a journal made by a newer program."""
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        found = db.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if found != ("on",):
            raise CannotOpen(where, notice("server-runs-with-off-would", setting=setting))
    made = db.execute("SELECT to_regclass('journal_format')::text").fetchone()
    version = db.execute("SELECT max(format) FROM journal_format").fetchone() if made != (None,) else None
    if version is not None and version[0] is not None and version[0] > store.FORMAT:
        raise CannotOpen(where, notice("newer-format", version=version[0], format=store.FORMAT))


class Datastore(PostgresDatastore):
    """The library's pool, over whatever a connection string can say."""

    def __init__(self, url: str) -> None:
        super().__init__(
            "", "", "", "", "", pool_size=1, max_overflow=7, connect_timeout=CONNECT_TIMEOUT_SECONDS, pre_ping=True
        )
        self.pool.kwargs = {**connection_parameters(url), "row_factory": dict_row}

    @contextmanager
    def reading(self) -> Iterator[psycopg.Cursor[Any]]:
        with self.get_connection() as connection, connection.cursor(row_factory=psycopg.rows.tuple_row) as cursor:
            yield cursor


ROWS = (
    "SELECT topic, state FROM stored_events WHERE originator_id = %s AND originator_version >= %s "
    "AND (%s::bigint IS NULL OR originator_version <= %s::bigint) ORDER BY originator_version"
)


class AppendOnlyRecorder(PostgresApplicationRecorder):
    """The library's recorder without its stored function, with the claims of commands."""

    def __init__(self, datastore: Datastore, writer: PostgresWriter) -> None:
        super().__init__(datastore)
        self._writer = writer
        del self.sql_create_statements[self.create_insert_function_statement_index]

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, new_streams: Sequence[str] = (), **_: object
    ) -> Sequence[int] | None:
        """On the server's disk when it returns; a part of the writer's transaction where one is open."""
        return self._writer.insert(stored_events, new_streams) if stored_events else []

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> store.PolledSubscription:
        return store.PolledSubscription(self, gt, topics)


HAS_COMMAND = "SELECT 1 FROM pg_attribute WHERE attrelid = 'stored_events'::regclass AND attname = 'command'"
NAME_COMMANDS = (
    "UPDATE stored_events e SET command = named.command "
    "FROM unnest(%s::text[], %s::bigint[]) AS named(command, position) WHERE e.notification_id = named.position"
)
RETIRED = tuple(
    f"CREATE OR REPLACE FUNCTION {function} RETURNS void LANGUAGE plpgsql AS $$BEGIN "
    "RAISE EXCEPTION 'a newer version of Tablo has taken the journal over; update this one too'; END$$"
    for function in (
        "append_rows(ids uuid[], versions bigint[], topics text[], states bytea[])",
        "append_two(id1 uuid, version1 bigint, topic1 text, state1 bytea, id2 uuid, version2 bigint, topic2 text, "
        "state2 bytea)",
    )
)
"""Append functions of format 1: a program of it that still runs must not write rows whose command nobody would find."""


def make_tables(db: psycopg.Connection[TupleRow], recorder: AppendOnlyRecorder) -> None:
    """Several processes may start at once: one makes the tables, or brings them up, the others wait and find them."""
    db.execute("SELECT pg_advisory_lock(%s)", (MAKERS_LOCK_KEY,))
    try:
        recorder.create_table()
        for statement in TABLES:
            db.execute(SQL(statement))
        if db.execute(HAS_COMMAND).fetchone() is None:
            _upgrade(db)
    finally:
        db.execute("SELECT pg_advisory_unlock(%s)", (MAKERS_LOCK_KEY,))


def _upgrade(db: psycopg.Connection[TupleRow]) -> None:
    """The library's table, or ours of format 1: all or nothing, the events stay as they are, byte for byte."""
    with db.transaction(), db.cursor() as cursor:
        cursor.execute("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE")
        cursor.execute(store.ADD_COMMAND)
        cursor.execute("ALTER TABLE stored_events DISABLE TRIGGER append_only")
        rows = cursor.stream(store.ROWS_BY_STREAM.format(position="notification_id").encode(), binary=True)
        first = list(store.first_rows(rows))
        cursor.execute(NAME_COMMANDS, ([command for command, _ in first], [position for _, position in first]))
        cursor.execute("DELETE FROM stored_events WHERE topic = %s", (store.OLD_CLAIM,))
        cursor.execute("ALTER TABLE stored_events ENABLE TRIGGER append_only")
        cursor.execute(store.UNIQUE_COMMAND)
        for statement in RETIRED:
            cursor.execute(SQL(statement))
        cursor.execute("UPDATE journal_format SET format = %s", (store.FORMAT,))


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


def server_sentence(error: Exception) -> str:
    """The server's first line, without the full stop that the sentence around it brings."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__


class ConnectionLost(Exception):
    """Before or after the commit: only looking again can tell."""


SERVER_STATE = """
SELECT (SELECT count(*)::int FROM pg_stat_activity), current_setting('max_connections')::int, count(*)::int,
    coalesce(extract(epoch FROM max(replay_lag)), 0)::float8, current_setting('archive_mode') <> 'off',
    (SELECT last_archived_time FROM pg_stat_archiver),
    (SELECT last_failed_time > coalesce(last_archived_time, '-infinity') IS TRUE FROM pg_stat_archiver)
FROM pg_stat_replication
"""


class PostgresJournal(store.Journal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    recorder: AppendOnlyRecorder
    errors = (psycopg.Error, PersistenceError)
    _newest_rows = HEADS
    _why = staticmethod(server_sentence)

    def __init__(self, url: str, codec: Codec | None = None, holder: str = "", shared: bool = False) -> None:
        """Raises JournalHeld, CannotOpen. Without a `holder` it is opened beside the process that writes."""
        super().__init__(codec)
        self.access = AccessRows(self._run, self._erased)
        self.screen_pictures = ScreenPictureRows(self._run, self._erased)
        self.where, self._url = without_password(url), url
        try:
            self._writer = PostgresWriter(url, self._lock, SessionHold(self.where, holder, shared))
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

    def append_soon(self, requests: Sequence[Append], told: store.TellOutcomes) -> "Future[bool] | None":
        """On the connection that is there. The tips stay: `append_many` meets the same trouble again."""
        if not self._lock.acquire(blocking=False):
            return None
        begun = None
        try:
            begun = self._begun(requests, told)
        finally:
            if begun is None:
                self._lock.release()
        return begun

    def _begun(self, requests: Sequence[Append], told: store.TellOutcomes) -> "Future[bool] | None":
        made = self._planned(requests)
        if made is None or made.new_streams:
            return None
        answer: Future[bool] = get_running_loop().create_future()

        def done(trouble: psycopg.Error | None) -> None:
            if trouble is None:
                self._tips.update(made.tips)
            self._unanswered = isinstance(trouble, LOST)
            self._lock.release()
            try:
                if trouble is None:
                    told(store.settled_outcomes(made, self.read))
            finally:
                if not answer.done():
                    answer.set_result(trouble is None)

        try:
            return answer if self._writer.insert_soon(made.rows, done) else None
        except psycopg.Error as error:
            self._unanswered = isinstance(error, LOST)
            return None

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        for attempt in attempts():
            try:
                if attempt:
                    with self._guarded, self._writer.cursor() as cursor:
                        tip = _tips(cursor, {stream}).get(stream)
                    if tip is not None and tip.hash == seal_of(lines[-1]):
                        return tip.version
                return super().adopt(stream, lines)
            except ConnectionLost:
                continue
        raise CannotWrite(self.where, notice("database-server-does-not-answer"))

    def close(self) -> None:
        with self._lock:
            self._writer.close()
            self._datastore.close()

    @property
    def _db(self) -> psycopg.Connection[TupleRow]:
        return self._writer.db

    def _look_and_insert(
        self, streams: set[str], command_ids: Sequence[str], decide: store.DecideBatch, alone: bool = False
    ) -> store.Plan:
        with self._guarded, self._writer.transaction() as cursor:
            if alone:
                cursor.execute(LOCK_TABLE)
            made = decide(_tips(cursor, streams), _claims(cursor, command_ids))
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)
        return made

    def _trouble(self, error: BaseException) -> Exception | None:
        wrapped = isinstance(error, PersistenceError) and isinstance(error.__cause__, psycopg.Error)
        cause = error.__cause__ if wrapped else error
        if isinstance(cause, psycopg.errors.UniqueViolation | psycopg.errors.DeadlockDetected):
            return store.RowExists()
        if isinstance(cause, LOST):
            if cause.sqlstate is not None and cause.sqlstate.startswith(NO_ROOM):
                return CannotWrite(self.where, server_sentence(cause))
            self._db.close()
            return ConnectionLost()
        if isinstance(cause, psycopg.Error | PersistenceError):
            return CannotWrite(self.where, server_sentence(cause))
        return None

    def _rows(self, stream: str, since: int, upto: int | None) -> list[store.Named]:
        with self._reading() as cursor:  # the recorder would make an object for each, which takes ten times as long
            return cursor.execute(ROWS, (store.stream_id(stream), since, upto, upto), binary=True).fetchall()

    def _select(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        """Marks of parameters are `?`, as in `_run`."""
        with self._reading() as cursor:
            asked = statement.replace("?", "%s") if parameters else statement
            return cursor.execute(asked.encode(), parameters or None, binary=True).fetchall()

    def server_state(self) -> store.ServerState:
        [found] = self._select(SERVER_STATE)
        return store.ServerState(*found)

    def _claimed(self, command_id: str) -> dict[str, store.CommandClaim]:
        with self._reading() as cursor:
            return _claims(cursor, [command_id])

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Cursor[TupleRow]]:
        with self.told(), self._datastore.reading() as cursor:
            yield cursor

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


def _ours(outcome: AppendOutcome, before: dict[str, store.Tip | None]) -> AppendOutcome:
    """A command found done after a lost connection, and stored since then, was done by this very call."""
    if isinstance(outcome, AlreadyDone):
        tip = before.get(outcome.entries[0].stream)
        if tip is not None and outcome.entries[0].version > tip.version:
            return list(outcome.entries)
    return outcome


def _tips(cursor: psycopg.Cursor[TupleRow], streams: set[str]) -> dict[str, store.Tip]:
    found = cursor.execute(TIPS, ([store.stream_id(stream) for stream in streams],), binary=True).fetchall()
    return {store.about("", 0, row).stream: store.tip_of("", row) for (row,) in found}


def _claims(cursor: psycopg.Cursor[TupleRow], command_ids: Sequence[str]) -> dict[str, store.CommandClaim]:
    if not command_ids:
        return {}
    return store.claims(cursor.execute(f"{store.CLAIMS} = ANY(%s)", (list(command_ids),), binary=True).fetchall())
