"""Seeing what any process appends, in commit order.

SQLite tells nobody about a commit, but the number `PRAGMA data_version` changes with each commit of another
connection; asking costs 40 microseconds. Commits of this process are no exception: it knows them already, and a
thread that woke up at each of them would be in the way of those who wait for its answer.
"""

import sqlite3
from threading import Event, Lock
from time import monotonic
from types import TracebackType
from typing import Self

from server.journal.codec import Codec
from server.journal.entries import Entry, Unread
from server.journal.errors import CannotRead
from server.journal.reading import heard
from server.journal.sqlite.recorder import error_reason
from server.journal.sqlite.subscription import BATCH_ROWS, POLL_SECONDS

SINCE = (
    "SELECT e.position, s.name, e.originator_version, e.topic, CAST(e.state AS BLOB) FROM stored_events e "
    "JOIN streams s ON s.originator_id = e.originator_id WHERE e.position > ? ORDER BY e.position LIMIT ?"
)

Positioned = list[tuple[int, Entry | Unread]]


class SQLiteFollower:
    def __init__(self, where: str, db: sqlite3.Connection, position: int, codec: Codec) -> None:
        self._where = where
        self._db = db
        self._position = position
        self._codec = codec
        self._seen = -1
        self._stopped = Event()
        self._waiting = Lock()

    @property
    def position(self) -> int:
        return self._position

    def wait(self, timeout: float) -> Positioned:
        end = monotonic() + timeout
        with self._waiting:
            while not self._stopped.is_set():
                found = self._new()
                left = end - monotonic()
                if found or left <= 0:
                    return found
                self._stopped.wait(min(POLL_SECONDS, left))
        return []

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self.stop()
        with self._waiting:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _new(self) -> Positioned:
        try:
            rows = self._rows()
        except sqlite3.Error as error:
            raise CannotRead(self._where, error_reason(error)) from error
        found = [
            (position, heard(stream, version, name, row, self._codec)) for position, stream, version, name, row in rows
        ]
        self._position = found[-1][0] if found else self._position
        return found

    def _rows(self) -> list[tuple[int, str, int, str, bytes]]:
        """The rows after the last position. Rows that come meanwhile are seen next time."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version == self._seen:
            return []
        found = self._db.execute(SINCE, (self._position, BATCH_ROWS)).fetchall()
        if len(found) < BATCH_ROWS:
            self._seen = version
        return found
