"""The tables about the rating lists in PostgreSQL: which lists there are, the table that each one's players are in, and
the addresses and the order of the lists."""

from dataclasses import replace

import psycopg
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from domain.words.rating_lists import ListName
from server.rating_lists.shelf import KEPT_MARK, MONTHS_KEPT, AboutList, kept_as, unread_in, written_unread
from server.rating_lists.sources import ListSources, SourcesChange, sources_in, written_sources

ABOUT = (
    "CREATE TABLE IF NOT EXISTS rating_lists (publisher text PRIMARY KEY, month text NOT NULL, "
    "players bigint NOT NULL, skipped bigint NOT NULL, imported text NOT NULL, rows_in text NOT NULL, findable bigint, "
    "unread text)"
)
LATER_COLUMNS = (
    "ALTER TABLE rating_lists ADD COLUMN IF NOT EXISTS findable bigint, ADD COLUMN IF NOT EXISTS unread text"
)
"""Players that can be found by name, null = all; the first lines that were skipped. Older servers had neither."""
SOURCES = "CREATE TABLE IF NOT EXISTS rating_list_sources (one boolean PRIMARY KEY CHECK (one), said bytea NOT NULL)"
"""One row that all machines share."""
TABLE_LOCK_KEY = 0x5461626C_0005
"""The key of the lock under which the table of lists is made."""
SOURCES_LOCK_KEY = 0x5461626C_0006
"""The key of the lock under which addresses and order are changed."""


def make_table_of_lists(db: psycopg.Connection[TupleRow]) -> None:
    """Makes the table of lists, once: two processes that start together do not stumble over each other."""
    db.execute("SELECT pg_advisory_xact_lock(%s)", (TABLE_LOCK_KEY,))
    known = (
        "SELECT 1 FROM information_schema.columns WHERE table_name = 'rating_lists' AND column_name = 'unread' "
        "AND to_regclass('rating_list_sources') IS NOT NULL"
    )
    if db.execute(known).fetchone() is None:
        db.execute(ABOUT)
        db.execute(LATER_COLUMNS)
        db.execute(SOURCES)
    db.commit()


def sources_kept(db: psycopg.Connection[TupleRow]) -> ListSources:
    """Nothing before somebody has said something."""
    row = db.execute("SELECT said FROM rating_list_sources").fetchone()
    return sources_in(row[0]) if row else ListSources()


def change_sources_kept(db: psycopg.Connection[TupleRow], change: SourcesChange) -> None:
    """In one transaction, while others wait."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (SOURCES_LOCK_KEY,))
        db.execute(
            "INSERT INTO rating_list_sources VALUES (true, %s) ON CONFLICT (one) DO UPDATE SET said = excluded.said",
            (written_sources(change(sources_kept(db))),),
        )


def marks_in(db: psycopg.Connection[TupleRow]) -> list[str]:
    """The publishers whose lists are here, and the marks of the lists of earlier months."""
    return [row[0] for row in db.execute("SELECT publisher FROM rating_lists").fetchall()]


def months_in(db: psycopg.Connection[TupleRow], publisher: str) -> list[str]:
    """The months of the lists beside the newest one."""
    beginning = publisher + KEPT_MARK
    return sorted(one.removeprefix(beginning) for one in marks_in(db) if one.startswith(beginning))


def listed_in(db: psycopg.Connection[TupleRow], publisher: str) -> tuple[AboutList, str] | None:
    """The list, and the table that its players are in."""
    asked = (
        "SELECT month, players, skipped, imported, coalesce(findable, players), rows_in, unread "
        "FROM rating_lists WHERE publisher = %s"
    )
    row = db.execute(asked, (publisher,)).fetchone()
    name = publisher.partition(KEPT_MARK)[0]
    return (
        (AboutList(ListName(name, row[0]), row[1], row[2], row[3], row[4], unread_in(row[6])), row[5]) if row else None
    )


def note_list(db: psycopg.Connection[TupleRow], about: AboutList, table: str, mark: str) -> None:
    """The list is the one of this mark from now on."""
    db.execute(
        "INSERT INTO rating_lists (publisher, month, players, skipped, imported, rows_in, findable, unread) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (publisher) DO UPDATE SET "
        "month = excluded.month, players = excluded.players, skipped = excluded.skipped, "
        "imported = excluded.imported, rows_in = excluded.rows_in, findable = excluded.findable, "
        "unread = excluded.unread",
        (
            mark,
            about.name.month,
            about.players,
            about.skipped,
            about.imported,
            table,
            about.findable,
            written_unread(about.unread),
        ),
    )


def set_aside(db: psycopg.Connection[TupleRow], old: tuple[AboutList, str], new: ListName) -> None:
    """The old list stays as that of its month; of each publisher the newest few do."""
    about, table = old
    _thrown_away(db, kept_as(new))
    if about.name.month == new.month:
        db.execute(SQL("DROP TABLE {}").format(Identifier(table)))
    else:
        _thrown_away(db, kept_as(about.name))
        note_list(db, about, table, kept_as(about.name))
    for month in months_in(db, new.publisher)[:-MONTHS_KEPT]:
        _thrown_away(db, kept_as(replace(new, month=month)))


def _thrown_away(db: psycopg.Connection[TupleRow], mark: str) -> None:
    if found := listed_in(db, mark):
        db.execute(SQL("DROP TABLE {}").format(Identifier(found[1])))
        db.execute("DELETE FROM rating_lists WHERE publisher = %s", (mark,))
