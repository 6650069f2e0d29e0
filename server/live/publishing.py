"""The order of rendering: the changes of one commit in slices, between which everybody else has a turn.

The order is by what people wait for: answers that are ready first (an arbiter is typing), then televisions (a
hundred people look at one), then the most followed channels, but none later than `LATE_SECONDS`.
"""

import asyncio
import time
from collections.abc import Callable

from server.live.stream import Stream

LATE_SECONDS = 0.2
"""Seconds after which a channel goes before others that have more followers."""

ANSWER_TURNS = 8
"""Turns of the event loop between a change and its publication. An answer that only waited for the commit needs
fewer, so the arbiter has it before a thousand sockets are written to; a clock would not know."""


class Publisher:
    """Stale streams wait here until they are due; `renew` renders one and tells its followers. Seconds."""

    def __init__(self, renew: Callable[[Stream], None], slice: float) -> None:
        self._renew = renew
        self._slice = slice
        self._waiting: dict[Stream, None] = {}
        self._in_turn: list[Stream] = []
        """Those that are due, the next at the end: put in order once for all slices of a change."""
        self._next: asyncio.Handle | None = None
        self._at = 0.0

    def add(self, stream: Stream) -> None:
        """To be renewed when it is due."""
        self._waiting[stream] = None
        self._in_turn = []
        if self._next is None or stream.due < self._at:
            self._schedule(stream.due)

    def drop(self, stream: Stream) -> None:
        """Nobody waits for it any more, or it has been renewed by other means."""
        self._waiting.pop(stream, None)

    def stop(self) -> None:
        self._waiting.clear()
        self._in_turn = []
        if self._next is not None:
            self._next.cancel()

    def _schedule(self, due: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._at = due
        wait = max(0.0, due - time.monotonic())
        self._next = asyncio.get_running_loop().call_later(wait, self._give_way, ANSWER_TURNS)

    def _give_way(self, turns: int) -> None:
        if turns:
            self._next = asyncio.get_running_loop().call_soon(self._give_way, turns - 1)
        else:
            self._publish()

    def _publish(self) -> None:
        """Renew what is due, for no longer than a slice."""
        self._next = None
        started = time.monotonic()
        in_turn = self._in_turn = self._in_turn or self._due(started)
        while in_turn:
            stream = in_turn.pop()
            if stream not in self._waiting:
                continue
            del self._waiting[stream]
            self._renew(stream)
            if time.monotonic() - started > self._slice:
                break
        if self._waiting:
            self._schedule(started if self._in_turn else min(stream.due for stream in self._waiting))

    def _due(self, now: float) -> list[Stream]:
        """The streams that are due now, the next at the end."""
        late = now - LATE_SECONDS

        def turn(stream: Stream) -> tuple[bool, bool, int]:
            return (stream.stale_since or now) > late, not stream.on_a_screen, -stream.followers

        due = sorted((stream for stream in self._waiting if stream.due <= now), key=turn)
        due.reverse()
        return due
