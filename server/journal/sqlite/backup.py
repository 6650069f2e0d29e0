"""Copies of an SQLite journal while it is written to, kept in rotation beside it, and the way back.

A copy is one ordinary file: SQLite's online backup, checked through the hash chain, synced, then given its name.
Copying the file with `cp` would miss what is still in the write-ahead log.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from domain.records import dataclass
from server.journal.asynchronous import AsyncJournal
from server.journal.codec import Codec
from server.journal.entries import Broken, StreamInfo
from server.journal.errors import BrokenChain, CannotErase, CannotOpen, CannotRead, CannotWrite, DamagedFile
from server.journal.side.personal import CREATE_PHOTOS, ERASURES
from server.journal.sqlite.journal import (
    APPLICATION_ID,
    OWNER_ALONE,
    SQLiteJournal,
    companions,
    error_reason,
    keep_private,
)
from server.notice import notice

COPIES_KEPT = 20
"""Copies in rotation; two a round are a whole open."""
QUICKLY_CHECKED_BYTES = 64 * 1024 * 1024
"""Octets that are looked through in half a second; nobody waits for more at a start."""
ABANDONED_COPY_AGE = timedelta(days=1)
"""The age of a copy that was begun and never will be finished: its process was killed."""


Watch: TypeAlias = Callable[[Sequence[StreamInfo]], Iterable[StreamInfo]]
"""Passes the streams on one by one, as their chains are checked, for somebody to see."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy on the disk, and what is in it."""

    path: Path
    streams: tuple[StreamInfo, ...]


def backup(journal: SQLiteJournal, target: Path, only: str = "", watch: Watch = iter) -> Copy:
    """A checked copy at `target`, which appears there whole or not at all. `only`: check just that stream's chain."""
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        keep_private(part)
        with closing(sqlite3.connect(part)) as db:
            journal.copy_to(db)
        streams = check_copy(part, only, watch)
        _sync(part)
        os.replace(part, target)
        _sync(target.parent)
    except OSError as error:
        raise CannotWrite(str(target), (error.strerror or str(error)).lower()) from error
    except sqlite3.Error as error:
        raise CannotWrite(str(target), error_reason(error)) from error
    except CannotRead as error:  # SQLite does not tell which side was in the way; what fills up is the copy's
        raise CannotWrite(str(target), error.why) from error
    finally:
        _remove_rest(part)
    return Copy(target, streams)


def backup_in_rotation(
    journal: SQLiteJournal,
    now: datetime | None = None,
    kept: int = COPIES_KEPT,
    only: str = "",
    watch: Watch = iter,
) -> Copy:
    """Named after the moment; the oldest beyond `kept` go, never this one: a clock may have been set back."""
    moment = (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = Path(journal.where)
    _remove_forgotten(backup_folder(path))
    made = backup(journal, backup_folder(path) / f"{path.stem}-{moment}.sqlite", only, watch)
    others = [copy for copy in copies(path) if copy != made.path]
    for old in others[: max(0, len(others) - kept + 1)]:
        old.unlink(missing_ok=True)
    return made


def backup_folder(path: Path) -> Path:
    return path.with_name(f"{path.name}-backups")


def copies(path: Path) -> list[Path]:
    """The journal's copies in rotation, oldest first."""
    return sorted(backup_folder(path).glob(f"{path.stem}-*.sqlite"))


async def backup_after_publication(shared: AsyncJournal, stream: str) -> Copy | None:
    """For the office, when a round is published. None: the journal is in PostgreSQL, which has its own ways.

    Raises `JournalTrouble`; the round is published all the same, so the office tells the arbiter and goes on.
    """
    journal = shared.journal
    if not isinstance(journal, SQLiteJournal):
        return None
    return await asyncio.to_thread(backup_in_rotation, journal, only=stream)


def check_copy(path: Path, only: str = "", watch: Watch = iter) -> tuple[StreamInfo, ...]:
    """The streams in the copy. Raises `BrokenChain` for the first damaged stream, `DamagedFile`. Leaves one file."""
    if not path.is_file():
        raise CannotOpen(str(path), notice("there-is-no-such-file"))
    journal = SQLiteJournal(str(path), Codec())
    try:
        streams = tuple(journal.streams())
        for info in watch([info for info in streams if only in ("", info.stream)]):
            found = journal.verify(info.stream)
            if isinstance(found, Broken):
                raise BrokenChain(info.stream, found.version, found.why)
    finally:
        journal.close()
    check_file(str(path))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    return streams


def check_file(path: str, uri: str = "") -> None:
    """Checks that its indexes lead to every row, which no hash chain knows. Raises `DamagedFile`.

    `uri` is how a file is opened that cannot be written.
    """
    try:
        with closing(sqlite3.connect(uri or path, uri=bool(uri))) as db:
            [(found,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        found = error_reason(error)
    if found != "ok":
        raise DamagedFile(path, found)


def check_at_start(journal: SQLiteJournal) -> None:
    """Checks a file before anybody is shown what its indexes lead to. Raises `DamagedFile`."""
    if Path(journal.where).stat().st_size <= QUICKLY_CHECKED_BYTES:
        check_file(journal.where, journal.uri)


def restore(source: Path, target: Path, now: datetime | None = None, watch: Watch = iter) -> Copy:
    """Put a checked copy of `source` in the place of `target`, which is kept under another name."""
    fresh = target.with_name(f"{target.name}.restoring")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        streams = drill(source, fresh, watch)
        if target.exists():
            close_file(target)
            moment = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
            for part in (target, *companions(target)):
                if part.exists():
                    os.replace(part, part.with_name(f"{part.name}.before-{moment}"))
        os.replace(fresh, target)
        _sync(target.parent)
    except OSError as error:
        raise CannotWrite(str(target), (error.strerror or str(error)).lower()) from error
    finally:
        _remove_rest(fresh)
    return Copy(target, streams)


def drill(source: Path, fresh: Path, watch: Watch = iter) -> tuple[StreamInfo, ...]:
    """Everything a restore does except putting it in place: copy, open, check every chain. The source is only read."""
    if not source.is_file():
        raise CannotOpen(str(source), notice("there-is-no-such-file"))
    fresh.unlink(missing_ok=True)
    fresh.touch(OWNER_ALONE)  # what is wrong with this place is not wrong with the source
    try:
        only_read = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(only_read), closing(sqlite3.connect(fresh)) as new:
            if only_read.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                raise CannotOpen(str(source), notice("is-no-copy-journal"))
            only_read.backup(new)
    except sqlite3.Error as error:
        raise CannotOpen(str(source), error_reason(error)) from error
    streams = check_copy(fresh, watch=watch)
    _sync(fresh)
    return streams


def close_file(path: Path) -> None:
    """Take what is in the write-ahead log into the file. Raises `CannotWrite` if a program has the file open.

    A file that is no database, or too damaged to be opened, is left as it is.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0.1, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise CannotWrite(str(path), notice("stop-server-first", why=error_reason(error))) from error
    except sqlite3.DatabaseError:
        return


@dataclass(frozen=True, slots=True)
class Erased:
    """The outcome of an erasure: whether there was anything, and how many copies were looked through."""

    any: bool
    copies: int


def erase_everywhere(journal: SQLiteJournal, stream: str, player: int) -> Erased:
    """Personal data go from the journal's file and from all files beside it. Raises `CannotErase` when that is done."""
    found = journal.side.erase(stream, player)
    path = Path(journal.where)
    files, stuck = [*copies(path), *sorted(path.parent.glob(f"{path.name}.before-*"))], list[CannotErase]()
    for file in files:
        try:
            with closing(sqlite3.connect(file, isolation_level=None)) as db:
                db.execute("PRAGMA secure_delete=ON")
                db.execute(CREATE_PHOTOS)  # a copy of before there were photos has no table of them
                for statement in ERASURES:
                    found = db.execute(statement, (stream, player)).rowcount > 0 or found
        except sqlite3.Error as error:
            stuck.append(CannotErase(str(file), error_reason(error)))
    if stuck:
        raise stuck[0]
    return Erased(found, len(files))


def _remove_rest(part: Path) -> None:
    """A copy that was begun takes no room on a disk that is full; where nothing can be removed, nothing was begun."""
    for rest in (part, *companions(part)):
        with suppress(OSError):
            rest.unlink()


def _remove_forgotten(folder: Path) -> None:
    """Remove what a killed process began: it holds personal data that nobody would ever erase."""
    before = (datetime.now(UTC) - ABANDONED_COPY_AGE).timestamp()
    for part in folder.glob("*.sqlite.part*"):
        with suppress(OSError):
            if part.stat().st_mtime < before:
                part.unlink()


def _sync(path: Path) -> None:
    """A renamed file is safe when its folder is on the disk too. Windows cannot open folders, and need not."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
