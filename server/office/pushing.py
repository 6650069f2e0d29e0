"""Telling browsers that asked for it: "your pairing is out", "your result was entered".

A change only leaves a mark here; everything else happens behind it, in a task and in threads of its own, so that no
result waits for a push service. Of several processes the owner of the tournament tells.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from domain import events as e
from domain.words.entrants import EntrantId
from projections.followed import FollowedGame, followed_games
from server.journal import JournalTrouble
from server.journal.push_store import PushStore, Subscription
from server.notifying.push import Pushed, Pusher, new_key
from server.office.outbox import nobody_else
from server.office.snapshots import Snapshots
from server.office.tournament import TournamentOffice
from server.office.tournaments import Office
from web.wording import language
from web.wording.push_notices import PushWords, pairing_out, result_entered, welcome

log = logging.getLogger("tablo.push")

SENDERS_AT_ONCE = 8
PAUSES_SECONDS = (0.0, 10.0, 60.0, 300.0)
"""Before each try: a service that is away for longer has nothing worth telling any more."""
MOST_SUBSCRIPTIONS = 20_000
"""Browsers that a server keeps; about 10 MB."""


News: TypeAlias = e.RoundPublished | e.ResultRecorded | e.BoardsAltered
"""Events that somebody with a subscription may be told."""


@dataclass(slots=True)
class Pushing:
    office: Office
    snapshots: Snapshots
    store: PushStore
    contact: str
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name: the one that writes does, and nobody takes it to tell."""
    shared: bool = False
    """Other processes may take subscriptions, too: they are read anew each time."""
    pauses: Sequence[float] = PAUSES_SECONDS
    pusher: Pusher | None = None
    """None: not begun, or nothing can be kept here."""
    _known: dict[str, dict[str, Subscription]] = field(default_factory=dict)
    """By tournament and endpoint."""
    _told: dict[str, int] = field(default_factory=dict)
    """The position up to which a tournament has been told."""
    _changed: asyncio.Queue[tuple[str, int]] = field(default_factory=asyncio.Queue)
    _deliveries: set[asyncio.Task[Pushed]] = field(default_factory=set)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(SENDERS_AT_ONCE, "push"))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Pushing"]:
        await self._begin()
        working = asyncio.create_task(self._work())
        try:
            yield self
        finally:
            for task in (working, *self._deliveries):
                task.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _begin(self) -> None:
        self.pusher = Pusher(await asyncio.to_thread(self.store.key, new_key), self.contact)
        for one in await asyncio.to_thread(self.store.all):
            self._known.setdefault(one.stream, {})[one.endpoint] = one

    def changed(self, slug: str, position: int) -> None:
        """A tournament has moved: called for every result, so it does nothing where nobody asked to be told."""
        if self.pusher is None or not (self.shared or slug in self._known):
            return
        self._changed.put_nowait((slug, position))

    async def subscribe(self, one: Subscription) -> Pushed:
        """Keep it, and try its way with a first notice; LOST where there are too many. Raises JournalTrouble."""
        if sum(map(len, self._known.values())) >= MOST_SUBSCRIPTIONS:
            return Pushed.LOST
        office = await self.office.open(one.stream)
        await asyncio.to_thread(self.store.keep, one)
        self._known.setdefault(one.stream, {})[one.endpoint] = one
        self._told.setdefault(one.stream, office.position)
        people = self.snapshots.now(office).people
        names = [people[EntrantId(id)].name for id in one.players if EntrantId(id) in people]
        return await self._try(one, welcome(names, language(one.language)), "")

    async def unsubscribe(self, endpoint: str, slug: str) -> None:
        await asyncio.to_thread(self.store.drop, endpoint, slug)
        self._known.get(slug, {}).pop(endpoint, None)

    async def quiet(self) -> None:
        """Wait until everything that has been begun is delivered, or given up."""
        while self._deliveries:
            await asyncio.gather(*self._deliveries)

    async def _work(self) -> None:
        while True:
            slug, position = await self._changed.get()
            try:
                await self._tell(slug, position)
            except JournalTrouble as trouble:
                log.warning("notices are not sent", extra={"facts": {"tournament": slug, "why": str(trouble)}})

    async def _tell(self, slug: str, position: int) -> None:
        office = await self.office.open(slug)
        before = self._told[slug] if slug in self._told else _before_the_command(office, position)
        self._told[slug] = max(before, office.position)
        fresh = [entry.event for entry in office.entries[before : office.position]]
        news = [event for event in fresh if isinstance(event, News)]
        if not news or not office.tournament.public or not await self.mine(slug):
            return
        if self.shared:
            kept = await asyncio.to_thread(self.store.all, slug)
            self._known[slug] = {one.endpoint: one for one in kept}
        games = {game.person.id: game for game in followed_games(self.snapshots.now(office))}
        for one in list(self._known.get(slug, {}).values()):
            for words, topic in self._news_for(one, news, games, office):
                self._send(one, words, topic)

    def _news_for(
        self,
        one: Subscription,
        news: Sequence[News],
        games: dict[EntrantId, FollowedGame],
        office: TournamentOffice,
    ) -> Iterator[tuple[PushWords, str]]:
        said = language(one.language)
        for id in one.players:
            game = games.get(EntrantId(id))
            if game is None:
                continue
            if any(_seats(event, EntrantId(id), game.round) for event in news):
                yield pairing_out(game, said), f"p{id}"
            elif any(isinstance(event, e.ResultRecorded) and _is_of(event, game) for event in news):
                yield result_entered(game, said), f"r{id}"

    def _send(self, one: Subscription, words: PushWords, topic: str) -> None:
        task = asyncio.create_task(self._deliver(one, words, topic))
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    async def _deliver(self, one: Subscription, words: PushWords, topic: str) -> Pushed:
        outcome = Pushed.NOT_NOW
        for pause in self.pauses:
            await asyncio.sleep(pause)
            outcome = await self._try(one, words, topic)
            if outcome is not Pushed.NOT_NOW:
                break
        return outcome

    async def _try(self, one: Subscription, words: PushWords, topic: str) -> Pushed:
        if self.pusher is None:
            return Pushed.LOST
        url = f"/t/{one.stream}" + (f"/players/{topic[1:]}" if topic else "")
        notice = {"title": words.title, "body": words.text, "url": url, "tag": f"{one.stream}-{topic}"}
        body, loop = msgspec.json.encode(notice), asyncio.get_running_loop()
        outcome = await loop.run_in_executor(
            self._threads, self.pusher.send, one.endpoint, one.p256dh, one.auth, body, topic
        )
        if outcome is Pushed.GONE:
            await asyncio.to_thread(self.store.drop, one.endpoint)
            for known in self._known.values():
                known.pop(one.endpoint, None)
        if outcome is Pushed.LOST:
            log.warning("a push service refused a notice", extra={"facts": {"tournament": one.stream}})
        return outcome


def _before_the_command(office: TournamentOffice, position: int) -> int:
    """The position before the entries that were written with the one at this position."""
    written = office.entries[position - 1].command_id
    while position and office.entries[position - 1].command_id == written:
        position -= 1
    return position


def _seats(event: News, player: EntrantId, round: int) -> bool:
    """The player learns by it whom they play."""
    match event:
        case e.RoundPublished(round=published):
            return published == round
        case e.BoardsAltered(round=altered, boards=boards, latecomer=late) if late is not None:
            return altered == round and any({late, player} <= {one.white, one.black} for one in boards)
    return False


def _is_of(event: e.ResultRecorded, game: FollowedGame) -> bool:
    """The result of this game; of teams, of the match when all its boards have one."""
    if event.round != game.round or game.seat is None or game.seat.board is None:
        return False
    return event.board == game.seat.board.board and (game.match is None or game.match.open == 0)
