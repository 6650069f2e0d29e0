"""Series that go on by themselves: editions are scheduled, moved and started as the clock and their entries say."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from secrets import token_hex
from uuid import uuid4
from zoneinfo import ZoneInfo

from domain.decisions.beginning import begin_by_itself
from domain.decisions.registering import amend_details, announce_tournament
from domain.festival.editions import last_edition, present, take_step
from domain.festival.events import FestivalEvent, SeriesSet
from domain.festival.series import Schedule, SeriesStep, next_step
from domain.festival.state import Festival, ScheduledEdition
from domain.words.regulations import Details
from projections.overview import Phase
from server.office.festivals import FestivalOffice
from server.office.outbox import Outbox
from server.office.stages import THE_PROGRAM, Stages, taken_or_logged

log = logging.getLogger("tablo.series")

LOOK_SECONDS = 20.0
MOST_STEPS = 20
"""Steps of one series in one look: two are ordinary."""


def this_moment() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class SeriesKeeper:
    stages: Stages
    outbox: Outbox
    clock: Callable[[], datetime] = this_moment

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SeriesKeeper"]:
        working = asyncio.create_task(self._work())
        try:
            yield self
        finally:
            working.cancel()

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for office in self.stages.festivals:
                try:
                    await self.look(office)
                except Exception:
                    log.exception("a series does not go on", extra={"facts": {"festival": office.name}})

    async def look(self, office: FestivalOffice) -> None:
        """All steps that are due now, and the messages that wait."""
        await self.advance(office)
        await self.outbox.deliver(office, self.clock())

    async def advance(self, office: FestivalOffice) -> None:
        """All steps that are due now; what players are to be told is in the outbox then."""
        for _ in range(MOST_STEPS):
            step = await self._due(office)
            if step is None:
                break
            await self._take(office, step)
        await self.outbox.write(office, self.clock())
        if office.festival.series and office.festival.series.begins_by_itself:
            for slug in await self._to_begin(office.festival):
                await taken_or_logged(self._begin(slug), slug)

    # Steps

    async def _due(self, office: FestivalOffice) -> SeriesStep | None:
        series = office.festival.series
        return await self._next(office.festival, series, self.clock()) if series else None

    async def _next(self, festival: Festival, series: SeriesSet, now: datetime) -> SeriesStep | None:
        entries, ended_at = 0, None
        if festival.editions:
            last = festival.editions[-1]
            entries = present((await self.stages.office.open(last.tournament)).tournament)
            ended_at = now if self._ended(festival, last) else None
        return next_step(series.plan, now, last_edition(festival, entries, ended_at))

    async def _take(self, office: FestivalOffice, step: SeriesStep) -> None:
        series, now = office.festival.series, self.clock()
        if series is None:
            return
        if isinstance(step, Schedule):
            slug, entered = await self._announced(office, series, step), None
        else:
            slug = office.festival.editions[-1].tournament
            entered = (await self.stages.office.open(slug)).tournament

        def decide(state: Festival) -> list[FestivalEvent]:
            still = last_edition(state, present(entered) if entered else 0, now if self._all_ended(state) else None)
            return take_step(state, step, slug, entered) if next_step(series.plan, now, still) == step else []

        await office.command(str(uuid4()), THE_PROGRAM, decide)
        await self._carry_on(office, series)

    async def _announced(self, office: FestivalOffice, series: SeriesSet, step: Schedule) -> str:
        """The address of the tournament of a new edition, founded once."""
        about = office.festival.details
        details = _dated(Details(f"{about.name} {step.number}", city=about.city), step.starts_at, series.plan.zone)
        made = await self.stages.office.create(
            details.name,
            f"{office.id}/edition/{step.number}",
            THE_PROGRAM,
            lambda _: announce_tournament(details, series.regulations),
        )
        return made.id

    async def _carry_on(self, office: FestivalOffice, series: SeriesSet) -> None:
        """The tournament of the last edition follows: its date, and its groups."""
        last = office.festival.editions[-1]
        tournament = await self.stages.office.open(last.tournament)
        details = _dated(tournament.tournament.details, datetime.fromisoformat(last.starts_at), series.plan.zone)
        if not last.started and details != tournament.tournament.details:
            await tournament.command(str(uuid4()), THE_PROGRAM, lambda t: amend_details(t, details))
        if last.tournament in office.festival.groups:
            await self.stages.announce(office, last.tournament, THE_PROGRAM)

    async def _to_begin(self, festival: Festival) -> list[str]:
        """Tournaments whose time has come, and in which nothing is paired."""
        alone = [one.tournament for one in festival.editions if one.started and one.tournament not in festival.groups]
        stages = [slug for made in festival.announced.values() for slug in (*made.groups, *made.stages)]
        full = [slug for slug in stages if await self.outbox.is_full(festival, slug)]
        return [*(slug for slug in alone if self.stages.phase(slug) is Phase.ANNOUNCED), *full]

    async def _begin(self, slug: str) -> None:
        tournament = await self.stages.office.open(slug)
        await tournament.command(str(uuid4()), THE_PROGRAM, lambda t: begin_by_itself(t, token_hex(8)))

    def _all_ended(self, festival: Festival) -> bool:
        return bool(festival.editions) and self._ended(festival, festival.editions[-1])

    def _ended(self, festival: Festival, edition: ScheduledEdition) -> bool:
        """Its last stage is closed."""
        announced = festival.announced.get(edition.tournament)
        played = (announced.stages[-1:] or announced.groups) if announced else (edition.tournament,)
        return edition.started and all(self.stages.phase(slug) is Phase.CLOSED for slug in played)


def _dated(details: Details, starts_at: datetime, zone: str) -> Details:
    """With the day and the local time of the start."""
    local = starts_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    first = local.isoformat(timespec="minutes")
    return replace(details, start=local.date().isoformat(), end="", schedule=(first, *details.schedule[1:]))
