"""The server of the soak: the real hub and routes, and a result twenty times a second. Prints its address."""

import asyncio
import dataclasses
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server.feed.routes import live_routes
from server.hub import Hub
from server.sockets import hall_server
from tests.live.hall import Board

ROWS = 200
PER_SECOND = 20
TOPIC = "t/open/pairings"


async def main() -> None:
    board, dice = Board(ROWS), Random(5)
    board.hub = Hub(board, beat=1.0, ping=5.0)
    writing = asyncio.create_task(write(board, dice))

    async def view(request: Request) -> Response:
        return JSONResponse(board.views[TOPIC])

    async def quiet(request: Request) -> Response:
        writing.cancel()
        return JSONResponse({})

    async def counters(request: Request) -> Response:
        return JSONResponse({"sockets": board.hub.sockets, **dataclasses.asdict(board.hub.counters)})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        writing.cancel()

    own = [Route("/view", view), Route("/quiet", quiet), Route("/counters", counters)]
    app = Starlette(routes=[*live_routes(board.hub), *own], lifespan=lifespan)
    server = hall_server(app, board.hub, port=0, log_level="warning", access_log=False)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    print(f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", flush=True)
    await serving


async def write(board: Board, dice: Random) -> None:
    """A row changes; now and then one is added, goes, or they change places."""
    rows = board.views[TOPIC]
    while True:
        key, chance = f"row-{dice.randrange(ROWS)}", dice.random()
        if chance < 0.02:
            rows.pop(key, None)
        elif chance < 0.04:
            board.views[TOPIC] = rows = dict(dice.sample(list(rows.items()), len(rows)))
        board.write(f"row-{dice.randrange(ROWS)}", f"{board.position} {'x' * dice.randrange(400)}")
        await asyncio.sleep(1 / PER_SECOND)


if __name__ == "__main__":
    sys.exit(uvloop.run(main()))
