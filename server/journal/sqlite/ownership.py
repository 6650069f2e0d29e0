"""One process decides for a tournament; the others forward to it, or take over when it dies.

Beside an SQLite file the operating system keeps the lock, in a PostgreSQL database the server does
(`postgres/ownership.py`). Both let go by themselves when the process dies.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Self

from server.journal.errors import CannotWrite
from server.notice import notice

if sys.platform == "win32":
    import msvcrt

    FAR = 2**30
    """Windows lets nobody read what is locked: so not the address, but a byte behind it."""

    def _try_lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileOwnership:
    """A locked file named after the stream, in a folder beside the journal; in it the address of its owner.

    The file stays behind: an address in a file that nobody has locked is nobody's.
    """

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, journal: str, stream: str, address: str) -> Self | None:
        """Raises CannotWrite where no file can be made or locked at all."""
        path = _path(journal, stream)
        try:
            path.parent.mkdir(exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotWrite(journal, notice("cannot-be-opened", path=path, why=error.strerror or error)) from error
        try:
            _try_lock(file)
            os.ftruncate(file, 0)
            os.write(file, address.encode())
        except (BlockingIOError, PermissionError):
            os.close(file)
            return None
        except OSError as error:
            os.close(file)
            raise CannotWrite(journal, notice("cannot-be-locked", path=path, why=error.strerror or error)) from error
        return cls(file)

    @property
    def sure(self) -> bool:
        return self._file is not None

    @property
    def lost(self) -> bool:
        return self._file is None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def address_of_owner(journal: str, stream: str) -> str:
    """The address that the owner has written; empty before it has."""
    try:
        return _path(journal, stream).read_text()
    except FileNotFoundError:
        return ""


def _path(journal: str, stream: str) -> Path:
    return Path(f"{journal}-owners") / sha256(stream.encode()).hexdigest()[:16]
