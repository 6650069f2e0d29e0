"""A hall for the tests: a board that says what you tell it, and a real server on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvloop
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect

from server.http.protocol import live_server
from server.live.frames import Part
from server.live.hub import Channel, Hub, Parts
from server.live.routes import MayFollow, all_may_follow, live_routes

Frame = dict[str, Any]


class Board:
    """A source without chess: rows by topic, and a position that counts the changes."""

    def __init__(self, rows: int = 3, pace: float = 0.05) -> None:
        self.views: dict[str, dict[str, Part]] = {"t/open/pairings": {f"row-{n}": f"board {n}" for n in range(rows)}}
        self.position = 1
        self.settled = True
        self.asked = 0
        self.hub = Hub(self, version="1", beat=30.0, pace=pace)

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        self.asked += 1
        view = self.views.get(channel.topic)
        return None if view is None else Parts(self.position, dict(view), settled=self.settled)

    def write(self, key: str, part: Part, topic: str = "t/open/pairings") -> None:
        """Commit: the next position, one part different."""
        self.position += 1
        self.views[topic][key] = part
        self.hub.changed(["t/open"], self.position)


@asynccontextmanager
async def running(
    hub: Hub, port: int = 0, may_follow: MayFollow = all_may_follow, **settings: Any
) -> AsyncIterator[str]:
    """The address of a real server with this hub; `ws=` gives it another websocket protocol."""
    server = live_server(
        Starlette(routes=live_routes(lambda _: hub, may_follow)), lambda: hub, port=port, log_config=None, **settings
    )
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0)
        if serving.done():
            serving.result()
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


async def eventually(true: Callable[[], bool]) -> None:
    """Let the others work until it is so."""
    async with asyncio.timeout(15):
        while not true():  # noqa: ASYNC110 - what it waits for has no event of its own
            await asyncio.sleep(0.005)


def following(
    address: str, topics: Iterable[str] = ("t/open/pairings",), come_from: str = "", **query: object
) -> connect:
    """A websocket client of these topics; `come_from` is its address, as a proxy on this machine would say it."""
    words = [f"topic={topic}" for topic in topics] + [f"{key}={value}" for key, value in query.items()]
    said = {"X-Forwarded-For": come_from} if come_from else {}
    uri = f"ws://{address}/live?{'&'.join(words)}"
    return connect(uri, proxy=None, max_size=None, additional_headers=said)


async def frames(client: ClientConnection, count: int) -> list[Frame]:
    return [json.loads(await client.recv()) for _ in range(count)]


async def until(client: ClientConnection, position: int) -> list[Frame]:
    """Everything up to the frame of this position."""
    got: list[Frame] = []
    while not got or got[-1].get("position") != position:
        got += await frames(client, 1)
    return got


class Reader:
    """A faithful client: what its page shows after these frames, and every position it went through."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.position = -1
        self.path: list[int] = []

    def read(self, got: Iterable[Frame]) -> "Reader":
        for frame in got:
            if frame["type"] == "snapshot":
                self.parts = dict(frame["parts"])
                self._move(frame["position"])
            elif frame["type"] == "patch" and frame["position"] > self.position:
                if frame["from"] > self.position:
                    raise AssertionError(f"a gap: at {self.position}, the patch starts from {frame['from']}")
                self._apply(frame)
                self._move(frame["position"])
        return self

    def _apply(self, frame: Frame) -> None:
        for key in frame.get("gone", ()):
            del self.parts[key]
        self.parts.update(dict(frame.get("set", ())))
        keys = list(self.parts)
        for key, before in frame.get("moved", ()):
            keys.remove(key)
            keys.insert(keys.index(before) + 1 if before else 0, key)
        self.parts = {key: self.parts[key] for key in keys}

    def _move(self, position: int) -> None:
        self.position = position
        self.path.append(position)


def on_both_loops(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test on asyncio's own loop and on uvloop: they buffer, pause and close differently."""

    def run(loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(asyncio.wait_for(test(), 20))

    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    factories = [asyncio.new_event_loop, uvloop.new_event_loop]
    return pytest.mark.parametrize("loop", factories, ids=["asyncio", "uvloop"])(run)
