"""A follower that has a task of its own: server-sent events, and websockets on any other server.

It costs more than a `Wire` and promises the same: what waits is bounded, and who is too slow gets
the newest view instead of everything missed.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from server.feed.frames import Message
from server.feed.stream import Screen, Stream

MOST_WAITING = 32


class Mailbox:
    """Frames wait here until the task that owns it has sent the ones before."""

    __slots__ = ("_arrived", "_lost", "_waiting", "close_code", "fd", "screen", "streams")

    def __init__(self, screen: Screen | None = None) -> None:
        self.fd = -1
        self.screen = screen
        self.streams: tuple[Stream, ...] = ()
        self.close_code: int | None = None
        self._waiting: deque[Message] = deque()
        self._arrived = asyncio.Event()
        self._lost = False

    def take(self, messages: Sequence[Message]) -> None:
        if self._waiting and len(self._waiting) + len(messages) > MOST_WAITING:
            self._waiting.clear()
            self._lost = True
        if not self._lost:
            self._waiting.extend(messages)
        self._arrived.set()

    def close(self, code: int, reason: str = "") -> None:
        self.close_code = code
        self._arrived.set()

    def ping(self) -> None:
        """Its task notices by itself: what it sends is not taken."""

    async def next(self) -> list[Message]:
        """All that has arrived; waits for the first. Empty once it is closed."""
        await self._arrived.wait()
        if self.close_code is not None:
            return []
        self._arrived.clear()
        if self._lost:
            self._lost = False
            return [stream.snapshot for stream in self.streams]
        messages = list(self._waiting)
        self._waiting.clear()
        return messages
