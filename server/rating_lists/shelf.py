"""The rating lists of a data directory: which are there, who is in them, and a new one in the place of an old one."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.words.names import folded, name_key, words_of_name
from domain.words.players import Sex, Title
from domain.words.rating_lists import FIDE, ListName, RatingEntry
from server.rating_lists.building import ENTRY_COLUMNS, FEDERATION_MARK, build_list
from server.rating_lists.reading import ComingList, Progress

FOLDER = "rating-lists"
MOST_FOUND = 20
FIRST_LOOK = 60
"""Finds of a search that are looked at to put the likeliest first."""
MOST_WORDS = 8
LARGEST_NUMBER = 10**12
ENTRY = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM player"  # noqa: S608 - our own names of columns
BY_WORDS = f"{ENTRY} WHERE place IN (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place"  # noqa: S608
BY_NUMBER = f"{ENTRY} WHERE number >= ? AND number < ? ORDER BY number LIMIT ?"


@dataclass(frozen=True, slots=True)
class AboutList:
    """A list on the shelf."""

    name: ListName
    players: int
    skipped: int
    imported: str
    """ISO date and time in UTC."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder of rating lists below a data directory; files appear and are replaced while it is in use."""

    folder: Path

    def lists(self) -> list[AboutList]:
        """FIDE's first, the others by their letters."""
        found = [self.about(path.stem.upper()) for path in sorted(self.folder.glob("*.sqlite"))]
        return sorted((one for one in found if one), key=lambda one: (one.name.publisher != FIDE, one.name.publisher))

    def about(self, publisher: str = FIDE) -> AboutList | None:
        with self._open(publisher) as db:
            row = db.execute("SELECT * FROM about").fetchone() if db else None
        return AboutList(ListName(row[0], row[1]), *row[2:]) if row else None

    def name(self, publisher: str = FIDE) -> str:
        """The list and its month; empty = it is not there."""
        found = self.about(publisher)
        return str(found.name) if found else ""

    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        """The number of players of the new list. The old one stays where it fails. Raises BadRatingList."""
        old = self.about(name.publisher)
        return build_list(self._path(name.publisher), name, file, progress, old.players if old else 0)

    def search(self, typed: str, federation: str = "", publisher: str = FIDE) -> list[RatingEntry]:
        """By number where digits are typed, else by name in any order and alphabet; the likeliest first."""
        with self._open(publisher) as db:
            if db is None:
                return []
            if typed.strip().isdigit():
                return _by_number(db, int(typed.strip()[:12]))
            return _by_name(db, typed, federation)

    def by_numbers(self, numbers: Iterable[int], publisher: str = FIDE) -> dict[int, RatingEntry]:
        """Number to entry, for those on the list."""
        with self._open(publisher) as db:
            if db is None:
                return {}
            found = (db.execute(BY_NUMBER, (number, number + 1, 1)).fetchone() for number in numbers if number)
            return {row[0]: _entry(row) for row in found if row}

    def by_whole_name(self, name: str, publisher: str = FIDE) -> list[RatingEntry]:
        """Everybody with this name in any order and alphabet, and no other word in it."""
        words = [folded(word) for word in words_of_name(name)][:MOST_WORDS]
        with self._open(publisher) as db:
            if db is None or not words:
                return []
            rows = db.execute(BY_WORDS, (" AND ".join(f'"{word}"' for word in words), FIRST_LOOK))
            return [entry for entry in map(_entry, rows) if name_key(entry.name) == name_key(name)]

    def _path(self, publisher: str) -> Path:
        return self.folder / f"{publisher.lower()}.sqlite"

    @contextmanager
    def _open(self, publisher: str) -> Iterator[sqlite3.Connection | None]:
        """A list as it stands now; None = it is not there."""
        path = self._path(publisher)
        if not path.is_file():
            yield None
            return
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            yield db


def shelf_of(data: Path) -> Shelf:
    return Shelf(data / FOLDER)


def _by_number(db: sqlite3.Connection, number: int) -> list[RatingEntry]:
    """That very number first, then those that begin with it."""
    rows: list[tuple[object, ...]] = []
    step = 1
    while number and number * step < LARGEST_NUMBER and len(rows) < MOST_FOUND:
        rows += db.execute(BY_NUMBER, (number * step, (number + 1) * step, MOST_FOUND - len(rows)))
        step *= 10
    return [_entry(row) for row in rows]


def _by_name(db: sqlite3.Connection, typed: str, federation: str) -> list[RatingEntry]:
    plain = words_of_name(typed)[:MOST_WORDS]
    if not plain:
        return []
    begins = [_term(word, "*") for word in plain]
    whole = [_term(word) for word in plain]
    own = [f'"{FEDERATION_MARK}{federation.lower()}"'] if federation.isalpha() else []
    asked = [whole] if len(plain) > 1 else []
    asked += [[*own, *begins]] if own else []
    rows: dict[tuple[object, ...], None] = {}
    for terms in [*asked, begins]:
        rows |= dict.fromkeys(db.execute(BY_WORDS, (" AND ".join(terms), FIRST_LOOK)))
    likeliest = sorted(rows, key=lambda row: not _begins_so(str(row[1]), plain))
    return [_entry(row) for row in likeliest[:MOST_FOUND]]


def _term(word: str, more: str = "") -> str:
    """A word as it is typed, or as all its transliterations are written."""
    return "(" + " OR ".join(f'"{one}"{more}' for one in sorted({word, folded(word)})) + ")"


def _begins_so(name: str, typed: list[str]) -> bool:
    """Each word that was typed begins a word of the name, letter by letter."""
    words = words_of_name(name)
    return all(any(word.startswith(begin) for word in words) for begin in typed)


def _entry(row: tuple[object, ...]) -> RatingEntry:
    said = dict(zip(ENTRY_COLUMNS, row, strict=True))
    said |= {"sex": Sex(str(said["sex"])), "title": Title(str(said["title"])), "inactive": bool(said["inactive"])}
    return RatingEntry(**said)  # type: ignore[arg-type]
