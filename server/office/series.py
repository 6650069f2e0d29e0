"""Series that go on by themselves: editions are scheduled, moved and started as the clock and their entries say."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import field, replace
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from zoneinfo import ZoneInfo

from domain.decisions.players.registering import identity
from domain.decisions.rounds.pairing import begin_by_itself
from domain.decisions.setup.announcing import amend_details, amend_regulations, announce_tournament
from domain.festival.events import FestivalEvent, SeriesSet
from domain.festival.series import Schedule, SeriesStep, last_edition, move_edition, next_step, present, take_step
from domain.festival.state import Festival, ScheduledEdition
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.regulations import Details
from projections.festivals.qualifiers import games_by_person
from projections.moment.overview import Phase
from server.office.entry_queue import Entries
from server.office.festivals import FestivalOffice
from server.office.stages import Stages, taken_or_logged
from server.office.stream import THE_PROGRAM
from server.office.telling.mailings import Mailings
from server.supervisor import QuietLog

log = logging.getLogger("tablo.series")

LOOK_SECONDS = 20.0
MOST_STEPS = 20
"""Steps of one series in one look: two are ordinary."""


@dataclass(slots=True)
class SeriesKeeper:
    stages: Stages
    mailings: Mailings
    entries: Entries
    clock: Callable[[], datetime] = partial(datetime.now, UTC)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    async def work(self) -> None:
        """Take the steps that are due, series by series; one that cannot go on keeps no other."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for office in self.stages.festivals:
                with self._quiet.going_on("a series does not go on", festival=office.name):
                    await self.advance(office)

    async def advance(self, office: FestivalOffice) -> None:
        """All steps that are due now; what players are to be told is written then."""
        for _ in range(MOST_STEPS):
            series = office.festival.series
            step = await self._next(office.festival, series, self.clock()) if series else None
            if step is None:
                break
            await self._take(office, step)
        await self.entries.settle(office)
        await self.mailings.write(office, self.clock())
        if office.festival.series and office.festival.series.begins_by_itself:
            for slug in await self._to_begin(office.festival):
                await taken_or_logged(self._begin(slug), slug)

    async def follow(self, office: FestivalOffice) -> None:
        """The tournament of the open edition has the date of its edition, and without entries its regulations too."""
        edition, series = office.festival.open_edition, office.festival.series
        if edition is None or series is None:
            return
        await self._carry_on(office, series)
        tournament = await self.stages.office.open(edition.tournament)
        if not tournament.tournament.players:
            await tournament.step(lambda t: [] if t.players else amend_regulations(t, series.regulations))

    async def move(self, office: FestivalOffice, command_id: str, by: str) -> None:
        """The open edition follows the plan of the series, and those who have entered are told."""
        edition, series, now = office.festival.open_edition, office.festival.series, self.clock()
        if edition is None or series is None:
            return
        entered = present((await self.stages.office.open(edition.tournament)).tournament)
        outcome = await office.command(command_id, by, lambda state: move_edition(state, entered, now))
        if outcome.entries:
            await self._carry_on(office, series)
            await self.mailings.write(office, now)

    # Steps

    async def _next(self, festival: Festival, series: SeriesSet, now: datetime) -> SeriesStep | None:
        entries, ended_at = 0, None
        if festival.editions:
            last = festival.editions[-1]
            entries = await self._counted(festival, series, last, now)
            ended_at = now if self._ended(festival, last) else None
        return next_step(series.plan, now, last_edition(festival, entries, ended_at))

    async def _take(self, office: FestivalOffice, step: SeriesStep) -> None:
        series, now = office.festival.series, self.clock()
        if series is None:
            return
        if isinstance(step, Schedule):
            slug, entered, counted = await self._announced(office, series, step), None, 0
        else:
            last = office.festival.editions[-1]
            slug, counted = last.tournament, await self._counted(office.festival, series, last, now)
            entered = (await self.stages.office.open(slug)).tournament

        def decide(state: Festival) -> list[FestivalEvent]:
            ended = bool(state.editions) and self._ended(state, state.editions[-1])
            still = last_edition(state, counted, now if ended else None)
            return take_step(state, step, slug, entered, counted) if next_step(series.plan, now, still) == step else []

        await office.step(decide)
        await self._carry_on(office, series)

    async def _counted(self, festival: Festival, series: SeriesSet, edition: ScheduledEdition, now: datetime) -> int:
        """The entries that count for the start; who is qualified is asked when the start has come."""
        entered = (await self.stages.office.open(edition.tournament)).tournament
        due = not edition.started and now >= datetime.fromisoformat(edition.starts_at)
        return len(await self.qualified(festival, series, entered)) if due else present(entered)

    async def qualified(self, festival: Festival, series: SeriesSet, entered: Tournament) -> frozenset[EntrantId]:
        """Entrants who count: over the board, those who have played enough before (the portal's §6)."""
        rules = series.plan.entries
        here = frozenset(id for id in entered.players if not entered.away(id, 1))
        if not rules.over_the_board or not rules.qualifying_games:
            return here
        known = self.stages.festivals
        where = known.open(rules.qualifying_festival).festival if rules.qualifying_festival in known else festival
        played = games_by_person([one async for one in self.stages.read(where.sections)])
        return frozenset(id for id in here if played[identity(entered.players[id])] >= rules.qualifying_games)

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
            await tournament.step(lambda t: amend_details(t, details))
        if last.tournament in office.festival.groups:
            await self.stages.announce(office, last.tournament, THE_PROGRAM)

    async def _to_begin(self, festival: Festival) -> list[str]:
        """Tournaments whose time has come, and in which nothing is paired."""
        alone = [one.tournament for one in festival.editions if one.started and one.tournament not in festival.groups]
        stages = [slug for made in festival.announced.values() for slug in (*made.groups, *made.stages)]
        full = [slug for slug in stages if await self.mailings.is_full(festival, slug)]
        return [*(slug for slug in alone if self.stages.phase(slug) is Phase.ANNOUNCED), *full]

    async def _begin(self, slug: str) -> None:
        tournament = await self.stages.office.open(slug)
        await tournament.step(lambda t: begin_by_itself(t, token_hex(8)))

    def _ended(self, festival: Festival, edition: ScheduledEdition) -> bool:
        """True if its last stage is closed."""
        announced = festival.announced.get(edition.tournament)
        played = (announced.stages[-1:] or announced.groups) if announced else (edition.tournament,)
        return edition.started and all(self.stages.phase(slug) is Phase.CLOSED for slug in played)


def _dated(details: Details, starts_at: datetime, zone: str) -> Details:
    """With the day and the local time of the start."""
    local = starts_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    first = local.isoformat(timespec="minutes")
    return replace(details, start=local.date().isoformat(), end="", schedule=(first, *details.schedule[1:]))
