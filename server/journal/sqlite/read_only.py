"""An SQLite journal that nobody can write here: on a read-only medium, on a full disk, or in somebody else's folder.

SQLite reads such a file as it is only if nothing is left in its write-ahead log, or if the log's companions are there
too. Then the file is taken for what it is, a file that nobody changes (`immutable`).
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NoReturn

from server.journal.codec import Codec
from server.journal.entries import Append, AppendOutcome
from server.journal.errors import CannotOpen, CannotWrite
from server.journal.side.summaries import SummaryRow, SummaryStore
from server.journal.sqlite import journal
from server.journal.store import FORMAT, DecideBatch, Journal, Plan
from server.notice import notice

UNMERGED = notice("log-cannot-be-read")
FOR_READING_ONLY = notice("is-open-for-reading-only")


class ReadSummaries(SummaryStore):
    """Summaries as they were kept; missing ones are made again from the streams."""

    def keep(self, rows: Sequence[SummaryRow]) -> None:
        """There is no place for it."""

    def drop(self, streams: Sequence[str]) -> None:
        """Does nothing: the process that writes the journal drops them."""


class ReadOnlySQLiteJournal(journal.SQLiteJournal):
    """A journal that answers alike; every write raises CannotWrite."""

    read_only = True

    def __init__(self, url: str, codec: Codec | None = None) -> None:
        Journal.__init__(self, codec)
        self.where, uri = journal.sqlite_uri(url)
        self.uri = _readable(self.where, uri)
        self._datastore = journal.DurableDatastore(self.where, self.uri, journal.connect_as_it_is)
        self.recorder = journal.DurableRecorder(self._datastore)
        self.summaries = ReadSummaries(self._run, self._erased, self._read)

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        return self.append_many(requests)

    def close(self) -> None:
        self._datastore.close()

    def _insert(self, made: Plan) -> NoReturn:
        self._refuse()

    def _look_and_insert(
        self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch, alone: bool = False
    ) -> NoReturn:
        self._refuse()

    def _run(self, statement: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        if not statement.startswith("SELECT"):
            self._refuse()
        with self._reading() as db:
            return [tuple(row) for row in db.execute(statement, parameters)]

    def _read(self, statement: str) -> list[SummaryRow]:
        """None where an older program made the file."""
        there = self._select("SELECT 1 FROM sqlite_master WHERE name = 'summaries'")
        return super()._read(statement) if there else []

    def _erased(self) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise CannotWrite(self.where, FOR_READING_ONLY)


def _readable(path: str, uri: str) -> str:
    """The URI by which the file can be read here. Raises CannotOpen."""
    log = Path(f"{path}-wal")
    unmerged = log.exists() and log.stat().st_size > 0
    trouble, readable = sqlite3.Error(), f"{uri}{'&' if '?' in uri else '?'}mode=ro"
    for candidate in (readable,) if unmerged else (readable, f"{readable}&immutable=1"):
        try:
            with closing(sqlite3.connect(candidate, uri=True)) as db:
                _check_format(db, path)
            return candidate
        except sqlite3.Error as error:
            trouble = error
    raise CannotOpen(path, UNMERGED if unmerged else journal.error_reason(trouble)) from trouble


def _check_format(db: sqlite3.Connection, path: str) -> None:
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if owner != journal.APPLICATION_ID:
        raise CannotOpen(path, notice("is-no-journal"))
    if version != FORMAT:
        code = "newer-format" if version > FORMAT else "older-format"
        raise CannotOpen(path, notice(code, version=version, format=FORMAT))
