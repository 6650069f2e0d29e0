"""uvicorn from the start to a signal, with protocols of our own."""

import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from server.http.page_cache import ReadyPages
from server.http.process import (
    SELDOM_THRESHOLDS,
    give_large_blocks_back,
    look_for_garbage,
    switch_threads_often,
    take_all_sockets,
)
from server.http.uvicorn_names import missing_names
from server.live.hub import Hub
from server.settings import BACKLOG_CONNECTIONS

log = logging.getLogger("tablo.serving")

STOP_GRACE_SECONDS = 3


def serve_forever(
    app: Starlette,
    hub: Callable[[], Hub],
    ready: ReadyPages,
    listening: socket.socket,
    thresholds: tuple[int, int, int] = SELDOM_THRESHOLDS,
) -> None:
    """Serve until SIGTERM or Ctrl-C; both are an ordinary end. `hub` is asked when the app runs, and `thresholds` are
    those of the collector.

    uvicorn raises the signal again when it has stopped, so that the process dies of it and nothing after it would be
    tidied up: the handlers here take that second signal. They also take one that comes before uvicorn listens for it:
    then the server ends as soon as it has started.
    """
    look_for_garbage(thresholds)
    switch_threads_often()
    give_large_blocks_back()
    server = _server(app, hub, ready)

    def end(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _server(app: Starlette, hub: Callable[[], Hub], ready: ReadyPages) -> uvicorn.Server:
    """uvicorn with our protocols, or, where it has changed inside, with its own."""
    missing = missing_names()
    settings: dict[str, Any] = {
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": STOP_GRACE_SECONDS,
        "backlog": BACKLOG_CONNECTIONS,
    }
    if missing:
        log.warning("uvicorn has changed: served by its own protocols, slower", extra={"facts": {"missing": missing}})
        take_all_sockets()
        return PlainServer(uvicorn.Config(app, ws_per_message_deflate=False, **settings), hub)
    from server.http.protocol import fast_protocol, live_server

    return live_server(app, hub, http=fast_protocol(ready), **settings)


class PlainServer(uvicorn.Server):
    """Says goodbye to the hall before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, hub: Callable[[], Hub]) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub().close(1012)
        await super().shutdown(sockets)
