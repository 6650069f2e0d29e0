"""The journal in PostgreSQL, for several processes and hosts."""

from asyncio import Future, get_running_loop
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import starmap
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from time import monotonic, sleep

import psycopg
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.rows import TupleRow

from server.journal.codec import Codec, seal_of
from server.journal.entries import AlreadyDone, Append, AppendOutcome
from server.journal.errors import CannotEvict, CannotOpen, CannotRead, CannotWrite
from server.journal.postgres.connection import connect, without_password
from server.journal.postgres.following import PostgresFollower
from server.journal.postgres.recorder import AppendOnlyRecorder, Datastore, check_server, make_tables
from server.journal.postgres.writer import PostgresWriter
from server.journal.side_store import (
    DeliveryStore,
    EntryQueueStore,
    ProgramStore,
    PushStore,
    SideStore,
    SummaryRow,
    SummaryStore,
)
from server.journal.store import (
    CLAIMS,
    CommandClaim,
    DecideBatch,
    Named,
    Plan,
    RowExists,
    StoredJournal,
    Tip,
    about,
    claims,
    settled_outcomes,
    stream_id,
    tip_of,
)
from server.notice import notice

# Being the only process that decides for a tournament, by a lock that a session of the PostgreSQL server holds.
# The session is named after the address at which its process is reached, so that whoever does not get a lock can
# ask the server who has it. Lock and name end with the session.

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


TIPS = (
    "SELECT newest.state FROM unnest(%s::uuid[]) AS s(id) CROSS JOIN LATERAL (SELECT state FROM stored_events e "
    "WHERE e.originator_id = s.id ORDER BY e.originator_version DESC LIMIT 1) newest"
)
HEADS = (
    "SELECT s.name, newest.originator_version, newest.state FROM streams s CROSS JOIN LATERAL "
    "(SELECT originator_version, state FROM stored_events e "
    "WHERE e.originator_id = s.originator_id ORDER BY e.originator_version DESC LIMIT 1) newest ORDER BY s.name"
)

RETRY_PAUSES_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 3.2)
"""Seconds before each new attempt while the server is away; a restart after a crash takes a few."""
RECONNECT_SECONDS = 10.0
"""Seconds after the first one that failed in which new ones are made: in a network that swallows everything each takes
five."""

NO_ROOM = "53"
"""The first digits of the codes of a server that is there, but has no disk, memory or connection left."""
LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""The errors of a lost connection, unless the code begins like that."""


class ConnectionLost(Exception):
    """Before or after the commit: only looking again can tell."""


class PostgresJournal(StoredJournal):
    """One writing connection, guarded by a lock; reading connections come from the library's pool."""

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        super().__init__(codec)
        self.where, self._url = without_password(url), url
        try:
            self._writer = PostgresWriter(url, self._lock)
        except psycopg.Error as error:
            raise CannotOpen(self.where, server_sentence(error)) from error
        try:
            check_server(self._db, self.where)
            self._datastore = Datastore(url)
            self.recorder = AppendOnlyRecorder(self._datastore, self._writer)
            make_tables(self._db, self.recorder)
        except (psycopg.Error, PersistenceError) as error:
            self._db.close()
            raise CannotOpen(self.where, server_sentence(error)) from error
        except CannotOpen:
            self._db.close()
            raise
        self._unanswered = False
        """The last append through the event loop was lost with its connection, and is asked for again next."""
        self._owners = PostgresOwners(url)
        self.side = SideStore(self._run, self._erased)
        self.pushes = PushStore(self._run, self._erased)
        self.programs = ProgramStore(self._run)
        self.deliveries = DeliveryStore(self._run)
        self.entry_queue = EntryQueueStore(self._run, self._erased)
        self.summaries = SummaryStore(self._run, self._read)

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]:
        """A connection lost on the way is opened again, and what the server stored of it is recognised."""
        before = {request.stream: self._tips.get(request.stream) for request in requests}
        unanswered, self._unanswered = self._unanswered, False
        for _ in attempts():
            try:
                outcomes = super().append_many(requests)
            except ConnectionLost:
                unanswered = True
                continue
            return [_ours(outcome, before) for outcome in outcomes] if unanswered else outcomes
        raise CannotWrite(self.where, notice("database-server-does-not-answer"))

    def append_soon(self, requests: Sequence[Append]) -> "Future[list[AppendOutcome] | None] | None":
        """On the connection that is there. The tips stay: `append_many` meets the same trouble again."""
        if not self._lock.acquire(blocking=False):
            return None
        begun = None
        try:
            begun = self._begun(requests)
        finally:
            if begun is None:
                self._lock.release()
        return begun

    def _begun(self, requests: Sequence[Append]) -> "Future[list[AppendOutcome] | None] | None":
        made = self._planned(requests)
        if made is None or made.new_streams:
            return None
        answer: Future[list[AppendOutcome] | None] = get_running_loop().create_future()

        def done(trouble: psycopg.Error | None) -> None:
            if trouble is None:
                self._tips.update(made.tips)
            self._unanswered = isinstance(trouble, LOST)
            self._lock.release()
            if not answer.done():
                answer.set_result(None if trouble else settled_outcomes(made, self.read))

        try:
            return answer if self.recorder.insert_events_soon(made.rows, done) else None
        except psycopg.Error as error:
            self._unanswered = isinstance(error, LOST)
            return None

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        for attempt in attempts():
            try:
                if attempt and (tip := self._tips_now({stream}).get(stream)) and tip.hash == seal_of(lines[-1]):
                    return tip.version
                return super().adopt(stream, lines)
            except ConnectionLost:
                continue
        raise CannotWrite(self.where, notice("database-server-does-not-answer"))

    def position(self) -> int:
        with self._told():
            return self.recorder.max_notification_id() or 0

    def follow(self, after: int | None = None) -> PostgresFollower:
        return PostgresFollower(self._url, self.position() if after is None else after, self._codec, self._writes_by)

    def _writes_by(self, session: int) -> bool:
        return not self._db.closed and self._db.info.backend_pid == session

    def own(self, stream: str, address: str = "") -> PostgresOwnership | None:
        try:
            return self._owners.take(stream, address)
        except psycopg.Error as error:
            raise CannotWrite(self.where, server_sentence(error)) from error

    def owner(self, stream: str) -> str:
        with self._reading() as cursor:
            return owner_of(cursor, stream)

    def evict(self, stream: str, address: str) -> bool:
        with self._reading() as cursor:
            return end_session(cursor, stream, address)

    def close(self) -> None:
        with self._lock:
            self._owners.close()
            self._db.close()
            self._datastore.close()

    @property
    def _db(self) -> psycopg.Connection[TupleRow]:
        return self._writer.db

    def _insert(self, made: Plan) -> None:
        with self._guarded:
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)

    def _look_and_insert(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        with self._guarded, self._writer.transaction() as cursor:
            made = decide(_tips(cursor, streams), _claims(cursor, command_ids))
            self.recorder.insert_events(made.rows, new_streams=made.new_streams)
        return made

    def _trouble(self, error: BaseException) -> Exception | None:
        wrapped = isinstance(error, PersistenceError) and isinstance(error.__cause__, psycopg.Error)
        cause = error.__cause__ if wrapped else error
        if isinstance(cause, psycopg.errors.UniqueViolation):
            return RowExists()
        if isinstance(cause, LOST):
            if cause.sqlstate is not None and cause.sqlstate.startswith(NO_ROOM):
                return CannotWrite(self.where, server_sentence(cause))
            self._db.close()
            return ConnectionLost()
        if isinstance(cause, psycopg.Error | PersistenceError):
            return CannotWrite(self.where, server_sentence(cause))
        return None

    def _tips_now(self, streams: set[str]) -> dict[str, Tip]:
        with self._guarded, self._writer.cursor() as cursor:
            return _tips(cursor, streams)

    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        with self._told():
            return self.recorder.select_rows(stream_id(stream), since, upto)

    def _heads(self) -> list[tuple[str, int, bytes]]:
        with self._reading() as cursor:
            return cursor.execute(HEADS, binary=True).fetchall()

    def _newest(self, stream: str) -> StoredEvent | None:
        with self._told():
            return next(iter(self.recorder.select_events(stream_id(stream), desc=True, limit=1)), None)

    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        with self._reading() as cursor:
            return _claims(cursor, [command_id])

    def _read(self, statement: str) -> list[SummaryRow]:
        with self._reading() as cursor:
            return list(starmap(SummaryRow, cursor.execute(statement.encode()).fetchall()))

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Cursor[TupleRow]]:
        with self._told(), self._datastore.reading() as cursor:
            yield cursor

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise CannotRead for errors of the driver while something is read."""
        try:
            yield
        except (psycopg.Error, PersistenceError) as error:
            raise CannotRead(self.where, server_sentence(error)) from error

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        try:
            with self._guarded, self._writer.cursor() as cursor:
                cursor.execute(statement.replace("?", "%s").encode(), parameters)
                return cursor.fetchall() if cursor.description else []
        except ConnectionLost as error:
            raise CannotWrite(self.where, notice("database-server-does-not-answer")) from error

    def _erased(self) -> None:
        """Nothing more to do here: the server overwrites what was erased with its next `VACUUM`."""


def attempts() -> Iterator[int]:
    """0, 1, 2 ... with a pause before each new one."""
    yield 0
    end = monotonic() + RECONNECT_SECONDS
    for number, pause in enumerate(RETRY_PAUSES_SECONDS, start=1):
        if monotonic() < end:
            sleep(pause)
            yield number


def server_sentence(error: Exception) -> str:
    """The server's first line, without the full stop that the sentence around it brings."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__


def _ours(outcome: AppendOutcome, before: dict[str, Tip | None]) -> AppendOutcome:
    """A command found done after a lost connection, and stored since then, was done by this very call."""
    if isinstance(outcome, AlreadyDone):
        tip = before.get(outcome.entries[0].stream)
        if tip is not None and outcome.entries[0].version > tip.version:
            return list(outcome.entries)
    return outcome


def _tips(cursor: psycopg.Cursor[TupleRow], streams: set[str]) -> dict[str, Tip]:
    found = cursor.execute(TIPS, ([stream_id(stream) for stream in streams],), binary=True).fetchall()
    return {about("", 0, row).stream: tip_of("", row) for (row,) in found}


def _claims(cursor: psycopg.Cursor[TupleRow], command_ids: Sequence[str]) -> dict[str, CommandClaim]:
    if not command_ids:
        return {}
    return claims(cursor.execute(f"{CLAIMS} = ANY(%s)", (list(command_ids),), binary=True).fetchall())
