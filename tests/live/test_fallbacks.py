"""The feed keeps its promises without the hand-over: a websocket with a task, and server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette

from server.live.connections import Mailbox
from server.live.frames import Ask
from server.live.hub import Channel, Hub
from server.live.limits import Guest
from server.live.routes import live_routes
from tests.live.loopback import Board, Frame, Reader, eventually, following, frames, on_both_loops, running, until

TOPIC = "t/open/pairings"
PLAIN = "websockets-sansio"
"""uvicorn's own protocol: no hand-over, so the endpoint sends through a task."""


@asynccontextmanager
async def events(address: str, query: str = f"topic={TOPIC}", **headers: str) -> AsyncIterator[AsyncIterator[Frame]]:
    """The frames of an event stream; each carries its id as `id`."""

    async def read(response: httpx.Response) -> AsyncIterator[Frame]:
        last = None
        async for line in response.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "id":
                last = value
            elif name == "data":
                yield {**json.loads(value), "id": last}

    async with (
        httpx.AsyncClient(trust_env=False, timeout=10) as client,
        client.stream("GET", f"http://{address}/live/events?{query}", headers=headers) as response,
    ):
        yield read(response)


@on_both_loops
async def test_with_a_task_the_frames_are_the_same() -> None:
    board, reader = Board(), Reader()
    async with running(board.hub, ws=PLAIN) as address, following(address) as client:
        reader.read(await frames(client, 2))
        for n in range(5):
            board.write("row-1", f"change {n}")
        reader.read(await until(client, 6))
        await client.send(json.dumps({"resume": 1}))
        got = await until(client, 6)
        assert reader.parts == board.views[TOPIC]
        assert got[0]["type"] == "patch"


@on_both_loops
async def test_with_a_task_what_waits_is_bounded_and_ends_with_the_newest_view() -> None:
    """The client reads nothing while four megabytes go by, more than all buffers between can hold."""
    board, reader = Board(), Reader()
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub, ws=PLAIN) as address, following(address) as client:
        await frames(client, 2)
        for n in range(400):
            board.write("row-1", f"{n} " + "x" * 100_000)
            await asyncio.sleep(0.001)
        board.write("row-1", "the end")
        got = await until(client, board.position)
        assert len(got) < 400
        assert reader.read([frame for frame in got if frame["type"] == "snapshot"][-1:]).position > 1


@on_both_loops
async def test_with_a_task_questions_never_queue_a_second_view() -> None:
    board = Board()
    mailbox = Mailbox(Guest())
    board.hub.follow(mailbox, [(Channel(TOPIC), None)])
    for _ in range(20):
        board.hub.heard(mailbox, Ask(resume=0))
    assert [message.whole for message in await mailbox.next()] == [True]
    for _ in range(20):
        board.hub.heard(mailbox, Ask(resume=0))
    assert [message.whole for message in await mailbox.next()] == [True]
    board.hub.close()


@on_both_loops
async def test_any_server_that_speaks_asgi_will_do() -> None:
    board, said, heard = Board(), asyncio.Queue[dict[str, Any]](), asyncio.Queue[dict[str, Any]]()
    scope = {
        "type": "websocket",
        "path": "/live",
        "query_string": f"topic={TOPIC}".encode(),
        "headers": [],
        "subprotocols": [],
        "client": ("192.0.2.1", 1),
    }
    said.put_nowait({"type": "websocket.connect"})
    serving = asyncio.create_task(Starlette(routes=live_routes(lambda _: board.hub))(scope, said.get, heard.put))  # type: ignore[arg-type]
    assert [(await heard.get())["type"] for _ in range(2)] == ["websocket.accept", "websocket.send"]
    assert json.loads((await heard.get())["text"])["type"] == "snapshot"
    said.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await serving
    assert board.hub.sockets == 0


@on_both_loops
async def test_server_sent_events_carry_the_same_frames() -> None:
    board = Board()
    async with running(board.hub) as address, events(address) as stream:
        got = [await anext(stream), await anext(stream)]
        board.write("row-1", "1-0")
        got.append(await anext(stream))
        assert [(frame["type"], frame["id"]) for frame in got] == [("hello", None), ("snapshot", "1"), ("patch", "2")]


@on_both_loops
async def test_server_sent_events_go_on_from_the_last_event_id() -> None:
    board = Board()
    board.views["t/open/standings"] = {"p1": "1. Ann"}
    query = f"topic={TOPIC}&topic=t/open/standings&after=&after="
    async with running(board.hub) as address, following(address) as watcher:
        await frames(watcher, 2)
        async with events(address, query) as stream:
            assert [(await anext(stream))["id"] for _ in range(3)] == [None, "1,", "1,1"]
        board.write("row-1", "1-0")
        await until(watcher, 2)
        async with events(address, query, **{"Last-Event-ID": "1,1"}) as stream:
            await anext(stream)
            patch = await anext(stream)
            assert (patch["type"], patch["topic"], patch["id"]) == ("patch", TOPIC, "2,1")


@on_both_loops
async def test_server_sent_events_of_an_unknown_topic_are_not_found() -> None:
    async with running(Board().hub) as address, httpx.AsyncClient(trust_env=False) as client:
        response = await client.get(f"http://{address}/live/events?topic=t/nowhere")
        assert response.status_code == 404


@on_both_loops
async def test_an_event_stream_that_is_closed_is_forgotten() -> None:
    board = Board()
    async with running(board.hub) as address:
        async with events(address) as stream:
            await anext(stream)
            assert board.hub.sockets == 1
        await eventually(lambda: not board.hub.sockets)
