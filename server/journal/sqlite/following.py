"""Seeing what any process appends, in commit order.

SQLite tells nobody about a commit, but the number `PRAGMA data_version` changes with each commit of another
connection, and asking is cheap. Commits of this process are no exception: it knows them already, and a
thread that woke up at each of them would be in the way of those who wait for its answer.
"""

import sqlite3
from collections.abc import Sequence
from threading import Event, Lock
from time import monotonic
from types import TracebackType
from typing import Self
from uuid import UUID

from eventsourcing.persistence import Notification, PersistenceError

from server.journal.codec import Codec
from server.journal.entries import Entry, Unread
from server.journal.errors import CannotRead
from server.journal.sqlite.connection import error_reason
from server.journal.sqlite.recorder import BATCH_ROWS, POLL_SECONDS, DurableRecorder
from server.journal.store import heard

Positioned = list[tuple[int, Entry | Unread]]


class SQLiteFollower:
    def __init__(
        self, recorder: DurableRecorder, where: str, watch: sqlite3.Connection, position: int, codec: Codec
    ) -> None:
        """`watch` only looks whether something has been committed; the rows come from the recorder."""
        self._recorder = recorder
        self._where = where
        self._watch = watch
        self._names: dict[UUID | str, str] = {}
        """The names of streams, by the originator's id."""
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
            self._watch.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _new(self) -> Positioned:
        try:
            notifications = self._notifications()
            found = [(each.id, self._heard(each)) for each in notifications if self._name(each)]
        except (sqlite3.Error, PersistenceError) as error:
            raise CannotRead(self._where, error_reason(error)) from error
        self._position = notifications[-1].id if notifications else self._position
        return found

    def _notifications(self) -> Sequence[Notification]:
        """Those after the last position. Rows that come meanwhile are seen next time."""
        (version,) = self._watch.execute("PRAGMA data_version").fetchone()
        if version == self._seen:
            return []
        found = self._recorder.select_notifications(self._position, BATCH_ROWS, inclusive_of_start=False)
        if len(found) < BATCH_ROWS:
            self._seen = version
        return found

    def _name(self, found: Notification) -> str:
        id = found.originator_id
        if id not in self._names:
            self._names[id] = self._recorder.stream_name(id)
        return self._names[id]

    def _heard(self, found: Notification) -> Entry | Unread:
        return heard(self._name(found), found.originator_version, found.topic, found.state, self._codec)
