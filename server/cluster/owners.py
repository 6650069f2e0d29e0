"""The owner of each tournament: this process or another one.

The first process that gets a command for a tournament takes it and keeps it until it ends. The others
ask the lock for the owner's address and remember it until it turns out wrong.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Self

from server.journal import Journal, JournalTrouble, Ownership


class Owning:
    """`taken` is told the tournament whenever this process becomes its owner, before it decides anything."""

    def __init__(self, journal: Journal, address: str, taken: Callable[[str], None]) -> None:
        self._journal = journal
        self._address = address
        self._taken = taken
        self._mine: dict[str, Ownership] = {}
        self._elsewhere: dict[str, str] = {}
        self._asking = asyncio.Lock()
        self._failed = (0.0, JournalTrouble())

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Everything is given back at the end, so that another process takes over at once."""
        try:
            yield self
        finally:
            await asyncio.to_thread(self._give_back)

    def surely_mine(self, id: str) -> bool:
        """As far as can be told without asking anybody."""
        owned = self._mine.get(id)
        return owned is not None and owned.sure

    async def owned(self, id: str) -> bool:
        """True if this process owns it. Nothing is taken."""
        held = self._mine.get(id)
        return held is not None and (held.sure or not await asyncio.to_thread(lambda: held.lost))

    async def mine(self, id: str) -> bool:
        """True if this process owns it, or takes it now. Raises JournalTrouble."""
        if self.surely_mine(id):
            return True
        async with self._one_search_at_a_time():
            return self.surely_mine(id) or await asyncio.to_thread(self._owned_or_taken, id)

    async def elsewhere(self, id: str) -> str | None:
        """The address of the process that owns it; None = this one does, empty = nobody can be found at the moment."""
        if id not in self._elsewhere:
            async with self._one_search_at_a_time():
                if id not in self._elsewhere:
                    return None if self.surely_mine(id) else await asyncio.to_thread(self._taken_or_owner, id)
        return self._elsewhere[id]

    def forget(self, id: str) -> None:
        """The address was wrong."""
        self._elsewhere.pop(id, None)

    async def is_at(self, id: str, address: str) -> bool:
        """Whether the owner is there, as far as anybody can tell."""
        try:
            return await asyncio.to_thread(self._journal.owner, id) == address
        except JournalTrouble:
            return True

    async def evict(self, id: str, address: str) -> bool:
        """Takes the tournament from an owner that hangs. False: it is not the owner any more. Raises JournalTrouble."""
        self.forget(id)
        return await asyncio.to_thread(self._journal.evict, id, address)

    @asynccontextmanager
    async def _one_search_at_a_time(self) -> AsyncIterator[None]:
        """One search at a time; those who waited use what the search before them found out, errors too."""
        began = monotonic()
        async with self._asking:
            at, trouble = self._failed
            if at > began:
                raise trouble
            try:
                yield
            except JournalTrouble as trouble:
                self._failed = (monotonic(), trouble)
                raise

    def _taken_or_owner(self, id: str) -> str | None:
        """As `elsewhere`, from the lock itself."""
        if self._owned_or_taken(id):
            return None
        address = self._journal.owner(id)
        if address in ("", self._address):  # let go a moment ago, or held by a connection that we have lost
            return ""
        self._elsewhere[id] = address
        return address

    def _owned_or_taken(self, id: str) -> bool:
        """In a thread, to its end: whoever asked may have lost patience."""
        owned = self._mine.get(id)
        if owned is not None and not owned.lost:
            return True
        self._mine.pop(id, None)
        taken = self._journal.own(id, self._address)
        if taken is None:
            return False
        self.forget(id)
        self._taken(id)
        self._mine[id] = taken
        return True

    def _give_back(self) -> None:
        for owned in self._mine.values():
            owned.release()
        self._mine.clear()
