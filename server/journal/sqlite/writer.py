"""The one connection by which a process writes to an SQLite journal: what it has acknowledged is on the disk."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from threading import RLock
from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from server.journal.batch import StoredRow, stream_id
from server.journal.sqlite.connection import LOCK_TIMEOUT_SECONDS, connect

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
