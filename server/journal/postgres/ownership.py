"""Being the only process that decides for a tournament, by a lock that a session of the PostgreSQL server holds.

The session is named after the address at which its process is reached, so that whoever does not get a
lock can ask the server who has it. Lock and name end with the session.
"""

from hashlib import sha256
from selectors import EVENT_READ, DefaultSelector
from threading import Lock

import psycopg
from psycopg.rows import TupleRow

from server.journal.errors import CannotEvict
from server.journal.postgres.connection import connect
from server.notice import notice

TAKE = "SELECT pg_try_advisory_lock(%s)"
GIVE_BACK = "SELECT pg_advisory_unlock(%s)"
HOLDER = (
    "FROM pg_locks l JOIN pg_stat_activity s USING (pid) "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND l.classid = %s AND l.objid = %s"
)
OWNER = f"SELECT s.application_name {HOLDER}"
END = f"SELECT pg_terminate_backend(pid) {HOLDER} AND s.application_name = %s"


class OwnerSession:
    """A connection whose locks are the streams this process owns; when it ends they are free."""

    def __init__(self, url: str, address: str) -> None:
        self.db: psycopg.Connection[TupleRow] = connect(url)
        self.streams: set[str] = set()
        self._ear = DefaultSelector()
        self._ear.register(self.db.fileno(), EVENT_READ)
        self.db.execute("SELECT set_config('application_name', %s, false)", (address,))

    @property
    def silent(self) -> bool:
        """The server has said nothing since it was last asked, not even that this is the end. Never waits."""
        return not self.db.closed and not self._ear.select(0)

    def alive(self) -> bool:
        """Asks the server."""
        try:
            self.db.execute("SELECT 1")
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self.db.close()
        return not self.db.closed


class PostgresOwnership:
    def __init__(self, owners: "PostgresOwners", stream: str, session: OwnerSession) -> None:
        self._owners = owners
        self._stream = stream
        self._session = session

    @property
    def sure(self) -> bool:
        return self._session.silent and self._stream in self._session.streams

    @property
    def lost(self) -> bool:
        """Asks the server: call it from a thread."""
        return not self._owners.holds(self._stream, self._session)

    def release(self) -> None:
        self._owners.give_back(self._stream, self._session)


class PostgresOwners:
    """Takes and gives back, for one process, by one session; when that is gone, by a new one."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session: OwnerSession | None = None
        self._lock = Lock()

    def take(self, stream: str, address: str) -> PostgresOwnership | None:
        with self._lock:
            session = self._session
            if session is None or not session.alive():
                session = self._session = OwnerSession(self._url, address)
            if stream in session.streams:
                return None
            [(taken,)] = session.db.execute(TAKE, (lock_key(stream),)).fetchall()
            if not taken:
                return None
            session.streams.add(stream)
            return PostgresOwnership(self, stream, session)

    def holds(self, stream: str, session: OwnerSession) -> bool:
        with self._lock:
            return session.alive() and stream in session.streams

    def give_back(self, stream: str, session: OwnerSession) -> None:
        with self._lock:
            if stream in session.streams and session.alive():
                session.db.execute(GIVE_BACK, (lock_key(stream),))
            session.streams.discard(stream)

    def close(self) -> None:
        with self._lock:
            if self._session is not None:
                self._session.db.close()


def owner_of(cursor: psycopg.Cursor[TupleRow], stream: str) -> str:
    """The name of the session that holds the stream's lock; empty = nobody's."""
    found = cursor.execute(OWNER.encode(), _halves(stream)).fetchone()
    return str(found[0]) if found is not None else ""


def end_session(cursor: psycopg.Cursor[TupleRow], stream: str, name: str) -> bool:
    """Ends the session of the process of that name if it still holds the stream's lock. Raises CannotEvict."""
    try:
        return cursor.execute(END.encode(), (*_halves(stream), name)).fetchone() is not None
    except psycopg.errors.InsufficientPrivilege as error:
        why = notice("may-not-end-session")
        raise CannotEvict(name, why) from error


def _halves(stream: str) -> tuple[int, int]:
    """The two halves of the key, as `pg_locks` shows it."""
    return divmod(lock_key(stream) % 2**64, 2**32)


def lock_key(stream: str) -> int:
    """A signed 64-bit number for the stream."""
    return int.from_bytes(sha256(b"tablo:owner:" + stream.encode()).digest()[:8], "big", signed=True)
