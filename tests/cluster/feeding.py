"""Workers and gateways of the feed over a real NATS server, in the process of the test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from server.cluster.bus import Bus, Take, Taken, bus_address, connected, token_of
from server.cluster.feed import Publishing, RemoteViews
from server.live.hub import Hub
from tests.live.loopback import running


@dataclass
class Leases:
    """Who owns which key: whoever is asked first."""

    owners: dict[str, str] = field(default_factory=dict)


@dataclass
class Worker:
    name: str
    bus: Bus
    leases: Leases
    publishing: Publishing
    taking: Subscription = field(init=False)
    questions: int = 0
    hung: bool = False
    _heard: dict[str, Subscription] = field(default_factory=dict)

    def owns(self, key: str) -> bool:
        return self.leases.owners.get(key) == self.name

    async def take(self, message: Msg) -> None:
        key = msgspec.msgpack.decode(message.data, type=Take).key
        anew = key not in self.leases.owners
        if anew:
            self.leases.owners[key] = self.name
            self._heard[key] = await self.bus.hear(f"own.{token_of(key)}.*", self.asked, in_order=False)
        await self.bus.answer(message, Taken(self.leases.owners[key], anew))

    async def asked(self, message: Msg) -> None:
        self.questions += 1
        if not self.hung:
            await self.publishing.asked(message)

    async def give_back(self, key: str) -> None:
        """It ends in order, and takes nothing any more."""
        await self.taking.unsubscribe()
        await self._heard.pop(key).unsubscribe()
        del self.leases.owners[key]
        self.publishing.lost(key)


@asynccontextmanager
async def worker(url: str, hub: Hub, leases: Leases, name: str = "one", **more: Any) -> AsyncIterator[Worker]:
    async with connected(bus_address(url), name) as bus:
        made = Worker(name, bus, leases, Publishing(hub, bus, **more))
        made.publishing.owned = made.owns
        made.taking = await bus.hear("take", made.take, queue="workers")
        await bus.client.flush()
        async with made.publishing.running():
            yield made


@dataclass
class Gateway:
    views: RemoteViews
    address: str

    @property
    def hub(self) -> Hub:
        return self.views.hub


@asynccontextmanager
async def gateway(url: str, name: str = "g1", beat: float = 0.1) -> AsyncIterator[Gateway]:
    async with (
        connected(bus_address(url), name) as bus,
        RemoteViews(beat=beat).running(bus) as views,
        running(views.hub, may_follow=views.may_follow) as address,
    ):
        yield Gateway(views, address)
