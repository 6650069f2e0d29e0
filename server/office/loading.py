"""Tournaments are read from the journal, when the server starts and when somebody asks for one.

One in trouble stops no other. A trouble that may pass by itself (the database was away) is tried again with growing
pauses, and whenever somebody opens the tournament. A lasting one (damage, events of a newer Tablo) waits for a person
and a restart.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.journal import BrokenChain, JournalTrouble, UnknownEvent
from server.notice import notice
from server.office.tournament import TournamentOffice
from server.supervisor import Supervisor

log = logging.getLogger("tablo.office")

LIST_PATIENCE_SECONDS = 1.0
"""Seconds that a page about all tournaments waits for those that are still to be read."""

READ_PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, *[60.0] * 59)
"""Seconds before each new attempt: an hour in all."""


@dataclass(frozen=True, slots=True)
class UnreadableTournament:
    """The reason a tournament could not be read."""

    trouble: JournalTrouble
    tried_again: bool
    """By the server itself, before long."""

    @property
    def lasting(self) -> bool:
        """To read it again would be in vain, and with many spectators dear."""
        return lasting(self.trouble)


def lasting(trouble: JournalTrouble) -> bool:
    return isinstance(trouble, BrokenChain | UnknownEvent)


@dataclass(slots=True)
class Loading:
    pauses: Sequence[float] = READ_PAUSES_SECONDS
    troubles: dict[str, JournalTrouble] = field(default_factory=dict)
    """The trouble of each that could not be read when that was tried last."""
    _once: asyncio.Event = field(default_factory=asyncio.Event)
    """Everything that is read at the start has been tried."""
    _trying: bool = True
    background: Supervisor = field(default_factory=Supervisor)

    @asynccontextmanager
    async def running(self, ids: Sequence[str], find: Callable[[str], TournamentOffice]) -> AsyncIterator[None]:
        """Reads these tournaments in the background."""
        async with self.background.keeping({"reading": lambda: self._read_all(ids, find)}):
            yield

    async def started(self) -> None:
        """Wait until all that is read at the start has been tried, but not for long."""
        try:
            async with asyncio.timeout(LIST_PATIENCE_SECONDS):
                await self._once.wait()
        except TimeoutError:
            return

    async def read(self, office: TournamentOffice) -> JournalTrouble | None:
        """The tournament is ready, or its trouble is known and answered."""
        try:
            await office.ready()
        except JournalTrouble as trouble:
            return self._cannot(office, trouble)
        except Exception as error:  # a fold may stumble over anything in a history that never was
            log.exception("not folded", extra={"facts": {"tournament": office.id}})
            why = notice("does-not-follow", kind=type(error).__name__, why=error)
            return self._cannot(office, BrokenChain(office.id, office.position + 1, why))
        self.troubles.pop(office.id, None)
        return None

    def _cannot(self, office: TournamentOffice, trouble: JournalTrouble) -> JournalTrouble:
        if str(trouble) != str(self.troubles.get(office.id)):
            log.error("not read", extra={"facts": {"tournament": office.id, "why": str(trouble)}})
        self.troubles[office.id] = trouble.with_traceback(None)
        if lasting(trouble):
            office.hide()
        return trouble

    def unreadable(self, held: Mapping[str, TournamentOffice]) -> dict[str, UnreadableTournament]:
        """Tournaments that could not be read, and why. One that is only behind can still be shown."""
        return {
            id: UnreadableTournament(trouble, self._trying and not lasting(trouble))
            for id, trouble in self.troubles.items()
            if (office := held.get(id)) is None or not office.folded
        }

    async def _read_all(self, ids: Sequence[str], find: Callable[[str], TournamentOffice]) -> None:
        try:
            for id in ids:
                await self.read(find(id))
            gc.freeze()  # once: what is frozen later may be garbage, and would stay for ever
            self._once.set()
            for pause in self.pauses:
                again = [id for id, trouble in self.troubles.items() if not lasting(trouble)]
                if not again:
                    return
                await asyncio.sleep(pause)
                for id in again:
                    await self.read(find(id))
        finally:
            self._trying = False
