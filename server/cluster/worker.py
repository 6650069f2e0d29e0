"""A worker: it answers for the keys whose leases it holds, with the ordinary application of this process.

A request comes as it reached a gateway and is carried out here as if it had come to this process. What this process
writes is told to the other workers, and what they write is taken in from them; so are passwords and sessions.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import field
from functools import partial
from time import monotonic
from typing import Protocol
from urllib.parse import unquote

import msgspec
from nats.aio.msg import Msg
from nats.nuid import NUID
from starlette.types import ASGIApp, Message, Scope

from domain.games.events import other_games
from domain.records import dataclass
from domain.words.streams import tournament_of_games
from server.cluster.bus import (
    GIVE_WAY_SECONDS,
    LARGEST_MESSAGE_BYTES,
    Bus,
    EntriesWritten,
    KeyGuessed,
    Tick,
    Unanswered,
    WebAnswer,
    WebRequest,
    token_of,
)
from server.cluster.feed import Publishing
from server.cluster.lease_keys import HOUSE, OF_FESTIVAL, OF_SCREEN, OF_TOURNAMENT, key_of_stream, tournament_of
from server.cluster.leases import Leases
from server.cluster.roll_call import WORKER, ClusterProcess, Figures, RollCall
from server.http.auth import Access, TooManyTries, Tries, guess_by
from server.http.page_cache import ADMITTED
from server.journal import Entry, pack
from server.live.frames import CATALOGUE
from server.live.hub import Hub
from server.live.routes import MayFollow
from server.live.topics import Views
from server.office.tournaments import Office, TournamentOffice
from server.supervisor import Supervisor, Work

log = logging.getLogger("tablo.worker")

OF_THE_FEED = ".view"
ALWAYS_THERE = (HOUSE, CATALOGUE)
MISDIRECTED = WebAnswer(421, misdirected=True)
NEWS_SUBJECT, GUESS_SUBJECT = "house.news", "house.guess"
HOUSE_LOOK_SECONDS = 1.0
"""Between two looks whether the worker that had the house is gone."""


class WorkerProcess(Protocol):
    """What a server has by which it is told of what happens at the others."""

    @property
    def background(self) -> Supervisor: ...
    @property
    def access(self) -> Access: ...
    @property
    def program_tries(self) -> Tries: ...


@dataclass(frozen=True, slots=True)
class ClusterMember:
    """A process on the bus, before its journal is open; it becomes a `ClusterWorker`."""

    name: str
    bus: Bus
    app: ASGIApp
    may_follow: MayFollow
    written: "asyncio.Queue[tuple[float, str, Sequence[Entry]]]" = field(default_factory=asyncio.Queue)
    """When, in which stream and what this process has written: for the other workers."""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def note(self, stream: str, entries: Sequence[Entry]) -> None:
        self.written.put_nowait((monotonic(), stream, entries))

    def tell_news(self) -> None:
        """Passwords or sessions have changed. Called in any thread; the message itself says nothing."""
        tell = partial(self.bus.tell, NEWS_SUBJECT, b"")
        self.loop.call_soon_threadsafe(lambda: self.bus.background.begin("house-news", tell))

    def worker(
        self, views: Views, hub: Hub, process: WorkerProcess, taken: Callable[[str], Awaitable[None]]
    ) -> "ClusterWorker":
        worker: ClusterWorker  # the leases tell it of keys as soon as it runs
        leases = Leases(self.bus, self.name, lambda: worker, process.background)
        owned = leases.surely_owned  # a wall is told that it is behind rather than that nothing is new
        publishing = Publishing(hub, self.bus, owned, self.app, self.may_follow, process.background)
        worker = ClusterWorker(self, process, leases, publishing, RollCall(self.bus), views, taken)
        return worker


@dataclass(frozen=True, slots=True, eq=False)
class ClusterWorker:
    """Made by its `ClusterMember`."""

    member: ClusterMember
    process: WorkerProcess
    leases: Leases
    publishing: Publishing
    roll_call: RollCall
    views: Views
    taken: Callable[[str], Awaitable[None]]
    """Told each tournament that this worker answers for from now on, in the background."""
    figures: Figures = field(default_factory=Figures)
    _me: str = field(default_factory=lambda: NUID().next().decode())
    """By which its own words are known among those of the others."""

    @property
    def bus(self) -> Bus:
        return self.member.bus

    @property
    def background(self) -> Supervisor:
        return self.process.background

    @property
    def office(self) -> Office:
        return self.views.tournaments.office

    def forgotten(self, slugs: Iterable[str]) -> None:
        """Tournaments that have left memory: whoever asks next may find them at another worker."""
        for key in [key for slug in slugs if (key := OF_TOURNAMENT + slug) in self.leases.keys]:
            self.background.begin("takes", partial(self.leases.give_back, key))

    def about(self, waiting: int) -> ClusterProcess:
        """What the others may know; `waiting`: messages that wait for a way out."""
        return self.figures.about(
            WORKER,
            self.member.name,
            self.bus,
            self.publishing.hub.sockets,
            self.background,
            tournaments=sum(map(bool, map(tournament_of, self.leases.keys))),
            waiting=waiting,
            sure=self.leases.sure,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ClusterWorker"]:
        """Hears what the others write, then answers; at the end the other way round."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.background.keeping({"entries-told": self._tell_written}))
            await stack.enter_async_context(self.bus.hearing("entry.>", self._heard))
            await stack.enter_async_context(self.bus.hearing(NEWS_SUBJECT, self._heard_news))
            await stack.enter_async_context(self.bus.hearing(GUESS_SUBJECT, self._heard_guess))
            self.bus.reconnected.append(self._sweep_soon)
            await stack.enter_async_context(self.background.keeping(self.office.journal.following.works()))
            await stack.enter_async_context(self.publishing.running())
            await stack.enter_async_context(self.leases.running())
            anybody = self.bus.hearing("any.web", self._answer, queue="workers", in_order=False)
            await stack.enter_async_context(anybody)
            yield self

    async def keep_house(self, works: Mapping[str, Work]) -> None:
        """These run at the worker that has the house; whoever takes it over begins them with what was left undone."""
        while True:
            if await self.leases.mine(HOUSE):
                async with self.background.keeping(works):
                    while self.leases.owned(HOUSE):  # noqa: ASYNC110 by its own clock a lease ends without an event
                        await asyncio.sleep(HOUSE_LOOK_SECONDS)
            await asyncio.sleep(HOUSE_LOOK_SECONDS)

    async def _tell_written(self) -> None:
        """What this process has written, to the other workers; gateways hear where it stands."""
        while True:
            at, stream, entries = await self.member.written.get()
            await asyncio.sleep(max(0.0, at + GIVE_WAY_SECONDS - monotonic()))
            token = token_of(key_of_stream(stream))
            for lines in in_messages(map(pack, entries)):
                await self.bus.tell(f"entry.{token}", EntriesWritten(self._me, lines))
            if not tournament_of_games(stream) or any(other_games(one.event) for one in entries):
                await self.bus.tell(f"pos.{token}", Tick(entries[-1].version))

    async def _heard(self, message: Msg) -> None:
        written = msgspec.msgpack.decode(message.data, type=EntriesWritten)
        if written.by != self._me:
            journal = self.office.journal
            await journal.following.take(map(journal.journal.unpack, written.lines))

    async def _heard_news(self, _message: Msg) -> None:
        await self.process.access.news()

    def tell_guess(self, address: str) -> None:
        """So that guesses spread over tournaments count together, whoever answers for those."""
        guessed = KeyGuessed(self._me, address)
        self.background.begin("house-news", partial(self.bus.tell, GUESS_SUBJECT, guessed))

    async def _heard_guess(self, message: Msg) -> None:
        guessed = msgspec.msgpack.decode(message.data, type=KeyGuessed)
        if guessed.by != self._me:
            with suppress(TooManyTries):
                self.process.program_tries.count(guess_by(guessed.address))

    def _sweep_soon(self) -> None:
        self.background.begin("following", self.office.journal.following.sweep)

    async def asked(self, message: Msg) -> None:
        """A request to the owner of a key, by the last word of its subject."""
        if message.subject.endswith(OF_THE_FEED):
            await self.publishing.asked(message)
        else:
            await self._answer(message, asked_of_owner=True)

    async def _answer(self, message: Msg, *, asked_of_owner: bool = False) -> None:
        try:
            request = await self.bus.opened(message, WebRequest)
        except Unanswered:
            return  # the gateway that kept it is gone, and with it whoever waits
        answer = MISDIRECTED
        if not asked_of_owner or self.leases.owned(request.key):
            if asked_of_owner and (slug := tournament_of(request.key)):
                await self.office.learn(slug)
            answer = await answered_by(self.member.app, request)
        await self.bus.answer(message, answer)

    async def known(self, key: str) -> bool:
        """There is something of this name: strangers may ask for any."""
        if slug := tournament_of(key):
            await self.office.learn(slug)
            return slug in self.office
        if key.startswith(OF_FESTIVAL):
            return key.removeprefix(OF_FESTIVAL) in self.views.festivals.festivals
        if key.startswith(OF_SCREEN):
            return key.removeprefix(OF_SCREEN) in self.views.screens.now.by_name
        return key in ALWAYS_THERE

    async def took(self, key: str) -> None:
        """Memory may be behind the journal: another worker has written until now."""
        if slug := tournament_of(key):
            self.office.doubt(slug)
            await self._read_on(slug)
            self.background.begin("taken-over", partial(self.taken, slug))

    async def _read_on(self, slug: str) -> None:
        """What the owner before wrote and could not tell any more is read, and its newest entry told to the others."""
        await self.office.read(slug)
        office = self.office.known(slug)
        if office is not None and office.sure:
            self.tell_again(office)

    def tell_again(self, office: TournamentOffice) -> None:
        """Its newest entry, to whoever keeps pages of it: there is something else to see."""
        self.member.note(office.id, office.entries[-1:])

    def lost(self, key: str) -> None:
        self.publishing.lost(key)
        log.info("lease ended", extra={"facts": {"key": key}})


def in_messages(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """As many lines together as a message takes."""
    together, size = list[bytes](), 0
    for line in lines:
        if together and size + len(line) > LARGEST_MESSAGE_BYTES:
            yield together
            together, size = [], 0
        together.append(line)
        size += len(line)
    if together:
        yield together


async def answered_by(app: ASGIApp, request: WebRequest) -> WebAnswer:
    """The answer of an application in this process."""
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": unquote(request.path.decode("ascii", "replace")),
        "raw_path": request.path,
        "root_path": "",
        "query_string": request.query,
        "headers": list(request.headers),
        "client": (request.client, 0) if request.client else None,
        "server": None,
        "extensions": {},
    }
    answer = Collected(request.body)
    try:
        await app(scope, answer.receive, answer.send)
    except Exception:  # it has answered what it could before it raised; whoever waits at the gateway gets that
        log.exception("a request crashed", extra={"facts": {"key": request.key}})
    content = b"".join(answer.parts)
    return WebAnswer(answer.status, tuple(answer.headers), content, by_position=ADMITTED in scope)


@dataclass(slots=True)
class Collected:
    """Both ends of a request in this process: its body goes in, the answer is collected."""

    body: bytes
    status: int = 500
    headers: Sequence[tuple[bytes, bytes]] = ()
    parts: list[bytes] = field(default_factory=list)
    _read: bool = False

    async def receive(self) -> Message:
        if self._read:
            await asyncio.Event().wait()  # nobody goes away
        self._read = True
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
        elif message["type"] == "http.response.body":
            self.parts.append(message.get("body", b""))
