"""A worker: it answers for the keys whose leases it holds, with the ordinary application of this process.

A request comes as it reached a gateway and is carried out here as if it had come to this process. What this process
writes is told to the other workers, and what they write is taken in from them.
"""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import field
from urllib.parse import unquote

import msgspec
from nats.aio.msg import Msg
from starlette.types import ASGIApp, Message, Scope

from domain.records import dataclass
from server.cluster.bus import LARGEST_MESSAGE_BYTES, Bus, Unanswered, WebAnswer, WebRequest
from server.cluster.leases import Leases
from server.live.hub import Hub
from server.office.tournaments import Office
from server.supervisor import Supervisor

log = logging.getLogger("tablo.worker")

OF_TOURNAMENT = "t/"
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
    office: Office
    hub: Hub
    version: str
    background: Supervisor = field(default_factory=Supervisor)
    name: str = field(default_factory=lambda: f"{os.uname().nodename}:{os.getpid()}")
    _started_at: float = field(default_factory=time.time)
    leases: Leases = field(init=False)

    def __post_init__(self) -> None:
        self.leases = Leases(self.bus, self.asked, self._taken, self._lost, self.facts, self.background)

    def facts(self) -> WorkerFacts:
        keys, held = len(self.leases.keys), len(self.office.folded)
        return WorkerFacts(self.name, self.version, os.getpid(), self._started_at, keys, held, self.bus.server)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ClusterWorker"]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.leases.running())
            anybody = await self.bus.hear("any.web", self._asked_anybody, queue="workers", in_order=False)
            stack.push_async_callback(anybody.unsubscribe)
            yield self

    async def asked(self, message: Msg) -> None:
        """A request to the owner of a key, by the last word of its subject."""
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

    async def _taken(self, key: str) -> None:
        """Memory may be behind the journal: another worker has written until now."""
        if key.startswith(OF_TOURNAMENT):
            slug = key.removeprefix(OF_TOURNAMENT)
            await self.office.learn(slug)
            self.office.doubt(slug)

    def _lost(self, key: str) -> None:
        log.info("lease ended", extra={"facts": {"key": key}})


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
    await app(scope, answer.receive, answer.send)
    return WebAnswer(answer.status, tuple(answer.headers), b"".join(answer.parts))


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
