"""Copies of an SQLite journal while it is written to, kept in rotation beside it, and the way back.

A copy is one ordinary file: SQLite's online backup, checked through the hash chain, synced, then given its name.
Copying the file with `cp` would miss what is still in the write-ahead log.
"""

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from server.journal.asynchronous import AsyncJournal
from server.journal.codec import Codec
from server.journal.entries import Broken, StreamInfo
from server.journal.errors import BrokenChain, CannotOpen, CannotRead, CannotWrite
from server.journal.sqlite import SQLiteJournal
from server.journal.sqlite_store import APPLICATION_ID, why

KEPT = 20
"""Copies in rotation; two a round are a whole open."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy on the disk, and what is in it."""

    path: Path
    streams: tuple[StreamInfo, ...]


def backup(journal: SQLiteJournal, target: Path, only: str = "") -> Copy:
    """A checked copy at `target`, which appears there whole or not at all. `only`: check just that stream's chain."""
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part)) as db:
            journal.copy_to(db)
        streams = check_copy(part, only)
        _sync(part)
        os.replace(part, target)
        _sync(target.parent)
    except OSError as error:
        raise CannotWrite(str(target), (error.strerror or str(error)).lower()) from error
    except sqlite3.Error as error:
        raise CannotWrite(str(target), why(error)) from error
    except CannotRead as error:  # SQLite does not tell which side was in the way; what fills up is the copy's
        raise CannotWrite(str(target), error.why) from error
    finally:
        _remove_rest(part)
    return Copy(target, streams)


def backup_in_rotation(journal: SQLiteJournal, now: datetime | None = None, kept: int = KEPT, only: str = "") -> Copy:
    """Named after the moment; the oldest beyond `kept` go."""
    moment = (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = Path(journal.where)
    made = backup(journal, backup_folder(path) / f"{path.stem}-{moment}.sqlite", only)
    for old in copies(path)[:-kept]:
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


def check_copy(path: Path, only: str = "") -> tuple[StreamInfo, ...]:
    """What is in the copy; raises `BrokenChain` for the first stream that is damaged. Leaves one file."""
    if not path.is_file():
        raise CannotOpen(str(path), "there is no such file")
    journal = SQLiteJournal(str(path), Codec())
    try:
        streams = tuple(journal.streams())
        for info in (info for info in streams if only in ("", info.stream)):
            found = journal.verify(info.stream)
            if isinstance(found, Broken):
                raise BrokenChain(info.stream, found.version, found.why)
    finally:
        journal.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    return streams


def restore(source: Path, target: Path, now: datetime | None = None) -> Copy:
    """Put a checked copy of `source` in the place of `target`, which is kept under another name."""
    fresh = target.with_name(f"{target.name}.restoring")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        streams = drill(source, fresh)
        if target.exists():
            close_file(target)
            moment = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
            for part in (target, *_companions(target)):
                if part.exists():
                    os.replace(part, part.with_name(f"{part.name}.before-{moment}"))
        os.replace(fresh, target)
        _sync(target.parent)
    except OSError as error:
        raise CannotWrite(str(target), (error.strerror or str(error)).lower()) from error
    finally:
        fresh.unlink(missing_ok=True)
    return Copy(target, streams)


def drill(source: Path, fresh: Path) -> tuple[StreamInfo, ...]:
    """Everything a restore does except putting it in place: copy, open, check every chain. The source is only read."""
    if not source.is_file():
        raise CannotOpen(str(source), "there is no such file")
    fresh.unlink(missing_ok=True)
    try:
        only_read = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(only_read), closing(sqlite3.connect(fresh)) as new:
            if only_read.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                raise CannotOpen(str(source), "it is no copy of a journal")
            only_read.backup(new)
    except sqlite3.Error as error:
        raise CannotOpen(str(source), why(error)) from error
    streams = check_copy(fresh)
    _sync(fresh)
    return streams


def close_file(path: Path) -> None:
    """Take what is in the write-ahead log into the file. Raises `CannotWrite` if a program has the file open.

    A file too damaged to be opened is nobody's.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0.1, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise CannotWrite(str(path), f"{why(error)}; stop the server first") from error
    except sqlite3.DatabaseError:
        return


def erase_everywhere(journal: SQLiteJournal, stream: str, player: int) -> int:
    """Personal data go from the journal's file and from its copies in rotation; how many copies were cleaned."""
    journal.side.erase(stream, player)
    cleaned = copies(Path(journal.where))
    for path in cleaned:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete=ON")
            db.execute("DELETE FROM personal WHERE stream = ? AND player = ?", (stream, player))
    return len(cleaned)


def _companions(path: Path) -> tuple[Path, Path]:
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _remove_rest(part: Path) -> None:
    """A copy that was begun takes no room on a disk that is full; where nothing can be removed, nothing was begun."""
    for rest in (part, *_companions(part)):
        with suppress(OSError):
            rest.unlink()


def _sync(path: Path) -> None:
    """A renamed file is safe when its folder is on the disk too. Windows cannot open folders, and need not."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
