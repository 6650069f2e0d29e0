"""Being the only process that decides for a tournament, by a lock that a session of the PostgreSQL server holds."""

from hashlib import sha256
from threading import Lock

import psycopg
from psycopg.rows import TupleRow

from server.journal.postgres_store import connect


class PostgresOwnership:
    def __init__(self, owners: "PostgresOwners", stream: str, db: psycopg.Connection[TupleRow]) -> None:
        self._owners = owners
        self._stream = stream
        self._db = db

    @property
    def lost(self) -> bool:
        """Asks the server: call it from a thread."""
        return not self._owners.holds(self._stream, self._db)

    def release(self) -> None:
        self._owners.give_back(self._stream, self._db)


class PostgresOwners:
    """One connection whose session locks are the streams this process owns. It dies, they are free."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._db: psycopg.Connection[TupleRow] | None = None
        self._mine: set[str] = set()
        self._lock = Lock()

    def take(self, stream: str) -> PostgresOwnership | None:
        with self._lock:
            if self._db is None or self._db.closed:
                self._mine.clear()
                self._db = connect(self._url)
            if stream in self._mine:
                return None
            [(taken,)] = self._db.execute("SELECT pg_try_advisory_lock(%s)", (lock_key(stream),)).fetchall()
            if not taken:
                return None
            self._mine.add(stream)
            return PostgresOwnership(self, stream, self._db)

    def holds(self, stream: str, db: psycopg.Connection[TupleRow]) -> bool:
        with self._lock:
            try:
                db.execute("SELECT 1")
            except (psycopg.OperationalError, psycopg.InterfaceError):
                db.close()
                return False
            return db is self._db and stream in self._mine

    def give_back(self, stream: str, db: psycopg.Connection[TupleRow]) -> None:
        with self._lock:
            if db is self._db and stream in self._mine and not db.closed:
                self._mine.discard(stream)
                db.execute("SELECT pg_advisory_unlock(%s)", (lock_key(stream),))

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()


def lock_key(stream: str) -> int:
    """A signed 64-bit number for the stream."""
    return int.from_bytes(sha256(b"tablo:owner:" + stream.encode()).digest()[:8], "big", signed=True)
