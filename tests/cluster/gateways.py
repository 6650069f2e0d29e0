"""A gateway of a test, and a worker as small as can be: an application that answers for every key that it takes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import msgspec
from nats.aio.msg import Msg
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.cluster.bus import Bus, Take, Taken, Tick, WebRequest, bus_address, connected, token_of
from server.cluster.feed import RemoteViews
from server.cluster.gateway import Gateway, gateway_app
from server.cluster.worker import MISDIRECTED, answered_by
from tests.live.loopback import eventually

FORM_LIMIT = 8 * 1024 * 1024

Answering = Callable[[Request], Awaitable[Response]]


@dataclass(eq=False)
class SmallWorker:
    """Answers whatever it has taken; without `answering` it takes and is silent."""

    bus: Bus
    answering: Answering | None
    name: str
    asked: list[Request] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    subscribed: set[str] = field(default_factory=set)
    """Those it listens for; it may have given up some of them."""
    unknown: set[str] = field(default_factory=set)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await request.body()
        self.asked.append(request)
        assert self.answering is not None
        await (await self.answering(request))(scope, receive, send)

    async def take(self, message: Msg) -> None:
        key = msgspec.msgpack.decode(message.data, type=Take).key
        if key in self.unknown:
            await self.bus.answer(message, Taken("", unknown=True))
            return
        self.keys.add(key)
        if key not in self.subscribed:
            self.subscribed.add(key)
            await self.bus.hear(f"own.{token_of(key)}.web", self.carried, in_order=False)
            await self.bus.client.flush()
        await self.bus.answer(message, Taken(self.name))

    async def carried(self, message: Msg) -> None:
        request = await self.bus.opened(message, WebRequest)
        if self.answering is None:
            return
        if message.subject != "any.web" and request.key not in self.keys:
            await self.bus.answer(message, MISDIRECTED)
            return
        await self.bus.answer(message, await answered_by(self.app, request))

    async def tick(self, key: str, position: int = 1) -> None:
        await self.bus.tell(f"pos.{token_of(key)}", Tick(position))
        await self.bus.client.flush()


@asynccontextmanager
async def small_worker(url: str, answering: Answering | None, name: str = "one") -> AsyncIterator[SmallWorker]:
    async with connected(bus_address(url), name) as bus:
        worker = SmallWorker(bus, answering, name)
        await bus.hear("take", worker.take, queue="workers", in_order=False)
        await bus.hear("any.web", worker.carried, queue="workers", in_order=False)
        await bus.client.flush()
        yield worker


@dataclass(frozen=True)
class AtGateway:
    gateway: Gateway
    app: ASGIApp
    visitor: httpx.AsyncClient

    async def heard(self) -> None:
        """What was told to the bus before has arrived here."""
        bus = self.gateway.carrier.bus
        assert bus is not None
        await bus.client.flush()


@asynccontextmanager
async def gateway_at(url: str, host: str = "http://chess.example") -> AsyncIterator[AtGateway]:
    gateway = Gateway(bus_address(url), RemoteViews(), form_limit=FORM_LIMIT)
    app = gateway_app(gateway)
    async with app.router.lifespan_context(app):
        await eventually(lambda: gateway.carrier.bus is not None)
        transport = httpx.ASGITransport(app=app, client=("203.0.113.9", 4711))
        async with httpx.AsyncClient(transport=transport, base_url=host) as visitor:
            yield AtGateway(gateway, app, visitor)
