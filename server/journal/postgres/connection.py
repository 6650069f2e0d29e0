"""Connections to a database server that keep what they promise, and notice soon that it is gone."""

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from psycopg.sql import SQL

WRITERS_LOCK_KEY = 0x5461626C_0001
"""Key of the lock under which rows are appended: order of commit = order of positions."""
CHANNEL = "stored_events"
"""The channel that is notified of new rows; the library's recorders use the same name."""
CONNECT_TIMEOUT_SECONDS = 5

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
    db = psycopg.connect(**connection_parameters(url), autocommit=True)
    with db.pipeline():
        for statement in SESSION:
            db.execute(SQL(statement))
    return db


def connection_parameters(url: str) -> dict[str, Any]:
    return {**conninfo_to_dict(url), **NETWORK}


def without_password(url: str) -> str:
    """The address as it may appear in a sentence."""
    parts = conninfo_to_dict(url)
    return make_conninfo("", **{key: value for key, value in parts.items() if key != "password"})
