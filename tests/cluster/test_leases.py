"""Leases over a real NATS server: who answers for a key, and who takes over."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from nats.aio.msg import Msg

from server.cluster.bus import Bus, NobodyThere, Take, Taken, WebAnswer, WebRequest, bus_address, connected
from server.cluster.leases import ALIVE_SECONDS, Leases
from tests.cluster.nats_servers import NatsServer, NatsServers, nats_servers

KEY = "t/open"
ENOUGH_SECONDS = 15


@dataclass
class Worker:
    """Answers with its name, once it may go on."""

    bus: Bus
    name: str
    going_on: asyncio.Event = field(default_factory=asyncio.Event)
    busy: asyncio.Event = field(default_factory=asyncio.Event)
    """It has been asked something."""

    def __post_init__(self) -> None:
        self.leases = Leases(self.bus, self.name, lambda: self)

    async def asked(self, message: Msg) -> None:
        owned = self.leases.owned(msgspec.msgpack.decode(message.data, type=WebRequest).key)
        self.busy.set()
        await self.going_on.wait()
        answer = WebAnswer(200, body=self.name.encode()) if owned else WebAnswer(421, misdirected=True)
        await self.bus.answer(message, answer)

    async def known(self, key: str) -> bool:
        return key != "t/unknown"

    async def took(self, key: str) -> None:
        """There is nothing to read."""

    def lost(self, key: str) -> None:
        """Nobody needs to know."""


@asynccontextmanager
async def slow_worker(url: str, name: str) -> AsyncIterator[Worker]:
    async with connected(bus_address(url), name) as bus:
        made = Worker(bus, name)
        async with made.leases.running():
            yield made


@asynccontextmanager
async def worker(url: str, name: str) -> AsyncIterator[Leases]:
    async with slow_worker(url, name) as made:
        made.going_on.set()
        yield made.leases


async def until_mine(leases: Leases, key: str = KEY) -> float:
    """Seconds until the key was taken."""
    now = asyncio.get_running_loop().time
    began = now()
    while not await leases.mine(key):
        assert now() - began < ENOUGH_SECONDS
    return now() - began


async def asked_by(bus: Bus, key: str = KEY) -> bytes:
    answer = await bus.ask("own.t=2Fopen.web", WebRequest(key, "GET", b"/"), WebAnswer)
    return answer.body


async def test_one_of_two_that_take_together_has_it(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(servers.url, "one") as one, worker(servers.url, "two") as two:
            for n in range(20):
                both = await asyncio.gather(one.mine(f"t/{n}"), two.mine(f"t/{n}"))
                assert sorted(both) == [False, True]
                assert [one.owned(f"t/{n}"), two.owned(f"t/{n}")] == both


async def test_requests_reach_the_owner_and_take_names_it(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            worker(servers.url, "one") as one,
            worker(servers.url, "two"),
            connected(bus_address(servers.url), "gateway") as gateway,
        ):
            assert await one.mine(KEY)
            assert await asked_by(gateway) == b"one"
            for _ in range(10):
                assert await gateway.ask("take", Take(KEY), Taken) == Taken(one.id)


async def test_a_key_that_nobody_has_is_taken_by_whoever_is_asked(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            worker(servers.url, "one") as one,
            worker(servers.url, "two") as two,
            connected(bus_address(servers.url), "gateway") as gateway,
        ):
            taken = await gateway.ask("take", Take(KEY), Taken)
            assert taken.anew
            assert taken.owner == (one if one.owned(KEY) else two).id
            assert one.owned(KEY) != two.owned(KEY)


async def test_whoever_ends_in_order_hands_over_at_once(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(servers.url, "two") as two:
            async with worker(servers.url, "one") as one:
                assert await one.mine(KEY)
                assert not await two.mine(KEY)
            assert await two.mine(KEY)


async def test_whoever_ends_answers_first_what_is_under_way(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with connected(bus_address(servers.url), "gateway") as gateway:
            async with slow_worker(servers.url, "one") as one:
                assert await one.leases.mine(KEY)
                answer = asyncio.create_task(asked_by(gateway))
                await one.busy.wait()
                asyncio.get_running_loop().call_later(0.05, one.going_on.set)
            assert await answer == b"one"


async def test_a_worker_that_is_cut_off_gives_up_before_another_takes_over(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats", count=3) as servers:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(worker(servers.url, "one"))
            two = await stack.enter_async_context(worker(servers.url, "two"))
            await until_mine(one)
            await one.bus.client.close()
            taken = asyncio.create_task(until_mine(two))
            while not taken.done():
                assert not (one.owned(KEY) and two.owned(KEY))
                await asyncio.sleep(0.01)
            assert await taken < 5
            assert not one.owned(KEY)


async def test_nobody_holds_what_is_not_there(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(servers.url, "one") as one, connected(bus_address(servers.url), "gateway") as gateway:
            assert await gateway.ask("take", Take("t/unknown"), Taken) == Taken("", unknown=True)
            assert one.keys == frozenset()


async def test_a_worker_goes_on_while_the_servers_choose_their_leader(tmp_path: Path) -> None:
    """The leader of the bucket hangs: nobody could take anything, and the owner keeps what it has."""
    with nats_servers(tmp_path / "nats", count=3) as servers:
        async with worker(servers.url, "one") as one:
            await until_mine(one)
            leader = await leader_of_alive(one.bus, servers)
            await leave(one.bus, leader)
            other = next(server for server in servers.servers if server is not leader)
            async with connected(bus_address(other.url), "gateway") as gateway:
                await until_answered(gateway)
                seen = set[tuple[bool, bool]]()
                leader.signal(signal.SIGSTOP)
                try:
                    until = asyncio.get_running_loop().time() + 2 * ALIVE_SECONDS
                    while asyncio.get_running_loop().time() < until:
                        answered = await gateway.ask("own.t=2Fopen.web", WebRequest(KEY, "GET", b"/"), WebAnswer)
                        assert (answered.misdirected, answered.body) == (False, b"one")
                        seen.add((one.owned(KEY), one.surely_owned(KEY)))
                    assert (True, False) in seen  # it answers, and gives the feed no sign of life
                finally:
                    leader.signal(signal.SIGCONT)


async def leave(bus: Bus, server: NatsServer) -> None:
    """Until it is at another one."""
    while not bus.up or bus.server.endswith(f":{server.port}"):
        if bus.up:
            await bus.elsewhere()
        await asyncio.sleep(0)


async def until_answered(gateway: Bus) -> None:
    """Another server may hear a little later where a worker is now."""
    now = asyncio.get_running_loop().time
    began, body = now(), b""
    while body != b"one":
        assert now() - began < ENOUGH_SECONDS
        with suppress(NobodyThere):
            body = await asked_by(gateway)


async def leader_of_alive(bus: Bus, servers: NatsServers) -> NatsServer:
    found = await bus.client.jetstream().stream_info("KV_alive")
    assert found.cluster is not None
    assert found.cluster.leader is not None
    return servers.named(found.cluster.leader)


async def test_a_key_given_back_is_free(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(servers.url, "one") as one, worker(servers.url, "two") as two:
            assert await one.mine(KEY)
            await one.give_back(KEY)
            assert not one.owned(KEY)
            assert await two.mine(KEY)
