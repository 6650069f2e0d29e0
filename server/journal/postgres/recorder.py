"""The event store in PostgreSQL: the library's schema, recorder and pool, with an ordered and append-only table.

Not used, on purpose: the library's stored function for inserts. It does not lock the table, so rows become visible
out of the order of their positions, and a reader that remembers a position misses some for ever.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow, dict_row
from psycopg.sql import SQL

from server.journal.command_ids import ADD_COMMAND, FORMAT, OLD_CLAIM, ROWS_BY_STREAM, UNIQUE_COMMAND, first_rows
from server.journal.errors import CannotOpen
from server.journal.personal_data import CREATE_PERSONAL
from server.journal.summaries import CREATE_SUMMARIES
from server.notice import notice

WRITERS_LOCK_KEY = 0x5461626C_0001
"""Key of the lock under which rows are appended: order of commit = order of positions."""
MAKERS_LOCK_KEY = 0x5461626C_0002
"""Key of the lock under which tables are made."""
CHANNEL = "stored_events"
"""The channel that is notified of new rows; the library's recorders use the same name."""
CONNECT_TIMEOUT_SECONDS = 5

TABLES = (
    "CREATE TABLE IF NOT EXISTS streams (originator_id uuid PRIMARY KEY, name text NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS journal_format (format integer NOT NULL)",
    "INSERT INTO journal_format SELECT 1 WHERE NOT EXISTS (SELECT FROM journal_format)",
    CREATE_PERSONAL,
    CREATE_SUMMARIES,
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'the journal is append-only'; END$$",
    *(
        f"CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        for table in ("stored_events", "streams")
    ),
)
SESSION = (
    "SET synchronous_commit = on",
    "SET idle_in_transaction_session_timeout = '20s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = '15s'",
)
"""A host that vanishes is noticed by the server after a quarter of a minute, and its locks are free again; so is, a
little later, that of a process which hangs in the middle of a transaction."""
NETWORK = {
    "connect_timeout": CONNECT_TIMEOUT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""We notice it as soon. Signs of life are not sent while data wait for their acknowledgement: without a limit of its
own an append would wait for a quarter of an hour."""


def connect(url: str) -> psycopg.Connection[TupleRow]:
    """An autocommitting connection that has acknowledged data on the server's disk before it says so."""
    db = psycopg.connect(**_parameters(url), autocommit=True)
    with db.pipeline():
        for statement in SESSION:
            db.execute(SQL(statement))
    return db


def _parameters(url: str) -> dict[str, Any]:
    return {**conninfo_to_dict(url), **NETWORK}


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


def without_password(url: str) -> str:
    """The address as it may appear in a sentence."""
    parts = conninfo_to_dict(url)
    return make_conninfo("", **{key: value for key, value in parts.items() if key != "password"})


class Datastore(PostgresDatastore):
    """The library's pool, over whatever a connection string can say."""

    def __init__(self, url: str) -> None:
        super().__init__(
            "", "", "", "", "", pool_size=1, max_overflow=7, connect_timeout=CONNECT_TIMEOUT_SECONDS, pre_ping=True
        )
        self.pool.kwargs = {**_parameters(url), "row_factory": dict_row}

    @contextmanager
    def reading(self) -> Iterator[psycopg.Cursor[Any]]:
        with self.get_connection() as connection, connection.cursor(row_factory=psycopg.rows.tuple_row) as cursor:
            yield cursor


class AppendOnlyRecorder(PostgresApplicationRecorder):
    """The library's recorder without its stored function."""

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore)
        del self.sql_create_statements[self.create_insert_function_statement_index]


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
"""How programs of format 1 append: one that still runs must not write rows whose command nobody would find."""


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
