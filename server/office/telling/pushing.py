"""Telling browsers that asked for it: "your pairing is out", "your game is live", "your result was entered".

A change only leaves a mark here; everything else happens behind it, so that no result waits for a push service. Of
several processes the owner of the tournament tells. A subscription is tried with a first notice and kept only when its
push service takes that.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import takewhile
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec

from domain import events as e
from domain.decisions.players.teams import team_of
from domain.festival.events import FestivalBulletinWritten
from domain.organisers.persons import Entrance, Persons
from domain.records import dataclass
from domain.words.choices.bulletins import Bulletin
from domain.words.players import EntrantId
from domain.words.streams import FESTIVAL, is_festival
from projections.lists.followed import FollowedGame, followed_games
from projections.moment.people import Person
from projections.round.live_boards import LiveBoard, games_shown
from projections.round.results import game_entered
from server.journal import Entry
from server.journal.side.pushes import OF_PERSON, PushStore, Subscription
from server.notifying.calling import receiver_of
from server.notifying.outbox import WORTH_ANOTHER_TRY, Fate, Way, WayLimits
from server.notifying.push import Pusher, can_push, new_key
from server.office.festivals import FestivalOffice
from server.office.snapshots import Snapshots
from server.office.telling.mailings import nobody_else
from server.office.tournaments import Office, TournamentOffice
from server.supervisor import QuietLog
from web.wording import language
from web.wording.messages import (
    MovedStart,
    PushWords,
    game_live,
    news_out,
    pairing_out,
    result_entered,
    start_moved,
    welcome,
)

log = logging.getLogger("tablo.push")

PAUSES_SECONDS = (10.0, 60.0, 300.0)
"""Before each further try: a service that is away for longer has nothing worth telling any more."""
NOTICES_PER_SECOND = 120.0
"""A round is told to 3,000 phones in half a minute, and results are entered meanwhile."""
FIRST_NOTICES_AT_ONCE = 64
"""Of all addresses together; of one address one after another."""
MOST_SUBSCRIPTIONS = 20_000
"""Browsers that a server keeps; about 10 MB."""
MOST_GIVEN_UP = 10
"""Notices in a row that a push service did not take of a browser before it is forgotten."""
NOTICES_BETWEEN_BREATHS = 200
MOST_PLIES_OF_A_BEGINNING = 8
"""Of a game that a process finds when it looks at the games of a tournament first: with more it is no news."""
RETOLD = timedelta(minutes=1)
"""The age of news that a new owner of a tournament tells again: longer than a round takes to be told."""


@dataclass(slots=True)
class Followers:
    by_endpoint: dict[str, Subscription] = field(default_factory=dict)
    """Of one stream."""
    _of_player: dict[int, set[str]] = field(default_factory=dict)

    @property
    def players(self) -> list[int]:
        return list(self._of_player)

    def of(self, player: int) -> list[Subscription]:
        return [self.by_endpoint[endpoint] for endpoint in self._of_player.get(player, ())]

    def keep(self, one: Subscription) -> None:
        self.drop(one.endpoint)
        self.by_endpoint[one.endpoint] = one
        for player in one.players:
            self._of_player.setdefault(player, set()).add(one.endpoint)

    def drop(self, endpoint: str) -> None:
        one = self.by_endpoint.pop(endpoint, None)
        for player in one.players if one is not None else ():
            self._of_player[player].discard(endpoint)
            if not self._of_player[player]:
                del self._of_player[player]


@dataclass(frozen=True, slots=True)
class PushNotice:
    """A notice that waits for its try; sealed only then."""

    to: Subscription
    words: PushWords
    topic: str
    page: str
    """Below the tournament: what a touch opens."""
    receiver: str
    pushing: "Pushing"

    @property
    def key(self) -> str:
        """A later notice about the same takes the place of one that waits."""
        return f"{self.to.endpoint} {self.to.stream} {self.topic}"

    @property
    def address(self) -> str:
        return self.to.endpoint

    async def send(self) -> Fate:
        return await self.pushing.sent(self.to, self.words, self.topic, self.page)

    async def ended(self, fate: Fate) -> None:
        await self.pushing.judge(self.to, fate)
        await self.pushing.gone_out(self.to.stream)


Begun: TypeAlias = frozenset[tuple[int, EntrantId]]
"""Who has a game that everybody may watch: (round, player or team)."""
News: TypeAlias = e.RoundPublished | e.ResultRecorded | e.BoardsAltered | e.ArenaGamesBegun
WithDetails: TypeAlias = e.TournamentAnnounced | e.DetailsAmended
"""Events that say when a tournament begins."""


@dataclass(slots=True)
class Pushing:
    office: Office
    snapshots: Snapshots
    store: PushStore
    contact: str
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name: the one that writes does, and nobody takes it to tell."""
    persons: Callable[[], Persons] = Persons
    """Who is the same person in several tournaments, and who is hidden."""
    shared: bool = False
    """Other processes may take subscriptions, too: they are read anew each time."""
    way: Way = field(
        default_factory=lambda: Way("push", WayLimits(tries_per_second=NOTICES_PER_SECOND, pauses=PAUSES_SECONDS))
    )
    pusher: Pusher | None = None
    """None: not begun, or its libraries are not installed."""
    _known: dict[str, Followers] = field(default_factory=dict)
    _persons: set[str] = field(default_factory=set)
    """The streams of `_known` that are persons."""
    _told: dict[str, int] = field(default_factory=dict)
    """The position up to which a tournament has been told."""
    _posted: dict[str, int] = field(default_factory=dict)
    """The position up to which this process has told it as its owner: never again, whatever the one before noted."""
    _changed: dict[str, int] = field(default_factory=dict)
    """The first position of each tournament that is still to be told."""
    _of_festivals: dict[tuple[str, int], FestivalOffice] = field(default_factory=dict)
    """Bulletins of festivals that are still to be told."""
    _withheld: dict[str, Sequence[e.Event]] = field(default_factory=dict)
    """News that are not for everybody yet, by tournament."""
    _games_moved: set[str] = field(default_factory=set)
    """Tournaments whose games have moved since they were looked at."""
    _begun: dict[str, Begun] = field(default_factory=dict)
    _going_out: Counter[str] = field(default_factory=Counter)
    """Notices that have not ended, and postings of them, by tournament."""
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _given_up: Counter[str] = field(default_factory=Counter)
    """Notices in a row that were given up, by endpoint."""
    _turns: "WeakValueDictionary[str, asyncio.Lock]" = field(default_factory=WeakValueDictionary)
    _first: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(FIRST_NOTICES_AT_ONCE))
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Pushing"]:
        if not can_push():
            log.warning("phones are told nothing: pip install 'tablo-chess[push]' brings the libraries for it")
            yield self
            return
        self.pusher = Pusher(await asyncio.to_thread(self.store.key, new_key), self.contact)
        for one in await asyncio.to_thread(self.store.all):
            self._remember(one)
        try:
            yield self
        finally:
            await self.pusher.close()

    def changed(self, slug: str, position: int) -> None:
        """A tournament has moved: called for every result, so it does nothing where nobody asked to be told."""
        if not self._may_be_followed(slug):
            return
        self._changed.setdefault(slug, position)
        self._wake.set()

    def games_moved(self, slug: str) -> None:
        """Everybody may see more of its live games: called for every move, so it does as little as `changed`."""
        if self._may_be_followed(slug):
            self._games_moved.add(slug)
            self._wake.set()

    def _may_be_followed(self, slug: str) -> bool:
        return self.pusher is not None and bool(self.shared or self._persons or slug in self._known)

    def shown_anew(self, slug: str, position: int) -> None:
        """Results of a tournament are for everybody now that were not."""
        if slug in self._withheld:
            self.changed(slug, position)

    async def taken(self, office: TournamentOffice) -> None:
        """Tell what the owner before has not told to the end: a phone shows two notices of the same as one."""
        told = await asyncio.to_thread(self.store.told, office.id) if self.pusher is not None else None
        since = datetime.now(UTC) - RETOLD
        late = sum(1 for _ in takewhile(lambda entry: entry.recorded_at >= since, reversed(office.entries)))
        first = max(told if told is not None else office.position, office.position - late)
        if first < office.position:
            self._told[office.id] = first
            self._changed[office.id] = first + 1
            self._wake.set()

    def knows(self, endpoint: str, slug: str) -> bool:
        """This browser is told of the tournament already, as far as this process knows."""
        return slug in self._known and endpoint in self._known[slug].by_endpoint

    async def subscribe(self, one: Subscription, address: str = "", name: str = "") -> Fate:
        """Try its way with a first notice, and keep it if that is taken; LOST where there are too many. A browser that
        is known changes its players without a notice. Raises JournalTrouble.

        `address` is that of the subscriber: one after another from each, so that none keeps others waiting. `name` is
        that of a person who is followed over all tournaments.
        """
        known = self._known.get(one.stream, Followers()).by_endpoint.get(one.endpoint)
        if known is not None and (known.p256dh, known.auth) == (one.p256dh, one.auth):
            await self._keep(one)
            return Fate.TAKEN
        async with self._turns.setdefault(address, asyncio.Lock()), self._first:
            if await self.subscriptions() >= MOST_SUBSCRIPTIONS:
                return Fate.LOST
            office = None if name else await self.office.open(one.stream)
            words = welcome([name] if office is None else self._names(office, one), language(one.language))
            fate = await self.way.attempt(receiver_of(one.endpoint), lambda: self.sent(one, words, "", ""))
            if fate is Fate.TAKEN:
                await self._keep(one)
                if office is not None:
                    self._told.setdefault(one.stream, office.position)
                    await self._note(one.stream)
        return fate

    def _names(self, office: TournamentOffice, one: Subscription) -> list[str]:
        people = self.snapshots.now(office).people
        return [people[EntrantId(id)].name for id in one.players if EntrantId(id) in people]

    async def subscriptions(self) -> int:
        """Of all processes."""
        if self.shared:
            return await asyncio.to_thread(self.store.browsers)
        return sum(len(followers.by_endpoint) for followers in self._known.values())

    async def _keep(self, one: Subscription) -> None:
        await asyncio.to_thread(self.store.keep, one)
        self._remember(one)

    def _remember(self, one: Subscription) -> None:
        self._known.setdefault(one.stream, Followers()).keep(one)
        if one.stream.startswith(OF_PERSON):
            self._persons.add(one.stream)

    async def unsubscribe(self, endpoint: str, slug: str) -> None:
        await asyncio.to_thread(self.store.drop, endpoint, slug)
        if slug in self._known:
            self._known[slug].drop(endpoint)

    def festival_changed(self, festival: FestivalOffice, entries: Sequence[Entry]) -> None:
        """Bulletins that followers of all its sections are to hear of; at a start the entries are all there are."""
        since = datetime.now(UTC) - RETOLD
        for entry in entries if self.pusher is not None else ():
            event = entry.event
            if isinstance(event, FestivalBulletinWritten) and event.tell and entry.recorded_at >= since:
                self._of_festivals[festival.name, event.number] = festival
                self._wake.set()

    async def work(self) -> None:
        """Tell of each tournament that has moved; one that cannot be told keeps no other."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                slug = next(iter(self._changed))
                position = self._changed.pop(slug)
                with self._quiet.going_on("notices are not sent", tournament=slug):
                    await self._tell(slug, position)
            while self._of_festivals:
                (name, number), festival = self._of_festivals.popitem()
                with self._quiet.going_on("notices are not sent", festival=name):
                    await self._tell_of_festival(festival, number)
            while self._games_moved:
                slug = self._games_moved.pop()
                with self._quiet.going_on("notices of live games are not sent", tournament=slug):
                    await self._tell_of_games(await self.office.open(slug))

    async def _tell(self, slug: str, position: int) -> None:
        office = await self.office.open(slug)
        before = self._told[slug] if slug in self._told else _before_the_command(office, position)
        before = max(before, self._posted.get(slug, 0))
        self._told[slug] = upto = max(before, office.position)
        fresh = self._fresh(office, before)
        moved = _moved_start(office, before)
        news = [event for event in fresh if isinstance(event, News)]
        told = [event for event in fresh if isinstance(event, e.BulletinWritten) and event.tell]
        if not (news or moved or told) or not office.tournament.public or not await self.mine(slug):
            return
        self._posted[slug] = upto
        followers = await self._followers(office)
        if followers.by_endpoint:
            self._going_out[slug] += 1
            await self._post(office, news, followers, moved)
            for bulletin in told:
                await self._post_bulletin(office, bulletin, followers)
            await self.gone_out(slug)

    async def _tell_of_festival(self, festival: FestivalOffice, number: int) -> None:
        """To each browser once, in whichever section it follows somebody; nothing of what was withdrawn meanwhile.

        Each owner of a section tells its followers, under one tag: a phone that follows two shows one notice.
        """
        now, stream = festival.festival.bulletins.find(number), FESTIVAL + festival.name
        browsers = dict[str, Subscription]()
        for slug in filter(self.office.__contains__, festival.festival.sections if now is not None else ()):
            office = await self.office.open(slug)
            if office.tournament.public and await self.mine(slug):
                browsers |= (await self._followers(office)).by_endpoint
        to = [replace(one, stream=stream) for one in browsers.values()]
        if now is not None and to:
            self._going_out[stream] += 1
            await self._post_news(festival.festival.details.name, now, f"f{number}", to)
            await self.gone_out(stream)

    async def _followers(self, office: TournamentOffice) -> Followers:
        if self.shared:
            subscriptions = await asyncio.to_thread(self.store.all, office.id)
            for stream in (office.id, *self._persons):
                self._known[stream] = Followers()
            for one in (*subscriptions, *await asyncio.to_thread(self.store.of_persons)):
                self._remember(one)
        return self._with_persons(office)

    async def _tell_of_games(self, office: TournamentOffice) -> None:
        """Once of a game of each player and round. What this process saw first in its midst is no news."""
        snapshot = self.snapshots.now(office)
        found = games_shown(snapshot, snapshot.current, self.office.games.shown(office.id))
        if found is None or not office.tournament.public:
            return
        boards = {(one.round, side): one for one in found.boards if one.moves for side in _sides(office, one)}
        before = self._begun.get(office.id)
        if before is None:
            before = frozenset(key for key, one in boards.items() if one.moves > MOST_PLIES_OF_A_BEGINNING)
        self._begun[office.id] = before | boards.keys()
        fresh = {side: one for (round, side), one in boards.items() if (round, side) not in before and not one.over}
        if fresh and await self.mine(office.id):
            followers = await self._followers(office)
            self._going_out[office.id] += 1
            for side, board in fresh.items():
                self._post_game(snapshot.people[side], board, followers.of(side))
            await self.gone_out(office.id)

    def _post_game(self, person: Person, board: LiveBoard, interested: Sequence[Subscription]) -> None:
        words = {code: game_live(person, board, language(code)) for code in {one.language for one in interested}}
        page = f"/game/{board.round}.{board.spot}"
        for one in interested:
            self._post_one(PushNotice(one, words[one.language], f"g{person.id}", page, receiver_of(one.endpoint), self))

    def _post_one(self, notice: PushNotice) -> None:
        waits = self.way.holds(notice.key)
        self._going_out[notice.to.stream] += self.way.post(notice) and not waits

    def _with_persons(self, office: TournamentOffice) -> Followers:
        """Those who follow players of this tournament, here or wherever they play: each browser once."""
        here = self._known.get(office.id, Followers())
        over_all = list(self._over_all(office))
        if not over_all:
            return here
        browsers = {**{one.endpoint: one for _, one in over_all}, **here.by_endpoint}
        players = {endpoint: set(one.players) for endpoint, one in here.by_endpoint.items()}
        for entrant, one in over_all:
            players.setdefault(one.endpoint, set()).add(entrant)
        both = Followers()
        for endpoint, one in browsers.items():
            both.keep(replace(one, stream=office.id, players=tuple(sorted(players[endpoint]))))
        return both

    def _over_all(self, office: TournamentOffice) -> Iterator[tuple[EntrantId, Subscription]]:
        """The entrants of those who are followed over all tournaments, their team where there are teams."""
        persons, t = self.persons(), office.tournament
        followed = [(persons.root(stream.removeprefix(OF_PERSON)), stream) for stream in self._persons]
        names = {person for person, _ in followed if not persons.is_hidden(person)}
        for id, player in t.players.items() if names else ():
            person = persons.person(Entrance(office.id, id), player.fide_id or 0)
            if person in names and id not in t.anonymous:
                team = team_of(t, id) if t.teams else None
                streams = (stream for name, stream in followed if name == person)
                yield from (
                    (team.id if team else id, one) for at in streams for one in self._known[at].by_endpoint.values()
                )

    def _fresh(self, office: TournamentOffice, before: int) -> list[e.Event]:
        """What may be told by now; results that are withheld wait."""
        news = [
            *self._withheld.pop(office.id, ()),
            *(entry.event for entry in office.entries[before : office.position]),
        ]
        withheld = self.snapshots.withheld(office)
        if waiting := [event for event in news if withheld and game_entered(event) in withheld]:
            self._withheld[office.id] = waiting
        return [event for event in news if event not in waiting]

    async def _post(
        self, office: TournamentOffice, news: Sequence[News], followers: Followers, moved: MovedStart | None
    ) -> None:
        posted = 0
        for game in followed_games(self.snapshots.now(office)):
            for notice in self._notices(game, news, followers, moved):
                self._post_one(notice)
                posted += 1
                if posted % NOTICES_BETWEEN_BREATHS == 0:
                    await asyncio.sleep(0)

    async def _post_bulletin(self, office: TournamentOffice, event: e.BulletinWritten, followers: Followers) -> None:
        """To each browser once, whomever it follows; nothing of what was withdrawn meanwhile."""
        now = office.tournament.bulletins.find(event.number)
        if now is not None:
            to = list(followers.by_endpoint.values())
            await self._post_news(office.tournament.details.name, now, f"n{event.number}", to)

    async def _post_news(self, name: str, bulletin: Bulletin, topic: str, to: Sequence[Subscription]) -> None:
        words = {code: news_out(name, bulletin, language(code)) for code in {one.language for one in to}}
        page = f"/news#n{topic[1:]}"
        for posted, one in enumerate(to, 1):
            self._post_one(PushNotice(one, words[one.language], topic, page, receiver_of(one.endpoint), self))
            if posted % NOTICES_BETWEEN_BREATHS == 0:
                await asyncio.sleep(0)

    async def gone_out(self, slug: str) -> None:
        """One notice has ended, or the posting of some; with the last one everybody has been told so far."""
        self._going_out[slug] -= 1
        if not self._going_out[slug]:
            await self._note(slug)

    async def _note(self, slug: str) -> None:
        if self.shared and slug in self._told:
            await asyncio.to_thread(self.store.tell, slug, self._told[slug])

    def _notices(
        self, game: FollowedGame, news: Sequence[News], followers: Followers, moved: MovedStart | None
    ) -> Iterator[PushNotice]:
        interested = followers.of(game.person.id)
        if not interested:
            return
        if any(_seats(event, game.person.id, game.round) for event in news):
            worded, topic = pairing_out, f"p{game.person.id}"
        elif any(isinstance(event, e.ResultRecorded) and _is_of(event, game) for event in news):
            worded, topic = result_entered, f"r{game.person.id}"
        elif moved is not None and not game.person.away:
            worded, topic = partial(start_moved, moved), f"s{game.person.id}"
        else:
            return
        words = {code: worded(game, language(code)) for code in {one.language for one in interested}}
        for one in interested:
            page = f"/players/{game.person.id}"
            yield PushNotice(one, words[one.language], topic, page, receiver_of(one.endpoint), self)

    async def sent(self, one: Subscription, words: PushWords, topic: str, page: str) -> Fate:
        """One try; `page` as in `PushNotice`. Raises whatever is wrong with this subscription."""
        if self.pusher is None:
            return Fate.LOST
        url, tag = _page_of(one.stream) + page, f"{one.stream}-{topic}"
        notice = {"title": words.title, "body": words.text, "url": url, "tag": tag}
        return await self.pusher.send(one.endpoint, one.p256dh, one.auth, msgspec.json.encode(notice), topic)

    async def judge(self, one: Subscription, fate: Fate) -> None:
        """Forget a browser that is gone, that a notice cannot be made for, or that was not reached many times."""
        if fate is Fate.TAKEN:
            self._given_up.pop(one.endpoint, None)
            return
        self._given_up[one.endpoint] += 1
        if fate in WORTH_ANOTHER_TRY and self._given_up[one.endpoint] < MOST_GIVEN_UP:
            return
        self._given_up.pop(one.endpoint)
        for known in self._known.values():
            known.drop(one.endpoint)
        await asyncio.to_thread(self.store.drop, one.endpoint)


def _page_of(stream: str) -> str:
    if stream.startswith(OF_PERSON):
        return f"/{stream}"
    return f"/f/{stream.removeprefix(FESTIVAL)}" if is_festival(stream) else f"/t/{stream}"


def _sides(office: TournamentOffice, board: LiveBoard) -> Iterator[EntrantId]:
    """Whom those who follow them follow: of teams the team."""
    t = office.tournament
    for player in (board.white.id, board.black.id):
        team = team_of(t, player) if t.teams else None
        yield team.id if team else player


def _before_the_command(office: TournamentOffice, position: int) -> int:
    """The position before the entries that were written with the one at this position."""
    written = office.entries[position - 1].command_id
    while position and office.entries[position - 1].command_id == written:
        position -= 1
    return position


def _moved_start(office: TournamentOffice, before: int) -> MovedStart | None:
    """The start of a tournament that has not begun, if it is another one than at the position `before`."""
    t = office.tournament
    if t.published or not t.details.schedule:
        return None
    known = (entry.event.details for entry in reversed(office.entries[:before]) if isinstance(entry.event, WithDetails))
    was, now = (next(known, t.details).schedule or ("",))[0], t.details.schedule[0]
    return MovedStart(t.details.name, was, now) if was and now and was != now else None


def _seats(event: News, player: EntrantId, round: int) -> bool:
    """The player learns by it whom they play."""
    match event:
        case e.RoundPublished(round=published):
            return published == round
        case e.ArenaGamesBegun(boards=boards):
            return any(player in (one.white, one.black) for one in boards)
        case e.BoardsAltered(round=altered, boards=boards, latecomer=late) if late is not None:
            return altered == round and any({late, player} <= {one.white, one.black} for one in boards)
    return False


def _is_of(event: e.ResultRecorded, game: FollowedGame) -> bool:
    """The result of this game; of teams, of the match when all its boards have one."""
    if event.round != game.round or game.seat is None or game.seat.board is None:
        return False
    return event.board == game.seat.board.board and (game.match is None or game.match.open == 0)
