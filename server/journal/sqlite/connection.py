"""Connections to an SQLite file that keep what they promise, and SQLite's troubles in words."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from server.journal.errors import CannotOpen
from server.notice import Why, notice

MINIMUM_SQLITE = (3, 35, 0)
"""RETURNING and upserts as written here."""
LOCK_TIMEOUT_SECONDS = 5.0
PAGE_BYTES = 2048
"""A commit writes the few pages it touched: small ones are written and checked faster than SQLite's 4096."""

OWNER_ALONE, FOR_OTHERS = 0o600, 0o077
"""Rights of a file."""

CANNOT_LOCK = notice("file-system-cannot-lock-files")
WHYS = {
    "SQLITE_FULL": notice("disk-is-full"),
    "SQLITE_READONLY": notice("file-is-read-only"),
    "SQLITE_BUSY": notice("another-program-keeps-file-locked"),
    "SQLITE_CORRUPT": notice("file-is-damaged"),
    "SQLITE_NOTADB": notice("file-is-damaged-is-no"),
    "SQLITE_CANTOPEN": notice("file-cannot-be-opened-created"),
    "SQLITE_IOERR_LOCK": CANNOT_LOCK,
    "SQLITE_IOERR_SHM": CANNOT_LOCK,
    "SQLITE_IOERR": notice("disk-reports-error"),
    "SQLITE_PROTOCOL": CANNOT_LOCK,
    "SQLITE_PERM": notice("access-is-denied"),
    "SQLITE_AUTH": notice("access-is-denied"),
}


def error_reason(error: BaseException) -> Why:
    """SQLite's reason, ours where we know it."""
    name = error_name(error)
    return next((text for prefix, text in WHYS.items() if name.startswith(prefix)), str(error))


def is_busy(error: BaseException) -> bool:
    return error_name(error).startswith("SQLITE_BUSY")


def error_name(error: BaseException) -> str:
    """SQLite's name for it, also where the library has wrapped its own error around it; empty = it has none."""
    return getattr(error, "sqlite_errorname", None) or getattr(error.__cause__, "sqlite_errorname", None) or ""


def sqlite_uri(url: str) -> tuple[str, str]:
    """The file's path, and the URI that SQLite opens. Takes a path, `sqlite:path` or `sqlite:///absolute/path`."""
    path, _, query = url.removeprefix("sqlite://").removeprefix("sqlite:").partition("?")
    return path, f"file:{quote(str(Path(path).absolute()))}" + (f"?{query}" if query else "")


def keep_private(path: Path) -> None:
    """A journal is its owner's alone, wherever it lies: it holds addresses of people. So are the files beside it.

    A new file is made here, and SQLite gives its log the same rights; one that others may read is closed to them. It
    is not opened for that: to close it would end the locks that this process has on it.
    """
    with suppress(OSError):  # whoever opens it says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
    for file in (path, *companions(path)):
        with suppress(OSError):
            if file.stat().st_mode & FOR_OTHERS:
                file.chmod(OWNER_ALONE)


def companions(path: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside one."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def connect(path: str, uri: str) -> sqlite3.Connection:
    """A connection that has acknowledged data on the disk before it says so, or a refusal."""
    if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
        needed = ".".join(map(str, MINIMUM_SQLITE))
        raise CannotOpen(
            path, notice("sqlite-newer-is-needed-is", needed=needed, sqlite_version=sqlite3.sqlite_version)
        )
    try:
        db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=LOCK_TIMEOUT_SECONDS)
    except sqlite3.Error as error:
        raise CannotOpen(path, error_reason(error)) from error
    try:
        make_durable(db, path)
    except sqlite3.Error as error:
        db.close()
        raise CannotOpen(path, error_reason(error)) from error
    except CannotOpen:
        db.close()
        raise
    return db


def make_durable(db: sqlite3.Connection, path: str) -> None:
    """One sync of the write-ahead log per commit, set and read back. On macOS only fullfsync reaches the platter."""
    db.execute(f"PRAGMA page_size={PAGE_BYTES}")
    mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise CannotOpen(path, notice("file-system-cannot-keep-write", mode=mode))
    db.executescript("PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1;")
    db.executescript("PRAGMA secure_delete=ON;")
    kept = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync", "checkpoint_fullfsync")]
    if kept != [2, 1, 1]:
        raise CannotOpen(path, notice("sqlite-does-not-keep-promise"))
