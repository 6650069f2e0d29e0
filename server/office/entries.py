"""Entries that players ask for by themselves, and petitions: from the queue of a festival into its tournaments.

Each step can be done twice: the registration carries the number of the entry as its command id, and what it did is
noted in the festival afterwards.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast
from uuid import uuid4

from domain.decisions.players.attendance import withdraw
from domain.decisions.players.registering import NewPlayer
from domain.festival.decisions import add_section
from domain.festival.entering import (
    admit_entry,
    ask_entry,
    drop_entry,
    open_edition,
    same_person,
    take_in,
    turn_down_entry,
    waiting_entries,
    withdraw_entry,
)
from domain.festival.events import EntryAsked, FestivalEvent
from domain.festival.petitions import grant_petition, granting
from domain.festival.refusals import EntryIsDecided
from domain.festival.state import EntryStage, Festival
from domain.refusals import Refusal, WasThrownAway
from domain.words.festivals import EntryForm
from domain.words.players import EntrantId
from server.journal import PersonalData
from server.journal.personal_data import SideStore
from server.office.festivals import FestivalOffice
from server.office.stages import THE_PROGRAM, Stages

log = logging.getLogger("tablo.entries")


@dataclass(slots=True)
class Entries:
    stages: Stages

    async def ask(
        self,
        office: FestivalOffice,
        new: NewPlayer,
        email: str,
        command_id: str,
        digest: str,
        now: datetime,
        language: str = "",
    ) -> int:
        """Their number; admitted at once where the series says so. Raises WasThrownAway, or as `ask_entry`."""
        edition = open_edition(office.festival, now)
        entered = (await self.stages.office.open(edition.tournament)).tournament
        if entered.thrown_away:
            raise WasThrownAway
        outcome = await office.command(
            command_id, THE_PROGRAM, lambda state: ask_entry(state, new, entered, now, language), digest
        )
        asked = [cast(FestivalEvent, one.event) for one in outcome.entries]
        number = next(event.number for event in asked if isinstance(event, EntryAsked))
        if email:
            await asyncio.to_thread(self._side.keep, office.id, number, PersonalData(email=email))
        series, waits = office.festival.series, office.festival.entries[number].stage is EntryStage.WAITING
        if waits and series and series.plan.entries.entry_form is EntryForm.DIRECT:
            await self.admit(office, number, THE_PROGRAM)
        return number

    async def admit(self, office: FestivalOffice, number: int, by: str) -> None:
        """Register them in their tournament. Raises EntryIsDecided, or as `register`."""
        request = office.festival.entries[number]
        if request.stage is not EntryStage.WAITING:
            raise EntryIsDecided(request.player.name)
        tournament = await self.stages.office.open(request.tournament)
        await tournament.command(f"{office.id}/entry/{number}", by, lambda t: take_in(t, request.player))
        entrant = same_person(request.player, tournament.tournament.players.items())
        if entrant is None:
            raise EntryIsDecided(request.player.name)
        await self._move_address(office, number, request.tournament, entrant)
        await office.command(str(uuid4()), by, lambda state: admit_entry(state, number, entrant))

    async def turn_down(self, office: FestivalOffice, number: int, by: str, reason: str, command_id: str) -> None:
        await office.command(command_id, by, lambda state: turn_down_entry(state, number, reason))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def withdraw(self, office: FestivalOffice, number: int, now: datetime) -> None:
        """By themselves, free until the edition begins. Raises NoOpenEdition."""
        request = office.festival.entries[number]
        if withdraw_entry(office.festival, number, now) and request.stage is EntryStage.ADMITTED:
            await self._leave(request.tournament, request.entrant)
        await office.command(str(uuid4()), THE_PROGRAM, lambda state: withdraw_entry(state, number, now))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def stop_messages(self, slug: str, entrant: EntrantId) -> None:
        """Forget their address: they stay entered, and get no more messages. Twice changes nothing."""
        known = await asyncio.to_thread(self._side.find, slug, entrant)
        await asyncio.to_thread(self._side.keep, slug, entrant, replace(known, email=""))

    async def settle(self, office: FestivalOffice) -> None:
        """Entries that a server before this one left undone, and those that nobody will decide on any more."""
        festival, edition = office.festival, office.festival.open_edition
        direct = festival.series and festival.series.plan.entries.entry_form is EntryForm.DIRECT
        for request in waiting_entries(festival):
            if edition is None or request.tournament != edition.tournament:
                await self._drop(office, request.number)
            elif direct:
                try:
                    await self.admit(office, request.number, THE_PROGRAM)
                except Refusal as why:
                    log.info("an entry is not taken", extra={"facts": {"why": type(why).__name__}})
                    await self._drop(office, request.number)

    async def grant(self, office: FestivalOffice, number: int, by: str) -> str:
        """The address of the tournament that a petition asked for; its signers have entered. Raises TooFewSigners."""
        petition, series = granting(office.festival, number), office.festival.series
        if series is None:
            raise LookupError("granting has looked for the series")
        title = petition.opened.title
        add_section(office.festival, "", title)  # refused before there is a tournament of that name
        made = await self.stages.found(office, f"petition/{number}", title, series.regulations, petition.signers, by)

        def decide(state: Festival) -> list[FestivalEvent]:
            return [*add_section(state, made, title), *grant_petition(state, number, made)]

        await office.command(str(uuid4()), by, decide)
        return made

    async def _leave(self, slug: str, entrant: EntrantId) -> None:
        tournament = await self.stages.office.open(slug)
        await tournament.command(
            str(uuid4()), THE_PROGRAM, lambda t: [] if t.away(entrant, 1) else withdraw(t, [entrant])
        )

    async def _drop(self, office: FestivalOffice, number: int) -> None:
        request = office.festival.entries[number]
        entered = (await self.stages.office.open(request.tournament)).tournament
        here = same_person(request.player, entered.players.items())
        if here is not None:
            await office.command(str(uuid4()), THE_PROGRAM, lambda state: admit_entry(state, number, here))
            return
        await office.command(str(uuid4()), THE_PROGRAM, lambda state: drop_entry(state, number))
        await asyncio.to_thread(self._side.erase, office.id, number)

    async def _move_address(self, office: FestivalOffice, number: int, slug: str, entrant: EntrantId) -> None:
        kept = await asyncio.to_thread(self._side.find, office.id, number)
        if kept.email:
            known = await asyncio.to_thread(self._side.find, slug, entrant)
            await asyncio.to_thread(self._side.keep, slug, entrant, replace(known, email=kept.email))
            await asyncio.to_thread(self._side.erase, office.id, number)

    @property
    def _side(self) -> SideStore:
        return self.stages.office.journal.journal.side
