"""The journal in one SQLite file: the default, and all that a tournament hall needs.

Connections that keep what they promise, the library's recorder made durable and append-only.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote
from uuid import UUID

from eventsourcing.persistence import (
    IntegrityError,
    Notification,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteConnectionPool, SQLiteDatastore

from server.journal import store
from server.journal.codec import Codec
from server.journal.entries import Append, AppendOutcome
from server.journal.errors import BrokenChain, CannotOpen, CannotWrite, JournalHeld
from server.journal.side import CREATE_TABLES
from server.journal.side.entry_queue import CREATE_ENTRY_QUEUE
from server.journal.side.persons import CREATE_PERSONS
from server.journal.sqlite.hold import FileHold
from server.notice import Why, notice

# Connections to an SQLite file that keep what they promise, and SQLite's troubles in words.

MINIMUM_SQLITE = (3, 35, 0)
"""RETURNING and upserts as written here."""
LOCK_TIMEOUT_SECONDS = 5.0
PAGE_BYTES = 2048
"""A commit writes the few pages it touched: small ones are written and checked faster than SQLite's 4096."""

OWNER_ALONE, FOR_OTHERS = 0o600, 0o077

CANNOT_LOCK = notice("file-system-cannot-lock-files")
WHYS = {
    "SQLITE_FULL": notice("disk-is-full"),
    "SQLITE_READONLY": notice("file-is-read-only"),
    "SQLITE_BUSY": notice("another-program-keeps-file-locked"),
    "SQLITE_CORRUPT": notice("file-is-damaged"),
    "SQLITE_NOTADB": notice("file-is-damaged-is-no"),
    "SQLITE_CANTOPEN": notice("file-cannot-be-opened-created"),
    "SQLITE_IOERR_LOCK": CANNOT_LOCK,
    "SQLITE_IOERR_SHM": CANNOT_LOCK,
    "SQLITE_IOERR": notice("disk-reports-error"),
    "SQLITE_PROTOCOL": CANNOT_LOCK,
    "SQLITE_PERM": notice("access-is-denied"),
    "SQLITE_AUTH": notice("access-is-denied"),
}


def error_reason(error: BaseException) -> Why:
    """SQLite's reason, ours where we know it."""
    name = error_name(error)
    return next((text for prefix, text in WHYS.items() if name.startswith(prefix)), str(error))


def is_busy(error: BaseException) -> bool:
    return error_name(error).startswith("SQLITE_BUSY")


def error_name(error: BaseException) -> str:
    """SQLite's name for it, also where the library has wrapped its own error around it; empty = it has none."""
    return getattr(error, "sqlite_errorname", None) or getattr(error.__cause__, "sqlite_errorname", None) or ""


def sqlite_uri(url: str) -> tuple[str, str]:
    """The file's path, and the URI that SQLite opens. Takes a path, `sqlite:path` or `sqlite:///absolute/path`."""
    path, _, query = url.removeprefix("sqlite://").removeprefix("sqlite:").partition("?")
    return path, f"file:{quote(str(Path(path).absolute()))}" + (f"?{query}" if query else "")


def keep_private(path: Path) -> None:
    """A journal is its owner's alone, wherever it lies: it holds addresses of people. So are the files beside it.

    A new file is made here, and SQLite gives its log the same rights; one that others may read is closed to them. It
    is not opened for that: to close it would end the locks that this process has on it.
    """
    with suppress(OSError):  # whoever opens it says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
    for file in (path, *companions(path)):
        with suppress(OSError):
            if file.stat().st_mode & FOR_OTHERS:
                file.chmod(OWNER_ALONE)


def companions(path: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside one."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def connect(path: str, uri: str) -> sqlite3.Connection:
    """A connection that has acknowledged data on the disk before it says so, or a refusal."""
    if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
        needed = ".".join(map(str, MINIMUM_SQLITE))
        why = notice("sqlite-newer-is-needed-is", needed=needed, sqlite_version=sqlite3.sqlite_version)
        raise CannotOpen(path, why)
    db = connect_as_it_is(path, uri)
    try:
        make_durable(db, path)
    except sqlite3.Error as error:
        db.close()
        raise CannotOpen(path, error_reason(error)) from error
    except CannotOpen:
        db.close()
        raise
    return db


def connect_as_it_is(path: str, uri: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(
            uri, uri=True, check_same_thread=False, isolation_level=None, timeout=LOCK_TIMEOUT_SECONDS
        )
    except sqlite3.Error as error:
        raise CannotOpen(path, error_reason(error)) from error


def make_durable(db: sqlite3.Connection, path: str) -> None:
    """One sync of the write-ahead log per commit, set and read back. On macOS only fullfsync reaches the platter."""
    db.execute(f"PRAGMA page_size={PAGE_BYTES}")
    mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise CannotOpen(path, notice("file-system-cannot-keep-write", mode=mode))
    for promise in ("synchronous=FULL", "fullfsync=1", "checkpoint_fullfsync=1", "secure_delete=ON"):
        db.execute(f"PRAGMA {promise}")
    kept = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync", "checkpoint_fullfsync")]
    if kept != [2, 1, 1]:
        raise CannotOpen(path, notice("sqlite-does-not-keep-promise"))


MAX_STATEMENT_ROWS = 64
INSERT_STREAM = "INSERT INTO streams VALUES (?, ?)"


@cache
def _insert_rows(count: int) -> str:
    return (
        f"INSERT INTO stored_events (originator_id, originator_version, topic, state, command) "  # noqa: S608 only a number of marks
        f"VALUES {','.join(['(?,?,?,?,?)'] * count)}"
    )


def _values(event: StoredEvent) -> tuple[object, ...]:
    """In the order of the columns. An event of the library claims no command."""
    id, command = event.originator_id, event.command if isinstance(event, store.StoredRow) else None
    return (id.hex if isinstance(id, UUID) else id, event.originator_version, event.topic, event.state, command)


class SQLiteWriter:
    """One transaction after the other; whoever begins one holds the lock."""

    def __init__(self, path: str, uri: str, lock: RLock) -> None:
        self.db = connect(path, uri)
        self.cursor = self.db.cursor()
        self.wanted_patience = self._patience = LOCK_TIMEOUT_SECONDS
        """Seconds to wait for another process that writes."""
        self._lock = lock

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """A transaction, on the disk when it ends, with all that is inserted meanwhile."""
        with self._lock:
            self._be_patient()
            self.cursor.execute("BEGIN IMMEDIATE")
            try:
                yield self.cursor
                self.cursor.execute("COMMIT")
            except BaseException:
                self.db.rollback()
                raise

    def insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int]:
        """Their positions. A short batch is one statement, which is a transaction of its own."""
        with self._lock:
            try:
                if self.db.in_transaction or (not new_streams and len(events) <= MAX_STATEMENT_ROWS):
                    self._be_patient()
                    return self._insert(events, new_streams)
                with self.transaction():
                    return self._insert(events, new_streams)
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            except sqlite3.Error as error:
                raise OperationalError(error) from error

    def _insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int]:
        for stream in new_streams:
            self.cursor.execute(INSERT_STREAM, (store.stream_id(stream), stream))
        for start in range(0, len(events), MAX_STATEMENT_ROWS):
            rows = [_values(event) for event in events[start : start + MAX_STATEMENT_ROWS]]
            self.cursor.execute(_insert_rows(len(rows)), rows[0] if len(rows) == 1 else list(chain(*rows)))
        last = self.cursor.lastrowid or 0
        return range(last - len(events) + 1, last + 1)

    def _be_patient(self) -> None:
        if self._patience != self.wanted_patience and not self.db.in_transaction:
            self.cursor.execute(f"PRAGMA busy_timeout={self.wanted_patience * 1000:.0f}")
            self._patience = self.wanted_patience


# The event store in an SQLite file: the library's recorder, made durable and append-only.
# Kept from the library: its schema, its contract and its pool of reading connections. Changed: durability is set
# and read back instead of hoped for, positions are explicit and never used twice (the library's hidden rowids are
# renumbered by a dump), and rows can be neither changed nor deleted.


APPLICATION_ID = 0x5461626C
"""`Tabl`, in the file's header."""

# Rows are never deleted, so the next position is always a new one without AUTOINCREMENT and the page it costs.
CREATE_EVENTS = (
    "CREATE TABLE IF NOT EXISTS stored_events (position INTEGER PRIMARY KEY, "
    "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
    "command TEXT, UNIQUE (originator_id, originator_version))"
)
CREATE_STREAMS = (
    "CREATE TABLE IF NOT EXISTS streams (originator_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID"
)
REFUSE_CHANGES = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_{verb.lower()} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    for table in ("stored_events", "streams")
    for verb in ("UPDATE", "DELETE")
)
ROW = "originator_id, originator_version, topic, CAST(state AS BLOB) AS state FROM stored_events"
OF_STREAM = (
    "FROM stored_events WHERE originator_id = ? AND originator_version >= ? AND originator_version <= ? "
    "ORDER BY originator_version"
)
ROWS = f"SELECT topic, CAST(state AS BLOB) {OF_STREAM}"
VERSIONS = f"SELECT originator_version {OF_STREAM}"
NEWEST_VERSION = "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = ?"


def claim_file(db: sqlite3.Connection, path: str) -> None:
    """Refuse another program's database and a journal of a newer format; sign a new file, bring an old one up."""
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner == 0 and tables == 0:
        db.executescript(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={store.FORMAT};")
    elif owner != APPLICATION_ID:
        raise CannotOpen(path, notice("is-another-program-database"))
    elif version > store.FORMAT:
        raise CannotOpen(path, notice("newer-format", version=version, format=store.FORMAT))
    elif version == store.CLAIMS_AS_ROWS:
        _upgrade(db)


def _upgrade(db: sqlite3.Connection) -> None:
    """All or nothing; the events stay as they are, byte for byte. The first of several programs does it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("PRAGMA user_version").fetchone() == (store.CLAIMS_AS_ROWS,):
            for verb in ("update", "delete"):  # made again with the tables
                db.execute(f"DROP TRIGGER IF EXISTS stored_events_{verb}")
            db.execute(store.ADD_COMMAND)
            rows = db.execute(store.ROWS_BY_STREAM.format(position="position"))
            db.executemany("UPDATE stored_events SET command = ? WHERE position = ?", list(store.first_rows(rows)))
            db.execute("DELETE FROM stored_events WHERE topic = ?", (store.OLD_CLAIM,))
            db.execute(store.UNIQUE_COMMAND)
            db.execute(f"PRAGMA user_version={store.FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


Connect = Callable[[str, str], sqlite3.Connection]


class ReadingConnection(SQLiteConnection):
    """The library's connection, and the one of the standard library inside it."""

    def __init__(self, db: sqlite3.Connection, max_age: float | None) -> None:
        super().__init__(sqlite_conn=db, max_age=max_age)
        self.sqlite = db


CLOSING_PATIENCE_SECONDS = 60.0
"""A read that takes longer is stuck."""


class DurablePool(SQLiteConnectionPool):
    """The library's pool over connections of our making."""

    def __init__(self, path: str, uri: str, connect: Connect) -> None:
        self._path = path
        self._connect = connect
        super().__init__(db_name=uri)

    def _create_connection(self) -> ReadingConnection:
        db = self._connect(self._path, self.db_name)
        db.row_factory = sqlite3.Row
        return ReadingConnection(db, max_age=self.max_age)

    def close(self) -> None:
        """Wait for those who read: a connection that is closed while another thread is in it ends the process."""
        with self._put_condition:
            self._put_condition.wait_for(lambda: not self._in_use, CLOSING_PATIENCE_SECONDS)
            super().close()


class DurableDatastore(SQLiteDatastore):
    def __init__(self, path: str, uri: str, connect: Connect = connect) -> None:
        super().__init__(uri)
        self.pool = DurablePool(path, uri, connect)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self.get_connection(commit=False) as connection:
            if isinstance(connection, ReadingConnection):
                yield connection.sqlite


class DurableRecorder(SQLiteApplicationRecorder):
    """The library's recorder contract on explicit positions, durable, with the claims of commands."""

    def __init__(self, datastore: DurableDatastore, writer: SQLiteWriter | None = None) -> None:
        """Without a writer it only reads."""
        super().__init__(datastore)
        self._reading = datastore.reading
        self._writer = writer
        self.select_events_statement = f"SELECT {ROW} WHERE originator_id=? "
        self.select_max_notification_id_statement = "SELECT MAX(position) FROM stored_events"

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, new_streams: Sequence[str] = (), **_: object
    ) -> Sequence[int] | None:
        """On the disk when it returns; a part of the writer's transaction where one is open."""
        if self._writer is None:
            raise OperationalError("open for reading only")
        return self._writer.insert(stored_events, new_streams) if stored_events else []

    def construct_create_table_statements(self) -> list[str]:
        return [CREATE_EVENTS, store.UNIQUE_COMMAND, CREATE_STREAMS, *CREATE_TABLES, *REFUSE_CHANGES]

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> store.PolledSubscription:
        return store.PolledSubscription(self, gt, topics)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        where, parameters = ["1"], list[Any]()
        for condition, value in (
            ("position >= ?" if inclusive_of_start else "position > ?", start),
            ("position <= ?", stop),
        ):
            if value is not None:
                where.append(condition)
                parameters.append(value)
        if topics:
            where.append(f"topic IN ({','.join('?' * len(topics))})")
            parameters.extend(topics)
        statement = f"SELECT position, {ROW} WHERE {' AND '.join(where)} ORDER BY position LIMIT ?"
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, [*parameters, limit])
            return [self._notification(row) for row in cursor.fetchall()]

    def _notification(self, row: sqlite3.Row) -> Notification:
        return Notification(
            id=row["position"],
            originator_id=self.convert_originator_id(row["originator_id"]),
            originator_version=row["originator_version"],
            topic=row["topic"],
            state=row["state"],
        )


HEADS = (
    "SELECT s.name, e.originator_version, CAST(e.state AS BLOB) FROM streams s JOIN stored_events e "
    "ON e.originator_id = s.originator_id AND e.originator_version = "
    "(SELECT max(n.originator_version) FROM stored_events n WHERE n.originator_id = s.originator_id) "
    "ORDER BY s.name"
)
NO_LIMIT = 2**62


class Busy(CannotWrite):
    """Another process is writing."""


class SQLiteJournal(store.Journal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    recorder: DurableRecorder
    errors = (sqlite3.Error, PersistenceError)
    _newest_rows = HEADS
    _why = staticmethod(error_reason)

    def __init__(self, url: str, codec: Codec | None = None, holder: str = "") -> None:
        """Raises JournalHeld, CannotOpen. Without a `holder` it is opened beside the process that writes."""
        super().__init__(codec)
        self.where, self.uri = sqlite_uri(url)
        keep_private(Path(self.where))
        self._writer = SQLiteWriter(self.where, self.uri, self._lock)
        self._db = self._writer.db
        self._hold: FileHold | None = None
        try:
            if holder:
                self._hold = FileHold(self.where, holder)
            claim_file(self._db, self.where)
            self._datastore = DurableDatastore(self.where, self.uri)
            self.recorder = DurableRecorder(self._datastore, self._writer)
            for statement in self.recorder.create_table_statements:
                self._db.execute(statement)
            self._db.executescript("BEGIN; CREATE TABLE writable (yes); ROLLBACK;")  # or be refused now, not later
        except sqlite3.Error as error:
            self._let_go()
            raise CannotOpen(self.where, error_reason(error)) from error
        except (CannotOpen, JournalHeld):
            self._let_go()
            raise

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        """None: another thread or another process is writing."""
        if not self._lock.acquire(blocking=False):
            return None
        self._writer.wanted_patience = 0.0
        try:
            return self.append_many(requests)
        except Busy:
            return None
        finally:
            self._writer.wanted_patience = LOCK_TIMEOUT_SECONDS
            self._lock.release()

    def copy_to(self, target: sqlite3.Connection) -> None:
        """A consistent copy while others write."""
        with self._reading() as db:
            db.backup(target)
        target.execute("PRAGMA secure_delete=ON")
        with target:  # requests are deleted once they are decided, and a copy would keep them
            target.execute(CREATE_ENTRY_QUEUE)
            target.execute("DELETE FROM entry_queue")
            for statement in CREATE_PERSONS:
                target.execute(statement)
            target.execute("DELETE FROM hiding_requests")

    def close(self) -> None:
        with self._lock:
            self._datastore.close()
            self._let_go()

    def _let_go(self) -> None:
        self._db.close()
        if self._hold is not None:
            self._hold.release()
            self._hold = None

    def _look_and_insert(
        self, streams: set[str], command_ids: Sequence[str], decide: store.DecideBatch, alone: bool = False
    ) -> store.Plan:
        """It is always alone."""
        with self._guarded, self._writer.transaction() as cursor:
            made = decide({stream: self._tip(stream) for stream in streams}, _claims(cursor, command_ids))
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)
        return made

    def _tip(self, stream: str) -> store.Tip:
        """Nobody else writes meanwhile, so what is committed is the end."""
        last = self.recorder.select_events(store.stream_id(stream), desc=True, limit=1)
        return store.tip_of(stream, last[0].state) if last else store.EMPTY_TIP

    def _rows(self, stream: str, since: int, upto: int | None) -> list[store.Named]:
        """Damage can make the file's index lead past entries: then their beginning must not be taken for the whole."""
        key, first, last = store.stream_id(stream), max(since, 1), NO_LIMIT if upto is None else upto
        with self._reading() as db:
            cursor = db.cursor()
            cursor.row_factory = None  # an object for each row would take three times as long
            (newest,) = cursor.execute(NEWEST_VERSION, (key,)).fetchone()
            rows = cursor.execute(ROWS, (key, first, last)).fetchall()
            if len(rows) <= min(newest, last) - first:
                there = {version for (version,) in cursor.execute(VERSIONS, (key, first, last))}
                missing = next(version for version in range(first, newest + 1) if version not in there)
                raise BrokenChain(stream, missing, notice("not-where-the-index-leads"))
        return rows

    def _select(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        with self._reading() as db:
            return db.execute(statement, parameters).fetchall()

    def _claimed(self, command_id: str) -> dict[str, store.CommandClaim]:
        with self._reading() as db:
            return _claims(db, [command_id])

    def _trouble(self, error: BaseException) -> Exception | None:
        if isinstance(error, IntegrityError):
            return store.RowExists()
        if isinstance(error, sqlite3.Error | PersistenceError):
            return (Busy if is_busy(error) else CannotWrite)(self.where, error_reason(error))
        return None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self.told(), self._datastore.reading() as db:
            yield db

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        with self._guarded, self._writer.transaction() as cursor:
            return cursor.execute(statement, parameters).fetchall()

    def _erased(self) -> None:
        """Erased personal data leave the write-ahead log too."""
        with self._lock, self._guarded:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _claims(db: sqlite3.Cursor | sqlite3.Connection, command_ids: Sequence[str]) -> dict[str, store.CommandClaim]:
    return store.claims(row for id in command_ids for row in db.execute(f"{store.CLAIMS} = ?", (id,)).fetchall())
