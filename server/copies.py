"""A copy of the journal at every published round, in rotation beside it: what the hall hangs up can be had again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from domain.events import RoundPublished
from server.journal import AsyncJournal, Entry, JournalTrouble
from server.journal.backup import backup_after_publication
from server.office import Office

log = logging.getLogger("tablo.copies")


@dataclass(slots=True)
class Copies:
    """Told of every change. What was published before this process began has been copied by another."""

    office: Office
    journal: AsyncJournal
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    _seen: dict[str, int] = field(default_factory=dict)
    _running: set["asyncio.Task[None]"] = field(default_factory=set)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Copies"]:
        """A copy under way is finished before the journal is closed."""
        try:
            yield self
        finally:
            if self._running:
                await asyncio.wait(self._running)

    def changed(self, id: str, position: int) -> None:
        if self._published(id, position):
            task = asyncio.create_task(self._copy(id))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _published(self, id: str, position: int) -> bool:
        """A round was published since the last change that was told."""
        seen, self._seen[id] = self._seen.get(id, 0), position
        return any(
            isinstance(entry.event, RoundPublished) and entry.recorded_at >= self.began
            for entry in self._entries(id)[seen:position]
        )

    def _entries(self, id: str) -> list[Entry]:
        return next((one.entries for one in self.office if one.id == id), [])

    async def _copy(self, id: str) -> None:
        """The round is published all the same: trouble is for the operator."""
        try:
            made = await backup_after_publication(self.journal, id)
        except JournalTrouble as trouble:
            log.error("no copy was made", extra={"facts": {"tournament": id, "why": str(trouble)}})
            return
        if made is not None:
            log.info("copied", extra={"facts": {"tournament": id, "to": made.path.name}})
