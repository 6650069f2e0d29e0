"""A rating list becomes a SQLite file that can be searched; the old file stays until the new one is whole."""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from domain.words.rating_lists import ListName, RatingEntry
from server.notice import notice
from server.rating_lists.reading import LEAST_SHARE_OF_LAST, BadRatingList, ComingList, Progress
from server.rating_lists.searching import ENTRY_COLUMNS, row_of, search_words

LIST_TABLES = """
CREATE TABLE about (publisher TEXT, month TEXT, players INTEGER, skipped INTEGER, imported TEXT);
CREATE TABLE player (place INTEGER PRIMARY KEY, {columns});
CREATE VIRTUAL TABLE names USING fts5(words, content='', detail=none, prefix='1 2 3 4 5', tokenize='ascii');
"""
STAGED = "CREATE TABLE coming.entry ({columns})"
IN_ORDER = (
    "INSERT INTO player ({columns}) SELECT {columns} FROM coming.entry "
    "ORDER BY inactive, max(standard, rapid, blitz) DESC, rowid"
)
"""The strongest first: a search that ends after a few finds has the likeliest ones."""
BATCH_PLAYERS = 10_000
PAGE_CACHE_KIB = 32_768
SHARE_READ, SHARE_SORTED = 0.6, 0.7
"""Progress at the end of reading and of sorting; the rest is the index."""


def joined_words(name: str, federation: str) -> str:
    return " ".join(search_words(name, federation))


def build_list(target: Path, name: ListName, file: ComingList, progress: Progress, before: int) -> int:
    """Writes the list and puts it in the place of the old one, which had `before` players. Raises BadRatingList."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".coming-") as folder:
        new, staging = Path(folder) / "list.sqlite", Path(folder) / "staging.sqlite"
        with _database(new) as db:
            db.execute("ATTACH ? AS coming", (str(staging),))
            players = _staged(db, file.entries())
            if not players or players < before * LEAST_SHARE_OF_LAST:
                raise BadRatingList(notice("rating-list-too-short", players=players, before=before))
            _in_order(db)
            progress(SHARE_SORTED)
            _indexed(db, players, progress)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            db.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?)", (*astuple(name), players, file.skipped, now))
            db.commit()
        with new.open("rb") as written:
            os.fsync(written.fileno())
        new.replace(target)
    progress(1.0)
    return players


@contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(f"PRAGMA cache_size = -{PAGE_CACHE_KIB}")
        db.create_function("search_words", 2, joined_words, deterministic=True)
        for statement in LIST_TABLES.format(columns=", ".join(ENTRY_COLUMNS)).strip().split(";"):
            db.execute(statement)
        yield db


def _staged(db: sqlite3.Connection, entries: Iterable[RatingEntry]) -> int:
    db.execute(STAGED.format(columns=", ".join(ENTRY_COLUMNS)))
    marks = ", ".join("?" * len(ENTRY_COLUMNS))
    rows = map(row_of, entries)
    count = 0
    while batch := list(islice(rows, BATCH_PLAYERS)):
        db.executemany(f"INSERT INTO coming.entry VALUES ({marks})", batch)  # noqa: S608 - question marks alone
        db.commit()
        count += len(batch)
    return count


def _in_order(db: sqlite3.Connection) -> None:
    db.execute(IN_ORDER.format(columns=", ".join(ENTRY_COLUMNS)))
    db.execute("CREATE INDEX by_number ON player (number)")
    db.commit()


def _indexed(db: sqlite3.Connection, players: int, progress: Progress) -> None:
    fill = (
        "INSERT INTO names (rowid, words) SELECT place, search_words(name, federation) FROM player "
        "WHERE place > ? AND place <= ? ORDER BY place"
    )
    for first in range(0, players, BATCH_PLAYERS):
        db.execute(fill, (first, first + BATCH_PLAYERS))
        progress(SHARE_SORTED + (1 - SHARE_SORTED) * first / players)
    db.execute("INSERT INTO names (names) VALUES ('optimize')")
    db.commit()
