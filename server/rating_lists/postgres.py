"""Rating lists in PostgreSQL, for a federation whose machines share one database: a table for each list.

A new list is built in one transaction and takes the place of the old one when that is committed; the first one can
be searched as soon as its strongest players are in an index of their own. Words are a `tsvector` with
the beginnings of words among them; it needs no extension of the server.
"""

import logging
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from datetime import UTC, datetime
from errno import EIO, ETIMEDOUT
from itertools import combinations, product
from threading import Lock

import psycopg
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier, Literal
from psycopg_pool import ConnectionPool

from domain.records import dataclass
from domain.words.rating_lists import FIDE, ListName
from server.notice import notice
from server.rating_lists.reading import LEAST_SHARE_OF_LAST, BadRatingList, ComingList
from server.rating_lists.searching import ENTRY_COLUMNS, FEDERATION_MARK, EntryRow, SearchTerm, row_of, search_words
from server.rating_lists.shelf import KEPT_MARK, MONTHS_KEPT, AboutList, Shelf, kept_as, unread_in, written_unread
from server.rating_lists.sources import ListSources, SourcesChange, sources_in, written_sources
from server.workers.pool import Progress

# Search by words in a rating list in PostgreSQL, and the indexes that it asks.
# An index of all has to collect everybody who has a common beginning before one is shown; so a search asks smaller
# indexes of stronger players first, and ends where it has enough.

STRONGEST = 3_000
"""Players who are looked through one by one before an index is asked."""
EARLY, LATER = (20_000, 100_000), (500_000,)
"""Numbers of the strongest who have an index of their own, made before a first list is open and after. Words that are
rare in one of them are rare in the next."""
PART_MARK = "_"
"""Before the first letters of a word and between those of two words of one name, which the index has as words of their
own: what has all of some whole words is found by skipping, and for a beginning (`:*`) everybody who has it is
collected first. No name has the mark."""
BEGINNING_LETTERS, PAIR_LETTERS = 7, 2
"""The most letters of a beginning that is a word of its own; of each of the two words of a pair."""

STRONGEST_ROWS = SQL(
    "SELECT * FROM (SELECT * FROM {table} WHERE place <= {strongest} ORDER BY place OFFSET 0) AS strongest "
    "WHERE words @@ %s::tsquery"
)
LAYER = SQL("place + 0 <= {layer}")
"""A sum, so that the planner does not go through the list by place instead of asking the index."""
LAYER_ROWS = SQL("SELECT * FROM {table} WHERE {within} AND words @@ %s::tsquery OFFSET 0")
ALL_ROWS = SQL("SELECT * FROM {table} WHERE words @@ %s::tsquery OFFSET 0")
BY_PLACE = ") AS found ORDER BY place LIMIT %s"
"""`OFFSET 0` keeps the planner from going through the list by place instead of asking the index."""


@dataclass(frozen=True, slots=True)
class ListInDatabase:
    db: psycopg.Connection[TupleRow]
    table: str
    findable: int
    """Players who are in an index: fewer than all while the list is being read."""
    whole: bool

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        asked = SQL("SELECT {} FROM {} WHERE number >= %s AND number < %s ORDER BY number, place LIMIT %s")
        return self.db.execute(asked.format(entry_columns(), Identifier(self.table)), (first, beyond, most)).fetchall()

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        """First among the strongest, then among more and more, then among all."""
        words = _asked(terms) if self.table.startswith(WITH_BEGINNINGS) else _asked_of_words(terms)
        found = list[EntryRow]()
        for rows in self._rows():
            query = SQL("SELECT {} FROM (").format(entry_columns()) + rows + SQL(BY_PLACE)
            found = self.db.execute(query, (words, most)).fetchall()
            if len(found) >= most:
                break
        return found

    def _rows(self) -> Iterator[Composed]:
        table = Identifier(self.table)
        yield STRONGEST_ROWS.format(table=table, strongest=Literal(STRONGEST))
        for layer in (*EARLY, *LATER):
            if layer <= self.findable:
                yield LAYER_ROWS.format(table=table, within=LAYER.format(layer=Literal(layer)))
        if self.whole:
            yield ALL_ROWS.format(table=table)


def entry_columns() -> Composed:
    return SQL(", ").join(map(Identifier, ENTRY_COLUMNS))


def indexed_words(words: Sequence[str]) -> list[str]:
    """The words of a player, the beginnings of those of the name, and each two of these."""
    named = words[:-1]  # the last one is the federation
    begun = {PART_MARK + word[:end] for word in named for end in range(1, min(len(word), BEGINNING_LETTERS) + 1)}
    return [*words, *begun, *_pairs({word[:PAIR_LETTERS] for word in named if len(word) >= PAIR_LETTERS})]


def _pairs(beginnings: Collection[str]) -> Iterator[str]:
    return (one + PART_MARK + other for one, other in combinations(sorted(beginnings), 2))


def _asked(terms: Sequence[SearchTerm]) -> str:
    """The search in the words of `indexed_words`; a beginning that is none of them is collected."""
    whole = [_either(_as_indexed(one, term.begins) for one in term.spellings) for term in terms]
    return " & ".join([*whole, *map(_either, _asked_pairs(terms))])


def _as_indexed(spelling: str, begins: bool) -> str:
    if not begins:
        return f"'{spelling}'"
    return f"'{PART_MARK}{spelling}'" if len(spelling) <= BEGINNING_LETTERS else f"'{spelling}':*"


def _asked_pairs(terms: Sequence[SearchTerm]) -> Iterator[set[str]]:
    """Of each two words what `indexed_words` has of them; of two that one word may fit, nothing."""
    named = [one.spellings for one in terms if not one.spellings[0].startswith(FEDERATION_MARK)]
    begun = [{one[:PAIR_LETTERS] for one in spellings} for spellings in named]
    for one, other in combinations([some for some in begun if min(map(len, some)) == PAIR_LETTERS], 2):
        if not one & other:
            yield {f"'{pair}'" for a, b in product(one, other) for pair in _pairs({a, b})}


def _either(words: Iterable[str]) -> str:
    return f"({' | '.join(words)})"


def _asked_of_words(terms: Sequence[SearchTerm]) -> str:
    """The same in a list that an older server has read."""
    return " & ".join(one.asked(" | ", "'", ":*") for one in terms)


def index_early(db: psycopg.Connection[TupleRow], table: Identifier) -> None:
    """By place and number everybody is found now, by name the strong ones."""
    db.execute(SQL("ALTER TABLE {} ADD PRIMARY KEY (place)").format(table))
    db.execute(SQL("CREATE INDEX ON {} (number)").format(table))
    for layer in EARLY:
        _index_of_layer(db, table, layer)
    db.execute(SQL("ANALYZE {}").format(table))


def index_whole(db: psycopg.Connection[TupleRow], table: Identifier, players: int) -> None:
    """All are found by name, too; others search in the list meanwhile."""
    for layer in LATER:
        if layer < players:
            _index_of_layer(db, table, layer)
    db.execute(SQL("CREATE INDEX ON {} USING gin (words) WITH (fastupdate = off)").format(table))


def _index_of_layer(db: psycopg.Connection[TupleRow], table: Identifier, layer: int) -> None:
    of_layer = SQL("CREATE INDEX ON {} USING gin (words) WITH (fastupdate = off) WHERE {}")
    db.execute(of_layer.format(table, LAYER.format(layer=Literal(layer))))


log = logging.getLogger("tablo.rating-lists")

OF_A_LIST = (
    "number bigint, name text, federation text, sex text, title text, birth_year int, standard int, rapid int, "
    "blitz int, k int, rapid_k int, blitz_k int, inactive boolean, words text"
)
WITH_BEGINNINGS = "rating_players_"
"""The beginning of the names of tables whose words are those of `indexed_words`; older servers named them otherwise."""
IMPORT_LOCK_KEY = 0x5461626C_0003
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
        try:
            with db.transaction():
                db.execute(SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(Identifier(found[1])))
        except psycopg.errors.UndefinedTable:  # a new one has come just now
            continue
        return ListInDatabase(db, found[1], found[0].findable, found[0].whole)
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
    table = f"{WITH_BEGINNINGS}{name.publisher.lower()}_{moment:%Y%m%d%H%M%S%f}"
    _in_order(db, Identifier(table))
    index_early(db, Identifier(table))
    imported = moment.isoformat(timespec="milliseconds")
    findable = players if old else min(players, EARLY[-1])
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
            plain = (str(value) if isinstance(value, str) else value for value in row_of(entry))  # no letters of ours
            words = indexed_words(search_words(entry.name, entry.federation))
            copying.write_row((*plain, " ".join(words)))
            count += 1
    return count


def _in_order(db: psycopg.Connection[TupleRow], table: Identifier) -> None:
    """The strongest first: a search that ends after a few finds has the likeliest ones."""
    order = SQL("ORDER BY inactive, greatest(standard, rapid, blitz) DESC, seq")
    db.execute(
        SQL(
            "CREATE TABLE {} AS SELECT (row_number() OVER ({}))::int AS place, {}, "
            "array_to_tsvector(string_to_array(words, ' ')) AS words "
        ).format(table, order, entry_columns())
        + SQL("FROM coming ")
        + order
    )


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
SOURCES_LOCK_KEY = 0x5461626C_0006


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
    return sources_in(lambda: row[0]) if row else ListSources()


def change_sources_kept(db: psycopg.Connection[TupleRow], change: SourcesChange) -> None:
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (SOURCES_LOCK_KEY,))
        db.execute(
            "INSERT INTO rating_list_sources VALUES (true, %s) ON CONFLICT (one) DO UPDATE SET said = excluded.said",
            (written_sources(change(sources_kept(db))),),
        )


def marks_in(db: psycopg.Connection[TupleRow]) -> list[str]:
    return [row[0] for row in db.execute("SELECT publisher FROM rating_lists").fetchall()]


def months_in(db: psycopg.Connection[TupleRow], publisher: str) -> list[str]:
    beginning = publisher + KEPT_MARK
    return sorted(one.removeprefix(beginning) for one in marks_in(db) if one.startswith(beginning))


def listed_in(db: psycopg.Connection[TupleRow], publisher: str) -> tuple[AboutList, str] | None:
    """The list, and the table that its players are in."""
    asked = (
        "SELECT month, players, skipped, imported, coalesce(findable, players), rows_in, unread "
        "FROM rating_lists WHERE publisher = %s"
    )
    row = db.execute(asked, (publisher,)).fetchone()
    if row is None:
        return None
    month, players, skipped, imported, findable, table, unread = row
    name = ListName(publisher.partition(KEPT_MARK)[0], month)
    return AboutList(name, players, skipped, imported, findable, unread_in(unread)), table


def note_list(db: psycopg.Connection[TupleRow], about: AboutList, table: str, mark: str) -> None:
    known = about.name.month, about.players, about.skipped, about.imported
    db.execute(
        "INSERT INTO rating_lists (publisher, month, players, skipped, imported, rows_in, findable, unread) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (publisher) DO UPDATE SET "
        "month = excluded.month, players = excluded.players, skipped = excluded.skipped, "
        "imported = excluded.imported, rows_in = excluded.rows_in, findable = excluded.findable, "
        "unread = excluded.unread",
        (mark, *known, table, about.findable, written_unread(about.unread)),
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
