"""Work that goes well, takes too long, or ends the process that does it."""

import os
import signal
import time
from pathlib import Path

from server.workers.pool import Progress


def doubled(number: int) -> int:
    return 2 * number


def print_and_double() -> int:
    print("printed", flush=True)
    return doubled(4)


def own_process() -> int:
    return os.getpid()


def own_niceness() -> int:
    return os.nice(0)


def wait_for_ever(begun: Path) -> None:
    """Says its process first."""
    fresh = begun.with_suffix(".new")
    fresh.write_text(str(os.getpid()))
    fresh.replace(begun)
    while True:
        time.sleep(60)


def take_memory(megabytes: int) -> int:
    return len(bytearray(megabytes * 1024**2))


def abort() -> None:
    os.kill(os.getpid(), signal.SIGABRT)


class NotPickled(Exception):
    """Has something with it that no pipe takes."""

    def __init__(self) -> None:
        super().__init__("no such thing")
        self.waits = lambda: None


def refuse(kind: type[Exception] = ValueError) -> None:
    raise kind() if kind is NotPickled else kind("no such thing")


def halves(progress: Progress) -> str:
    progress(0.5)
    progress(1.0)
    return "whole"
