"""Rating lists in PostgreSQL, for a federation whose machines share one database: a table for each list.

A new list is built in one transaction and takes the place of the old one when that is committed; the first one can
be searched as soon as its strongest players are in an index of their own. Words are a `tsvector`, which finds
beginnings of words; it needs no extension of the server.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from errno import EIO, ETIMEDOUT
from threading import Lock

import psycopg
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier
from psycopg_pool import ConnectionPool

from domain.words.rating_lists import FIDE, ListName
from server.notice import notice
from server.rating_lists.database_search import (
    ListInDatabase,
    entry_columns,
    findable_early,
    index_early,
    index_whole,
)
from server.rating_lists.database_table import (
    change_sources_kept,
    listed_in,
    make_table_of_lists,
    marks_in,
    months_in,
    note_list,
    set_aside,
    sources_kept,
)
from server.rating_lists.reading import LEAST_SHARE_OF_LAST, BadRatingList, ComingList
from server.rating_lists.searching import ENTRY_COLUMNS, row_of, search_words
from server.rating_lists.shelf import KEPT_MARK, AboutList, Shelf
from server.rating_lists.sources import ListSources, SourcesChange
from server.workers.pool import Progress

log = logging.getLogger("tablo.rating-lists")

OF_A_LIST = (
    "number bigint, name text, federation text, sex text, title text, birth_year int, standard int, rapid int, "
    "blitz int, k int, rapid_k int, blitz_k int, inactive boolean, words text[]"
)
IMPORT_LOCK_KEY = 0x5461626C_0003
"""The key of the lock under which one list is imported at a time."""
POOL_CONNECTIONS = 4
LIST_WAIT_SECONDS = 5.0
SHARE_COPIED, SHARE_IN_ORDER = 0.6, 0.8


@dataclass(slots=True)
class DatabaseShelf(Shelf):
    url: str
    _pool: ConnectionPool[psycopg.Connection[TupleRow]] | None = None
    _one_at_a_time: Lock = field(default_factory=Lock)

    def publishers(self) -> list[str]:
        with self._reading() as db:
            return [one for one in marks_in(db) if KEPT_MARK not in one] if db else []

    def months_kept(self, publisher: str) -> list[str]:
        with self._reading() as db:
            return months_in(db, publisher) if db else []

    def about(self, publisher: str = FIDE) -> AboutList | None:
        with self._reading() as db:
            found = listed_in(db, publisher) if db else None
        return found[0] if found else None

    @contextmanager
    def open(self, publisher: str) -> Iterator[ListInDatabase | None]:
        """In a transaction of its own: what is read stays there, even if a new list comes meanwhile."""
        with self._reading() as db:
            if db is None:
                yield None
                return
            with db.transaction():
                yield _held(db, publisher)

    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        try:
            with psycopg.connect(self.url) as db:
                return _imported(db, name, file, progress)
        except psycopg.Error as error:
            raise BadRatingList(notice("rating-list-damaged", why=_in_a_line(error))) from None

    def sources(self) -> ListSources:
        with self._reading() as db:
            return sources_kept(db) if db else ListSources()

    def change_sources(self, change: SourcesChange) -> None:
        with self._reading() as db:
            if db is None:
                raise OSError(ETIMEDOUT, os.strerror(ETIMEDOUT))
            try:
                change_sources_kept(db, change)
            except psycopg.Error as error:
                raise OSError(EIO, _in_a_line(error)) from None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Connection[TupleRow] | None]:
        """None where the server does not answer: nobody is found then, and the log says why."""
        try:
            pool = self._opened()
            db = pool.getconn(timeout=LIST_WAIT_SECONDS)
        except psycopg.OperationalError as error:
            log.warning("the rating lists cannot be read", extra={"facts": {"why": _in_a_line(error)}})
            yield None
            return
        try:
            yield db
        finally:
            pool.putconn(db)

    def _opened(self) -> ConnectionPool[psycopg.Connection[TupleRow]]:
        with self._one_at_a_time:
            if self._pool is None:
                with psycopg.connect(self.url) as db:
                    make_table_of_lists(db)
                self._pool = ConnectionPool(
                    self.url, min_size=1, max_size=POOL_CONNECTIONS, open=True, kwargs={"autocommit": True}
                )
            return self._pool


def _in_a_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _held(db: psycopg.Connection[TupleRow], publisher: str) -> ListInDatabase | None:
    """The list, which stays to the end of this transaction even if a new one comes."""
    while found := listed_in(db, publisher):
        table = Identifier(found[1])
        try:
            with db.transaction():
                db.execute(SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(table))
        except psycopg.errors.UndefinedTable:  # a new one has come just now
            continue
        return ListInDatabase(db, table, found[0].findable, found[0].whole)
    return None


def _imported(db: psycopg.Connection[TupleRow], name: ListName, file: ComingList, progress: Progress) -> int:
    """Committed where this returns, the first list also before its index is whole."""
    make_table_of_lists(db)
    db.execute("SELECT pg_advisory_lock(%s)", (IMPORT_LOCK_KEY,))  # goes with the connection
    old = listed_in(db, name.publisher)
    players = _staged(db, file)
    before = old[0].players if old else 0
    if not players or players < before * LEAST_SHARE_OF_LAST:
        raise BadRatingList(notice("rating-list-too-short", players=players, before=before))
    progress(SHARE_COPIED)
    moment = datetime.now(UTC)
    table = f"rating_list_{name.publisher.lower()}_{moment:%Y%m%d%H%M%S%f}"
    _in_order(db, Identifier(table))
    index_early(db, Identifier(table))
    imported = moment.isoformat(timespec="seconds")
    findable = players if old else findable_early(players)
    about = AboutList(name, players, file.skipped, imported, findable, tuple(file.unread))
    note_list(db, about, table, name.publisher)
    if not old:
        db.commit()
    progress(SHARE_IN_ORDER)
    index_whole(db, Identifier(table), players)
    note_list(db, replace(about, findable=players), table, name.publisher)
    if old:
        set_aside(db, old, name)
    db.commit()
    progress(1.0)
    return players


def _staged(db: psycopg.Connection[TupleRow], file: ComingList) -> int:
    db.execute(f"CREATE TEMPORARY TABLE coming (seq bigserial, {OF_A_LIST}) ON COMMIT DROP".encode())
    count = 0
    columns = ", ".join((*ENTRY_COLUMNS, "words"))
    with db.cursor().copy(f"COPY coming ({columns}) FROM STDIN".encode()) as copying:
        for entry in file.entries():
            copying.write_row((*map(_plain, row_of(entry)), search_words(entry.name, entry.federation)))
            count += 1
    return count


def _plain(value: object) -> object:
    """Letters of our own kinds are text to the driver."""
    return str(value) if isinstance(value, str) else value


def _in_order(db: psycopg.Connection[TupleRow], table: Identifier) -> None:
    """The strongest first: a search that ends after a few finds has the likeliest ones."""
    order = SQL("ORDER BY inactive, greatest(standard, rapid, blitz) DESC, seq")
    db.execute(
        SQL(
            "CREATE TABLE {} AS SELECT (row_number() OVER ({}))::int AS place, {}, array_to_tsvector(words) AS words "
        ).format(table, order, entry_columns())
        + SQL("FROM coming ")
        + order
    )
