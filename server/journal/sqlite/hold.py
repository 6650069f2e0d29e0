"""One process writes an SQLite journal: it keeps a file beside it locked, and says in it who it is.

The operating system lets go of the lock when the process ends, however it ends; a name in a file that nobody has locked
is nobody's. The library `filelock` does less: it keeps no name in its file, and on Windows it locks the first octet,
so that nobody could read one there.
"""

import os
import sys
from pathlib import Path

from server.journal.errors import CannotOpen, JournalHeld
from server.notice import notice

if sys.platform == "win32":
    import msvcrt

    FAR = 2**30
    """Windows lets nobody read what is locked: so not the name, but an octet behind it."""

    def _try_lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def hold_file(journal: str) -> Path:
    """The same for every way to the journal, links included."""
    return Path(f"{os.path.realpath(journal)}-held")


class FileHold:
    def __init__(self, journal: str, holder: str) -> None:
        """Raises JournalHeld; CannotOpen where no file can be made or locked."""
        path = hold_file(journal)
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotOpen(journal, notice("cannot-be-opened", path=path, why=error.strerror or error)) from error
        try:
            self._belong_to_owner_of(journal)
            _try_lock(self._file)
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()} {holder}".encode())
        except (BlockingIOError, PermissionError):
            self.release()
            raise JournalHeld.of(journal, path.read_text()) from None
        except OSError as error:
            self.release()
            raise CannotOpen(journal, notice("cannot-be-locked", path=path, why=error.strerror or error)) from error

    def _belong_to_owner_of(self, journal: str) -> None:
        """Not to root, who writes once to the journal of a service."""
        owner = os.stat(journal)
        if os.fstat(self._file).st_uid == 0 != owner.st_uid:
            os.fchown(self._file, owner.st_uid, owner.st_gid)

    def release(self) -> None:
        os.close(self._file)
