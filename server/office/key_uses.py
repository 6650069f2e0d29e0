"""The time each key of a program was last used, noted once a minute at most."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from server.journal import AsyncJournal

NOTED_EVERY = timedelta(minutes=1)


@dataclass(slots=True)
class KeyUses:
    journal: AsyncJournal
    _noted: dict[str, datetime] = field(default_factory=dict)

    async def note(self, key: str, now: datetime) -> None:
        """Nothing is noted in a journal that is open for reading only."""
        before = self._noted.get(key)
        if self.journal.journal.read_only or (before is not None and now - before < NOTED_EVERY):
            return
        self._noted[key] = now
        await asyncio.to_thread(self.journal.journal.programs.used, key, now.isoformat(timespec="seconds"))

    async def all(self) -> dict[str, datetime]:
        """Key to its last use."""
        kept = await asyncio.to_thread(self.journal.journal.programs.last_uses)
        return {key: datetime.fromisoformat(at) for key, at in kept.items()}
