"""Search by words in a rating list in PostgreSQL, and the indexes that it asks.

An index of all has to collect everybody who has a common beginning before one is shown; so a search asks smaller
indexes of stronger players first, and ends where it has enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import psycopg
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed, Identifier, Literal

from server.rating_lists.searching import ENTRY_COLUMNS, EntryRow, SearchTerm

STRONGEST = 3_000
"""Players who are looked through one by one before an index is asked."""
EARLY, LATER = (20_000, 100_000), (500_000,)
"""Numbers of the strongest who have an index of their own, made before a first list is open and after. Words that are
rare in one of them are rare in the next."""

STRONGEST_ROWS = SQL(
    "SELECT * FROM (SELECT * FROM {table} WHERE place <= {strongest} ORDER BY place OFFSET 0) AS strongest "
    "WHERE words @@ %s::tsquery"
)
LAYER = SQL("place + 0 <= {layer}")
"""A sum, so that the planner does not go through the list by place instead of asking the index."""
LAYER_ROWS = SQL("SELECT * FROM {table} WHERE {within} AND words @@ %s::tsquery OFFSET 0")
FEW, LONG_LETTERS = 2_000, 3
"""The most players, fitting the long words of a search, who are looked at one by one: everybody who has a short
beginning is more than an index should collect."""
HOW_MANY = SQL(
    "WITH long AS MATERIALIZED (SELECT FROM {table} WHERE words @@ %s::tsquery) "
    "SELECT count(*) FROM (SELECT FROM long LIMIT {few} + 1) AS counted"
)
FEW_ROWS = SQL(
    "SELECT * FROM (SELECT * FROM {table} WHERE words @@ %s::tsquery OFFSET 0) AS long WHERE words @@ %s::tsquery"
)
ALL_ROWS = SQL("SELECT * FROM {table} WHERE words @@ %s::tsquery OFFSET 0")
BY_PLACE = ") AS found ORDER BY place LIMIT %s"
"""`OFFSET 0` keeps the planner from going through the list by place instead of asking the index."""


@dataclass(frozen=True, slots=True)
class ListInDatabase:
    db: psycopg.Connection[TupleRow]
    table: Identifier
    findable: int
    """Players who are in an index: fewer than all while the list is being read."""
    whole: bool

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        asked = self._select("WHERE number >= %s AND number < %s ORDER BY number, place LIMIT %s")
        return self.db.execute(asked, (first, beyond, most)).fetchall()

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        """First among the strongest, then among more and more, then among all."""
        long_ones = [one for one in terms if _is_long(one)]
        words, long = _all_of(terms), _all_of(long_ones) if any(one.begins for one in long_ones) else ""
        found = list[EntryRow]()
        for place, rows in enumerate(self._rows()):
            found = self._found(rows, words, most)
            if len(found) >= most:
                break
            if place == 0 and long not in ("", words) and self._fits_few(long):
                return self._found(FEW_ROWS.format(table=self.table), long, words, most)
        return found

    def _found(self, rows: Composed, *asked: str | int) -> list[EntryRow]:
        return self.db.execute(SQL("SELECT {} FROM (").format(entry_columns()) + rows + SQL(BY_PLACE), asked).fetchall()

    def _fits_few(self, words: str) -> bool:
        if not self.whole:
            return False
        counted = self.db.execute(HOW_MANY.format(table=self.table, few=Literal(FEW)), (words,)).fetchone()
        return counted is not None and counted[0] <= FEW

    def _rows(self) -> Iterator[Composed]:
        yield STRONGEST_ROWS.format(table=self.table, strongest=Literal(STRONGEST))
        for layer in (*EARLY, *LATER):
            if layer <= self.findable:
                yield LAYER_ROWS.format(table=self.table, within=LAYER.format(layer=Literal(layer)))
        if self.whole:
            yield ALL_ROWS.format(table=self.table)

    def _select(self, rest: str) -> Composed:
        return SQL("SELECT {} FROM {} ").format(entry_columns(), self.table) + SQL(rest)


def entry_columns() -> Composed:
    return SQL(", ").join(map(Identifier, ENTRY_COLUMNS))


def _all_of(terms: Sequence[SearchTerm]) -> str:
    return " & ".join(map(_asked, terms))


def _is_long(term: SearchTerm) -> bool:
    return not term.begins or min(map(len, term.spellings)) >= LONG_LETTERS


def _asked(term: SearchTerm) -> str:
    more = ":*" if term.begins else ""
    return "(" + " | ".join(f"'{one}'{more}" for one in term.spellings) + ")"


def findable_early(players: int) -> int:
    """The number of players found by name before the whole index is made."""
    return min(players, EARLY[-1])


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
