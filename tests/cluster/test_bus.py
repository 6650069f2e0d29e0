"""The bus itself, over a real NATS server."""

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest
from nats.aio.msg import Msg

from server.cluster.bus import (
    CannotConnect,
    NobodyThere,
    Take,
    Taken,
    Unanswered,
    bus_address,
    connected,
    token_of,
)
from tests.cluster.nats_servers import free_ports, nats_servers

LARGE = 3 * 1024 * 1024


def test_the_token_of_a_key_can_stand_in_a_subject_and_tells_keys_apart() -> None:
    keys = ["t/open", "t/open.b", "t/open-b", "t/o_pen", "screen/зала 1", "t/*", "t/>", "t/=2F", "house"]
    tokens = [token_of(key) for key in keys]
    assert tokens[0] == "t=2Fopen"
    assert len(set(tokens)) == len(keys)
    assert not any(set(token) & set(". *>/%~") for token in tokens)


async def test_a_question_is_answered_or_it_is_known_at_once_that_nobody_is_there(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with connected(bus_address(servers.url), "one") as one, connected(bus_address(servers.url), "two") as two:

            async def heard(message: Msg) -> None:
                asked = msgspec.msgpack.decode(message.data, type=Take)
                await two.answer(message, Taken(asked.key))

            await two.hear("take", heard, queue="workers", in_order=False)
            await two.client.flush()
            assert await one.ask("take", Take("t/open"), Taken) == Taken("t/open")
            with pytest.raises(NobodyThere):
                await one.ask("own.nobody.web", Take("t/open"), Taken)


async def test_somebody_who_does_not_answer_is_told_from_nobody(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with connected(bus_address(servers.url), "one") as bus:

            async def heard(_message: Msg) -> None:
                await asyncio.Event().wait()

            await bus.hear("take", heard, in_order=False)
            with pytest.raises(Unanswered):
                await bus.ask("take", Take("t/open"), Taken, seconds=0.05)


async def test_a_large_body_goes_through_the_store_and_is_forgotten(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with connected(bus_address(servers.url), "one") as bus:
            body = bytes(range(256)) * (LARGE // 256)
            name = await bus.kept(body)
            assert await bus.fetched(name) == body
            with pytest.raises(Unanswered):
                await bus.fetched(name)


async def test_a_bus_comes_back_with_its_server_and_says_so(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with connected(bus_address(servers.url), "one") as bus:
            back = asyncio.Event()
            bus.reconnected.append(back.set)
            [server] = servers.servers
            server.kill()
            server.start()
            await asyncio.wait_for(back.wait(), 20)
            assert bus.up


async def test_an_address_without_a_server_is_named_without_its_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    [port] = free_ports(1)
    with caplog.at_level(logging.DEBUG), pytest.raises(CannotConnect) as refused:
        async with connected(bus_address(f"nats://anna:secret@127.0.0.1:{port}"), "one"):
            pass
    assert f"nats://127.0.0.1:{port}" in str(refused.value)
    assert "secret" not in str(refused.value) + caplog.text
