"""The journal in one SQLite file: the default, and all that a tournament hall needs."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, starmap

from server.journal.batch import EMPTY_TIP, CommandClaim, Plan, Tip, stream_id
from server.journal.codec import Codec
from server.journal.command_ids import CLAIMS, claims
from server.journal.entries import Append, AppendOutcome, Ownership
from server.journal.errors import BrokenChain, CannotEvict, CannotOpen, CannotRead, CannotWrite
from server.journal.personal_data import SideStore
from server.journal.reading import Named, tip_of
from server.journal.sqlite.following import SQLiteFollower
from server.journal.sqlite.ownership import FileOwnership, address_of_owner
from server.journal.sqlite.recorder import (
    LOCK_TIMEOUT_SECONDS,
    DurableDatastore,
    DurableRecorder,
    claim_file,
    connect,
    error_reason,
    insert_events,
    is_busy,
    sqlite_uri,
)
from server.journal.store import DecideBatch, RowExists, StoredJournal
from server.journal.summaries import SummaryRow, SummaryStore
from server.notice import notice

OF_STREAM = (
    "FROM stored_events WHERE originator_id = ? AND originator_version >= ? AND originator_version <= ? "
    "ORDER BY originator_version"
)
ROWS = f"SELECT topic, CAST(state AS BLOB) {OF_STREAM}"
VERSIONS = f"SELECT originator_version {OF_STREAM}"
NEWEST_VERSION = "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = ?"
TIP = "SELECT CAST(state AS BLOB) FROM stored_events WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"
HEADS = (
    "SELECT s.name, e.originator_version, CAST(e.state AS BLOB) FROM streams s JOIN stored_events e "
    "ON e.originator_id = s.originator_id AND e.originator_version = "
    "(SELECT max(n.originator_version) FROM stored_events n WHERE n.originator_id = s.originator_id) "
    "WHERE ?1 IS NULL OR s.name = ?1 ORDER BY s.name"
)
POSITION = "SELECT coalesce(max(position), 0) FROM stored_events"
NO_LIMIT = 2**62
MAX_STATEMENT_ROWS = 64
"""Rows that are inserted with one statement at most."""


class Busy(CannotWrite):
    """Another process is writing."""


class SQLiteJournal(StoredJournal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        super().__init__(codec)
        self.where, self.uri = sqlite_uri(url)
        self._db = connect(self.where, self.uri)
        self._cursor = self._db.cursor()
        self._patience = self._wanted = LOCK_TIMEOUT_SECONDS
        try:
            claim_file(self._db, self.where)
            self._datastore = DurableDatastore(self.where, self.uri)
            self.recorder = DurableRecorder(self._datastore)
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
        self.summaries = SummaryStore(self._run, self._read)

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        """None: another thread or another process is writing."""
        if not self._lock.acquire(blocking=False):
            return None
        self._wanted = 0.0
        try:
            return self.append_many(requests)
        except Busy:
            return None
        finally:
            self._wanted = LOCK_TIMEOUT_SECONDS
            self._lock.release()

    def position(self) -> int:
        with self._reading() as db:
            return int(db.execute(POSITION).fetchone()[0])

    def follow(self, after: int | None = None) -> SQLiteFollower:
        since = self.position() if after is None else after
        return SQLiteFollower(self.where, connect(self.where, self.uri), since, self._codec)

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

    def close(self) -> None:
        with self._lock:
            self._db.close()
            self._datastore.close()

    def _insert(self, made: Plan) -> None:
        """A short batch is one statement, which is a transaction of its own."""
        if made.new_streams or len(made.rows) > MAX_STATEMENT_ROWS:
            with self._transaction():
                self._insert_rows(made)
            return
        rows = made.rows
        with self._guarded:
            self._be_patient()
            self._cursor.execute(insert_events(len(rows)), rows[0] if len(rows) == 1 else list(chain(*rows)))

    def _look_and_insert(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        with self._transaction():
            made = decide({stream: self._tip(stream) for stream in streams}, self._claims(command_ids))
            self._insert_rows(made)
        return made

    def _insert_rows(self, made: Plan) -> None:
        for stream in made.new_streams:
            self._cursor.execute("INSERT INTO streams VALUES (?, ?)", (stream_id(stream), stream))
        self._cursor.executemany(insert_events(1), made.rows)

    def _tip(self, stream: str) -> Tip:
        found = self._cursor.execute(TIP, (stream_id(stream),)).fetchone()
        return EMPTY_TIP if found is None else tip_of(stream, found[0])

    def _claims(self, command_ids: Sequence[str]) -> dict[str, CommandClaim]:
        found = []
        for command_id in command_ids:
            found += self._cursor.execute(f"{CLAIMS} = ?", (command_id,)).fetchall()
        return claims(found)

    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        """Damage can make the file's index lead past entries: then their beginning must not be taken for the whole."""
        key, first, last = stream_id(stream), max(since, 1), NO_LIMIT if upto is None else upto
        with self._reading() as db:
            (newest,) = db.execute(NEWEST_VERSION, (key,)).fetchone()
            rows = db.execute(ROWS, (key, first, last)).fetchall()
            if len(rows) <= min(newest, last) - first:
                there = {version for (version,) in db.execute(VERSIONS, (key, first, last))}
                missing = next(version for version in range(first, newest + 1) if version not in there)
                raise BrokenChain(stream, missing, notice("not-where-the-index-leads"))
        return rows

    def _heads(self, stream: str | None = None) -> list[tuple[str, int, bytes]]:
        with self._reading() as db:
            return db.execute(HEADS, (stream,)).fetchall()

    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        with self._reading() as db:
            return claims(db.execute(f"{CLAIMS} = ?", (command_id,)).fetchall())

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, on the disk when it ends."""
        with self._guarded:
            self._be_patient()
            self._cursor.execute("BEGIN IMMEDIATE")
            yield
            self._cursor.execute("COMMIT")

    def _be_patient(self) -> None:
        """Wait for other writers as long as is wanted now."""
        if self._patience != self._wanted:
            self._cursor.execute(f"PRAGMA busy_timeout={self._wanted * 1000:.0f}")
            self._patience = self._wanted

    def _trouble(self, error: BaseException) -> Exception | None:
        self._db.rollback()
        if isinstance(error, sqlite3.IntegrityError):
            return RowExists()
        if isinstance(error, sqlite3.Error):
            return (Busy if is_busy(error) else CannotWrite)(self.where, error_reason(error))
        return None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._datastore.reading() as db:
                yield db
        except sqlite3.Error as error:
            raise CannotRead(self.where, error_reason(error)) from error

    def _read(self, statement: str) -> list[SummaryRow]:
        with self._reading() as db:
            return list(starmap(SummaryRow, db.execute(statement)))

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        with self._lock, self._transaction():
            return self._cursor.execute(statement, parameters).fetchall()

    def _forget(self) -> None:
        """Erased personal data leave the write-ahead log too."""
        with self._lock, self._guarded:
            self._cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
