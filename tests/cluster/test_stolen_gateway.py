"""What a stolen gateway's seed lets its thief do with the servers, and what it does not; with the written rights."""

import asyncio
import json
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError, NotFoundError

from server.cli import main
from server.cluster.bus import (
    LARGEST_MESSAGE_BYTES,
    Bus,
    CannotConnect,
    NobodyThere,
    RestAsked,
    Take,
    Taken,
    Unanswered,
    bus_address,
    connected,
)
from tests.cluster.secured import SecuredServers, secured_servers

LARGE = 3 * LARGEST_MESSAGE_BYTES + 1
LAST = b"last"
REFUSED = (nats.errors.Error, APIError, NotFoundError, TimeoutError)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredServers]:
    with secured_servers(tmp_path_factory.mktemp("cluster") / "keys") as servers:
        yield servers


class Listener:
    """Keeps what a bus hears until the last word of the sender, which comes after all else that the sender sent."""

    def __init__(self, bus: Bus, sender: Bus, *subjects: str, by: str = "seen.last") -> None:
        self.bus, self.sender, self.subjects, self.by = bus, sender, subjects, by
        self.heard: list[tuple[str, bytes]] = []

    async def __aenter__(self) -> "Listener":
        self.all = asyncio.Event()

        async def keep(message: Msg) -> None:
            if message.data == LAST:
                self.all.set()
            else:
                self.heard.append((message.subject, message.data))

        for subject in (*self.subjects, self.by):
            await self.bus.client.subscribe(subject, cb=keep)
        await self.bus.settled()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.sender.tell(self.by, LAST)
        await asyncio.wait_for(self.all.wait(), 20)


async def refused(bus: Bus, words: str) -> None:
    """Returns when the server has said so."""
    async with asyncio.timeout(20):
        while words.lower() not in str(bus.client.last_error).lower():
            await bus.client.flush()


@pytest.mark.parametrize("subject", ["own.t.web", "own.t.view", "take", "any.web"])
async def test_a_gateway_asks_and_a_worker_answers(servers: SecuredServers, subject: str) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:

        async def heard(message: Msg) -> None:
            await worker.answer(message, Taken(msgspec.msgpack.decode(message.data, type=Take).key))

        await worker.hear(subject, heard)
        await worker.settled()
        assert await gateway.ask(subject, Take("t/open"), Taken) == Taken("t/open")


async def test_a_gateway_hears_at_once_that_nobody_owns_a_tournament(servers: SecuredServers) -> None:
    async with servers.bus("bg", "gateway-1") as gateway:
        with pytest.raises(NobodyThere):
            await gateway.ask("own.nobody.web", Take("t/open"), Taken)


async def test_a_worker_hears_which_screens_a_gateway_has(servers: SecuredServers) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        async with Listener(worker, gateway, "seen.g") as listener:
            await gateway.tell("seen.g", b"x")
        assert listener.heard == [("seen.g", b"x")]


@pytest.mark.parametrize("subject", ["feed.t.1", "pos.t"])
async def test_every_gateway_hears_frames_and_positions(servers: SecuredServers, subject: str) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        heard = await gateway.client.subscribe(subject)
        await gateway.settled()
        await worker.tell(subject, b"frame")
        assert (await heard.next_msg(timeout=20)).data == b"frame"


async def test_everybody_says_who_they_are_when_a_worker_asks(servers: SecuredServers) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:

        async def heard(message: Msg) -> None:
            await gateway.answer(message, Taken("gateway-1"))

        await gateway.hear("house.who", heard)
        await gateway.settled()
        assert await worker.ask("house.who", Take(""), Taken) == Taken("gateway-1")


@pytest.mark.parametrize("pair", [("gateway-1", "worker-1"), ("worker-1", "gateway-1")])
async def test_large_bodies_go_both_ways_once(servers: SecuredServers, pair: tuple[str, str]) -> None:
    async with servers.bus("bg", pair[0]) as one, servers.bus("bg", pair[1]) as other:
        body = bytes(range(251)) * (LARGE // 251 + 1)
        stored = await one.kept(body)
        await one.settled()
        assert await other.fetched(stored) == body
        with pytest.raises(Unanswered):
            await other.fetched(stored)


FORBIDDEN = [
    *(
        "feed.t.1",
        "pos.t",
        "entry.t",
        "house.news",
        "house.guess",
        "house.who",
        "own.t.other",
        "own.t",
        "alive.x",
        "wants.t",
    ),
    *("wants.t", "$KV.owners.t", "$KV.alive.w", "$O.bodies.C.x", "$JS.API.INFO", "$JS.API.STREAM.NAMES"),
    *("$JS.API.DIRECT.GET.KV_owners.$KV.owners.t", "$JS.API.STREAM.MSG.GET.KV_owners", "$JS.ACK.x", "_INBOX.other.x"),
    *("$JS.API.STREAM.CREATE.x", "$JS.API.CONSUMER.CREATE.KV_owners", "$SYS.REQ.SERVER.PING"),
]


@pytest.mark.parametrize("subject", FORBIDDEN)
async def test_a_stolen_gateway_can_send_nothing_else(servers: SecuredServers, subject: str) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        async with Listener(worker, gateway, subject) as listener:
            await gateway.client.publish(subject, b"forged")
            await refused(gateway, f'permissions violation for publish to "{subject}"')
        assert listener.heard == []


UNHEARD = [
    *("entry.>", "entry.t", "house.news", "house.>", "own.>", "own.t.web", "take", "any.web", "seen.>", ">"),
    *("_INBOX.>", "part.>", "part.*.*", "$KV.>", "$KV.owners.>", "$JS.>", "$SYS.>"),
]


@pytest.mark.parametrize("subject", UNHEARD)
async def test_a_stolen_gateway_hears_nothing_else(servers: SecuredServers, subject: str) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        heard = await gateway.client.subscribe(subject)
        await refused(gateway, "permissions violation for subscription")
        for told in ("entry.t", "house.news", "own.t.web", "take", "seen.t", f"_INBOX.{worker.own}.x", "$KV.owners.t"):
            await worker.client.publish(told, b"secret")
        async with Listener(gateway, worker, by="pos.last"):
            pass
        assert heard.pending_msgs == 0


async def test_a_stolen_gateway_neither_reads_nor_takes_a_lease(servers: SecuredServers) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        owners = await worker.bucket("owners")
        before = await owners.put("t", b"worker-1")
        jetstream = gateway.client.jetstream(timeout=0.2)
        for tried in (
            lambda: jetstream.key_value("owners"),
            lambda: jetstream.create_key_value(bucket="owners"),
            lambda: jetstream.publish("$KV.owners.t", b"gateway-1"),
            lambda: jetstream.get_last_msg("KV_owners", "$KV.owners.t", direct=True),
            lambda: jetstream.delete_stream("KV_owners"),
        ):
            with pytest.raises(REFUSED):
                await tried()
        held = await owners.get("t")
        assert (held.value, held.revision) == (b"worker-1", before)


@pytest.mark.parametrize("reply", ["feed.t.1", "entry.t", "pos.t", "own.t.web"])
async def test_a_stolen_gateway_has_no_worker_send_a_frame_for_it(servers: SecuredServers, reply: str) -> None:
    """NATS lets a request name any subject for its answer."""
    async with servers.bus("bg", "worker-1") as worker, servers.bus("bg", "gateway-1") as gateway:
        asked = asyncio.Event()

        async def heard(message: Msg) -> None:
            await worker.answer(message, Taken("forged"))
            asked.set()

        await worker.hear("own.victim.web", heard)
        async with Listener(worker, gateway, reply) as listener:
            await gateway.client.publish("own.victim.web", b"", reply=reply)
            await asyncio.wait_for(asked.wait(), 20)
        assert listener.heard == []


async def test_a_worker_fetches_a_body_from_nowhere_else(servers: SecuredServers) -> None:
    """The subject of a large body is a gateway's word."""
    async with servers.bus("bg", "worker-1") as worker:
        async with Listener(worker, worker, "own.>", "entry.>", "feed.>") as listener:
            for subject in ("own.t.web", "entry.t", "part.*.x", "part.a.b.c", "feed.t.1"):
                with pytest.raises(Unanswered):
                    await worker.fetched(subject)
        assert listener.heard == []


async def test_a_stolen_gateway_hears_no_answer_to_another_one(servers: SecuredServers) -> None:
    """Neither at its inbox, nor by the parts of its bodies, nor by listening beside it."""
    other = servers.public("bg", "gateway-2")
    async with servers.bus("bg", "gateway-1") as gateway, servers.bus("bg", "worker-1") as worker:
        heard = [await gateway.client.subscribe(subject) for subject in (f"_INBOX.{other}.>", f"part.{other}.*")]
        async with Listener(gateway, worker, by="pos.last"):
            await worker.client.publish(f"_INBOX.{other}.x", b"secret")
            await worker.client.publish(f"part.{other}.x", b"secret")
        assert [one.pending_msgs for one in heard] == [0, 0]
        with pytest.raises(NobodyThere):
            await gateway.ask(f"part.{other}.guessed", RestAsked(0), Taken)


async def test_federations_do_not_see_each_other(servers: SecuredServers) -> None:
    """Whatever a worker, who may say everything in its own federation, says or listens to."""
    async with servers.bus("bg", "worker-1") as here, servers.bus("ro", "worker-1") as there:
        mine, theirs = await here.bucket("owners"), await there.bucket("owners")
        await mine.put("t", b"mine")
        await theirs.put("t", b"theirs")
        async with Listener(here, here, ">") as listener, Listener(there, there, "feed.>") as told:
            for subject in ("feed.t.1", "entry.t", "house.news", "own.t.web", "seen.t", "take"):
                await there.tell(subject, b"theirs")
        assert told.heard == [("feed.t.1", b"theirs")]
        assert [one for one in listener.heard if b"theirs" in one[1]] == []
        assert ((await mine.get("t")).value, (await theirs.get("t")).value) == (b"mine", b"theirs")


async def test_another_federations_owner_cannot_be_asked(servers: SecuredServers) -> None:
    async with servers.bus("bg", "worker-1") as worker, servers.bus("ro", "gateway-1") as stranger:
        await worker.client.subscribe("own.t.web")
        await worker.settled()
        with pytest.raises(NobodyThere):
            await stranger.ask("own.t.web", Take("t/open"), Taken)


async def test_nobody_comes_in_without_a_seed_or_with_a_strange_one(servers: SecuredServers, tmp_path: Path) -> None:
    strange = secured_seed(tmp_path)
    ca = servers.folder / "authority.pem"
    for address in (bus_address(servers.url, None, ca), bus_address(servers.url, strange, ca)):
        with pytest.raises(CannotConnect):
            async with connected(address, "stranger"):
                pass


def secured_seed(folder: Path) -> Path:
    """One of another cluster."""
    SecuredServers(folder / "elsewhere", [14222])
    return folder / "elsewhere/bg/worker-1.seed"


async def test_a_seed_that_cannot_be_read_is_a_sentence_without_it(servers: SecuredServers, tmp_path: Path) -> None:
    broken = tmp_path / "broken.seed"
    broken.write_text("SUAOFNOSEEDATALL")
    for file in (broken, tmp_path / "missing.seed"):
        with pytest.raises(CannotConnect) as refused:
            async with connected(bus_address(servers.url, file, servers.folder / "authority.pem"), "x"):
                pass
        assert "SUAOF" not in str(refused.value)


async def test_a_server_that_another_authority_signed_gets_no_client(servers: SecuredServers, tmp_path: Path) -> None:
    secured_seed(tmp_path)
    address = bus_address(servers.url, servers.folder / "bg/worker-1.seed", tmp_path / "elsewhere" / "authority.pem")
    with pytest.raises(CannotConnect, match=r"(?i)certificate"):
        async with connected(address, "worker-1"):
            pass


async def test_nothing_is_said_to_the_servers_in_the_open(servers: SecuredServers) -> None:
    """A client that leaves TLS out is not heard."""
    reader, writer = await asyncio.open_connection("127.0.0.1", servers.ports[0])
    told = json.loads((await reader.readline()).removeprefix(b"INFO "))
    assert told["tls_required"] is True
    writer.write(b'CONNECT {"verbose":true}\r\nPING\r\n')
    assert b"PONG" not in await asyncio.wait_for(reader.read(), 20)
    writer.close()
    await writer.wait_closed()


async def test_whoever_is_taken_out_is_let_in_no_more(servers: SecuredServers) -> None:
    async with servers.bus("fifth", "gateway-2") as taken:
        for file in servers.folder.glob("fifth/gateway-2.*"):
            file.rename(file.with_suffix(f"{file.suffix}.gone"))
        words = [f"--server=127.0.0.1:{port}" for port in servers.ports]
        assert main(["cluster-keys", str(servers.folder), *words, "--federation=fifth", "--gateways=1"]) == 0
        servers.read_again()
        with pytest.raises(CannotConnect):
            async with connected(
                bus_address(
                    servers.url,
                    servers.folder / "fifth/gateway-2.seed.gone",
                    servers.folder / "authority.pem",
                ),
                "gateway-2",
            ):
                pass
        await put_out(taken.client)
    async with servers.bus("fifth", "gateway-1") as gateway:
        assert gateway.up


async def put_out(client: Client) -> None:
    """Returns when the server has closed a connection that was there before."""
    async with asyncio.timeout(20):
        while client.is_connected:
            with suppress(nats.errors.Error):
                await client.flush(timeout=1)


async def test_three_servers_are_one_cluster_and_take_no_fourth_of_another_authority(tmp_path: Path) -> None:
    with secured_servers(tmp_path / "keys", 3) as servers:
        async with servers.bus("bg", "worker-1") as worker:
            assert worker.replicas == 3
            owners = await chosen(worker)
            await owners.put("t", b"x")
            about = await worker.client.jetstream().stream_info("KV_owners")
            assert about.cluster is not None
            assert len(about.cluster.replicas or []) == 2
        strange = SecuredServers(tmp_path / "strange", [*servers.ports])
        context = ssl.create_default_context(cafile=str(servers.folder / "authority.pem"))
        context.load_cert_chain(
            strange.folder / "servers" / f"127.0.0.1-{servers.ports[0]}" / "server.pem",
            strange.folder / "servers" / f"127.0.0.1-{servers.ports[0]}" / "server.key",
        )
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await joined(servers.ports[0] + 2000, context)


async def chosen(worker: Bus) -> "nats.js.kv.KeyValue":
    """The bucket, as soon as the three have a leader."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await worker.bucket("owners")
            except REFUSED:
                continue


async def joined(port: int, context: ssl.SSLContext) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await reader.readline()
    await writer.start_tls(context, server_hostname="127.0.0.1")
    writer.write(b"PING\r\n")
    await writer.drain()
    try:
        said = await asyncio.wait_for(reader.read(), 20)
        if not said:
            raise ConnectionError("closed")
        return said
    finally:
        writer.close()
