"""Rating lists in PostgreSQL, for a federation whose machines share one database: a table for each list.

A new list is built in one transaction and takes the place of the old one when that is committed; the first one can
be searched as soon as its strongest players are in an index of their own. Words are a `tsvector`, which finds
beginnings of words; it needs no extension of the server.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC, datetime
from threading import Lock

import psycopg
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier, Literal
from psycopg_pool import ConnectionPool

from domain.words.rating_lists import FIDE, ListName
from server.notice import notice
from server.rating_lists.reading import LEAST_SHARE_OF_LAST, BadRatingList, ComingList, Progress
from server.rating_lists.searching import ENTRY_COLUMNS, EntryRow, SearchTerm, row_of, search_words
from server.rating_lists.shelf import AboutList, Shelf

log = logging.getLogger("tablo.rating-lists")

ABOUT = (
    "CREATE TABLE IF NOT EXISTS rating_lists (publisher text PRIMARY KEY, month text NOT NULL, "
    "players bigint NOT NULL, skipped bigint NOT NULL, imported text NOT NULL, rows_in text NOT NULL, findable bigint)"
)
FINDABLE_COLUMN = "ALTER TABLE rating_lists ADD COLUMN IF NOT EXISTS findable bigint"
"""Players that can be found by name; null = all. Older servers made the table without it."""
OF_A_LIST = (
    "number bigint, name text, federation text, sex text, title text, birth_year int, standard int, rapid int, "
    "blitz int, k int, rapid_k int, blitz_k int, inactive boolean, words text[]"
)
IMPORT_LOCK_KEY, TABLE_LOCK_KEY = 0x5461626C_0003, 0x5461626C_0005
"""Keys of the locks under which one list is imported at a time, and the table of lists is made."""
STRONGEST, STRONG = 3_000, 100_000
"""Players who are looked through one by one before an index is asked, and those who have an index of their own:
common beginnings are found among them, and what is rare there is rare in the whole index."""
POOL_CONNECTIONS = 4
LIST_WAIT_SECONDS = 5.0
SHARE_COPIED, SHARE_IN_ORDER = 0.6, 0.8


STRONGEST_ROWS = SQL(
    "SELECT * FROM (SELECT * FROM {table} WHERE place <= {strongest} ORDER BY place OFFSET 0) AS strongest "
    "WHERE words @@ %s::tsquery"
)
STRONG_ROWS = SQL("SELECT * FROM {table} WHERE place <= {strong} AND words @@ %s::tsquery OFFSET 0")
ALL_ROWS = SQL("SELECT * FROM {table} WHERE words @@ %s::tsquery OFFSET 0")
BY_PLACE = ") AS found ORDER BY place LIMIT %s"
"""`OFFSET 0` keeps the planner from going through the list by place instead of asking the index."""


@dataclass(slots=True)
class DatabaseShelf(Shelf):
    url: str
    _pool: ConnectionPool[psycopg.Connection[TupleRow]] | None = None
    _one_at_a_time: Lock = field(default_factory=Lock)

    def publishers(self) -> list[str]:
        with self._reading() as db:
            return [row[0] for row in db.execute("SELECT publisher FROM rating_lists").fetchall()] if db else []

    def about(self, publisher: str = FIDE) -> AboutList | None:
        with self._reading() as db:
            found = _found(db, publisher) if db else None
        return found[0] if found else None

    @contextmanager
    def open(self, publisher: str) -> Iterator["ListInDatabase | None"]:
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
            why = " ".join(str(error).split()) or type(error).__name__
            raise BadRatingList(notice("rating-list-damaged", why=why)) from None

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
            log.warning("the rating lists cannot be read", extra={"facts": {"why": " ".join(str(error).split())}})
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
                    _ready(db)
                self._pool = ConnectionPool(
                    self.url, min_size=1, max_size=POOL_CONNECTIONS, open=True, kwargs={"autocommit": True}
                )
            return self._pool


@dataclass(frozen=True, slots=True)
class ListInDatabase:
    db: psycopg.Connection[TupleRow]
    table: Identifier
    whole: bool
    """All are in the index, not the strong ones alone."""

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        asked = self._select("WHERE number >= %s AND number < %s ORDER BY number, place LIMIT %s")
        return self.db.execute(asked, (first, beyond, most)).fetchall()

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        """First among the strongest, then among the strong ones, then among all."""
        words = " & ".join(map(_asked, terms))
        found = self.db.execute(self._among(STRONGEST_ROWS), (words, most)).fetchall()
        if len(found) < most:
            found = self.db.execute(self._among(STRONG_ROWS), (words, most)).fetchall()
        if len(found) < most and self.whole:
            found = self.db.execute(self._among(ALL_ROWS), (words, most)).fetchall()
        return found

    def _among(self, rows: SQL) -> Composed:
        chosen = rows.format(table=self.table, strongest=Literal(STRONGEST), strong=Literal(STRONG))
        return SQL("SELECT {} FROM (").format(_columns()) + chosen + SQL(BY_PLACE)

    def _select(self, rest: str) -> Composed:
        return SQL("SELECT {} FROM {} ").format(_columns(), self.table) + SQL(rest)


def _columns() -> Composed:
    return SQL(", ").join(map(Identifier, ENTRY_COLUMNS))


def _asked(term: SearchTerm) -> str:
    more = ":*" if term.begins else ""
    return "(" + " | ".join(f"'{one}'{more}" for one in term.spellings) + ")"


def _found(db: psycopg.Connection[TupleRow], publisher: str) -> tuple[AboutList, str] | None:
    """The list, and the table that its players are in."""
    asked = (
        "SELECT month, players, skipped, imported, coalesce(findable, players), rows_in "
        "FROM rating_lists WHERE publisher = %s"
    )
    row = db.execute(asked, (publisher,)).fetchone()
    return (AboutList(ListName(publisher, row[0]), row[1], row[2], row[3], row[4]), row[5]) if row else None


def _held(db: psycopg.Connection[TupleRow], publisher: str) -> ListInDatabase | None:
    """The list, which stays to the end of this transaction even if a new one comes."""
    while found := _found(db, publisher):
        table = Identifier(found[1])
        try:
            with db.transaction():
                db.execute(SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(table))
        except psycopg.errors.UndefinedTable:  # a new one has come just now
            continue
        return ListInDatabase(db, table, found[0].whole)
    return None


def _ready(db: psycopg.Connection[TupleRow]) -> None:
    """Makes the table of lists, once: two processes that start together do not stumble over each other."""
    db.execute("SELECT pg_advisory_xact_lock(%s)", (TABLE_LOCK_KEY,))
    known = "SELECT 1 FROM information_schema.columns WHERE table_name = 'rating_lists' AND column_name = 'findable'"
    if db.execute(known).fetchone() is None:
        db.execute(ABOUT)
        db.execute(FINDABLE_COLUMN)
    db.commit()


def _imported(db: psycopg.Connection[TupleRow], name: ListName, file: ComingList, progress: Progress) -> int:
    """Committed where this returns, the first list also before its index is whole."""
    _ready(db)
    db.execute("SELECT pg_advisory_lock(%s)", (IMPORT_LOCK_KEY,))  # goes with the connection
    old = _found(db, name.publisher)
    players = _staged(db, file)
    before = old[0].players if old else 0
    if not players or players < before * LEAST_SHARE_OF_LAST:
        raise BadRatingList(notice("rating-list-too-short", players=players, before=before))
    progress(SHARE_COPIED)
    moment = datetime.now(UTC)
    table = f"rating_list_{name.publisher.lower()}_{moment:%Y%m%d%H%M%S%f}"
    _in_order(db, Identifier(table))
    _indexed_strong(db, Identifier(table))
    imported = moment.isoformat(timespec="seconds")
    about = AboutList(name, players, file.skipped, imported, players if old else min(players, STRONG))
    _announced(db, about, table)
    if not old:
        db.commit()
    progress(SHARE_IN_ORDER)
    _indexed(db, Identifier(table))
    _announced(db, replace(about, findable=players), table)
    if old:
        db.execute(SQL("DROP TABLE {}").format(Identifier(old[1])))
    db.commit()
    progress(1.0)
    return players


def _announced(db: psycopg.Connection[TupleRow], about: AboutList, table: str) -> None:
    db.execute(
        "INSERT INTO rating_lists VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (publisher) DO UPDATE SET "
        "month = excluded.month, players = excluded.players, skipped = excluded.skipped, "
        "imported = excluded.imported, rows_in = excluded.rows_in, findable = excluded.findable",
        (*astuple(about.name), about.players, about.skipped, about.imported, table, about.findable),
    )


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
        ).format(table, order, _columns())
        + SQL("FROM coming ")
        + order
    )


def _indexed_strong(db: psycopg.Connection[TupleRow], table: Identifier) -> None:
    """By place and number everybody is found now, by name the strong ones."""
    db.execute(SQL("ALTER TABLE {} ADD PRIMARY KEY (place)").format(table))
    db.execute(SQL("CREATE INDEX ON {} (number)").format(table))
    of_strong = SQL("CREATE INDEX ON {} USING gin (words) WITH (fastupdate = off) WHERE place <= {}")
    db.execute(of_strong.format(table, Literal(STRONG)))
    db.execute(SQL("ANALYZE {}").format(table))


def _indexed(db: psycopg.Connection[TupleRow], table: Identifier) -> None:
    """Others search in the list meanwhile."""
    db.execute(SQL("CREATE INDEX ON {} USING gin (words) WITH (fastupdate = off)").format(table))
