"""A follower that has a task of its own: server-sent events, and websockets on any other server.

It costs more than a `Wire` and promises the same: what waits is bounded, and who is too slow gets
the newest view instead of everything missed.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence

from server.live.frames import Message
from server.live.limits import Guest
from server.live.stream import ConnectedScreen, Stream

MAX_UNREAD_FRAMES = 32


class Mailbox:
    """Frames wait here until the task that owns it has sent the ones before."""

    __slots__ = (
        "_arrived",
        "_lost",
        "_sending",
        "_waiting",
        "close_code",
        "fd",
        "guest",
        "resumes",
        "screen",
        "streams",
    )

    def __init__(self, guest: Guest, screen: ConnectedScreen | None = None) -> None:
        self.fd = -1
        self.guest = guest
        self.screen = screen
        self.streams: tuple[Stream, ...] = ()
        self.close_code: int | None = None
        self.resumes = 0
        self._waiting: deque[Message] = deque()
        self._arrived = asyncio.Event()
        self._lost = False
        self._sending = 0
        """Bytes that were given to its task, which has not come back for more."""

    def take(self, messages: Sequence[Message]) -> None:
        if self._waiting and len(self._waiting) + len(messages) > MAX_UNREAD_FRAMES:
            self._lose()
        if not self._lost:
            self._waiting.extend(messages)
        self._arrived.set()
        self._owe()

    def resume(self, wanted: Sequence[tuple[Stream, int | None]]) -> None:
        """Send what is missing; the newest views instead, once what waits has been sent."""
        if self._sending or any(message.whole for message in self._waiting):
            self._lose()
        else:
            self.take([message for stream, after in wanted for message in stream.catch_up(after)])

    def close(self, code: int, reason: str = "") -> None:
        self.close_code = code
        self._arrived.set()

    def ping(self) -> None:
        """Its task notices by itself: what it sends is not taken."""

    async def next(self) -> list[Message]:
        """All that has arrived since what was given last was sent; waits for the first. Empty once it is closed."""
        self._sending = 0
        self._owe()
        await self._arrived.wait()
        if self.close_code is not None:
            return []
        self._arrived.clear()
        messages = [stream.snapshot for stream in self.streams] if self._lost else list(self._waiting)
        self._lost = False
        self._waiting.clear()
        self._sending = _size(messages)
        self._owe()
        return messages

    def _lose(self) -> None:
        """Frames are given up: the newest views say the same."""
        self._waiting.clear()
        self._lost = True
        self._arrived.set()

    def _owe(self) -> None:
        self.guest.owes(self, self._sending + _size(self._waiting))


def _size(messages: Iterable[Message]) -> int:
    return sum(len(message.wire) for message in messages)
