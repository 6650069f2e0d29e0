"""The office of a small stream beside the tournaments: its state in memory, one command at a time.

The same promises as for a tournament (`server/office/tournaments.py`): decided on memory, appended to the
journal, and only then evolved and told; a command that is sent again changes nothing. Nobody owns
it: few commands come to the hall and the stewards, so two processes that meet decide anew.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Generic, Protocol, Self, TypeVar, cast

from domain.events import Event
from server.journal import AlreadyDone, AsyncJournal, Entry, StaleVersion, Unread
from server.office.other_processes import Following
from server.office.tournament import ATTEMPTS


class Folded(Protocol):
    """What a state must know of itself: how many events it is made of."""

    version: int


S = TypeVar("S", bound=Folded)
E = TypeVar("E")

Changed = Callable[[int], None]


def _nobody(_position: int) -> None:
    """Nobody listens."""


class SmallOffice(Generic[S, E]):
    """`state` is the state; `changed` is told the position after every change."""

    def __init__(
        self,
        journal: AsyncJournal,
        stream: str,
        state: S,
        evolve: Callable[[S, E], None],
        following: Following | None = None,
    ) -> None:
        """`following` may be shared with the other offices of the journal."""
        self.journal = journal
        self.following = following or Following(journal)
        self.stream = stream
        self.state = state
        self.changed: Changed = _nobody
        self._evolve = evolve
        self._done: set[str] = set()
        self._turn = asyncio.Lock()

    @property
    def position(self) -> int:
        return self.state.version

    async def command(self, command_id: str, by: str, decide: Callable[[S], list[E]], digest: str = "") -> int:
        """Decide, write, evolve, tell; the position afterwards. Raises the Refusal of `decide`.

        Raises CommandIdReused for an id that was stored with another digest.
        """
        task = asyncio.create_task(self._command(command_id, by, decide, digest))
        return await asyncio.shield(task)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Knows the stream at once, and follows what other processes write."""
        async with self.following.telling(self._heard, self.stream):
            async with self._turn:
                await self._read_on()
            yield self

    async def _command(self, command_id: str, by: str, decide: Callable[[S], list[E]], digest: str) -> int:
        async with self._turn:
            for _ in range(ATTEMPTS):
                try:
                    await self._decide_and_write(command_id, by, decide, digest)
                    return self.position
                except StaleVersion:
                    await self._read_on()
            await self._decide_and_write(command_id, by, decide, digest)
            return self.position

    async def _decide_and_write(self, command_id: str, by: str, decide: Callable[[S], list[E]], digest: str) -> None:
        """Of a command that is stored already the journal only compares the digest."""
        events = [] if command_id in self._done else decide(self.state)
        if not events and command_id not in self._done:
            return
        plain, now = cast("list[Event]", events), datetime.now(UTC)
        try:
            written = await self.journal.append(self.stream, self.position, by, command_id, plain, now, digest)
        except AlreadyDone:
            await self._read_on()
            return
        self._take(written)

    async def _read_on(self) -> None:
        self._take(await self.journal.read(self.stream, self.position))

    def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._evolve(self.state, cast(E, entry.event))
            self._done.add(entry.command_id)
        if entries:
            self.changed(self.position)

    async def _heard(self, entry: Entry | Unread) -> None:
        if entry.version > self.position:
            async with self._turn:
                await self._read_on()
