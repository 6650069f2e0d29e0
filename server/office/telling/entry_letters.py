"""Letters about entries: to players who left an address, and to the organiser, who gets one for all that came together.

A change only leaves a mark here. What a tournament has been told of is noted beside its journal, so that a server that
stops in between tells the rest later, under the same message ids.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import takewhile

from domain import events as e
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.moment.people import PeopleByNeed
from server.journal import Entry
from server.journal.side.entry_queue import EntryQueueStore, LetterRows, LettersTold
from server.journal.side.personal import PersonalData, SideStore
from server.notifying.mail import Notifier, PlayerMessage
from server.office.telling.mailings import nobody_else
from server.office.tournaments import Histories, Office, TournamentOffice
from server.supervisor import QuietLog
from web.wording import Language, language
from web.wording import messages as words_of
from web.wording.events import event_in_words

log = logging.getLogger("tablo.messages")

ORGANISER_ROW = 0
"""The place among the personal data of a tournament where the organiser's address is kept; no player has this id."""
LETTER_LOOK_SECONDS = 20.0
TOGETHER = timedelta(minutes=1)
"""What comes within it is told to the organiser in one message."""
SETTLING = timedelta(seconds=3)
LONGEST_DIGEST_LINES = 40
TO_PLAYERS = (e.PlayerRegistered, e.EntryWaitlisted, e.ByeGranted, e.ByeDeclined)
NOT_TOLD = LettersTold(0, 0, "")


@dataclass(slots=True)
class EntryLetters:
    office: Office
    side: SideStore
    queue: EntryQueueStore
    rows: LetterRows
    histories: Histories
    notifier: Notifier
    public_url: str
    """Empty = nothing is sent: a letter without its link would be of no use."""
    own_path: Callable[[TournamentOffice, EntrantId], str]
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name."""
    clock: Callable[[], datetime] = partial(datetime.now, UTC)
    _moved: dict[str, int] = field(default_factory=dict)
    """The position before the first entry that is to be told, by tournament."""
    _since: dict[str, datetime] = field(default_factory=dict)
    """When there was first something for the organiser."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def changed(self, slug: str, position: int, news: Sequence[Entry]) -> None:
        """A tournament has moved: called for every result, so it does next to nothing."""
        if self.public_url and any(_is_told(entry.event) for entry in news):
            self._moved.setdefault(slug, position - len(news))

    async def work(self) -> None:
        if not self.public_url:
            return
        for slug in await asyncio.to_thread(self.rows.undigested):
            self._moved.setdefault(slug, 0)
        while True:
            await asyncio.sleep(LETTER_LOOK_SECONDS)
            await self.look(self.clock())

    async def look(self, now: datetime) -> None:
        """Write what is due; one tournament that cannot be told keeps no other."""
        asked = await asyncio.to_thread(self.queue.newest_waiting)
        for slug in {*self._moved, *asked}:
            with self._quiet.going_on("letters about entries are not sent", tournament=slug):
                await self._tell(slug, asked.get(slug, ""), now)

    async def _tell(self, slug: str, asked: str, now: datetime) -> None:
        kept = await asyncio.to_thread(self.side.of_stream, slug)
        told = await asyncio.to_thread(self.rows.find, slug)
        organiser = kept.get(ORGANISER_ROW, PersonalData()).email
        of_queue_alone = slug not in self._moved
        if (of_queue_alone and (not organiser or (told or NOT_TOLD).asked_at >= asked)) or not await self.mine(slug):
            self._moved.pop(slug, None)
            return
        office = await self.office.open(slug)
        before = min(self._moved.get(slug, office.position), office.position)
        told = told or LettersTold(before, before, "")
        upto = max(told.position, _settled(office, now))
        letters = list(self._letters(office, told.position, upto, kept))
        if letters and (sent := await self.notifier.send(letters)).trouble:
            log.warning("letters about entries wait", extra={"facts": {"tournament": slug, "why": sent.trouble}})
            return
        told = replace(told, position=upto)
        if organiser:
            told = await self._digested(office, told, organiser, asked, now)
        else:
            told = replace(told, digested=upto)
        if told.digested == office.position:
            self._moved.pop(slug, None)
        await asyncio.to_thread(self.rows.note, slug, told)

    async def _digested(
        self, office: TournamentOffice, told: LettersTold, to: str, asked: str, now: datetime
    ) -> LettersTold:
        """As it stands once the organiser has been told, if it is time."""
        done = replace(told, digested=told.position, asked_at=max(told.asked_at, asked))
        words = language(office.tournament.self_help.language)
        lines = await self._lines(office, told, words)
        if not lines:
            self._since.pop(office.id, None)
            return done
        if now < self._since.setdefault(office.id, now) + TOGETHER:
            return told
        link = f"{self.public_url}/desk/t/{office.id}"
        subject, text = words_of.of_the_digest(office.tournament.details.name, lines, link, words)
        key = f"digest-{office.id}-{done.digested}-{done.asked_at}"
        sent = await self.notifier.send([PlayerMessage(to, subject, text, key)])
        if sent.trouble:
            return told
        del self._since[office.id]
        return done

    async def _lines(self, office: TournamentOffice, told: LettersTold, words: Language) -> list[str]:
        """Who asks for an entry, then what players did by themselves and who moved up, as the history says it."""
        waiting = await asyncio.to_thread(self.queue.waiting, office.id)
        new = [str(one.player.get("name", "")) for one in waiting if one.at > told.asked_at]
        lines = [words_of.of_the_request(name, words) for name in new]
        await self.histories.read_on(office)
        history, people = self.histories.of(office), PeopleByNeed(office.tournament)
        versions = (
            one.version for one in office.entries[told.digested : told.position] if _is_news(one, office.tournament)
        )
        lines += [event_in_words(history.row(version), people, words).what for version in versions]
        more = len(lines) - LONGEST_DIGEST_LINES
        return [*lines[:LONGEST_DIGEST_LINES], *(["…"] if more > 0 else [])]

    def _letters(
        self, office: TournamentOffice, first: int, upto: int, kept: Mapping[int, PersonalData]
    ) -> Iterator[PlayerMessage]:
        t = office.tournament
        words = language(t.self_help.language)
        for entry in office.entries[first:upto]:
            id = e.player_of(entry.event)
            if id is None or not isinstance(entry.event, TO_PLAYERS) or not kept.get(id, PersonalData()).email:
                continue
            told = _said(entry.event, t, words)
            if told is None:
                continue
            subject, text = told
            has_link = id in t.waiting or t.players_have_links
            link = f"{self.public_url}{self.own_path(office, id)}" if has_link else ""
            name = (t.waiting[id].player if id in t.waiting else t.players[id]).name
            body = words_of.entry_letter(name, text, link, words)
            yield PlayerMessage(kept[id].email, subject, body, f"entry-{office.id}-{entry.version}")


def _settled(office: TournamentOffice, now: datetime) -> int:
    """The position up to which the addresses are noted, too: that happens after a registration is written."""
    young = takewhile(lambda entry: entry.recorded_at > now - SETTLING, reversed(office.entries))
    return office.position - sum(1 for _ in young)


def _is_told(event: e.Event) -> bool:
    """Whether somebody may be written to about it: not what an arbiter enters about players who left no address."""
    match event:
        case e.PlayerWithdrawn(by_oneself=by_oneself):
            return by_oneself
        case e.PlayerRegistered() | e.EntryWaitlisted() | e.WaitingEntryEnded() | e.ByeRequested():
            return True
        case e.ByeGranted() | e.ByeDeclined():
            return True
    return False


def _is_news(entry: Entry, t: Tournament) -> bool:
    """The organiser is told: a player did it by themselves, or moved up."""
    match entry.event:
        case e.PlayerWithdrawn(by_oneself=True) | e.ByeRequested() | e.PlayerRegistered(from_waiting=True):
            return True
        case e.WaitingEntryEnded(player=id) | e.ByeGranted(player=id):
            known = t.players.get(id)
            return known is None or entry.by == known.name
    return False


def _said(event: e.Event, t: Tournament, words: Language) -> tuple[str, str] | None:
    """Subject and text; None where it is no longer so, or the player did not enter by the public form."""
    name = t.details.name
    match event:
        case e.PlayerRegistered(player=player, from_waiting=moved) if player.id in t.players and t.entry_limits:
            return words_of.of_the_place(name, words, moved=moved)
        case e.EntryWaitlisted(player=player) if player.id in t.waiting:
            return words_of.of_the_waiting(name, [*t.waiting].index(player.id) + 1, words)
        case e.ByeGranted(player=id, round=round) if (round, id) in t.byes and t.self_help.byes:
            return words_of.of_the_bye(name, round, "", words, granted=True)
        case e.ByeDeclined(player=id, round=round, reason=reason) if (round, id) not in t.byes:
            return words_of.of_the_bye(name, round, reason, words, granted=False)
    return None
