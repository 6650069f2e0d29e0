"""Workers and gateways of the feed over a real NATS server, in the process of the test."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import msgspec
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from starlette.applications import Starlette

from server.cluster.bus import Bus, Take, Taken, bus_address, connected, token_of
from server.cluster.feed import Publishing, RemoteViews
from server.live.hub import Hub
from server.live.routes import MayFollow, all_may_follow
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
    taking: AsyncExitStack
    questions: int = 0
    hung: bool = False
    _heard: dict[str, Subscription] = field(default_factory=dict)

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
        await self.taking.aclose()
        await self._heard.pop(key).unsubscribe()
        del self.leases.owners[key]
        self.publishing.lost(key)


@asynccontextmanager
async def worker(
    url: str, hub: Hub, leases: Leases, name: str = "one", may_follow: MayFollow = all_may_follow
) -> AsyncIterator[Worker]:
    def owned(key: str) -> bool:
        return leases.owners.get(key) == name

    async with connected(bus_address(url), name) as bus, AsyncExitStack() as taking:
        made = Worker(name, bus, leases, Publishing(hub, bus, owned, Starlette(), may_follow), taking)
        await taking.enter_async_context(bus.hearing("take", made.take, queue="workers"))
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
