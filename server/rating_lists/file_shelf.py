"""Rating lists in a folder below the data directory, each in an SQLite file of its own."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from domain.words.rating_lists import FIDE, ListName
from server.rating_lists.file_building import build_list, coming_list
from server.rating_lists.reading import ComingList
from server.rating_lists.searching import ENTRY_COLUMNS, EntryRow, SearchTerm
from server.rating_lists.shelf import KEPT_MARK, MONTHS_KEPT, AboutList, Shelf, kept_as, unread_in
from server.rating_lists.sources import ListSources, SourcesChange, keep_sources, kept_sources
from server.workers.pool import Progress

ENTRY = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM player"  # noqa: S608 - our own names of columns
BY_WORDS = f"{ENTRY} WHERE place IN (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place"  # noqa: S608
LAST_INDEXED = "SELECT coalesce(max(id), 0) FROM names_docsize"
"""The place of the last player in the index: all before are in it."""
ONE_CHANGES_SOURCES = Lock()
"""Only one process writes beside a journal in files."""
BY_NUMBER = f"{ENTRY} WHERE number >= ? AND number < ? ORDER BY number LIMIT ?"


@dataclass(frozen=True, slots=True)
class FileShelf(Shelf):
    folder: Path

    def publishers(self) -> list[str]:
        return [path.stem.upper() for path in sorted(self.folder.glob("*.sqlite")) if KEPT_MARK not in path.stem]

    def months_kept(self, publisher: str) -> list[str]:
        kept = self.folder.glob(f"{publisher.lower()}{KEPT_MARK}*.sqlite")
        return sorted(path.stem.partition(KEPT_MARK)[2] for path in kept)

    def about(self, publisher: str = FIDE) -> AboutList | None:
        with self.open(publisher) as listed:
            return listed.about() if listed else None

    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        old = self.about(name.publisher) if self._path(name.publisher).is_file() else None
        return build_list(
            self._path(name.publisher), name, file, progress, old.players if old else 0, lambda: self._keep(old, name)
        )

    def _keep(self, old: AboutList | None, new: ListName) -> None:
        """The old list stays as that of its month; of each publisher the newest few do."""
        if old is not None and old.name.month != new.month:
            kept = self._path(kept_as(old.name))
            kept.unlink(missing_ok=True)
            _also_called(self._path(new.publisher), kept)
        self._path(kept_as(new)).unlink(missing_ok=True)
        for month in self.months_kept(new.publisher)[:-MONTHS_KEPT]:
            self._path(kept_as(ListName(new.publisher, month))).unlink(missing_ok=True)

    def sources(self) -> ListSources:
        return kept_sources(self.folder)

    def change_sources(self, change: SourcesChange) -> None:
        with ONE_CHANGES_SOURCES:
            keep_sources(self.folder, change(kept_sources(self.folder)))

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


def _also_called(path: Path, other: Path) -> None:
    """A second name of the file; a copy where the disk knows no second names."""
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)


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
        publisher, month, players, skipped, imported, *unread = self.db.execute("SELECT * FROM about").fetchone()
        findable = self.db.execute(LAST_INDEXED).fetchone()[0]
        kept = unread_in(unread[0] if unread else None)
        return AboutList(ListName(publisher, month), players, skipped, imported, findable, kept)

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        return self.db.execute(BY_NUMBER, (first, beyond, most)).fetchall()

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        return self.db.execute(BY_WORDS, (" AND ".join(map(_asked, terms)), most)).fetchall()


def _asked(term: SearchTerm) -> str:
    more = "*" if term.begins else ""
    return "(" + " OR ".join(f'"{one}"{more}' for one in term.spellings) + ")"
