"""Series that go on by themselves: editions are scheduled, moved and started as the clock and their entries say."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from uuid import uuid4
from zoneinfo import ZoneInfo

from domain.decisions.beginning import begin_by_itself
from domain.decisions.registering import amend_details, announce_tournament, identity
from domain.festival.editions import last_edition, present, take_step, tell_participants
from domain.festival.events import FestivalEvent, SeriesSet
from domain.festival.series import Schedule, SeriesStep, next_step
from domain.festival.state import Festival, ScheduledEdition
from domain.tournament import Tournament
from domain.words.regulations import Details
from projections.overview import Phase
from server.notifying import CannotSend, LogNotifier, Notifier, PlayerMessage
from server.office.festivals import FestivalOffice
from server.office.stages import THE_PROGRAM, Stages, taken_or_logged
from web.wording import LANGUAGES, language
from web.wording.messages import of_the_stage, of_the_start

log = logging.getLogger("tablo.series")

LOOK_SECONDS = 20.0
MOST_STEPS = 20
"""Steps of one series in one look: two are ordinary."""


def this_moment() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class SeriesKeeper:
    stages: Stages
    notifier: Notifier = field(default_factory=LogNotifier)
    public_url: str = ""
    """Before the links in messages; empty = they have none."""
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
                    await self.advance(office)
                except Exception:
                    log.exception("a series does not go on", extra={"facts": {"festival": office.name}})

    async def advance(self, office: FestivalOffice) -> None:
        """All steps that are due now, then the messages."""
        for _ in range(MOST_STEPS):
            step = await self._due(office)
            if step is None:
                break
            await self._take(office, step)
        await self._tell(office)
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
        full = [slug for slug in stages if await self._is_full(festival, slug)]
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

    # Messages

    async def _tell(self, office: FestivalOffice) -> None:
        """Players of a stage that is about to begin get one message."""
        festival, series = office.festival, office.festival.series
        if series is None:
            return
        for edition in festival.editions[-1:]:
            starts_at = datetime.fromisoformat(edition.starts_at)
            soon = self.clock() >= starts_at - timedelta(hours=series.plan.notice_hours)
            if soon and not edition.started and (edition.tournament, edition.starts_at) not in festival.told:
                await self._told(office, edition.tournament, edition.tournament, edition.starts_at, series.plan.zone)
        for pool, announced in festival.announced.items():
            for slug in (*announced.groups, *announced.stages):
                if (slug, "") not in festival.told and await self._is_full(festival, slug):
                    await self._told(office, pool, slug, "", series.plan.zone)

    async def _is_full(self, festival: Festival, slug: str) -> bool:
        """Everybody who comes from earlier stages is there, and nothing is paired yet."""
        if self.stages.phase(slug) is not Phase.ANNOUNCED:
            return False
        t, link = (await self.stages.office.open(slug)).tournament, festival.links.get(slug)
        return bool(t.players) and (link is None or set(link.sources) <= set(t.qualified))

    async def _told(self, office: FestivalOffice, pool: str, slug: str, starts_at: str, zone: str) -> None:
        """Sent first and noted then: a server that stops in between says it twice rather than never."""
        messages = await self._messages(pool, slug, starts_at, zone)
        try:
            sent = await self.notifier.send(messages) if messages else 0
        except CannotSend as why:
            log.warning("messages wait", extra={"facts": {"tournament": slug, "why": str(why)}})
            return
        await office.command(str(uuid4()), THE_PROGRAM, lambda state: tell_participants(state, slug, starts_at, sent))

    async def _messages(self, pool: str, slug: str, starts_at: str, zone: str) -> list[PlayerMessage]:
        """To the players of a stage, at the addresses that they gave when they entered."""
        t, words = (await self.stages.office.open(slug)).tournament, language(LANGUAGES[0])
        link = f"{self.public_url}/t/{slug}" if self.public_url else ""
        if starts_at:
            subject, text = of_the_start(t.details.name, datetime.fromisoformat(starts_at), zone, link, words)
        else:
            subject, text = of_the_stage(t.details.name, link, words)
        return [PlayerMessage(address, subject, text) for address in await self._addresses(pool, t)]

    async def _addresses(self, pool: str, playing: Tournament) -> list[str]:
        kept = await asyncio.to_thread(self.stages.office.journal.journal.side.of_stream, pool)
        entered = (await self.stages.office.open(pool)).tournament.players
        playing_now = {identity(player) for id, player in playing.players.items() if not playing.away(id, 1)}
        known = {identity(player): kept[id].email for id, player in entered.items() if id in kept}
        return sorted({address for who, address in known.items() if address and who in playing_now})


def _dated(details: Details, starts_at: datetime, zone: str) -> Details:
    """With the day and the local time of the start."""
    local = starts_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    first = local.isoformat(timespec="minutes")
    return replace(details, start=local.date().isoformat(), end="", schedule=(first, *details.schedule[1:]))
