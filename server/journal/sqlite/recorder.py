"""The event store in an SQLite file: the library's recorder, made durable and append-only.

Kept from the library: its schema, its contract and its pool of reading connections. Changed: durability
is set and read back instead of hoped for, positions are explicit and never used twice (the library's hidden
rowids are renumbered by a dump), and rows can be neither changed nor deleted.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event
from typing import Any
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Notification, OperationalError, StoredEvent, Subscription
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteConnectionPool, SQLiteDatastore

from server.journal.errors import CannotOpen
from server.journal.side_store import (
    CREATE_DELIVERY_TABLES,
    CREATE_ENTRY_QUEUE,
    CREATE_PERSONAL,
    CREATE_PROGRAM_TABLES,
    CREATE_PUSH_TABLES,
    CREATE_SUMMARIES,
)
from server.journal.sqlite.connection import SQLiteWriter, connect
from server.journal.store import (
    ADD_COMMAND,
    CLAIMS_AS_ROWS,
    FORMAT,
    OLD_CLAIM,
    ROWS_BY_STREAM,
    UNIQUE_COMMAND,
    Named,
    first_rows,
)
from server.notice import notice

# The library's subscription to a journal in an SQLite file, which the library itself has for other stores only.

POLL_SECONDS = 0.02
"""Seconds between two looks at the file; half a per cent of a core."""
BATCH_ROWS = 500


class FileSubscription(Subscription[ApplicationRecorder]):
    """Every row after `gt` in the order of positions, then each new one, whichever process appends it.

    `next` blocks until there is one, and raises StopIteration once the subscription is stopped.
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
        found = self._recorder.select_notifications(
            self._last_notification_id, BATCH_ROWS, topics=self._topics, inclusive_of_start=False
        )
        if found:
            self._last_notification_id = found[-1].id
        return found


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
STREAM_NAME = "SELECT name FROM streams WHERE originator_id = ?"


def claim_file(db: sqlite3.Connection, path: str) -> None:
    """Refuse another program's database and a journal of a newer format; sign a new file, bring an old one up."""
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner == 0 and tables == 0:
        db.executescript(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={FORMAT};")
    elif owner != APPLICATION_ID:
        raise CannotOpen(path, notice("is-another-program-database"))
    elif version > FORMAT:
        raise CannotOpen(path, notice("newer-format", version=version, format=FORMAT))
    elif version == CLAIMS_AS_ROWS:
        _upgrade(db)


def _upgrade(db: sqlite3.Connection) -> None:
    """All or nothing; the events stay as they are, byte for byte. The first of several programs does it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("PRAGMA user_version").fetchone() == (CLAIMS_AS_ROWS,):
            for verb in ("update", "delete"):  # made again with the tables
                db.execute(f"DROP TRIGGER IF EXISTS stored_events_{verb}")
            db.execute(ADD_COMMAND)
            rows = db.execute(ROWS_BY_STREAM.format(position="position"))
            db.executemany("UPDATE stored_events SET command = ? WHERE position = ?", list(first_rows(rows)))
            db.execute("DELETE FROM stored_events WHERE topic = ?", (OLD_CLAIM,))
            db.execute(UNIQUE_COMMAND)
            db.execute(f"PRAGMA user_version={FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


Connect = Callable[[str, str], sqlite3.Connection]
"""From the file's path and its URI."""


class ReadingConnection(SQLiteConnection):
    """The library's connection, and the one of the standard library inside it."""

    def __init__(self, db: sqlite3.Connection, max_age: float | None) -> None:
        super().__init__(sqlite_conn=db, max_age=max_age)
        self.sqlite = db


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


class DurableDatastore(SQLiteDatastore):
    def __init__(self, path: str, uri: str, connect: Connect = connect) -> None:
        super().__init__(uri)
        self.path = path
        self.uri = uri
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

    def select_rows(self, originator_id: str, first: int, last: int) -> list[Named]:
        """The rows of `select_events`, both ends included; an object for each would take three times as long."""
        with self._reading() as db:
            cursor = db.cursor()
            cursor.row_factory = None
            return cursor.execute(ROWS, (originator_id, first, last)).fetchall()

    def select_versions(self, originator_id: str, first: int, last: int) -> list[int]:
        with self._reading() as db:
            return [version for (version,) in db.execute(VERSIONS, (originator_id, first, last))]

    def select_newest_version(self, originator_id: str) -> int:
        """0: the stream has no row."""
        with self._reading() as db:
            return int(db.execute(NEWEST_VERSION, (originator_id,)).fetchone()[0])

    def stream_name(self, originator_id: UUID | str) -> str:
        """Empty: another program put its rows into the store."""
        id = originator_id.hex if isinstance(originator_id, UUID) else originator_id
        with self._reading() as db:
            found = db.execute(STREAM_NAME, (id,)).fetchone()
        return found["name"] if found else ""

    def construct_create_table_statements(self) -> list[str]:
        beside = (
            CREATE_PERSONAL,
            CREATE_ENTRY_QUEUE,
            *CREATE_PUSH_TABLES,
            *CREATE_PROGRAM_TABLES,
            *CREATE_DELIVERY_TABLES,
            CREATE_SUMMARIES,
        )
        return [CREATE_EVENTS, UNIQUE_COMMAND, CREATE_STREAMS, *beside, *REFUSE_CHANGES]

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> FileSubscription:
        """Every row after position `gt`, then each new one."""
        return FileSubscription(self, gt, topics)

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
