"""Forgetting of rendered rows: those that no page, feed or screen has printed for a while."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from web.rendered_parts import RENDERED

GENERATION_SECONDS = 600.0
"""A row is forgotten after one to two of these."""


@asynccontextmanager
async def forgetting(
    grow_older: Callable[[], None] = RENDERED.grow_older, seconds: float = GENERATION_SECONDS
) -> AsyncIterator[None]:
    """Every so many seconds what is remembered grows older."""
    task = asyncio.create_task(_forget_in_turn(grow_older, seconds))
    try:
        yield
    finally:
        task.cancel()


async def _forget_in_turn(grow_older: Callable[[], None], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        grow_older()
