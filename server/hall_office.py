"""The office of the playing hall: what the televisions show, kept in memory, written by one command at a time.

The same promises as for a tournament (`server/office.py`): decided on memory, appended to the
journal, and only then evolved and told; a command that is sent again changes nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

from domain.events import Event
from domain.hall import STREAM, Hall, HallEvent, evolve
from server.journal import AlreadyDone, AsyncJournal, Entry, StaleVersion

Decide = Callable[[Hall], list[HallEvent]]
"""A decision of `domain.screens` with everything but the hall filled in; raises a Refusal."""

Changed = Callable[[int], None]


def _nobody(_position: int) -> None:
    """Nobody listens."""


@dataclass(slots=True)
class HallOffice:
    """`hall` is the state; `changed` is told the position after every change."""

    journal: AsyncJournal
    changed: Changed = _nobody
    hall: Hall = field(default_factory=Hall)
    _done: set[str] = field(default_factory=set)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def position(self) -> int:
        return self.hall.version

    async def command(self, command_id: str, by: str, decide: Decide) -> int:
        """Decide, write, evolve, tell; the position afterwards. Raises the Refusal of `decide`."""
        task = asyncio.create_task(self._command(command_id, by, decide))
        return await asyncio.shield(task)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["HallOffice"]:
        """Knows the hall at once, and follows what other processes write."""
        newest = await self.journal.position()
        await self._read_on()
        following = asyncio.create_task(self._follow(newest))
        try:
            yield self
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _command(self, command_id: str, by: str, decide: Decide) -> int:
        async with self._turn:
            try:
                await self._decide_and_write(command_id, by, decide)
            except StaleVersion:
                await self._read_on()
                await self._decide_and_write(command_id, by, decide)
            return self.position

    async def _decide_and_write(self, command_id: str, by: str, decide: Decide) -> None:
        if command_id in self._done:
            return
        events = decide(self.hall)
        if not events:
            return
        try:
            plain = cast("list[Event]", events)
            written = await self.journal.append(STREAM, self.position, by, command_id, plain, datetime.now(UTC))
        except AlreadyDone:
            await self._read_on()
            return
        self._take(written)

    async def _read_on(self) -> None:
        self._take(await self.journal.read(STREAM, self.position))

    def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            evolve(self.hall, cast("HallEvent", entry.event))
            self._done.add(entry.command_id)
        if entries:
            self.changed(self.position)

    async def _follow(self, newest: int) -> None:
        async for _, entry in self.journal.follow(newest):
            if entry.stream == STREAM and entry.version > self.position:
                async with self._turn:
                    await self._read_on()
