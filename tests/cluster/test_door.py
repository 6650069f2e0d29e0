"""The door between two processes: shut, nothing comes through; opened again, nothing is missing."""

import asyncio
from pathlib import Path

from nats.errors import NoRespondersError
from nats.js import JetStreamContext
from nats.js.errors import APIError

from server.cluster.bus import bus_address, connected
from tests.cluster.nats_servers import Door, free_ports, nats_servers


async def test_what_was_said_before_a_shut_door_arrives_when_it_opens(tmp_path: Path) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            heard.put_nowait(data)
        writer.close()
        heard.put_nowait(b"")

    there, port = str(tmp_path / "there"), free_ports(1)[0]
    server = await asyncio.start_unix_server(came, there)
    door = Door(f"{port}={there}")
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"one")
        assert await heard.get() == b"one"
        door.shut()
        writer.write(b"two")
        _, late = await asyncio.open_connection("127.0.0.1", port)
        late.write(b"three")
        assert heard.empty()
        door.open()
        assert {await heard.get(), await heard.get()} == {b"two", b"three"}
        writer.close()
        late.close()
        assert [await heard.get(), await heard.get()] == [b"", b""]
    finally:
        door.close()
        server.close()


async def test_a_server_that_is_cut_off_leads_no_more_and_follows_when_it_is_back(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats", 3, doors=True) as servers:
        async with connected(bus_address(servers.url), "one") as bus:
            await bus.bucket("owners")
            alone = servers.named(await leader(bus.client.jetstream()))
        [there, _] = [server for server in servers.servers if server is not alone]
        async with connected(bus_address(there.url), "two") as bus:
            jetstream = bus.client.jetstream()
            servers.cut_off(alone)
            async with asyncio.timeout(60):
                while (then := await leader(jetstream)) in (alone.name, ""):
                    """Until those who are left have chosen another."""
            servers.mend()
            await asyncio.to_thread(servers.until_caught_up)
            assert await leader(jetstream) == then


async def leader(jetstream: JetStreamContext) -> str:
    """The server that leads the bucket of leases; empty = nobody answers for it."""
    try:
        found = await jetstream.stream_info("KV_owners")
    except (TimeoutError, NoRespondersError, APIError):
        return ""
    return (found.cluster and found.cluster.leader) or ""
