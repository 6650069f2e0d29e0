"""A client with an endless head, or half a request, does not keep the server's memory and sockets."""

import asyncio
import json
import socket

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.http.protocol import (
    LONGEST_BODY_SECONDS,
    MAX_HEAD_BYTES,
    MIN_BODY_BYTES_PER_SECOND,
    REQUEST_PATIENCE_SECONDS,
    LimitedProtocol,
    LiveServer,
    live_server,
)
from tests.live.loopback import Board, eventually, running

HALF = {
    "nothing": b"",
    "half a head": b"GET /live HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /live HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
    "half of the second": b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\nGET /live HT",
}
ENDLESS = {
    "address": b"GET /" + b"a" * MAX_HEAD_BYTES,
    "one header": b"GET / HTTP/1.1\r\nX-Long: " + b"a" * MAX_HEAD_BYTES,
    "many headers": b"GET / HTTP/1.1\r\n" + b"X-Short: a\r\n" * (MAX_HEAD_BYTES // 10),
    "trailers": b"POST /live HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    + b"X: a\r\n" * MAX_HEAD_BYTES,
}


class Hasty(LimitedProtocol):
    patience = 0


class Nothing(asyncio.Transport):
    """Everything was taken; that it is closed would be an error."""

    def get_write_buffer_size(self) -> int:
        return 0


class Held(Nothing):
    """Remembers what was said, and that it was closed."""

    said = b""
    closed = False

    def write(self, data: object) -> None:
        self.said += bytes(data)  # type: ignore[call-overload]

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def said_to(address: str, data: bytes) -> bytes:
    """Everything that the server answers until it closes the connection."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(data)
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionResetError:  # it did not wait for the rest
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("what", HALF)
async def test_a_request_that_does_not_arrive_whole_is_not_waited_for(what: str) -> None:
    async with running(Board().hub, http=Hasty) as address:
        answer = await said_to(address, HALF[what])
    assert answer == b"" or b" 408 " in answer or b" 405 " in answer


@pytest.mark.parametrize("what", ENDLESS)
async def test_a_head_without_an_end_is_not_kept(what: str) -> None:
    async with running(Board().hub) as address:
        answer = await said_to(address, ENDLESS[what])
    assert answer == b"" or b" 431 " in answer


async def test_bytes_that_are_no_http_are_answered_as_a_problem() -> None:
    async with running(Board().hub) as address:
        head, _, body = (await said_to(address, b"GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n")).partition(
            b"\r\n\r\n"
        )
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/problem+json" in head
    assert json.loads(body)["code"] == "not-http"


async def test_who_takes_nothing_of_an_answer_does_not_keep_his_socket() -> None:
    async def large(_: Request) -> Response:
        return Response(bytes(64 * 1024 * 1024))

    server = live_server(
        Starlette(routes=[Route("/", large)]), lambda: Board().hub, port=0, log_config=None, http=Hasty
    )
    serving = asyncio.create_task(server._serve())
    await eventually(lambda: server.started)
    with socket.create_connection(server.servers[0].sockets[0].getsockname()[:2]) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await eventually(lambda: len(server.server_state.connections) == 1)
        await eventually(lambda: len(server.server_state.connections) == 0)
    server.should_exit = True
    await serving


async def test_requests_that_nobody_waits_for_are_not_collected() -> None:
    """45 octets of a request take a kilobyte while they wait."""
    async with running(Board().hub) as address:
        ask = b"GET /live/events?topic=t/open/pairings HTTP/1.1\r\nHost: x\r\n\r\n"
        assert b" 400 " in await said_to(address, ask * 100)


async def test_a_body_that_keeps_coming_has_the_time_it_needs() -> None:
    """A report file over a telephone."""
    protocol = LimitedProtocol(uvicorn.Config(lambda: None, log_config=None), uvicorn.server.ServerState(), {})
    protocol.transport = Nothing()
    protocol.cycle = type("Cycle", (), {"response_complete": True})()
    for _ in range(2 * protocol.patience):
        protocol.on_body(b"a" * MIN_BODY_BYTES_PER_SECOND)
        protocol.second_passed()
    protocol.second_passed()


@pytest.mark.parametrize(
    ("octets_a_second", "least", "most"),
    [
        (0, 0, REQUEST_PATIENCE_SECONDS + 1),
        (2 * MIN_BODY_BYTES_PER_SECOND, REQUEST_PATIENCE_SECONDS + 2, LONGEST_BODY_SECONDS + 1),
    ],
)
async def test_no_body_is_held_for_hours(octets_a_second: int, least: int, most: int) -> None:
    """Seven megabytes and then silence, or then a drop a second."""
    protocol = LimitedProtocol(uvicorn.Config(lambda: None, log_config=None), uvicorn.server.ServerState(), {})
    protocol.transport = held = Held()
    protocol.cycle = type("Cycle", (), {"response_complete": True})()
    protocol.on_body(b"a" * 7_000_000)
    protocol.second_passed()
    seconds = 0
    while not held.closed and seconds <= most:
        if octets_a_second:
            protocol.on_body(b"a" * octets_a_second)
        protocol.second_passed()
        seconds += 1
    assert least <= seconds <= most
    assert b" 408 " in held.said


async def test_between_two_requests_a_connection_is_left_to_uvicorn() -> None:
    async with running(Board().hub, http=Hasty) as address:
        reader, writer = await asyncio.open_connection(*address.split(":"))
        for _ in range(2):
            writer.write(b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 404 " in await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(len(b"Not Found"))
        writer.close()


def test_uvicorn_still_has_what_the_limits_take() -> None:
    used = ["data_received", "on_message_begin", "on_body", "on_message_complete"]
    assert [name for name in used if name not in vars(LimitedProtocol.__mro__[1])] == []
    assert hasattr(uvicorn.server.ServerState(), "connections")
    assert hasattr(LiveServer, "on_tick")
