"""What several processes need and one makes for all: the first makes it, the others wait and then read it."""

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path


@contextmanager
def first_alone(at: str) -> Iterator[None]:
    """Whoever comes first to the lock of this file is alone; those who came meanwhile go on together after it."""
    with Path(at).open("rb") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            flock(lock, LOCK_SH)
        yield
