"""Calls to other servers: the address that was judged is the one that is called, by whatever name."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from server.notifying.calling import (
    NOT_ALLOWED,
    UNREACHED,
    BrokenOff,
    Caller,
    IpAddress,
    NotAllowed,
    Unreached,
    Untrusted,
)
from tests.api.listener import listening
from tests.desk.file_server import serving
from tests.live.test_uvicorn import certificate
from tests.stand_ins import StandIn, standing_in

NAME = "receiver.example"


@pytest.fixture
def name_service(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """What the name service says of each name, one answer after another."""
    answers: dict[str, list[list[str]]] = {}
    truly = socket.getaddrinfo

    def asked(host: str, port: int, *more: Any, **also: Any) -> Any:
        found = answers[host].pop(0) if host in answers else [host]
        return [one for address in found for one in truly(address, port, *more, **also)]

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    return answers


def venue(address: IpAddress) -> bool:
    return address.is_loopback and str(address) != "127.0.0.66"


async def test_a_name_that_means_another_address_at_the_next_question_is_called_where_it_was_judged(
    name_service: dict[str, list[list[str]]],
) -> None:
    with listening() as listener:
        name_service[NAME] = [["127.0.0.1"], ["127.0.0.66"]]
        async with Caller(venue) as caller:
            assert await caller.post(listener.url.replace("127.0.0.1", NAME), b"{}", {}) == 204
        headers, _ = await listener.next()
        assert headers["host"].partition(":")[0] == NAME
        assert name_service[NAME] == [["127.0.0.66"]]
        async with Caller(venue) as caller:
            assert await caller.post(listener.url.replace("127.0.0.1", NAME), b"{}", {}) == NOT_ALLOWED
        assert listener.heard.empty()


async def test_of_several_addresses_those_allowed_are_tried_one_after_another(
    name_service: dict[str, list[list[str]]],
) -> None:
    with listening() as listener:
        here, silent, forbidden = "127.0.0.1", "127.0.0.67", "127.0.0.66"
        name_service[NAME] = [[forbidden, silent, here], [here, silent], [forbidden, silent]]
        for status in (204, 204, UNREACHED):
            async with Caller(venue) as caller:
                assert await caller.post(listener.url.replace("127.0.0.1", NAME), b"{}", {}) == status


async def test_a_certificate_must_be_one_for_the_name_that_is_called(
    tmp_path: Path, name_service: dict[str, list[list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate is for 127.0.0.1, and is trusted."""
    pem = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    name_service[NAME] = [["127.0.0.1"]]
    with serving({"/list": b"1234"}, pem) as served:
        async with Caller() as caller:
            async with caller.asked("GET", f"{served.url}/list", {}) as answer:
                assert [chunk async for chunk in answer.body] == [b"1234"]
            with pytest.raises(Untrusted, match=NAME):
                async with caller.asked("GET", served.url.replace("127.0.0.1", NAME), {}):
                    raise AssertionError
        assert [path for path, _ in served.heard] == ["/list"]


async def test_a_redirect_is_not_followed() -> None:
    with serving({"/list": b"1234"}) as served:
        served.leads_to = {"/old": "/list"}
        async with Caller() as caller, caller.asked("GET", f"{served.url}/old", {}) as answer:
            assert (answer.status, answer.headers["location"]) == (302, "/list")
        assert [path for path, _ in served.heard] == ["/old"]


@contextmanager
def in_chunks(*chunks: bytes) -> Iterator[str]:
    """The address of a server whose answer says of no length, and which writes these."""

    class Handler(StandIn):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for chunk in chunks:
                self.wfile.write(chunk)
            self.close_connection = True

    with standing_in(Handler) as host:
        yield f"http://{host}/"


async def read(url: str) -> bytes:
    async with Caller() as caller, caller.asked("GET", url, {}) as answer:
        return b"".join([chunk async for chunk in answer.body])


async def test_an_answer_that_ends_before_its_end_is_told_from_a_whole_one() -> None:
    with in_chunks(b"2\r\n12\r\n", b"0\r\n\r\n") as whole, in_chunks(b"2\r\n12\r\n") as broken:
        assert await read(whole) == b"12"
        with pytest.raises(BrokenOff):
            await read(broken)


@asynccontextmanager
async def on_a_socket(
    handle: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[str]:
    """The address of a server, of which every connection has ended at the end."""
    ended: list[asyncio.Future[None]] = []

    async def handled(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended.append(asyncio.get_running_loop().create_future())
        number = len(ended) - 1
        await handle(reader, writer)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        ended[number].set_result(None)

    async with await asyncio.start_server(handled, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        await asyncio.gather(*ended)


async def test_calls_to_one_server_share_a_connection_when_its_answers_are_empty() -> None:
    connections = 0

    async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        while (await reader.readline()).startswith(b"POST"):
            await reader.readuntil(b"{}")
            writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")

    async with on_a_socket(answering) as url, Caller() as caller:
        for _ in range(3):
            assert await caller.post(url, b"{}", {}) == 201
    assert connections == 1


async def test_a_server_that_is_silent_is_given_up() -> None:
    async def silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with on_a_socket(silent) as url, Caller(silent_seconds=0.05) as caller:
        with pytest.raises(Unreached, match="ReadTimeout"):
            async with caller.asked("GET", url, {}):
                raise AssertionError


async def test_an_address_of_no_server_says_why_in_the_words_of_the_system() -> None:
    async with Caller() as caller:
        with pytest.raises(Unreached, match=r"refused|Connect call failed"):
            async with caller.asked("GET", "http://127.0.0.1:9/", {}):
                raise AssertionError
        with pytest.raises(NotAllowed):
            async with Caller(lambda _: False).asked("GET", "http://[::1]:9/", {}):
                raise AssertionError
