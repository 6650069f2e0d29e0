"""Connections to an SQLite file that keep what they promise, and SQLite's troubles in words."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from threading import RLock
from urllib.parse import quote
from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from server.journal.errors import CannotOpen
from server.journal.store import StoredRow, stream_id
from server.notice import Why, notice

MINIMUM_SQLITE = (3, 35, 0)
"""RETURNING and upserts as written here."""
LOCK_TIMEOUT_SECONDS = 5.0
PAGE_BYTES = 2048
"""A commit writes the few pages it touched: small ones are written and checked faster than SQLite's 4096."""

OWNER_ALONE, FOR_OTHERS = 0o600, 0o077
"""Rights of a file."""

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


# The one connection by which a process writes to an SQLite journal: what it has acknowledged is on the disk.

MAX_STATEMENT_ROWS = 64
"""Rows that are inserted with one statement at most."""
INSERT_STREAM = "INSERT INTO streams VALUES (?, ?)"


@cache
def _insert_rows(count: int) -> str:
    return (
        f"INSERT INTO stored_events (originator_id, originator_version, topic, state, command) "  # noqa: S608 only a number of marks
        f"VALUES {','.join(['(?,?,?,?,?)'] * count)}"
    )


def _values(event: StoredEvent) -> tuple[object, ...]:
    """In the order of the columns. An event of the library claims no command."""
    id, command = event.originator_id, event.command if isinstance(event, StoredRow) else None
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

    def close(self) -> None:
        with self._lock:
            self.db.close()

    def _insert(self, events: Sequence[StoredEvent], new_streams: Sequence[str]) -> Sequence[int]:
        for stream in new_streams:
            self.cursor.execute(INSERT_STREAM, (stream_id(stream), stream))
        for start in range(0, len(events), MAX_STATEMENT_ROWS):
            rows = [_values(event) for event in events[start : start + MAX_STATEMENT_ROWS]]
            self.cursor.execute(_insert_rows(len(rows)), rows[0] if len(rows) == 1 else list(chain(*rows)))
        last = self.cursor.lastrowid or 0
        return range(last - len(events) + 1, last + 1)

    def _be_patient(self) -> None:
        if self._patience != self.wanted_patience and not self.db.in_transaction:
            self.cursor.execute(f"PRAGMA busy_timeout={self.wanted_patience * 1000:.0f}")
            self._patience = self.wanted_patience
