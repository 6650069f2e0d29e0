"""Our protocols and server for uvicorn: limits, ready answers, websockets handed over to the hub.

uvicorn's parser keeps a head of any size, and a connection that says nothing, or half a request, stays open for ever:
anybody in the hall's network could fill the memory or take all connections. Bodies have their limit in
`server/http/middleware.py`; a slow reader of the live feed has a limit in `server/live`.
`tests/server/test_limits.py` fails when uvicorn changes one of the names used here.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from server.http.page_cache import ReadyAnswer, ReadyPages
from server.http.process import take_all_sockets
from server.http.trouble import PROBLEM_TYPE, problem_octets
from server.live.hub import Hub

MAX_HEAD_BYTES = 64 * 1024
"""Octets of the address and the headers together, and of trailers after a body."""
REQUEST_PATIENCE_SECONDS = 60
MAX_PIPELINED_REQUESTS = 16
"""Requests that a connection may ask before it has the answer to the first. No browser and no proxy asks two."""
MIN_BODY_BYTES_PER_SECOND = 1000
"""Octets of a body that buy another second: slower than any telephone line."""
LONGEST_BODY_SECONDS = 600
"""However much of a body has come: for the largest, 14 kB a second."""


class TooManyAtOnce(Exception):
    """Becomes the parser's error, which uvicorn answers with 400."""


class LimitedProtocol(HttpToolsProtocol):
    """The protocol of uvicorn for HTTP/1.1; `LiveServer` tells it when a second has passed."""

    patience = REQUEST_PATIENCE_SECONDS
    _arriving = True
    """A request is expected or under way; between two requests uvicorn itself looks at the clock."""
    _seconds = 0
    _head = 0
    _body = 0
    _body_before = 0
    _still = 0
    """Seconds since more of the body has come."""
    _unread = 0
    """Octets of an answer that the client had not taken a second ago."""
    _stuck = 0

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arriving = True

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise TooManyAtOnce
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.arrived()

    def arrived(self) -> None:
        """The request is here as a whole: the counters start again."""
        self._arriving = False
        self._seconds = self._head = self._body = self._body_before = self._still = 0

    def second_passed(self) -> None:
        """Close the connection if its request or its reading has been too slow."""
        self._look_at_the_answer()
        if not self._arriving:
            return
        self._seconds += 1
        self._still = self._still + 1 if self._body == self._body_before else 0
        self._body_before = self._body
        allowed = min(self.patience + self._body // MIN_BODY_BYTES_PER_SECOND, LONGEST_BODY_SECONDS)
        if self._still > self.patience or self._seconds > allowed:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _look_at_the_answer(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._stuck = self._stuck + 1 if unread and unread == self._unread else 0
        self._unread = unread
        if self._stuck > self.patience:
            self.pipeline.clear()
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Bytes that are no HTTP: a program sent them."""
        octets = problem_octets(HTTPStatus.BAD_REQUEST, "not-http", msg)
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: {PROBLEM_TYPE}\r\ncontent-length: {len(octets)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + octets)
        self.transport.close()

    def _refuse(self, status: HTTPStatus) -> None:
        """Close the connection, with a status where no answer has been begun."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(line.encode())
        self.transport.close()


# The HTTP protocol of uvicorn, which looks for a ready answer before each request.
# `tests/public/test_fast_path.py` fails when uvicorn changes one of the names used here, and a server that starts
# looks for them (`server/http/uvicorn_names.py`).


class FastProtocol(LimitedProtocol):
    """The protocol of uvicorn for HTTP/1.1, with the ready pages in front of it."""

    ready: ReadyPages
    answered = False

    def on_headers_complete(self) -> None:
        self.answered = False
        found = self._ready()
        if found is None:
            super().on_headers_complete()
            return
        answer, known = found
        self.answered = True
        date = b"".join(name + b": " + value + b"\r\n" for name, value in self.server_state.default_headers)
        if known:
            self.transport.write(b"HTTP/1.1 304 Not Modified\r\n" + date + _without_body(answer.head))
        else:
            self.transport.writelines((b"HTTP/1.1 200 OK\r\n", date, answer.head, answer.body))

    def _ready(self) -> tuple[ReadyAnswer, bool] | None:
        """Only for the plainest of requests, when nothing else is under way on this connection."""
        cycle: RequestResponseCycle | None = self.cycle
        busy = cycle is not None and not cycle.response_complete
        if busy or self.flow.write_paused or self.parser.get_method() != b"GET":
            return None
        if self.parser.get_http_version() != "1.1" or not self.parser.should_keep_alive():
            return None
        return self.ready.find(self.url, self.headers)

    def on_body(self, body: bytes) -> None:
        if not self.answered:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.answered:
            super().on_message_complete()
            return
        self.arrived()
        self.server_state.total_requests += 1
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)


def _without_body(head: bytes) -> bytes:
    """The headers of a 304: all but those that describe a body (RFC 9110, 15.4.5)."""
    described = (b"content-length:", b"content-encoding:", b"content-type:")
    return b"".join(line + b"\r\n" for line in head.split(b"\r\n")[:-1] if not line.startswith(described))


def fast_protocol(ready: ReadyPages) -> type[Any]:
    """For `uvicorn.Config(http=...)`."""
    return type("FastProtocol", (FastProtocol,), {"ready": ready})


# Everything that uvicorn does not promise, in one file: how a websocket leaves its task behind.
# uvicorn does the HTTP upgrade and the handshake, Starlette routes and authorises; once the endpoint has accepted,
# it may call `scope["extensions"]["tablo.hand_over"]()` and gets the transport, which from then on belongs to the
# hub (`server/live/connections.py`). The ASGI task ends, and with it all that uvicorn keeps for a connection.
# `tests/live/test_sockets.py` fails when uvicorn changes one of the names used here, and a server that starts looks
# for them (`server/http/uvicorn_names.py`); on any other server, and where the hand-over is refused, the endpoint
# sends through a task.


class HandedOver(asyncio.Transport):
    """The transport that uvicorn keeps of a connection that is no longer its own."""

    def close(self) -> None:
        """The ASGI task has ended; the connection has not."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket, which hands its transport over: for `uvicorn.Config(ws=LiveProtocol)`."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions["tablo.hand_over"] = self.hand_over

    def hand_over(self) -> asyncio.Transport | None:
        """The transport, if the client has said nothing yet that uvicorn has read already."""
        early = not self.queue.empty() or self.conn.reader.buffer or self.frames
        if early or self.conn.extensions or self.transport.is_closing():
            return None
        self.stop_keepalive()
        self.connections.discard(self)
        transport, self.transport = self.transport, HandedOver()
        return transport


class LiveServer(uvicorn.Server):
    """Says goodbye to the hall before it waits for connections to end: some of them never would.

    uvicorn asks ten times a second whether it should stop, which is half of what an idle hall costs. This one
    is told, and sleeps.
    """

    def __init__(self, config: uvicorn.Config, hub: Callable[[], Hub]) -> None:
        self._stop = False
        self._told: Callable[[], object] = bool
        super().__init__(config)
        self.hub = hub

    @property
    def should_exit(self) -> bool:
        return self._stop

    @should_exit.setter
    def should_exit(self, value: bool) -> None:
        """Set by signal handlers and other threads too."""
        self._stop = value
        self._told()

    async def main_loop(self) -> None:
        told = asyncio.Event()
        self._told = partial(asyncio.get_running_loop().call_soon_threadsafe, told.set)
        while not await self.on_tick(0):  # once a second, for the date in the headers
            for connection in list(self.server_state.connections):
                if isinstance(connection, LimitedProtocol):
                    connection.second_passed()
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), 1.0)
        self._told = bool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub().close(1012)
        await super().shutdown(sockets)


def live_server(app: Any, hub: Callable[[], Hub], **settings: Any) -> LiveServer:
    """A uvicorn server for an app with `live_routes`; `hub` is asked when the app runs.

    `settings` are those of `uvicorn.Config`. Compression for each client costs twenty times the delivery itself, so
    it is off; `uvloop` is taken where it is installed (uvicorn's own default).
    """
    take_all_sockets()
    ours = {"http": LimitedProtocol, "ws": LiveProtocol, "ws_per_message_deflate": False, **settings}
    return LiveServer(uvicorn.Config(app, **ours), hub)
