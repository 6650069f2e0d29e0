"""The process: as many open files as a hall needs, and garbage collection while nothing happens.

A look at the young objects takes as long as entering several results, and it comes when enough of them have been
made, which is in the middle of a publication. So the interpreter is told to look seldom, and we look ourselves
in the first quiet second after something was published, somebody has joined, or tournaments have left memory. While no
second is quiet we look at little at a time: a thousand who join leave behind what takes a tenth of a second.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from server.supervisor import Work

SELDOM_THRESHOLDS = (200_000, 20, 50)
"""Thresholds of the collector, for seconds in which very much is made."""
OFTEN_THRESHOLDS = (5_000, 20, 50)
"""For a process that decides nothing: what thousands who join leave behind goes before the next ones come."""
QUIET_SECONDS = 1.0
MOST_YOUNG_OBJECTS = 5_000
"""Looked at in a few milliseconds, whether or not the second was quiet."""
THREADS_SWITCH_SECONDS = 0.0005
"""A thread that makes a workbook or a paper lets the event loop go on after so long; Python's own 5 ms come several
times in one result."""
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Of mallopt(3)."""
LARGE_BLOCK_BYTES = 128 * 1024
MOST_ARENAS = 2


def look_for_garbage(thresholds: tuple[int, int, int] = SELDOM_THRESHOLDS) -> None:
    gc.set_threshold(*thresholds)


def switch_threads_often() -> None:
    sys.setswitchinterval(THREADS_SWITCH_SECONDS)


def give_large_blocks_back() -> None:
    """A paper's megabytes leave with it: glibc would otherwise keep blocks of such a size, and once for each thread."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            library = ctypes.CDLL(None)
            library.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
            library.mallopt(M_ARENA_MAX, MOST_ARENAS)


def sweeping(changes: Callable[[], int], quiet: float = QUIET_SECONDS) -> Work:
    """The work that sweeps; `changes` is any number that is another one after each change, `quiet` in seconds."""
    return partial(_sweep, changes, quiet, changes())


async def _sweep(changes: Callable[[], int], quiet: float, swept: int) -> None:
    seen = swept
    while True:
        await asyncio.sleep(quiet)
        before, seen = seen, changes()
        if before == seen != swept:
            gc.collect(1)
            swept = seen
        elif gc.get_count()[0] > MOST_YOUNG_OBJECTS:
            gc.collect(0)


if sys.platform != "win32":
    import resource


def take_all_sockets() -> None:
    """As many as the system allows this process: the usual thousand is less than a hall."""
    if sys.platform != "win32":
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
