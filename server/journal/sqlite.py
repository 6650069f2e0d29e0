"""The journal in one SQLite file: the default, and all that a tournament hall needs."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Condition, RLock
from typing import Any

from domain.events import Event
from server.journal.codec import Codec
from server.journal.entries import Append, Broken, Entry, Head, Outcome, StreamInfo
from server.journal.errors import CannotOpen, CannotRead, CannotWrite
from server.journal.following import SQLiteFollower
from server.journal.ownership import FileOwnership
from server.journal.planning import EMPTY, Claim, Plan, Tip, claim_id, decode_claim, plan, stream_id
from server.journal.reading import about, adoption, checked, raise_refusal, settle, tip_of, verdict
from server.journal.side import SideStore
from server.journal.sqlite_store import (
    INSERT_EVENT,
    DurableDatastore,
    DurableRecorder,
    claim_file,
    connect,
    sqlite_uri,
    why,
)

ROWS = (
    "SELECT topic, state FROM stored_events WHERE originator_id = ? AND originator_version >= ? "
    "AND originator_version <= ? ORDER BY originator_version"
)
TIP = "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"
STREAMS = (
    "SELECT s.name, (SELECT e.state FROM stored_events e WHERE e.originator_id = s.originator_id "
    "ORDER BY e.originator_version DESC LIMIT 1) FROM streams s ORDER BY s.name"
)
CLAIMED = "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = 1"
NEWEST = 2**62


class SQLiteJournal:
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        self.path, self._uri = sqlite_uri(url)
        self._codec = codec or Codec()
        self._db = connect(self.path, self._uri)
        self._cursor = self._db.cursor()
        self._lock = RLock()
        self._tips: dict[str, Tip] = {}
        self.appended = Condition()
        try:
            claim_file(self._db, self.path)
            self._datastore = DurableDatastore(self.path, self._uri)
            self.recorder = DurableRecorder(self._datastore)
            for statement in self.recorder.create_table_statements:
                self._db.execute(statement)
        except (sqlite3.Error, CannotOpen) as error:
            self._db.close()
            raise error if isinstance(error, CannotOpen) else CannotOpen(self.path, why(error)) from error
        self.side = SideStore(self._run, self._forget)

    def append(
        self,
        stream: str,
        after: int | None,
        by: str,
        command_id: str,
        events: Sequence[Event],
        at: datetime,
        digest: str = "",
    ) -> list[Entry]:
        [outcome] = self.append_many([Append(stream, after, by, command_id, events, at, digest)])
        return raise_refusal(outcome)

    def append_many(self, requests: Sequence[Append]) -> list[Outcome]:
        """Written on the tips we remember, or, if anything speaks against that, after looking closely."""
        with self._lock:
            made = self._hopeful(requests) or self._careful(requests)
            self._tips.update(made.tips)
        self._wake()
        return settle(made, self.read)

    def _hopeful(self, requests: Sequence[Append]) -> Plan | None:
        """None: a command was there before, a version is wrong, or another process wrote to a stream."""
        if any(request.stream not in self._tips for request in requests):
            return None
        made = plan(requests, self._tips, {}, self._codec)
        if not made.agreed:
            return None
        try:
            with self._transaction():
                self._insert(made)
        except sqlite3.IntegrityError:
            return None
        return made

    def _careful(self, requests: Sequence[Append]) -> Plan:
        with self._transaction():
            tips = {request.stream: self._tip(request.stream) for request in requests}
            made = plan(requests, tips, self._claims(requests), self._codec)
            self._insert(made)
        return made

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        with self._lock:
            with self._transaction():
                made = adoption(stream, lines, self._tip(stream), self._codec)
                self._insert(made)
            self._tips.update(made.tips)
        self._wake()
        return made.tips[stream].version

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        return checked(stream, self._rows(stream, after, upto), after, self._codec)

    def lines(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
        return (row for _, row in self._rows(stream, after + 1, upto))

    def verify(self, stream: str) -> Head | Broken:
        return verdict(stream, self._rows(stream, 0, None), self._codec)

    def streams(self) -> list[StreamInfo]:
        found = []
        for name, row in self._select(STREAMS, ()):
            last = about(str(name), 0, row)
            found.append(StreamInfo(str(name), last.version, last.hash, last.recorded_at))
        return found

    def position(self) -> int:
        return int(self._select("SELECT coalesce(max(position), 0) FROM stored_events", ())[0][0])

    def follow(self, after: int | None = None) -> SQLiteFollower:
        return SQLiteFollower(
            connect(self.path, self._uri), self.position() if after is None else after, self.appended, self._codec
        )

    def own(self, stream: str) -> FileOwnership | None:
        return FileOwnership.take(self.path, stream)

    def backup(self, target: sqlite3.Connection) -> None:
        """A consistent copy while others write."""
        with self._reading() as db:
            db.backup(target)

    def close(self) -> None:
        with self._lock:
            self._db.close()
            self._datastore.close()

    def _rows(self, stream: str, since: int, upto: int | None) -> list[tuple[str, bytes]]:
        return self._select(ROWS, (stream_id(stream), since, NEWEST if upto is None else upto))

    def _select(self, statement: str, parameters: Sequence[object]) -> list[Any]:
        with self._reading() as db:
            return db.execute(statement, parameters).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._datastore.reading() as db:
                yield db
        except sqlite3.Error as error:
            raise CannotRead(self.path, why(error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, on the disk when it ends. A row that exists already is not trouble but an answer."""
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
            yield
            self._cursor.execute("COMMIT")
        except BaseException as error:
            self._tips.clear()
            self._db.rollback()
            if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                raise CannotWrite(self.path, why(error)) from error
            raise

    def _insert(self, made: Plan) -> None:
        for stream in made.new_streams:
            self._cursor.execute("INSERT INTO streams VALUES (?, ?)", (stream_id(stream), stream))
        self._cursor.executemany(INSERT_EVENT, made.rows)

    def _tip(self, stream: str) -> Tip:
        found = self._db.execute(TIP, (stream_id(stream),)).fetchone()
        return EMPTY if found is None else tip_of(stream, found[0])

    def _claims(self, requests: Sequence[Append]) -> dict[str, Claim]:
        found = {}
        for request in requests:
            row = self._db.execute(CLAIMED, (claim_id(request.command_id),)).fetchone()
            if row is not None:
                found[request.command_id] = decode_claim(row[0])
        return found

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        with self._lock, self._transaction():
            return self._db.execute(statement, parameters).fetchall()

    def _forget(self) -> None:
        """Erased personal data leave the write-ahead log too."""
        with self._lock:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _wake(self) -> None:
        with self.appended:
            self.appended.notify_all()
