"""The journal in one SQLite file: the default, and all that a tournament hall needs."""

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import Self

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from server.journal.codec import Codec
from server.journal.entries import Append, AppendOutcome, Ownership
from server.journal.errors import BrokenChain, CannotEvict, CannotOpen, CannotRead, CannotWrite
from server.journal.side_store import (
    CREATE_ENTRY_QUEUE,
    DeliveryStore,
    EntryQueueStore,
    ProgramStore,
    PushStore,
    SideStore,
    SummaryRow,
    SummaryStore,
)
from server.journal.sqlite.connection import (
    LOCK_TIMEOUT_SECONDS,
    SQLiteWriter,
    connect,
    error_reason,
    is_busy,
    keep_private,
    sqlite_uri,
)
from server.journal.sqlite.following import SQLiteFollower
from server.journal.sqlite.recorder import DurableDatastore, DurableRecorder, claim_file
from server.journal.store import (
    CLAIMS,
    EMPTY_TIP,
    CommandClaim,
    DecideBatch,
    Named,
    Plan,
    RowExists,
    StoredJournal,
    Tip,
    claims,
    stream_id,
    tip_of,
)
from server.notice import notice

HEADS = (
    "SELECT s.name, e.originator_version, CAST(e.state AS BLOB) FROM streams s JOIN stored_events e "
    "ON e.originator_id = s.originator_id AND e.originator_version = "
    "(SELECT max(n.originator_version) FROM stored_events n WHERE n.originator_id = s.originator_id) "
    "ORDER BY s.name"
)
NO_LIMIT = 2**62


class Busy(CannotWrite):
    """Another process is writing."""


class SQLiteJournal(StoredJournal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        super().__init__(codec)
        self.where, self.uri = sqlite_uri(url)
        keep_private(Path(self.where))
        self._writer = SQLiteWriter(self.where, self.uri, self._lock)
        self._db = self._writer.db
        try:
            claim_file(self._db, self.where)
            self._datastore = DurableDatastore(self.where, self.uri)
            self.recorder = DurableRecorder(self._datastore, self._writer)
            for statement in self.recorder.create_table_statements:
                self._db.execute(statement)
            self._db.executescript("BEGIN; CREATE TABLE writable (yes); ROLLBACK;")  # or be refused now, not later
        except sqlite3.Error as error:
            self._db.close()
            raise CannotOpen(self.where, error_reason(error)) from error
        except CannotOpen:
            self._db.close()
            raise
        self.side = SideStore(self._run, self._forget)
        self.pushes = PushStore(self._run, self._forget)
        self.programs = ProgramStore(self._run)
        self.deliveries = DeliveryStore(self._run)
        self.entry_queue = EntryQueueStore(self._run, self._forget)
        self.summaries = SummaryStore(self._run, self._read)

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

    def position(self) -> int:
        with self._told():
            return self.recorder.max_notification_id() or 0

    def follow(self, after: int | None = None) -> SQLiteFollower:
        since = self.position() if after is None else after
        return SQLiteFollower(self.recorder, self.where, connect(self.where, self.uri), since, self._codec)

    def own(self, stream: str, address: str = "") -> Ownership | None:
        return FileOwnership.take(self.where, stream, address)

    def owner(self, stream: str) -> str:
        return address_of_owner(self.where, stream)

    def evict(self, stream: str, address: str) -> bool:
        raise CannotEvict(address, notice("end-that-program"))

    def copy_to(self, target: sqlite3.Connection) -> None:
        """A consistent copy while others write."""
        with self._reading() as db:
            db.backup(target)
        target.execute("PRAGMA secure_delete=ON")
        with target:  # requests are deleted once they are decided, and a copy would keep them
            target.execute(CREATE_ENTRY_QUEUE)
            target.execute("DELETE FROM entry_queue")

    def close(self) -> None:
        with self._lock:
            self._db.close()
            self._datastore.close()

    def _insert(self, made: Plan) -> None:
        with self._guarded:
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)

    def _look_and_insert(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        with self._guarded, self._writer.transaction() as cursor:
            made = decide({stream: self._tip(stream) for stream in streams}, _claims(cursor, command_ids))
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)
        return made

    def _tip(self, stream: str) -> Tip:
        """Nobody else writes meanwhile, so what is committed is the end."""
        last = self.recorder.select_events(stream_id(stream), desc=True, limit=1)
        return tip_of(stream, last[0].state) if last else EMPTY_TIP

    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        """Damage can make the file's index lead past entries: then their beginning must not be taken for the whole."""
        key, first, last = stream_id(stream), max(since, 1), NO_LIMIT if upto is None else upto
        with self._told():
            newest = self.recorder.select_newest_version(key)
            rows = self.recorder.select_rows(key, first, last)
            if len(rows) <= min(newest, last) - first:
                there = set(self.recorder.select_versions(key, first, last))
                missing = next(version for version in range(first, newest + 1) if version not in there)
                raise BrokenChain(stream, missing, notice("not-where-the-index-leads"))
        return rows

    def _heads(self) -> list[tuple[str, int, bytes]]:
        with self._reading() as db:
            return db.execute(HEADS).fetchall()

    def _newest(self, stream: str) -> StoredEvent | None:
        with self._told():
            return next(iter(self.recorder.select_events(stream_id(stream), desc=True, limit=1)), None)

    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        with self._reading() as db:
            return _claims(db, [command_id])

    def _trouble(self, error: BaseException) -> Exception | None:
        if isinstance(error, IntegrityError):
            return RowExists()
        if isinstance(error, sqlite3.Error | PersistenceError):
            return (Busy if is_busy(error) else CannotWrite)(self.where, error_reason(error))
        return None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._told(), self._datastore.reading() as db:
            yield db

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise CannotRead for errors of SQLite while something is read."""
        try:
            yield
        except (sqlite3.Error, PersistenceError) as error:
            raise CannotRead(self.where, error_reason(error)) from error

    def _read(self, statement: str) -> list[SummaryRow]:
        with self._reading() as db:
            return list(starmap(SummaryRow, db.execute(statement)))

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        with self._guarded, self._writer.transaction() as cursor:
            return cursor.execute(statement, parameters).fetchall()

    def _forget(self) -> None:
        """Erased personal data leave the write-ahead log too."""
        with self._lock, self._guarded:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _claims(db: sqlite3.Cursor | sqlite3.Connection, command_ids: Sequence[str]) -> dict[str, CommandClaim]:
    return claims(row for id in command_ids for row in db.execute(f"{CLAIMS} = ?", (id,)).fetchall())


# One process decides for a tournament; the others forward to it, or take over when it dies.
# Beside an SQLite file the operating system keeps the lock, in a PostgreSQL database the server does
# (`postgres/ownership.py`). Both let go by themselves when the process dies.

if sys.platform == "win32":
    import msvcrt

    FAR = 2**30
    """Windows lets nobody read what is locked: so not the address, but a byte behind it."""

    def _try_lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileOwnership:
    """A locked file named after the stream, in a folder beside the journal; in it the address of its owner.

    The file stays behind: an address in a file that nobody has locked is nobody's.
    """

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, journal: str, stream: str, address: str) -> Self | None:
        """Raises CannotWrite where no file can be made or locked at all."""
        path = _path(journal, stream)
        try:
            path.parent.mkdir(exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotWrite(journal, notice("cannot-be-opened", path=path, why=error.strerror or error)) from error
        try:
            _try_lock(file)
            os.ftruncate(file, 0)
            os.write(file, address.encode())
        except (BlockingIOError, PermissionError):
            os.close(file)
            return None
        except OSError as error:
            os.close(file)
            raise CannotWrite(journal, notice("cannot-be-locked", path=path, why=error.strerror or error)) from error
        return cls(file)

    @property
    def sure(self) -> bool:
        return self._file is not None

    @property
    def lost(self) -> bool:
        return self._file is None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def address_of_owner(journal: str, stream: str) -> str:
    """The address that the owner has written; empty before it has."""
    try:
        return _path(journal, stream).read_text()
    except FileNotFoundError:
        return ""


def _path(journal: str, stream: str) -> Path:
    return Path(f"{journal}-owners") / sha256(stream.encode()).hexdigest()[:16]
