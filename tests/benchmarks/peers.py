"""One broadcast in three ways, each a uvicorn server of its own: `python -m tests.benchmarks.peers NAME PORT [PACE]`.

`tablo` is the real hub with the real routes; `naive` and `queued` are how it is usually written.
`GET /follow` (websocket) joins, `POST /publish` sends the next frame to everyone.
"""

import asyncio
import sys
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.http.protocol import live_server
from server.live.hub import Channel, Hub, Parts
from server.live.limits import UNLIMITED
from server.live.routes import live_routes

OCTETS = 2048
FIRST = 1000
"""Positions of four digits, so that every frame has the same length."""


def text(number: int) -> str:
    return f"{number:08}".ljust(OCTETS, "x")


def tablo() -> uvicorn.Server:
    """Ours: a view with one part that changes, sized so that the frame has as many octets as the others'."""
    position = FIRST

    def source(channel: Channel, before: Parts | None) -> Parts | None:
        return Parts(position, {"row": text(position)[: OCTETS - 91], "stays": "x"})

    async def publish(request: Request) -> Response:
        nonlocal position
        position += 1
        hub.changed(["t"], position)
        return Response(status_code=204)

    hub = Hub(source, limits=UNLIMITED, pace=float(sys.argv[3]) if len(sys.argv) > 3 else 0.05)
    app = Starlette(routes=[*live_routes(lambda _: hub), Route("/publish", publish, methods=["POST"])])
    return live_server(app, lambda: hub, port=int(sys.argv[2]), backlog=8192, access_log=False, log_level="warning")


def naive() -> uvicorn.Server:
    """A set of websockets and a loop of `await send_text`."""
    clients: set[WebSocket] = set()
    number = 0

    async def follow(websocket: WebSocket) -> None:
        await websocket.accept()
        clients.add(websocket)
        try:
            while True:
                await websocket.receive_text()
        except WebSocketDisconnect:
            clients.discard(websocket)

    async def publish(request: Request) -> Response:
        nonlocal number
        number += 1
        message = text(number)
        for client in list(clients):
            await client.send_text(message)
        return Response(status_code=204)

    return _plain(follow, publish)


def queued() -> uvicorn.Server:
    """A queue and a task for each client."""
    queues: set[asyncio.Queue[str]] = set()
    number = 0

    async def follow(websocket: WebSocket) -> None:
        await websocket.accept()
        queue: asyncio.Queue[str] = asyncio.Queue(100)
        queues.add(queue)
        try:
            while True:
                await websocket.send_text(await queue.get())
        except WebSocketDisconnect:
            queues.discard(queue)

    async def publish(request: Request) -> Response:
        nonlocal number
        number += 1
        for queue in queues:
            queue.put_nowait(text(number))
        return Response(status_code=204)

    return _plain(follow, publish)


def _plain(follow: Callable[..., object], publish: Callable[..., object]) -> uvicorn.Server:
    routes = [WebSocketRoute("/follow", follow), Route("/publish", publish, methods=["POST"])]
    config = uvicorn.Config(
        Starlette(routes=routes),
        port=int(sys.argv[2]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        backlog=8192,
        access_log=False,
        log_level="warning",
    )
    return uvicorn.Server(config)


if __name__ == "__main__":
    make = {"tablo": tablo, "naive": naive, "queued": queued}[sys.argv[1]]
    make().run()
