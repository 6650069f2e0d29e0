"""The tournaments of a journal are read when the server starts, one after the other, while it answers already.

One in trouble stops no other. What may pass by itself (the database was away) is tried again with growing pauses, and
whenever somebody opens the tournament. What lasts (damage, events of a newer Tablo) waits for a person and a restart.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.journal import BrokenChain, JournalTrouble, UnknownEvent
from server.office.tournament import TournamentOffice

log = logging.getLogger("tablo.office")

PATIENCE = 1.0
"""Seconds that a page about all tournaments waits for those that are still to be read."""

PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, *[60.0] * 59)
"""Seconds before each new attempt: an hour in all."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a tournament could not be read."""

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
class ReadingIn:
    pauses: Sequence[float] = PAUSES
    _troubles: dict[str, JournalTrouble] = field(default_factory=dict)
    _once: asyncio.Event = field(default_factory=asyncio.Event)
    """Every tournament has been tried."""
    _trying: bool = True

    @asynccontextmanager
    async def running(self, offices: Sequence[TournamentOffice]) -> AsyncIterator[None]:
        task = asyncio.create_task(self._read_all(offices))
        try:
            yield
        finally:
            task.cancel()
            [ended] = await asyncio.gather(task, return_exceptions=True)
            if not isinstance(ended, asyncio.CancelledError | None):
                log.error("reading ended", exc_info=ended)

    async def started(self) -> None:
        """Every tournament has been tried, or somebody has waited long enough for it."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._once.wait()
        except TimeoutError:
            return

    async def read(self, office: TournamentOffice) -> None:
        """The tournament is ready, or its trouble is known. What is folded stays: no collector need look at it."""
        try:
            await office.ready()
            gc.freeze()
        except JournalTrouble as trouble:
            self._cannot(office, trouble)
        except Exception as error:  # a fold may stumble over anything in a history that never was
            log.exception("not folded", extra={"facts": {"tournament": office.id}})
            why = f"it cannot follow what is before it ({type(error).__name__}: {error})"
            self._cannot(office, BrokenChain(office.id, office.position + 1, why))

    def _cannot(self, office: TournamentOffice, trouble: JournalTrouble) -> None:
        if str(trouble) != str(self._troubles.get(office.id)):
            log.error("not read", extra={"facts": {"tournament": office.id, "why": str(trouble)}})
        self._troubles[office.id] = trouble
        if lasting(trouble):
            office.hide()

    def trouble_of(self, office: TournamentOffice) -> Unreadable | None:
        """None: it has been read, or is still to be."""
        trouble = None if office.folded else self._troubles.get(office.id)
        return None if trouble is None else Unreadable(trouble, self._trying and not lasting(trouble))

    async def _read_all(self, offices: Sequence[TournamentOffice]) -> None:
        try:
            for office in offices:
                await self.read(office)
            self._once.set()
            for pause in self.pauses:
                again = [office for office in offices if (found := self.trouble_of(office)) and not found.lasting]
                if not again:
                    return
                await asyncio.sleep(pause)
                for office in again:
                    await self.read(office)
        finally:
            self._trying = False
