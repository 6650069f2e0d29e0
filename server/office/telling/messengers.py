"""Tells channels of messengers what everybody may know: pairings, rounds that are over, final standings, news.

One message for each publication, whoever plays in it. A service that did not answer in time may have taken a message:
it is sent again, as one that comes twice is better than none.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

import msgspec

from domain import events as e
from domain.festival.events import FestivalBulletinWritten
from domain.records import dataclass
from projections.moment.overview import is_played
from projections.round.results import game_entered
from server.clock import utc_now
from server.journal import Entry
from server.journal.side.channels import ChannelStore, KeptChannel
from server.journal.side.deliveries import StoredMessage
from server.journal.side.personal import SideStore
from server.notifying.calling import NOT_ALLOWED, UNREACHED, NotAllowed, Unreached, receiver_of
from server.notifying.messengers import (
    LARGEST_REPLY_BYTES,
    ChannelAddress,
    ChannelMessage,
    ChannelTopic,
    Messenger,
    is_final,
    pause_asked,
    phone_number,
    request_of,
    words_of,
)
from server.notifying.outbox import Way, WayLimits
from server.office.festivals import FestivalOffice
from server.office.snapshots import Snapshots
from server.office.telling.deliveries import TRIES_AT_ONCE_OF_ONE, CallAnswer, Deliveries, utc_text
from server.office.tournaments import TournamentOffice
from web.wording import Language, language
from web.wording import messages as wording

CHANNEL_PAUSES_SECONDS = (5, 60, 300, 1800)
"""After each try that failed; a channel that is away for longer has nothing worth telling any more."""
STILL_NEWS = timedelta(hours=6)
"""What is older is not told: a tournament that comes back from another machine brings its rounds with it."""
TEST = "test"
NO_PHONE_STATUS = 410
"""In place of an answer: the player's number was erased."""


@dataclass(frozen=True, slots=True)
class ToldChannel:
    id: str
    stream: str
    since: str
    there: ChannelAddress
    answer: str = ""
    """Status and words of the last message that was not taken; empty = the last one was."""

    @property
    def url(self) -> str:
        return self.there.url


class Piece(NamedTuple):
    """One thing to be told."""

    topic: ChannelTopic
    name: str
    """Of the message: the same whoever writes it."""
    at: datetime
    worded: Callable[[Language], str]
    path: str
    """Of its page, below the tournament's."""
    root: str = ""
    """The address of what has that page; empty = the tournament."""


class ReachedAt(NamedTuple):
    """Where a message comes to."""

    service: Messenger
    at: str
    """A server or a webhook, or the number of a phone."""
    to: str = ""
    """A chat or a room."""


@dataclass(slots=True, kw_only=True)
class Messengers(Deliveries[ToldChannel]):
    channels: ChannelStore
    personal: SideStore
    snapshots: Snapshots
    public_url: str
    telegram: str
    pauses: Sequence[int] = CHANNEL_PAUSES_SECONDS
    way: Way = field(
        default_factory=lambda: Way(
            "messengers", WayLimits(8, TRIES_AT_ONCE_OF_ONE, waiting_of_one=TRIES_AT_ONCE_OF_ONE)
        )
    )
    _known: dict[str, ToldChannel] = field(default_factory=dict)
    _of_festivals: dict[tuple[str, int], tuple[FestivalOffice, Entry]] = field(default_factory=dict)

    # What is set

    async def read(self, slug: str) -> None:
        """The channels of a tournament that this process answers for from now on."""
        for one in await asyncio.to_thread(self.channels.of_stream, slug):
            self._known[one.id] = self._channel(one)
        self.changed(slug)

    async def of_stream(self, slug: str) -> list[ToldChannel]:
        return [self._channel(one) for one in await asyncio.to_thread(self.channels.of_stream, slug)]

    async def add(self, slug: str, there: ChannelAddress) -> ToldChannel:
        kept = KeptChannel(secrets.token_hex(6), slug, msgspec.json.encode(there).decode(), utc_now().isoformat())
        await asyncio.to_thread(self.channels.keep, kept)
        self._known[kept.id] = self._channel(kept)
        return self._known[kept.id]

    async def remove(self, id: str) -> None:
        self._known.pop(id, None)
        await asyncio.to_thread(self.channels.drop, id)
        await asyncio.to_thread(self.store.drop, id)

    async def test(self, office: TournamentOffice, id: str) -> None:
        """Send a test message now, of several phones to the first; what comes of it stands in the store."""
        channel = await self.find(id)
        if channel is None:
            return
        words, name = language(channel.there.language), office.tournament.details.name
        piece = Piece(
            ChannelTopic.NEWS, f"test-{secrets.token_hex(4)}", utc_now(), lambda _: wording.test_of(name, words), ""
        )
        one = replace(self._messages(office.id, channel, piece, channel.there.numbers[:1], ())[0], topic=TEST)
        await asyncio.to_thread(self.store.add, [one])
        await self.way.attempt(receiver_of(channel.url), lambda: self.call(channel, one))

    def _channel(self, one: KeptChannel) -> ToldChannel:
        there = msgspec.json.decode(one.kept, type=ChannelAddress)
        if there.service is Messenger.TELEGRAM:
            there = replace(there, url=self.telegram)
        return ToldChannel(one.id, one.stream, one.since, there, one.answer)

    # What is told

    async def receivers(self, *, anew: bool) -> Sequence[ToldChannel]:
        if anew:
            self._known = {one.id: self._channel(one) for one in await asyncio.to_thread(self.channels.all)}
        return list(self._known.values())

    def told(self, slug: str) -> Sequence[ToldChannel]:
        return [one for one in self._known.values() if one.stream == slug]

    async def find(self, id: str) -> ToldChannel | None:
        """As it is kept: another process may have set it, or taken it out."""
        kept = await asyncio.to_thread(self.channels.find, id)
        return self._channel(kept) if kept else None

    async def messages(
        self, office: TournamentOffice, fresh: Sequence[Entry], told: Sequence[ToldChannel]
    ) -> list[StoredMessage]:
        if not office.tournament.public or not told:
            return []
        oldest = utc_now() - STILL_NEWS
        pieces = [one for one in self._pieces(office, fresh) if one.at >= oldest]
        phones = await self._phones(office.id) if any(one.there.players for one in told) else {}
        return [
            message
            for piece in pieces
            for one in told
            if piece.topic in one.there.topics and piece.at >= datetime.fromisoformat(one.since)
            for message in self._messages(office.id, one, piece, one.there.numbers, phones if one.there.players else {})
        ]

    def festival_changed(self, festival: FestivalOffice, entries: Sequence[Entry]) -> None:
        """News of a festival, for the channels of its sections; at a start the entries are all there are."""
        oldest = utc_now() - STILL_NEWS
        for entry in entries:
            if isinstance(entry.event, FestivalBulletinWritten) and entry.event.tell and entry.recorded_at >= oldest:
                self._of_festivals[festival.name, entry.version] = festival, entry
                self._wake.set()

    async def beside(self) -> None:
        while self._of_festivals:
            (name, _), (festival, entry) = self._of_festivals.popitem()
            with self._quiet.going_on("nothing is told", way=self.way.name, festival=name):
                messages = await self._of_festival(festival, entry)
                await asyncio.to_thread(self.store.add, messages)

    async def _of_festival(self, festival: FestivalOffice, entry: Entry) -> list[StoredMessage]:
        """To each chat, room and phone once, whichever sections tell it; nothing of what was withdrawn meanwhile.

        Each owner of a section writes what its channels are the first to tell.
        """
        event = entry.event
        assert isinstance(event, FestivalBulletinWritten)
        now, messages, reached = festival.festival.bulletins.find(event.number), list[StoredMessage](), set[ReachedAt]()
        if now is None:
            return []
        worded = _later(wording.bulletin_out, festival.festival.details.name, now)
        name, page = f"news-{festival.name}-{entry.version}", f"/news#n{event.number}"
        piece = Piece(ChannelTopic.NEWS, name, entry.recorded_at, worded, page, f"/f/{festival.name}")
        for slug in filter(self.office.__contains__, festival.festival.sections):
            office = await self.office.open(slug)
            for one in await self.of_stream(slug) if office.tournament.public else ():
                if piece.topic in one.there.topics and piece.at >= datetime.fromisoformat(one.since):
                    made = await self._where_nobody_was(slug, one, piece, reached)
                    messages += made if await self.mine(slug) else ()
        return messages

    async def _where_nobody_was(
        self, slug: str, one: ToldChannel, piece: Piece, reached: set[ReachedAt]
    ) -> list[StoredMessage]:
        there, phones = one.there, dict[int, str]()
        if there.service is not Messenger.SMS:
            found = {ReachedAt(there.service, there.url, there.to)}
            numbers, new = there.numbers, found - reached
        else:
            known = await self._phones(slug) if there.players else {}
            phones = {
                player: number for player, number in known.items() if ReachedAt(there.service, number) not in reached
            }
            numbers = tuple(one for one in there.numbers if ReachedAt(there.service, one) not in reached)
            new = {ReachedAt(there.service, number) for number in (*numbers, *phones.values())}
        reached |= new
        return self._messages(slug, one, piece, numbers, phones) if new else []

    async def _phones(self, slug: str) -> Mapping[int, str]:
        known = await asyncio.to_thread(self.personal.of_stream, slug)
        return {player: phone for player, one in known.items() if (phone := phone_number(one.phone))}

    def _messages(
        self,
        slug: str,
        channel: ToldChannel,
        piece: Piece,
        numbers: Sequence[str],
        phones: Mapping[int, str] | Sequence[int],
    ) -> list[StoredMessage]:
        link = f"{self.public_url}{piece.root or f'/t/{slug}'}{piece.path}" if self.public_url else ""
        said = ChannelMessage(piece.worded(language(channel.there.language)), link)
        each = {"": said}
        if channel.there.service is Messenger.SMS:
            each = {f"-n{number.lstrip('+')}": replace(said, number=number) for number in numbers}
            each |= {f"-p{player}": replace(said, player=player) for player in phones}
        at, topic = utc_text(piece.at), piece.topic.value
        return [
            StoredMessage(
                f"msg_{channel.id}_{slug}_{piece.name}{ending}",
                channel.id,
                topic,
                msgspec.json.encode(one).decode(),
                at,
            )
            for ending, one in each.items()
        ]

    def _pieces(self, office: TournamentOffice, fresh: Sequence[Entry]) -> Iterator[Piece]:
        yield from _published(office, fresh)
        yield from self._played(office, fresh)
        t = office.tournament
        for entry in fresh:
            if isinstance(entry.event, e.TournamentClosed) and t.closed:
                shown = self.snapshots.now(office)
                name = f"final-{entry.version}"
                worded = _later(wording.standings_final, shown)
                yield Piece(ChannelTopic.FINAL, name, entry.recorded_at, worded, "/standings")
            if isinstance(entry.event, e.BulletinWritten) and entry.event.tell:
                now, number = t.bulletins.find(entry.event.number), entry.event.number
                if now is not None:
                    worded = _later(wording.bulletin_out, t.details.name, now)
                    yield Piece(
                        ChannelTopic.NEWS, f"news-{entry.version}", entry.recorded_at, worded, f"/news#n{number}"
                    )

    def _played(self, office: TournamentOffice, fresh: Sequence[Entry]) -> Iterator[Piece]:
        """Rounds whose last result is among these entries, as far as everybody may know: each is told once."""
        at = {game.round: entry.recorded_at for entry in fresh if (game := game_entered(entry.event)) is not None}
        if not at:
            return
        shown = self.snapshots.now(office)
        for round, when in sorted(at.items()):
            if round <= shown.round and is_played(shown.tournament, round):
                worded = _later(wording.round_over, shown, round)
                yield Piece(ChannelTopic.ROUND, f"round-{round}", when, worded, f"/standings/{round}")

    # How it is told

    async def tried(self, receiver: ToldChannel, one: StoredMessage) -> CallAnswer:
        message = msgspec.json.decode(one.body, type=ChannelMessage)
        if message.player:
            known = await asyncio.to_thread(self.personal.find, receiver.stream, message.player)
            if not (number := phone_number(known.phone)):
                return CallAnswer(NO_PHONE_STATUS)
            message = replace(message, number=number)
        answer, words = await self._asked(receiver.there, message, one.id)
        taken = 200 <= answer.status < 300
        said = "" if taken else f"{answer.status} {words}"
        if said != receiver.answer:
            await asyncio.to_thread(self.channels.note, receiver.id, said)
        return answer

    async def _asked(self, there: ChannelAddress, message: ChannelMessage, id: str) -> tuple[CallAnswer, str]:
        """The answer, and the words of the service."""
        asked, body = request_of(there, message, id), b""
        try:
            async with self._caller.asked(asked.method, asked.url, asked.headers, asked.body) as answer:
                async for piece in answer.body:
                    body += piece[: LARGEST_REPLY_BYTES - len(body)]
        except NotAllowed:
            return CallAnswer(NOT_ALLOWED), ""
        except Unreached:
            return CallAnswer(UNREACHED), ""
        return CallAnswer(answer.status, pause_asked(answer.headers, body)), words_of(there, body)

    def is_final(self, status: int) -> bool:
        return is_final(status)


def _published(office: TournamentOffice, fresh: Sequence[Entry]) -> Iterator[Piece]:
    """One for all rounds that were published at once; none for those that were withdrawn since."""
    t = office.tournament
    for _, together in groupby(fresh, lambda entry: entry.command_id):
        entries = [entry for entry in together if isinstance(entry.event, e.RoundPublished)]
        rounds = [entry.event.round for entry in entries if isinstance(entry.event, e.RoundPublished)]
        if rounds and rounds[-1] <= t.published:
            worded = _later(wording.rounds_out, t.details.name, rounds, t.details.schedule)
            last = entries[-1]
            yield Piece(
                ChannelTopic.PAIRINGS, f"out-{last.version}", last.recorded_at, worded, f"/pairings/{rounds[0]}"
            )


def _later(worded: Callable[..., str], *facts: object) -> Callable[[Language], str]:
    return lambda words: worded(*facts, words)
