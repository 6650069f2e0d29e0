"""Garbage collection while nothing happens, not while an arbiter types.

A look at the young objects takes as long as entering several results, and it comes when enough of them have been
made, which is in the middle of a publication. So the interpreter is told to look seldom, and we look ourselves
in the first quiet second after something was published, or tournaments have left memory.
"""

import asyncio
import gc
from collections.abc import Callable
from functools import partial

from server.supervisor import Work

SELDOM_THRESHOLDS = (200_000, 20, 50)
"""Thresholds of the collector, for days on which no second is quiet."""
QUIET_SECONDS = 1.0


def look_seldom() -> None:
    gc.set_threshold(*SELDOM_THRESHOLDS)


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
