"""A rating list becomes a SQLite file that can be searched; the old file stays until the new one is whole.

The strongest players come first in the file and into its index, batch by batch, so that a first list can be
searched long before it is whole: see `coming_list`.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Lock

from domain.records import dataclass
from domain.words.rating_lists import FIDE, ListName, RatingEntry
from server.notice import notice
from server.rating_lists.reading import LEAST_SHARE_OF_LAST, BadRatingList, ComingList
from server.rating_lists.searching import ENTRY_COLUMNS, EntryRow, SearchTerm, row_of, search_words
from server.rating_lists.shelf import KEPT_MARK, MONTHS_KEPT, AboutList, Shelf, kept_as, unread_in, written_unread
from server.rating_lists.sources import ListSources, SourcesChange, keep_sources, kept_sources
from server.workers.pool import Progress

ENTRY = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM player"  # noqa: S608 - our own names of columns
BY_WORDS = f"{ENTRY} WHERE place IN (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place"  # noqa: S608
LAST_INDEXED = "SELECT coalesce(max(id), 0) FROM names_docsize"
"""The place of the last player in the index: all before are in it."""
ONE_CHANGES_SOURCES = Lock()
"""Only one process writes beside a journal in files."""
BY_NUMBER = f"{ENTRY} WHERE number >= ? AND number < ? ORDER BY number LIMIT ?"


LISTS_FOLDER = "rating-lists"


def shelf_of(data: Path, database: str = "") -> Shelf:
    """The lists of a server: files in its data directory, or in the PostgreSQL database that machines share.

    A SQLite file named as the database belongs to one machine: its lists are files too. Only PostgreSQL needs a driver.
    """
    if database.startswith(("postgresql:", "postgres:")):
        from server.rating_lists.postgres import DatabaseShelf

        return DatabaseShelf(database)
    return FileShelf(lists_folder(data))


def lists_folder(data: Path) -> Path:
    return data / LISTS_FOLDER


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
        before, path = old.players if old else 0, self._path(name.publisher)
        return build_list(path, name, file, progress, before, lambda: self._keep(old, name))

    def _keep(self, old: AboutList | None, new: ListName) -> None:
        """The old list stays as that of its month; of each publisher the newest few do."""
        if old is not None and old.name.month != new.month:
            kept = self._path(kept_as(old.name))
            kept.unlink(missing_ok=True)
            newest = self._path(new.publisher)
            try:
                os.link(newest, kept)
            except OSError:  # a disk that knows no second names
                shutil.copyfile(newest, kept)
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
        asked = " AND ".join(one.asked(" OR ", '"', "*") for one in terms)
        return self.db.execute(BY_WORDS, (asked, most)).fetchall()


LIST_TABLES = """
CREATE TABLE about (publisher TEXT, month TEXT, players INTEGER, skipped INTEGER, imported TEXT, unread TEXT);
CREATE TABLE player (place INTEGER PRIMARY KEY, {columns});
CREATE VIRTUAL TABLE names USING fts5(words, content='', detail=none, prefix='1 2 3 4 5', tokenize='ascii');
"""
STAGED = "CREATE TABLE coming.entry ({columns})"
IN_ORDER = (
    "INSERT INTO player ({columns}) SELECT {columns} FROM coming.entry "
    "ORDER BY inactive, max(standard, rapid, blitz) DESC, rowid"
)
"""The strongest first: a search that ends after a few finds has the likeliest ones."""
COMING, SEARCHABLE = ".coming-", "searchable.sqlite"
"""The beginning of a folder's name that a list is built in, and the file's name as soon as it can be searched."""
BATCH_PLAYERS, INDEX_BATCH_PLAYERS = 10_000, 25_000
PAGE_CACHE_KIB = 65_536
INDEX_MEMORY_OCTETS = 64 * 1024**2
MERGED_PAGES = 1_000
"""Pages of the index that are put together in one step: a search waits for a step, never for all of them."""
READERS_WAIT_SECONDS = 60.0
SHARE_SORTED, SHARE_INDEXED = 0.6, 0.95
"""Progress where players can be found, and where all of them can."""


def coming_list(target: Path) -> Path | None:
    """The list on its way to `target`, as soon as players of it can be found."""
    return next(target.parent.glob(f"{COMING}{target.stem}-*/{SEARCHABLE}"), None)


def build_list(
    target: Path, name: ListName, file: ComingList, progress: Progress, before: int, keep_old: Callable[[], None]
) -> int:
    """Writes the list and puts it in the place of the old one, which had `before` players. Raises BadRatingList."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f"{COMING}{target.stem}-") as folder:
        whole, new = Path(folder) / "list.sqlite", Path(folder) / SEARCHABLE
        players = _ordered(whole, name, file, before)
        whole.rename(new)
        with _database(new) as db:
            _indexed(db, players, progress)
        with new.open("rb") as written:
            os.fsync(written.fileno())
        new.chmod(0o600)  # as everything beside the journal, wherever that lies
        keep_old()
        new.replace(target)
    progress(1.0)
    return players


def _ordered(path: Path, name: ListName, file: ComingList, before: int) -> int:
    with _database(path) as db:
        for statement in LIST_TABLES.format(columns=", ".join(ENTRY_COLUMNS)).strip().split(";"):
            db.execute(statement)
        db.execute("ATTACH ? AS coming", (str(path.with_name("staging.sqlite")),))
        players = _staged(db, file.entries())
        if not players or players < before * LEAST_SHARE_OF_LAST:
            raise BadRatingList(notice("rating-list-too-short", players=players, before=before))
        db.execute(IN_ORDER.format(columns=", ".join(ENTRY_COLUMNS)))
        db.execute("CREATE INDEX by_number ON player (number)")
        db.commit()
        unread = written_unread(file.unread)
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        db.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?, ?)", (*astuple(name), players, file.skipped, now, unread))
        db.commit()
    return players


@contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=READERS_WAIT_SECONDS)) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(f"PRAGMA cache_size = -{PAGE_CACHE_KIB}")
        db.create_function("search_words", 2, lambda *player: " ".join(search_words(*player)), deterministic=True)
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


def _indexed(db: sqlite3.Connection, players: int, progress: Progress) -> None:
    """Batch by batch: whoever is in the index can be found by others while the rest comes."""
    fill = (
        "INSERT INTO names (rowid, words) SELECT place, search_words(name, federation) FROM player "
        "WHERE place > ? AND place <= ? ORDER BY place"
    )
    db.execute("INSERT INTO names (names, rank) VALUES ('hashsize', ?)", (INDEX_MEMORY_OCTETS,))
    for first in range(0, players, INDEX_BATCH_PLAYERS):
        progress(SHARE_SORTED + (SHARE_INDEXED - SHARE_SORTED) * first / players)
        db.execute(fill, (first, first + INDEX_BATCH_PLAYERS))
        db.commit()
    progress(SHARE_INDEXED)
    _in_one_piece(db)


def _in_one_piece(db: sqlite3.Connection) -> None:
    merge, pages = "INSERT INTO names (names, rank) VALUES ('merge', ?)", -MERGED_PAGES
    while True:
        before = db.total_changes
        db.execute(merge, (pages,))
        db.commit()
        if db.total_changes - before < 2:  # the statement itself counts as one
            return
        pages = MERGED_PAGES
