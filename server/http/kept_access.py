"""Where the password's hash, the key of the sessions and the sessions that are over are kept.

With SQLite they are in `access.json` of the data directory, with PostgreSQL beside the journal, so that all processes
over it share them and no directory. Such a process keeps what it read last, and looks again when somebody says that
there is news, every few seconds, and after its own changes.
"""

import errno
import os
import secrets
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from domain.records import dataclass

if TYPE_CHECKING:
    from server.journal.side.shared import AccessRows


class StoredAccess(msgspec.Struct, frozen=True):
    key: str
    generation: int = 1
    password_hash: str = ""
    ended: dict[str, int] = {}
    """Sessions that somebody logged out of, and when (seconds since 1970), for as long as their cookies would hold."""


AccessChange: TypeAlias = Callable[[StoredAccess], StoredAccess]


@dataclass(eq=False)
class CannotKeep(Exception):
    """The disk takes no new password; the old one holds."""

    path: Path
    why: str
    """The operating system's reason."""


class KeptAccess(Protocol):
    @property
    def stored(self) -> StoredAccess:
        """As it is now, as far as this process knows."""
        ...

    def change(self, change: AccessChange) -> None:
        """One change after another, of threads and of processes. Raises CannotKeep, JournalTrouble."""
        ...


@dataclass(frozen=True, slots=True)
class AccessAtStart:
    """Nothing is kept: what was there at the start holds, or a key that nobody will need again."""

    path: Path
    stored: StoredAccess

    def change(self, change: AccessChange) -> None:
        change(self.stored)
        raise CannotKeep(self.path, os.strerror(errno.EROFS).lower())


@dataclass(slots=True)
class AccessFile:
    path: Path
    _stored: StoredAccess | None = None
    _seen: tuple[int, int] = (0, 0)
    _one_at_a_time: Lock = field(default_factory=Lock)

    @property
    def stored(self) -> StoredAccess:
        """As it is on the disk: another process on this directory may have set a new password."""
        found = self.path.stat()
        if self._stored is None or (found.st_ino, found.st_mtime_ns) != self._seen:
            self._stored = read_access(self.path.read_bytes())
            self._seen = (found.st_ino, found.st_mtime_ns)
        return self._stored

    def change(self, change: AccessChange) -> None:
        """Writes the file whole or not at all, readable by its owner alone."""
        with self._one_at_a_time:
            before = self.stored
            if (after := change(before)) is before:
                return
            try:
                _written_beside(self.path, _octets(after)).replace(self.path)
            except OSError as error:
                raise CannotKeep(self.path, (error.strerror or str(error)).lower()) from error


@dataclass(slots=True)
class SharedAccess:
    """One row for all processes over a database."""

    rows: "AccessRows"
    stored: StoredAccess
    told: Callable[[], None] | None = None
    """Called after each change, in the thread that made it, if there are other processes."""
    _one_at_a_time: Lock = field(default_factory=Lock)

    def look(self) -> None:
        """Read what other processes have changed. Raises JournalTrouble."""
        with self._one_at_a_time:
            self.stored = read_access(_row(self.rows).encode())

    def change(self, change: AccessChange) -> None:
        with self._one_at_a_time:
            while True:
                kept = _row(self.rows)
                before = read_access(kept.encode())
                after = change(before)
                if after is before or self.rows.changed(kept, _octets(after).decode()):
                    self.stored = after
                    break
        if self.told is not None:
            self.told()


def read_access(octets: bytes) -> StoredAccess:
    """Raises ValueError."""
    return msgspec.json.decode(octets, type=StoredAccess)


def new_access() -> StoredAccess:
    return StoredAccess(key=secrets.token_urlsafe(48))


def shared_access(rows: "AccessRows", path: Path) -> SharedAccess:
    """What the database has. At its first start a file of before is taken over; then nobody reads the file."""
    if not rows.kept() and path.exists():
        rows.first(_octets(read_access(path.read_bytes())).decode())
    return SharedAccess(rows, read_access(_row(rows).encode()))


def _row(rows: "AccessRows") -> str:
    """The first of several processes that start together makes the key; an operator may delete the row."""
    return rows.kept() or rows.first(_octets(new_access()).decode())


def access_file(path: Path) -> AccessFile:
    if not path.exists():
        _found(path, new_access())
    read_access(path.read_bytes())
    return AccessFile(path)


def access_at_start(path: Path) -> AccessAtStart:
    return AccessAtStart(path, read_access(path.read_bytes()) if path.exists() else new_access())


def _found(path: Path, stored: StoredAccess) -> None:
    """The first of several processes that start together makes the key; the others take it."""
    fresh = _written_beside(path, _octets(stored))
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        pass
    except OSError:  # a file system without links, as on many memory sticks
        fresh.replace(path)
    fresh.unlink(missing_ok=True)


def _octets(stored: StoredAccess) -> bytes:
    return msgspec.json.format(msgspec.json.encode(stored))


def _written_beside(path: Path, octets: bytes) -> Path:
    """A new file beside `path`, under a name of its own; a file that could not be written whole is removed."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(octets)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    return fresh
