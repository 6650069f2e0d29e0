"""Entries of other processes, heard by one follower and told to the office they are for."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from server.journal import AsyncJournal, Entry, JournalTrouble, Unread
from server.supervisor import Supervisor

log = logging.getLogger("tablo.office")

FOLLOW_PAUSE_SECONDS = 1.0
"""Seconds before following is tried again."""
OTHERS = ""

Heard = Callable[[Entry | Unread], Awaitable[None]]


class Following:
    """One follower for all offices of a journal: each would read every entry of every stream."""

    def __init__(self, journal: AsyncJournal, background: Supervisor | None = None) -> None:
        self._journal = journal
        self._background = background or Supervisor()
        self._told: dict[str, Heard] = {}
        self._starting = asyncio.Lock()
        self._scope = AsyncExitStack()
        self._position: int | None = None

    @asynccontextmanager
    async def telling(self, heard: Heard, stream: str = OTHERS) -> AsyncIterator[None]:
        """Entries of one stream, of a room of them (`festival/`), or of all that nobody else asked for; read what is
        there after this has begun.
        """
        async with self._starting:
            if self._position is None:
                self._position = await self._journal.position()
                await self._scope.enter_async_context(self._background.keeping({"following": self._follow}))
        self._told[stream] = heard
        try:
            yield
        finally:
            del self._told[stream]
            if not self._told:
                await self._scope.aclose()
                self._position = None

    async def _follow(self) -> None:
        """Trouble with the store is logged and tried again."""
        while True:
            try:
                async for at, entry in self._journal.follow(self._position):
                    self._position = at
                    await self._tell(entry)
            except JournalTrouble as trouble:
                log.warning("following stopped", extra={"facts": {"why": str(trouble)}})
            await asyncio.sleep(FOLLOW_PAUSE_SECONDS)

    async def _tell(self, entry: Entry | Unread) -> None:
        """Tell the office of an entry; one that fails does not keep the others from theirs."""
        room = entry.stream[: entry.stream.find("/") + 1]
        heard = self._told.get(entry.stream) or self._told.get(room) or self._told.get(OTHERS)
        try:
            if heard is not None:
                await heard(entry)
        except Exception:
            facts = {"stream": entry.stream, "version": entry.version}
            log.exception("what another process wrote was not taken in", extra={"facts": facts})
