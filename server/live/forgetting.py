"""Forgetting of rendered rows: those that no page, feed or screen has printed for a while."""

import asyncio
from collections.abc import Callable

from web.rendered_parts import RENDERED

GENERATION_SECONDS = 600.0
"""A row is forgotten after one to two of these."""


async def forget_in_turn(
    grow_older: Callable[[], None] = RENDERED.grow_older, seconds: float = GENERATION_SECONDS
) -> None:
    """Every so many seconds what is remembered grows older."""
    while True:
        await asyncio.sleep(seconds)
        grow_older()
