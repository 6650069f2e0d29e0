"""Mailings: what the players of a festival are to be told is written into its journal first and sent then.

Of several servers over one journal the one that holds the lock of the festival's stream sends. Each handful is noted
when the mail server has taken it: a server that stops in between doubles one handful at most, under the same message
ids. While the mail server is away nothing is lost; the next attempt is noted with its time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from domain.decisions.players.registering import identity
from domain.festival import outbox
from domain.festival.entering import asked_entry
from domain.festival.events import FestivalEvent, MailingWritten
from domain.festival.state import Festival
from domain.records import dataclass
from domain.tournament_cards.cards import never_took_part
from domain.words.festivals import Occasion
from domain.words.players import EntrantId, Player
from projections.moment.overview import Phase
from projections.moment.snapshot import Snapshot
from projections.table.prize_list import prize_list
from projections.table.standings import standings
from server.notifying.mail import LogNotifier, Notifier, PlayerMessage, mail_way
from server.notifying.outbox import Way
from server.office.festivals import FestivalOffice
from server.office.stages import Stages
from server.supervisor import QuietLog
from web.wording import Language, language
from web.wording.messages import NO_LINKS, MessageLinks, letter, of_the_end, of_the_move, of_the_stage, of_the_start

log = logging.getLogger("tablo.messages")

MAIL_LOOK_SECONDS = 20.0
UTC_ZONE = "UTC"

HANDFUL_MESSAGES = 20
"""Messages that are sent before they are noted."""
FRESH_NEWS_DAYS = 2
"""A stage that ended longer ago is reported on the page, and nobody is written to."""


async def nobody_else(_stream: str) -> bool:
    """One process alone sends everything."""
    return True


class LinkSigner(Protocol):
    """Makes the addresses that are the receiver's own."""

    def entry_link(self, festival: str, number: int) -> str: ...

    def messages_link(self, festival: str, tournament: str, entrant: int) -> str: ...


@dataclass(slots=True)
class Mailings:
    stages: Stages
    notifier: Notifier = field(default_factory=LogNotifier)
    public_url: str = ""
    """The address before the links in messages; empty = they have none."""
    signer: LinkSigner | None = None
    """None = messages have no links of their receiver's own."""
    may_send: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process sends for this stream."""
    clock: Callable[[], datetime] = partial(datetime.now, UTC)
    way: Way = field(default_factory=mail_way)
    """The notifier's, for its figures."""
    _unnoted: dict[tuple[str, int], tuple[set[EntrantId], set[EntrantId]]] = field(default_factory=dict)
    """Players who were written to or cannot be, by festival and mailing, until the journal has taken it."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    # Writing

    async def write(self, office: FestivalOffice, now: datetime) -> None:
        await self._report(office, now)
        series = office.festival.series
        if series is None:
            return
        if (edition := office.festival.open_edition) is not None:
            slug, moved = edition.tournament, outbox.move_behind(office.festival, edition)
            if moved is not None and moved.entries:
                await self.tell(office, Occasion.MOVED, slug, slug, now, edition.starts_at)
            if now >= datetime.fromisoformat(edition.starts_at) - timedelta(hours=series.plan.notice_hours):
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
        """The players of a stage who have left an address in the section where they entered, each once."""
        if outbox.written_already(office.festival, occasion, slug, starts_at):
            return
        to = sorted(await self._addresses(pool, slug))

        def decide(state: Festival) -> list[FestivalEvent]:
            return outbox.write_mailing(state, occasion, slug, pool, to, now, starts_at)

        if decide(office.festival):
            await office.step(decide)

    async def _report(self, office: FestivalOffice, now: datetime) -> None:
        """Sections that have ended are news; those who played there are told, if it is a series."""
        for slug in [one for one in office.festival.sections if one not in office.festival.reported]:
            if self.stages.phase(slug) is not Phase.CLOSED:
                continue
            await office.step(partial(outbox.report_stage, tournament=slug))
            closed = (await self.stages.office.open(slug)).entries[-1].recorded_at
            pool = _pool_of(office.festival, slug)
            if pool and datetime.now(UTC) < closed + timedelta(days=FRESH_NEWS_DAYS):
                await self.tell(office, Occasion.OVER, slug, pool, now)

    # Sending

    async def work(self) -> None:
        """Send what is due, festival by festival; one that cannot be sent for keeps no other."""
        while True:
            await asyncio.sleep(MAIL_LOOK_SECONDS)
            waiting = 0
            for office in self.stages.festivals:
                with self._quiet.going_on("the messages of a festival are not sent", festival=office.name):
                    await self.deliver(office, self.clock())
                waiting += sum(len(mailing.waiting) for mailing in office.festival.mailings.values())
            self.way.stored = waiting

    async def deliver(self, office: FestivalOffice, now: datetime) -> None:
        """All messages that are due, by the one process that may."""
        if not any(mailing.waiting for mailing in office.festival.mailings.values()):
            return
        await office.step(lambda state: outbox.drop_outdated(state, now))
        for number in outbox.due_mailings(office.festival, now):
            await self._deliver_mailing(office, number, now)

    async def _deliver_mailing(self, office: FestivalOffice, number: int, now: datetime) -> None:
        """Tries everybody once; those whose server says `not now`, or who were not reached, wait."""
        await self._note(office, number)
        tried, trouble, closed = set[EntrantId](), "", False
        while not closed and await self.may_send(office.id):
            waiting = office.festival.mailings[number].waiting
            handful = [id for id in waiting if id not in tried][:HANDFUL_MESSAGES]
            if not handful:
                break
            tried.update(handful)
            said, closed = await self._handful(office, number, handful)
            trouble = said or trouble
        if trouble:
            written = office.festival.mailings[number].written
            log.warning("messages wait", extra={"facts": {"tournament": written.tournament, "why": trouble}})
            await office.step(lambda state: outbox.delay_delivery(state, number, now, trouble))

    async def _handful(self, office: FestivalOffice, number: int, handful: Sequence[EntrantId]) -> tuple[str, bool]:
        """The trouble, empty = there was none; and whether the way out is closed."""
        known, unsaid = await self._messages(office, number, handful)
        sent = await self.notifier.send(list(known.values()))
        taken = {id for id, message in known.items() if message in sent.taken}
        lost = {id for id, message in known.items() if message in sent.lost} | unsaid
        self._unnoted[office.id, number] = taken, lost
        await self._note(office, number)
        return sent.trouble, sent.closed

    async def _note(self, office: FestivalOffice, number: int) -> None:
        """Note what was sent; raises JournalTrouble, and then nobody is written to again before it is noted."""
        if (sent := self._unnoted.get((office.id, number))) is not None:
            taken, lost = sent
            await office.step(lambda state: outbox.note_delivery(state, number, taken, lost))
            del self._unnoted[office.id, number]

    async def _messages(
        self, office: FestivalOffice, number: int, handful: Sequence[EntrantId]
    ) -> tuple[Mapping[EntrantId, PlayerMessage], set[EntrantId]]:
        """The messages to those whose address is still known; and those to whom nothing can be said."""
        written = office.festival.mailings[number].written
        addresses = await self._addresses(written.pool, written.tournament)
        entered = (await self.stages.office.open(written.pool)).tournament.players
        stage = self.stages.snapshots.now(await self.stages.office.open(written.tournament))
        found, unsaid = dict[EntrantId, PlayerMessage](), set[EntrantId]()
        for id in handful:
            try:
                links = self._links(office, written, id)
                subject, text = message_for(written, id, entered[id], stage, office.festival, links)
                found[id] = PlayerMessage(addresses[id], subject, text, f"{office.name}.{number}.{id}", links.stop)
            except Exception as error:  # noqa: BLE001 the edge of a message: it is lost, and no other one
                unsaid.add(id)
                if id in addresses:
                    self._quiet.warn("a message cannot be worded", error, festival=office.name)
        return found, unsaid

    def _links(self, office: FestivalOffice, written: MailingWritten, id: EntrantId) -> MessageLinks:
        """Their own entry while they can withdraw it."""
        if not self.public_url:
            return MessageLinks()
        page, own = f"{self.public_url}/t/{written.tournament}", f"{self.public_url}/enter/{office.name}"
        if self.signer is None:
            return MessageLinks(page)
        mine = asked_entry(office.festival, written.pool, id) if written.starts_at else None
        entry = f"{own}/entry/{self.signer.entry_link(office.name, mine.number)}" if mine else ""
        stop = f"{own}/messages/{self.signer.messages_link(office.name, written.pool, id)}"
        return MessageLinks(page, entry, stop)

    async def _addresses(self, pool: str, slug: str) -> Mapping[EntrantId, str]:
        """The addresses of those who play in a stage, by their number in the entry list."""
        kept = await asyncio.to_thread(self.stages.office.journal.journal.side.of_stream, pool)
        entered = (await self.stages.office.open(pool)).tournament.players
        t = (await self.stages.office.open(slug)).tournament
        # of a tournament that is over all who took part, though they may have left since
        gone = never_took_part(t) if t.closed else t.all_away(1)
        playing = {identity(player) for id, player in t.players.items() if id not in gone}
        return {
            id: kept[id].email
            for id, player in entered.items()
            if id in kept and kept[id].email and identity(player) in playing
        }


def _pool_of(festival: Festival, slug: str) -> str:
    """The section in which the players of a stage of a series have entered; empty = it is of no series."""
    if any(edition.tournament == slug for edition in festival.editions):
        return slug
    pools = (edition.tournament for edition in festival.editions)
    stages = ((pool, festival.announced[pool]) for pool in pools if pool in festival.announced)
    return next((pool for pool, made in stages if slug in (*made.groups, *made.stages)), "")


def message_for(
    written: MailingWritten,
    id: EntrantId,
    player: Player,
    stage: Snapshot,
    festival: Festival,
    links: MessageLinks = NO_LINKS,
) -> tuple[str, str]:
    """Subject and text, in the language that they entered in, else in that of the series."""
    mine, series = asked_entry(festival, written.pool, id), festival.series
    words = language((mine.language if mine else "") or (series.plan.language if series else ""))
    subject, told = _told(written, player, stage, festival, words)
    return subject, letter(player.name, told, links, words)


def _told(
    written: MailingWritten, player: Player, stage: Snapshot, festival: Festival, words: Language
) -> tuple[str, str]:
    name, zone = stage.tournament.details.name, festival.series.plan.zone if festival.series else UTC_ZONE
    match written.occasion:
        case Occasion.START:
            return of_the_start(name, datetime.fromisoformat(written.starts_at), zone, words)
        case Occasion.MOVED:
            return of_the_move(name, datetime.fromisoformat(written.starts_at), _move(written, festival), zone, words)
        case Occasion.STAGE:
            return of_the_stage(name, words)
        case Occasion.OVER:
            return _of_the_end(player, stage, festival, written.tournament, words)


def _move(written: MailingWritten, festival: Festival) -> outbox.StartMoved:
    """Raises LookupError where the start has moved on: such messages are out of date."""
    edition = next((one for one in festival.editions if one.tournament == written.tournament), None)
    moved = outbox.move_behind(festival, edition) if edition else None
    if moved is None or moved.starts_at != written.starts_at:
        raise LookupError(written.number)
    return moved


def _of_the_end(player: Player, stage: Snapshot, festival: Festival, slug: str, words: Language) -> tuple[str, str]:
    t = stage.tournament
    here = next((id for id, other in t.players.items() if identity(other) == identity(player)), None)
    rows = standings(stage).rows if stage.round else ()
    place = next((row.place for row in rows if row.person.id == here), 0)
    prizes = prize_list(stage)
    won = [row for row in prizes.rows if row.person.id == here] if prizes else []
    names = words.listing([name for row in won for name in row.award.names])
    links = (link for link in festival.links.values() if slug in link.sources and 0 < place <= link.places)
    next_stage = next((festival.sections.get(link.into, "") for link in links), "")
    return of_the_end(t.details.name, place, len(rows), names, next_stage, words)
