"""The one connection by which a process writes to a PostgreSQL journal, opened again after it was lost."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from server.journal.batch import stream_id
from server.journal.postgres.appending import Done, ShortAppends, append, is_short
from server.journal.postgres.connection import WRITERS_LOCK_KEY, connect

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
