"""Seeing what any process appends to a PostgreSQL journal.

A notification is a hint and can be lost with its connection. So: listen first, then read on from the position that is
known, then wait for a hint, and look once a second even without one.
"""

from collections.abc import Iterator
from threading import Event, Lock
from time import monotonic
from types import TracebackType
from typing import Self

import psycopg
from psycopg.rows import TupleRow

from server.journal.codec import Codec
from server.journal.entries import Entry
from server.journal.postgres_store import CHANNEL, connect
from server.journal.reading import about

LOOK = 1.0
"""Seconds between two looks without a hint."""
STOPPING = 0.2
"""Seconds after which a waiting follower sees that it is to stop."""
BATCH = 500
LONGEST_PAUSE = 5.0
SINCE = (
    "SELECT notification_id, topic, state FROM stored_events WHERE notification_id > %s "
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
        rows = db.execute(SINCE, (self._position, BATCH), binary=True).fetchall()
        return list(self._entries(rows))

    def _entries(self, rows: list[TupleRow]) -> Iterator[tuple[int, Entry]]:
        for position, name, row in rows:
            row_says = about("a followed stream", 0, row)
            entry = self._codec.read(name, row, row_says.stream, row_says.version)
            self._position = position
            yield position, entry
