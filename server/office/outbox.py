"""The outbox of a festival: what players are to be told is written into its journal first and sent then.

Of several servers over one journal the one that holds the lock of the festival's stream sends. Each handful is noted
when the mail server has taken it: a server that stops in between doubles one handful at most, under the same message
ids. While the mail server is away nothing is lost; the next attempt is noted with its time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import uuid4

from domain.decisions.same_person import identity
from domain.festival.outbox import (
    delay_delivery,
    drop_outdated,
    due_mailings,
    note_delivery,
    report_stage,
    write_mailing,
)
from domain.festival.state import Festival
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.mailings import Occasion
from projections.overview import Phase
from server.notifying import NOT_NOW, LogNotifier, Notifier, PlayerMessage
from server.office.festivals import FestivalOffice
from server.office.messages import message_for
from server.office.stages import THE_PROGRAM, Stages

log = logging.getLogger("tablo.messages")

HANDFUL_MESSAGES = 20
"""Messages that are sent before they are noted."""
FRESH_NEWS_DAYS = 2
"""A stage that ended longer ago is reported on the page, and nobody is written to."""


async def nobody_else(_stream: str) -> bool:
    """One process alone sends everything."""
    return True


@dataclass(slots=True)
class Outbox:
    stages: Stages
    notifier: Notifier = field(default_factory=LogNotifier)
    public_url: str = ""
    """The address before the links in messages; empty = they have none."""
    may_send: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process sends for this stream."""

    # Writing

    async def write(self, office: FestivalOffice, now: datetime) -> None:
        """Everything that players are to be told now, each once."""
        await self._report(office, now)
        series = office.festival.series
        if series is None:
            return
        for edition in office.festival.editions[-1:]:
            soon = now >= datetime.fromisoformat(edition.starts_at) - timedelta(hours=series.plan.notice_hours)
            if soon and not edition.started:
                slug = edition.tournament
                await self.tell(office, Occasion.START, slug, slug, now, edition.starts_at)
        for pool, announced in list(office.festival.announced.items()):
            for slug in (*announced.groups, *announced.stages):
                if (Occasion.STAGE, slug, "") not in office.festival.told and await self.is_full(office.festival, slug):
                    await self.tell(office, Occasion.STAGE, slug, pool, now)

    async def is_full(self, festival: Festival, slug: str) -> bool:
        """True once everybody who comes from earlier stages is there, and nothing is paired yet."""
        if self.stages.phase(slug) is not Phase.ANNOUNCED:
            return False
        t, link = (await self.stages.office.open(slug)).tournament, festival.links.get(slug)
        return bool(t.players) and (link is None or set(link.sources) <= set(t.qualified))

    async def tell(
        self, office: FestivalOffice, occasion: Occasion, slug: str, pool: str, now: datetime, starts_at: str = ""
    ) -> None:
        """The players of a stage who have left an address in the section where they entered."""
        if occasion is not Occasion.MOVED and (occasion, slug, starts_at) in office.festival.told:
            return
        to = sorted(await self._addresses(pool, slug))
        await office.command(
            str(uuid4()), THE_PROGRAM, lambda state: write_mailing(state, occasion, slug, pool, to, now, starts_at)
        )

    async def _report(self, office: FestivalOffice, now: datetime) -> None:
        """Sections that have ended are news; those who played there are told, if it is a series."""
        for slug in [one for one in office.festival.sections if one not in office.festival.reported]:
            if self.stages.phase(slug) is not Phase.CLOSED:
                continue
            await office.command(str(uuid4()), THE_PROGRAM, partial(report_stage, tournament=slug))
            closed = (await self.stages.office.open(slug)).entries[-1].recorded_at
            pool = _pool_of(office.festival, slug)
            if pool and datetime.now(UTC) < closed + timedelta(days=FRESH_NEWS_DAYS):
                await self.tell(office, Occasion.OVER, slug, pool, now)

    # Sending

    async def deliver(self, office: FestivalOffice, now: datetime) -> None:
        """All messages that are due, by the one process that may."""
        if not any(mailing.waiting for mailing in office.festival.mailings.values()):
            return
        await office.command(str(uuid4()), THE_PROGRAM, lambda state: drop_outdated(state, now))
        for number in due_mailings(office.festival, now):
            await self._deliver_mailing(office, number, now)

    async def _deliver_mailing(self, office: FestivalOffice, number: int, now: datetime) -> None:
        """Tries everybody once; those whose server says `not now`, or who were not reached, wait."""
        tried, trouble = set[EntrantId](), ""
        while trouble in ("", NOT_NOW) and await self.may_send(office.id):
            waiting = office.festival.mailings[number].waiting
            handful = [id for id in waiting if id not in tried][:HANDFUL_MESSAGES]
            if not handful:
                break
            tried.update(handful)
            trouble = await self._handful(office, number, handful) or trouble
        if trouble:
            written = office.festival.mailings[number].written
            log.warning("messages wait", extra={"facts": {"tournament": written.tournament, "why": trouble}})
            await office.command(str(uuid4()), THE_PROGRAM, lambda state: delay_delivery(state, number, now, trouble))

    async def _handful(self, office: FestivalOffice, number: int, handful: Sequence[EntrantId]) -> str:
        """The trouble of the way out; empty = there was none."""
        known = await self._messages(office, number, handful)
        sent = await self.notifier.send(list(known.values()))
        taken = {id for id, message in known.items() if message in sent.taken}
        lost = {id for id, message in known.items() if message in sent.lost} | ({*handful} - known.keys())
        await office.command(str(uuid4()), THE_PROGRAM, lambda state: note_delivery(state, number, taken, lost))
        return sent.trouble

    async def _messages(
        self, office: FestivalOffice, number: int, handful: Sequence[EntrantId]
    ) -> Mapping[EntrantId, PlayerMessage]:
        """The messages to those whose address is still known."""
        written = office.festival.mailings[number].written
        addresses = await self._addresses(written.pool, written.tournament)
        entered = (await self.stages.office.open(written.pool)).tournament.players
        stage = self.stages.snapshots.now(await self.stages.office.open(written.tournament))
        link = f"{self.public_url}/t/{written.tournament}" if self.public_url else ""
        found = dict[EntrantId, PlayerMessage]()
        for id in handful:
            if id in addresses:
                subject, text = message_for(written, entered[id], stage, office.festival, link)
                found[id] = PlayerMessage(addresses[id], subject, text, f"{office.name}.{number}.{id}")
        return found

    async def _addresses(self, pool: str, slug: str) -> Mapping[EntrantId, str]:
        """The addresses of those who play in a stage, by their number in the entry list."""
        kept = await asyncio.to_thread(self.stages.office.journal.journal.side.of_stream, pool)
        entered = (await self.stages.office.open(pool)).tournament.players
        playing = _present((await self.stages.office.open(slug)).tournament)
        return {
            id: kept[id].email
            for id, player in entered.items()
            if id in kept and kept[id].email and identity(player) in playing
        }


def _present(t: Tournament) -> set[tuple[object, ...]]:
    return {identity(player) for id, player in t.players.items() if t.closed or not t.away(id, 1)}


def _pool_of(festival: Festival, slug: str) -> str:
    """The section in which the players of a stage of a series have entered; empty = it is of no series."""
    if any(edition.tournament == slug for edition in festival.editions):
        return slug
    pools = (edition.tournament for edition in festival.editions)
    stages = ((pool, festival.announced[pool]) for pool in pools if pool in festival.announced)
    return next((pool for pool, made in stages if slug in (*made.groups, *made.stages)), "")
