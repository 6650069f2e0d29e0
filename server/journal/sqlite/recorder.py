"""The event store in an SQLite file: the library's recorder, made durable and append-only.

Kept from the library: its schema, its contract and its pool of reading connections. Changed: durability
is set and read back instead of hoped for, positions are explicit and never used twice (the library's hidden
rowids are renumbered by a dump), and rows can be neither changed nor deleted.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from eventsourcing.persistence import Notification
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from server.journal.command_ids import (
    ADD_COMMAND,
    CLAIMS_AS_ROWS,
    FORMAT,
    OLD_CLAIM,
    ROWS_BY_STREAM,
    UNIQUE_COMMAND,
    first_rows,
)
from server.journal.errors import CannotOpen
from server.journal.personal_data import CREATE_PERSONAL
from server.journal.sqlite.subscription import FileSubscription
from server.journal.summaries import CREATE_SUMMARIES
from server.notice import Why, notice

MINIMUM_SQLITE = (3, 35, 0)
"""RETURNING and upserts as written here."""
APPLICATION_ID = 0x5461626C
"""`Tabl`, in the file's header."""
LOCK_TIMEOUT_SECONDS = 5.0
PAGE_BYTES = 2048
"""A commit writes the few pages it touched: small ones are written and checked faster than SQLite's 4096."""

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


INSERT_EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
"""As the library's recorder asks for it: an event that claims no command."""


@cache
def insert_events(rows: int) -> str:
    return (
        f"INSERT INTO stored_events (originator_id, originator_version, topic, state, command) "  # noqa: S608 only a number of marks
        f"VALUES {','.join(['(?,?,?,?,?)'] * rows)}"
    )


def error_reason(error: sqlite3.Error) -> Why:
    """SQLite's reason, ours where we know it."""
    name = getattr(error, "sqlite_errorname", "")
    return next((text for prefix, text in WHYS.items() if name.startswith(prefix)), str(error))


def is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")


def sqlite_uri(url: str) -> tuple[str, str]:
    """The file's path, and the URI that SQLite opens. Takes a path, `sqlite:path` or `sqlite:///absolute/path`."""
    path, _, query = url.removeprefix("sqlite://").removeprefix("sqlite:").partition("?")
    return path, f"file:{quote(str(Path(path).absolute()))}" + (f"?{query}" if query else "")


def connect(path: str, uri: str) -> sqlite3.Connection:
    """A connection that has acknowledged data on the disk before it says so, or a refusal."""
    if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
        needed = ".".join(map(str, MINIMUM_SQLITE))
        raise CannotOpen(
            path, notice("sqlite-newer-is-needed-is", needed=needed, sqlite_version=sqlite3.sqlite_version)
        )
    try:
        db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=LOCK_TIMEOUT_SECONDS)
    except sqlite3.Error as error:
        raise CannotOpen(path, error_reason(error)) from error
    try:
        make_durable(db, path)
    except sqlite3.Error as error:
        db.close()
        raise CannotOpen(path, error_reason(error)) from error
    except CannotOpen:
        db.close()
        raise
    return db


def make_durable(db: sqlite3.Connection, path: str) -> None:
    """One sync of the write-ahead log per commit, set and read back. On macOS only fullfsync reaches the platter."""
    db.execute(f"PRAGMA page_size={PAGE_BYTES}")
    mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise CannotOpen(path, notice("file-system-cannot-keep-write", mode=mode))
    db.executescript("PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1;")
    db.executescript("PRAGMA secure_delete=ON;")
    kept = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync", "checkpoint_fullfsync")]
    if kept != [2, 1, 1]:
        raise CannotOpen(path, notice("sqlite-does-not-keep-promise"))


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
    """All or nothing; the events stay as they are, byte for byte. Of several programs the first one does it."""
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
    """The library's recorder contract on explicit positions."""

    def __init__(self, datastore: DurableDatastore) -> None:
        super().__init__(datastore)
        self.insert_events_statement = INSERT_EVENT
        self.select_max_notification_id_statement = "SELECT MAX(position) FROM stored_events"

    def construct_create_table_statements(self) -> list[str]:
        return [CREATE_EVENTS, UNIQUE_COMMAND, CREATE_STREAMS, CREATE_PERSONAL, CREATE_SUMMARIES, *REFUSE_CHANGES]

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
        statement = f"SELECT * FROM stored_events WHERE {' AND '.join(where)} ORDER BY position LIMIT ?"  # noqa: S608
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
