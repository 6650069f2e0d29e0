"""A check that a process still lives while its answer takes long.

A process that hangs keeps its session at the database and its sockets open: nothing says so. While somebody has been
waiting for a process for more than `SLOW_ANSWER_SECONDS` it is asked for a sign of life. If it gives none to all
`PROBES`, it hangs, and everybody who waits for it is told: after 15 to 20 seconds in all. Long pairings, garbage
collection and a machine at its limits hold the loop of a process for a second or two; a process that is slow with one
command answers about its health meanwhile. A process that is thought to hang in error loses nothing but its place.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from server.supervisor import Supervisor, stop

SLOW_ANSWER_SECONDS = 5.0
"""Seconds that an answer may take before anybody wonders."""
PROBES = 5
"""Several short ones: of who was stopped itself in the meantime, one runs out unheard at most."""
PROBE_TIMEOUT_SECONDS = 2.0
"""Seconds that each of them waits for an answer."""


class Hangs(Exception):
    """The process that is waited for says nothing at all."""


ProbedStream = tuple[str, str]
"""The address of a process, and the tournament it is asked for."""


class Patience:
    """Everybody who waits for an answer waits within `waiting_for`."""

    def __init__(
        self, lives: Callable[[ProbedStream, float], Awaitable[bool]], background: Supervisor | None = None
    ) -> None:
        """`lives` asks for a sign of life, for so many seconds."""
        self._lives = lives
        self._background = background or Supervisor()
        self._waiting: dict[ProbedStream, dict[asyncio.Timeout, float]] = {}
        self._wondering: dict[ProbedStream, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def waiting_for(self, asked: ProbedStream) -> AsyncIterator[None]:
        """Raises Hangs."""
        waiting = self._waiting.setdefault(asked, {})
        if asked not in self._wondering:
            self._wondering[asked] = self._background.begin("probes", lambda: self._probe(asked, waiting))
        try:
            async with asyncio.timeout(None) as scope:
                waiting[scope] = asyncio.get_running_loop().time()
                try:
                    yield
                finally:
                    del waiting[scope]
        except TimeoutError:
            if scope.expired():
                raise Hangs from None
            raise

    async def close(self) -> None:
        await stop(self._wondering.values())

    async def _probe(self, asked: ProbedStream, waiting: dict[asyncio.Timeout, float]) -> None:
        """As long as anybody waits."""
        now = asyncio.get_running_loop().time
        try:
            while waiting:
                await asyncio.sleep(SLOW_ANSWER_SECONDS)
                longest = now() - next(iter(waiting.values()), now())
                if longest >= SLOW_ANSWER_SECONDS and not await self._answers_probe(asked):
                    for scope in waiting:
                        scope.reschedule(now())
        finally:
            del self._wondering[asked]

    async def _answers_probe(self, asked: ProbedStream) -> bool:
        for _ in range(PROBES):
            if await self._lives(asked, PROBE_TIMEOUT_SECONDS):
                return True
        return False
