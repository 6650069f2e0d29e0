"""The event store in PostgreSQL: the library's schema, recorder and pool, with an ordered and append-only table.

Not used, on purpose: the library's stored function for inserts. It does not lock the table, so rows become visible
out of the order of their positions, and a reader that remembers a position misses some for ever.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import TupleRow, dict_row
from psycopg.sql import SQL

from server.journal.errors import CannotOpen
from server.journal.postgres.connection import CONNECT_TIMEOUT_SECONDS, connection_parameters
from server.journal.postgres.writer import Done, PostgresWriter
from server.journal.side_store import (
    CREATE_DELIVERY_TABLES,
    CREATE_ENTRY_QUEUE,
    CREATE_PERSONAL,
    CREATE_PROGRAM_TABLES,
    CREATE_PUSH_TABLES,
    CREATE_SUMMARIES,
)
from server.journal.store import ADD_COMMAND, FORMAT, OLD_CLAIM, ROWS_BY_STREAM, UNIQUE_COMMAND, Named, first_rows
from server.notice import notice

MAKERS_LOCK_KEY = 0x5461626C_0002
"""Key of the lock under which tables are made."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS streams (originator_id uuid PRIMARY KEY, name text NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS journal_format (format integer NOT NULL)",
    "INSERT INTO journal_format SELECT 1 WHERE NOT EXISTS (SELECT FROM journal_format)",
    CREATE_PERSONAL,
    CREATE_ENTRY_QUEUE,
    *CREATE_PUSH_TABLES,
    *CREATE_PROGRAM_TABLES,
    *CREATE_DELIVERY_TABLES,
    CREATE_SUMMARIES,
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'the journal is append-only'; END$$",
    *(
        f"CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        for table in ("stored_events", "streams")
    ),
)


def check_server(db: psycopg.Connection[TupleRow], where: str) -> None:
    """Refuse a server that forgets, and a journal made by a newer program."""
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        found = db.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if found != ("on",):
            raise CannotOpen(where, notice("server-runs-with-off-would", setting=setting))
    made = db.execute("SELECT to_regclass('journal_format')::text").fetchone()
    version = db.execute("SELECT max(format) FROM journal_format").fetchone() if made != (None,) else None
    if version is not None and version[0] is not None and version[0] > FORMAT:
        raise CannotOpen(where, notice("newer-format", version=version[0], format=FORMAT))


class Datastore(PostgresDatastore):
    """The library's pool, over whatever a connection string can say."""

    def __init__(self, url: str) -> None:
        super().__init__(
            "", "", "", "", "", pool_size=1, max_overflow=7, connect_timeout=CONNECT_TIMEOUT_SECONDS, pre_ping=True
        )
        self.pool.kwargs = {**connection_parameters(url), "row_factory": dict_row}

    @contextmanager
    def reading(self) -> Iterator[psycopg.Cursor[Any]]:
        with self.get_connection() as connection, connection.cursor(row_factory=psycopg.rows.tuple_row) as cursor:
            yield cursor


ROWS = (
    "SELECT topic, state FROM stored_events WHERE originator_id = %s AND originator_version >= %s "
    "AND (%s::bigint IS NULL OR originator_version <= %s::bigint) ORDER BY originator_version"
)


class AppendOnlyRecorder(PostgresApplicationRecorder):
    """The library's recorder without its stored function, with the claims of commands."""

    def __init__(self, datastore: Datastore, writer: PostgresWriter) -> None:
        super().__init__(datastore)
        self._reading = datastore.reading
        self._writer = writer
        del self.sql_create_statements[self.create_insert_function_statement_index]

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, new_streams: Sequence[str] = (), **_: object
    ) -> Sequence[int] | None:
        """On the server's disk when it returns; a part of the writer's transaction where one is open."""
        return self._writer.insert(stored_events, new_streams) if stored_events else []

    def insert_events_soon(self, stored_events: Sequence[StoredEvent], done: Done) -> bool:
        """The same through the event loop, which calls `done`. False: it cannot be done that way."""
        return self._writer.insert_soon(stored_events, done)

    def select_rows(self, originator_id: str, first: int, last: int | None) -> list[Named]:
        """The rows of `select_events`, both ends included; an object for each would take ten times as long."""
        with self._reading() as cursor:
            return cursor.execute(ROWS, (originator_id, first, last, last), binary=True).fetchall()


HAS_COMMAND = "SELECT 1 FROM pg_attribute WHERE attrelid = 'stored_events'::regclass AND attname = 'command'"
NAME_COMMANDS = (
    "UPDATE stored_events e SET command = named.command "
    "FROM unnest(%s::text[], %s::bigint[]) AS named(command, position) WHERE e.notification_id = named.position"
)
RETIRED = tuple(
    f"CREATE OR REPLACE FUNCTION {function} RETURNS void LANGUAGE plpgsql AS $$BEGIN "
    "RAISE EXCEPTION 'a newer version of Tablo has taken the journal over; update this one too'; END$$"
    for function in (
        "append_rows(ids uuid[], versions bigint[], topics text[], states bytea[])",
        "append_two(id1 uuid, version1 bigint, topic1 text, state1 bytea, id2 uuid, version2 bigint, topic2 text, "
        "state2 bytea)",
    )
)
"""Append functions of format 1: a program of it that still runs must not write rows whose command nobody would find."""


def make_tables(db: psycopg.Connection[TupleRow], recorder: AppendOnlyRecorder) -> None:
    """Several processes may start at once: one makes the tables, or brings them up, the others wait and find them."""
    db.execute("SELECT pg_advisory_lock(%s)", (MAKERS_LOCK_KEY,))
    try:
        recorder.create_table()
        for statement in TABLES:
            db.execute(SQL(statement))
        if db.execute(HAS_COMMAND).fetchone() is None:
            _upgrade(db)
    finally:
        db.execute("SELECT pg_advisory_unlock(%s)", (MAKERS_LOCK_KEY,))


def _upgrade(db: psycopg.Connection[TupleRow]) -> None:
    """The library's table, or ours of format 1: all or nothing, the events stay as they are, byte for byte."""
    with db.transaction(), db.cursor() as cursor:
        cursor.execute("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE")
        cursor.execute(ADD_COMMAND)
        cursor.execute("ALTER TABLE stored_events DISABLE TRIGGER append_only")
        rows = cursor.stream(ROWS_BY_STREAM.format(position="notification_id").encode(), binary=True)
        first = list(first_rows(rows))
        cursor.execute(NAME_COMMANDS, ([command for command, _ in first], [position for _, position in first]))
        cursor.execute("DELETE FROM stored_events WHERE topic = %s", (OLD_CLAIM,))
        cursor.execute("ALTER TABLE stored_events ENABLE TRIGGER append_only")
        cursor.execute(UNIQUE_COMMAND)
        for statement in RETIRED:
            cursor.execute(SQL(statement))
        cursor.execute("UPDATE journal_format SET format = %s", (FORMAT,))
