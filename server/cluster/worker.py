"""A worker: it answers for the keys whose leases it holds, with the ordinary application of this process.

A request comes as it reached a gateway and is carried out here as if it had come to this process. What this process
writes is told to the other workers, and what they write is taken in from them.
"""

import asyncio
import logging
import os
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import field
from functools import partial
from time import monotonic
from urllib.parse import unquote

import msgspec
from nats.aio.msg import Msg
from nats.nuid import NUID
from starlette.types import ASGIApp, Message, Scope

from domain.records import dataclass
from server.cluster.bus import (
    GIVE_WAY_SECONDS,
    LARGEST_MESSAGE_BYTES,
    Bus,
    EntriesWritten,
    Tick,
    Unanswered,
    WebAnswer,
    WebRequest,
    token_of,
)
from server.cluster.feed import Publishing
from server.cluster.holding import HOUSE, key_of_stream
from server.cluster.leases import Leases
from server.cluster.roll_call import RollCall
from server.http.page_cache import ADMITTED
from server.journal import Entry, pack
from server.live.frames import CATALOGUE
from server.live.hub import Hub
from server.live.topics import Views
from server.office.tournaments import Office
from server.supervisor import Supervisor

log = logging.getLogger("tablo.worker")

OF_TOURNAMENT = "t/"
OF_THE_FEED = ".view"
ALWAYS_THERE = (HOUSE, CATALOGUE)
"""Keys that are always there."""
MISDIRECTED = WebAnswer(421, misdirected=True)


class WorkerFacts(msgspec.Struct, frozen=True):
    """A worker's word about itself, kept with its sign of life."""

    name: str
    version: str
    process: int
    started_at: float
    """Seconds since 1970."""
    keys: int
    """Leases held."""
    tournaments: int
    """Tournaments in memory."""
    nats: str
    """The NATS server that it is connected to."""


@dataclass(slots=True, eq=False)
class ClusterWorker:
    bus: Bus
    app: ASGIApp
    views: Views
    hub: Hub
    version: str
    taken: Callable[[str], Awaitable[None]]
    """Told each tournament that this worker answers for from now on, in the background."""
    background: Supervisor = field(default_factory=Supervisor)
    name: str = field(default_factory=lambda: f"{platform.node()}:{os.getpid()}")
    _me: str = field(default_factory=lambda: NUID().next().decode())
    """By which its own words are known among those of the others."""
    _written: "asyncio.Queue[tuple[float, str, Sequence[Entry]]]" = field(default_factory=asyncio.Queue)
    """When, in which stream and what this process has written."""
    _started_at: float = field(default_factory=time.time)
    leases: Leases = field(init=False)
    publishing: Publishing = field(init=False)
    roll_call: RollCall = field(init=False)

    def __post_init__(self) -> None:
        self.leases = Leases(self.bus, self.asked, self._known, self._taken, self._lost, self.facts, self.background)
        self.roll_call = RollCall(self.bus)
        owned = self.leases.surely_owned  # a wall is told that it is behind rather than that nothing is new
        self.publishing = Publishing(self.hub, self.bus, self.app, owned=owned, background=self.background)

    @property
    def office(self) -> Office:
        return self.views.tournaments.office

    def forgotten(self, slugs: Iterable[str]) -> None:
        """Tournaments that have left memory: whoever asks next may find them at another worker."""
        for key in [key for slug in slugs if (key := OF_TOURNAMENT + slug) in self.leases.keys]:
            self.background.begin("takes", partial(self.leases.give_back, key))

    def facts(self) -> WorkerFacts:
        keys, held = len(self.leases.keys), len(self.office.folded)
        return WorkerFacts(self.name, self.version, os.getpid(), self._started_at, keys, held, self.bus.server)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ClusterWorker"]:
        """Hears what the others write, then answers; at the end the other way round."""
        journal = self.office.journal
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.background.keeping({"entries-told": self._tell_written}))
            journal.written = lambda stream, entries: self._written.put_nowait((monotonic(), stream, entries))
            others = await self.bus.hear("entry.>", self._heard)
            stack.push_async_callback(others.unsubscribe)
            self.bus.reconnected.append(self._sweep_soon)
            await stack.enter_async_context(self.background.keeping(journal.following.works))
            await stack.enter_async_context(self.publishing.running())
            await stack.enter_async_context(self.leases.running())
            anybody = await self.bus.hear("any.web", self._asked_anybody, queue="workers", in_order=False)
            stack.push_async_callback(anybody.unsubscribe)
            yield self

    async def _tell_written(self) -> None:
        """What this process has written, to the other workers; gateways hear where it stands."""
        while True:
            at, stream, entries = await self._written.get()
            await asyncio.sleep(max(0.0, at + GIVE_WAY_SECONDS - monotonic()))
            token = token_of(key_of_stream(stream))
            for lines in in_messages(map(pack, entries)):
                await self.bus.tell(f"entry.{token}", EntriesWritten(self._me, lines))
            await self.bus.tell(f"pos.{token}", Tick(entries[-1].version))

    async def _heard(self, message: Msg) -> None:
        written = msgspec.msgpack.decode(message.data, type=EntriesWritten)
        if written.by != self._me:
            journal = self.office.journal
            await journal.following.take(map(journal.journal.unpack, written.lines))

    def _sweep_soon(self) -> None:
        self.background.begin("following", self.office.journal.following.sweep)

    async def asked(self, message: Msg) -> None:
        """A request to the owner of a key, by the last word of its subject."""
        if message.subject.endswith(OF_THE_FEED):
            await self.publishing.asked(message)
            return
        request = msgspec.msgpack.decode(message.data, type=WebRequest)
        if not self.leases.owned(request.key):
            await self.bus.answer(message, MISDIRECTED)
            return
        if request.key.startswith(OF_TOURNAMENT):
            await self.office.learn(request.key.removeprefix(OF_TOURNAMENT))
        await self._answer(message, request)

    async def _asked_anybody(self, message: Msg) -> None:
        await self._answer(message, msgspec.msgpack.decode(message.data, type=WebRequest))

    async def _answer(self, message: Msg, request: WebRequest) -> None:
        try:
            body = await self.bus.body(request.stored) if request.stored else request.body
        except Unanswered:
            return  # the gateway that kept it is gone, and with it whoever waits
        answer = await answered_by(self.app, request, body)
        if len(answer.body) > LARGEST_MESSAGE_BYTES:
            stored = await self.bus.stored(answer.body)
            answer = msgspec.structs.replace(answer, body=b"", stored=stored)
        await self.bus.answer(message, answer)

    async def _known(self, key: str) -> bool:
        """There is something of this name: strangers may ask for any."""
        kind, _, name = key.partition("/")
        match kind:
            case "t":
                await self.office.learn(name)
                return name in self.office
            case "f":
                return name in self.views.festivals.festivals
            case "screen":
                return name in self.views.screens.now.by_name
            case _:
                return key in ALWAYS_THERE

    async def _taken(self, key: str) -> None:
        """Memory may be behind the journal: another worker has written until now."""
        if key.startswith(OF_TOURNAMENT):
            slug = key.removeprefix(OF_TOURNAMENT)
            self.office.doubt(slug)
            await self._read_on(slug)
            self.background.begin("taken-over", partial(self.taken, slug))

    async def _read_on(self, slug: str) -> None:
        """What the owner before wrote and could not tell any more is read, and its newest entry told to the others."""
        await self.office.read(slug)
        office = self.office.known(slug)
        if office is not None and office.sure:
            self._written.put_nowait((monotonic(), slug, office.entries[-1:]))

    def _lost(self, key: str) -> None:
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


async def answered_by(app: ASGIApp, request: WebRequest, body: bytes) -> WebAnswer:
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
    answer = Collected(body)
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
