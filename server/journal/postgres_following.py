"""Seeing what any process appends to a PostgreSQL journal, and being the only one who decides.

A notification is a hint and can be lost with its connection. So: listen first, then read on from the position that is
known, then wait for a hint, and look once a second even without one.
"""

from collections.abc import Iterator
from hashlib import sha256
from threading import Event, Lock
from time import monotonic
from types import TracebackType
from typing import Self

import psycopg
from psycopg.rows import TupleRow

from server.journal.codec import Codec
from server.journal.entries import Entry
from server.journal.planning import CLAIM
from server.journal.postgres_store import CHANNEL, connect
from server.journal.reading import about

LOOK = 1.0
"""Seconds between two looks without a hint."""
STOPPING = 0.2
"""Seconds after which a waiting follower sees that it is to stop."""
BATCH = 500
LONGEST_PAUSE = 5.0
SINCE = (
    "SELECT notification_id, topic, state FROM stored_events WHERE notification_id > %s AND topic <> %s "
    "ORDER BY notification_id LIMIT %s"
)

Positioned = list[tuple[int, Entry]]


class PostgresFollower:
    """Reconnects by itself, first after a twentieth of a second, at last every five."""

    def __init__(self, url: str, position: int, codec: Codec) -> None:
        self._url = url
        self._position = position
        self._codec = codec
        self._db: psycopg.Connection[TupleRow] | None = None
        self._pause = 0.05
        self._stopped = Event()
        self._waiting = Lock()

    @property
    def position(self) -> int:
        return self._position

    def wait(self, timeout: float) -> Positioned:
        end = monotonic() + timeout
        with self._waiting:
            while not self._stopped.is_set():
                found = self._attempt(end)
                if found or monotonic() >= end:
                    return found
        return []

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self.stop()
        with self._waiting:
            self._disconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _attempt(self, end: float) -> Positioned:
        try:
            db = self._connected()
            found = self._new(db)
            if not found:
                self._hint(db, min(monotonic() + LOOK, end))
                found = self._new(db)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._disconnect()
            self._stopped.wait(min(self._pause, max(0.0, end - monotonic())))
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return []
        self._pause = 0.05
        return found

    def _connected(self) -> psycopg.Connection[TupleRow]:
        """Listening before the first look, so that nothing falls between the two."""
        if self._db is None:
            self._db = connect(self._url)
            self._db.execute(f"LISTEN {CHANNEL}".encode())
        return self._db

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _hint(self, db: psycopg.Connection[TupleRow], end: float) -> None:
        while not self._stopped.is_set() and (left := end - monotonic()) > 0:
            for _ in db.notifies(timeout=min(STOPPING, left), stop_after=1):
                return

    def _new(self, db: psycopg.Connection[TupleRow]) -> Positioned:
        rows = db.execute(SINCE, (self._position, CLAIM, BATCH), binary=True).fetchall()
        return list(self._entries(rows))

    def _entries(self, rows: list[TupleRow]) -> Iterator[tuple[int, Entry]]:
        for position, name, row in rows:
            row_says = about("a followed stream", 0, row)
            entry = self._codec.read(name, row, row_says.stream, row_says.version)
            self._position = position
            yield position, entry


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
