"""Everything that uvicorn does not promise, in one file: how a websocket leaves its task behind.

uvicorn does the HTTP upgrade and the handshake, Starlette routes and authorises; once the endpoint
has accepted, it may call `scope["extensions"]["tablo.hand_over"]()` and gets the transport, which
from then on belongs to the hub (`server/live/wire.py`). The ASGI task ends, and with it all that
uvicorn keeps for a connection. `tests/live/test_sockets.py` fails when uvicorn
changes one of the names used here, and a server that starts looks for them
(`server/http/uvicorn_names.py`); on any other server, and where the hand-over is refused,
the endpoint sends through a task.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from server.http.limits import LimitedProtocol
from server.http.open_files import take_all_sockets
from server.live.hub import Hub


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

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
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
            self._hurry()
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), 1.0)
        self._told = bool

    def _hurry(self) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, LimitedProtocol):
                connection.second_passed()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close(1012)
        await super().shutdown(sockets)


def live_server(app: Any, hub: Hub, **settings: Any) -> LiveServer:
    """A uvicorn server for an app with `live_routes(hub)`; `settings` are those of `uvicorn.Config`.

    Compression for each client costs twenty times the delivery itself, so it is off; `uvloop` is
    taken where it is installed (uvicorn's own default).
    """
    take_all_sockets()
    config = uvicorn.Config(
        app, **{"http": LimitedProtocol, "ws": LiveProtocol, "ws_per_message_deflate": False, **settings}
    )
    return LiveServer(config, hub)


def serve(app: Any, hub: Hub, **settings: Any) -> None:
    """Run until a signal comes."""
    live_server(app, hub, **settings).run()
