"""Rating lists in a folder below the data directory, each in an SQLite file of its own."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.words.rating_lists import FIDE, ListName
from server.rating_lists.file_building import build_list, coming_list
from server.rating_lists.reading import ComingList, Progress
from server.rating_lists.searching import ENTRY_COLUMNS, EntryRow, SearchTerm
from server.rating_lists.shelf import AboutList, Shelf

ENTRY = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM player"  # noqa: S608 - our own names of columns
BY_WORDS = f"{ENTRY} WHERE place IN (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place"  # noqa: S608
LAST_INDEXED = "SELECT coalesce(max(id), 0) FROM names_docsize"
"""The place of the last player in the index: all before are in it."""
BY_NUMBER = f"{ENTRY} WHERE number >= ? AND number < ? ORDER BY number LIMIT ?"


@dataclass(frozen=True, slots=True)
class FileShelf(Shelf):
    folder: Path

    def publishers(self) -> list[str]:
        return [path.stem.upper() for path in sorted(self.folder.glob("*.sqlite"))]

    def about(self, publisher: str = FIDE) -> AboutList | None:
        with self.open(publisher) as listed:
            return listed.about() if listed else None

    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        old = self.about(name.publisher) if self._path(name.publisher).is_file() else None
        return build_list(self._path(name.publisher), name, file, progress, old.players if old else 0)

    def close(self) -> None:
        """A file is open no longer than it is read."""

    @contextmanager
    def open(self, publisher: str) -> Iterator["ListInFile | None"]:
        db = _connected(self._path(publisher))
        if db is None:
            yield None
            return
        with closing(db):
            yield ListInFile(db)

    def _path(self, publisher: str) -> Path:
        return self.folder / f"{publisher.lower()}.sqlite"


def _connected(path: Path) -> sqlite3.Connection | None:
    """The whole list; where none is here yet, the one that comes, which is being written meanwhile."""
    while found := path if path.is_file() else coming_list(path):
        unchanging = "&immutable=1" if found == path else ""
        try:
            return sqlite3.connect(f"{found.resolve().as_uri()}?mode=ro{unchanging}", uri=True)
        except sqlite3.OperationalError:
            if found.exists():
                raise
            # it has become whole just now, or was given up
    return None


@dataclass(frozen=True, slots=True)
class ListInFile:
    db: sqlite3.Connection

    def about(self) -> AboutList:
        publisher, month, players, skipped, imported = self.db.execute("SELECT * FROM about").fetchone()
        findable = self.db.execute(LAST_INDEXED).fetchone()[0]
        return AboutList(ListName(publisher, month), players, skipped, imported, findable)

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        return self.db.execute(BY_NUMBER, (first, beyond, most)).fetchall()

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        return self.db.execute(BY_WORDS, (" AND ".join(map(_asked, terms)), most)).fetchall()


def _asked(term: SearchTerm) -> str:
    more = "*" if term.begins else ""
    return "(" + " OR ".join(f'"{one}"{more}' for one in term.spellings) + ")"
