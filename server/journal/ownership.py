"""One process decides for a tournament; the others forward to it, or take over when it dies.

Beside an SQLite file the operating system keeps the lock, in a PostgreSQL database the server does
(`postgres_ownership.py`). Both let go by themselves when the process dies.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Self

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileOwnership:
    """A locked file named after the stream, in a folder beside the journal. The empty file stays behind."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, journal: str, stream: str) -> Self | None:
        folder = Path(f"{journal}-owners")
        folder.mkdir(exist_ok=True)
        file = os.open(folder / sha256(stream.encode()).hexdigest()[:16], os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(file)
        except OSError:
            os.close(file)
            return None
        return cls(file)

    @property
    def lost(self) -> bool:
        return self._file is None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
