"""Seeing what any process appends to a PostgreSQL journal.

A notification is a hint and can be lost with its connection. So: listen first, then read on from the position that is
known, then wait for a hint, and look once a second even without one. Each entry of a busy hall wakes the followers of
all processes by itself, so both go through libpq, which is faster than the driver's own ways around it.
"""

from collections.abc import Callable, Iterator
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Lock
from time import monotonic
from types import TracebackType
from typing import Self

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from server.journal.codec import Codec
from server.journal.entries import Entry, Unread
from server.journal.postgres.connection import CHANNEL, connect
from server.journal.store import heard

POLL_SECONDS = 1.0
"""Seconds between two looks without a hint."""
STOP_POLL_SECONDS = 0.2
"""Seconds after which a waiting follower sees that it is to stop."""
BATCH_ROWS = 500
MAX_RECONNECT_PAUSE_SECONDS = 5.0
SINCE = b"since"
PREPARED = (
    b"SELECT e.notification_id, s.name, e.originator_version, e.topic, e.state FROM stored_events e "
    b"JOIN streams s ON s.originator_id = e.originator_id WHERE e.notification_id > $1 "
    b"ORDER BY e.notification_id LIMIT $2"
)
BINARY = 1

Positioned = list[tuple[int, Entry | Unread]]


class PostgresFollower:
    """Reconnects by itself, first after a twentieth of a second, at last every five."""

    def __init__(self, url: str, position: int, codec: Codec, ours: Callable[[int], bool]) -> None:
        """`ours` tells whether a session of the database server is the one with which this process writes.

        Hints about entries of this process wake nobody, since it knows them: they are read with the next entries of
        others, or at the next look.
        """
        self._url = url
        self._position = position
        self._codec = codec
        self._ours = ours
        self._db: psycopg.Connection[TupleRow] | None = None
        self._ear: DefaultSelector
        """Hears that the server says something; as long as there is a connection."""
        self._pause = 0.05
        self._news = False
        """There is something to read, or may be: nobody was listening."""
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
            self._listen(db, min(monotonic() + POLL_SECONDS, end))
            found = self._new(db)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._disconnect()
            self._stopped.wait(min(self._pause, max(0.0, end - monotonic())))
            self._pause = min(self._pause * 2, MAX_RECONNECT_PAUSE_SECONDS)
            return []
        self._pause = 0.05
        return found

    def _connected(self) -> psycopg.Connection[TupleRow]:
        """Listening before the first look, so that nothing falls between the two."""
        if self._db is None:
            self._db, self._ear = connect(self._url), DefaultSelector()
            self._ear.register(self._db.fileno(), EVENT_READ)
            self._db.execute(f"LISTEN {CHANNEL}".encode())
            self._db.pgconn.prepare(SINCE, PREPARED)
            self._news = True
        return self._db

    def _disconnect(self) -> None:
        if self._db is not None:
            self._ear.close()
            self._db.close()
            self._db = None

    def _listen(self, db: psycopg.Connection[TupleRow], end: float) -> None:
        """Wait for a hint; one that came while we read is in the driver's hands already."""
        server = db.pgconn
        while not self._stopped.is_set():
            while (hint := server.notifies()) is not None:
                self._news = self._news or not self._ours(hint.be_pid)
            left = end - monotonic()
            if self._news or left <= 0:
                return
            if self._ear.select(min(STOP_POLL_SECONDS, left)):
                server.consume_input()

    def _new(self, db: psycopg.Connection[TupleRow]) -> Positioned:
        found = db.pgconn.exec_prepared(SINCE, [b"%d" % self._position, b"%d" % BATCH_ROWS], result_format=BINARY)
        if found.status != ExecStatus.TUPLES_OK:
            raise psycopg.OperationalError(found.get_error_message())
        self._news = found.ntuples == BATCH_ROWS
        return list(self._entries(found))

    def _entries(self, found: PGresult) -> Iterator[tuple[int, Entry | Unread]]:
        for n in range(found.ntuples):
            number, stream, version, name, row = (found.get_value(n, column) or b"" for column in range(found.nfields))
            entry = heard(stream.decode(), int.from_bytes(version), name.decode(), row, self._codec)
            self._position = int.from_bytes(number)
            yield self._position, entry
