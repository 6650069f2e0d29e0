"""A copy of the journal at every published round, in rotation beside it: what the hall hangs up can be had again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from domain.events import RoundPublished
from server.journal import AsyncJournal, BrokenChain, CannotOpen, CannotWrite, Entry, JournalTrouble
from server.journal.backup import backup_after_publication
from server.office import Office

log = logging.getLogger("tablo.copies")

PATIENCE = timedelta(minutes=1)
"""So long after a copy that failed, the next entry of anybody tries again."""


@dataclass(frozen=True, slots=True)
class Failing:
    """No copy could be made since then."""

    since: datetime
    tried: datetime
    why: str
    damaged: bool
    """Room on the disk will not help: the journal is not what was written."""


@dataclass(slots=True)
class Copies:
    """Told of every change. What was published before this process began has been copied by another."""

    office: Office
    journal: AsyncJournal
    patience: timedelta = PATIENCE
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    made: int = 0
    failures: int = 0
    failing: Failing | None = None
    """Until the next good copy."""
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
        if self._published(id, position) or self._due_again():
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

    def _due_again(self) -> bool:
        return self.failing is not None and datetime.now(UTC) - self.failing.tried >= self.patience

    def _entries(self, id: str) -> list[Entry]:
        office = self.office.known(id)
        return office.entries if office is not None else []

    async def _copy(self, id: str) -> None:
        """The round is published all the same: the arbiter sees the trouble at the desk, the operator in the log."""
        try:
            made = await backup_after_publication(self.journal, id)
        except JournalTrouble as trouble:
            self._failed(trouble)
            log.error("no copy was made", extra={"facts": {"tournament": id, "why": str(trouble)}})
            return
        self.failing = None
        if made is not None:
            self.made += 1
            log.info("copied", extra={"facts": {"tournament": id, "to": made.path.name}})

    def _failed(self, trouble: JournalTrouble) -> None:
        self.failures += 1
        now = datetime.now(UTC)
        if isinstance(trouble, CannotWrite | CannotOpen):
            why = f"{trouble.why} ({Path(trouble.where).parent})"
        else:
            why = str(trouble).removesuffix(".")
        since = self.failing.since if self.failing else now
        self.failing = Failing(since, now, why, isinstance(trouble, BrokenChain))
