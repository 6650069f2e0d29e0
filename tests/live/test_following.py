"""Following a topic over a real server: websocket handed over, websocket with a task, server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed

from server.feed.routes import live_routes
from server.hub import Hub
from tests.live.hall import Board, Frame, Reader, eventually, following, frames, on_both_loops, running, until

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
async def test_the_first_frames_are_hello_and_the_whole_view() -> None:
    board = Board(rows=2)
    async with running(board.hub) as address, following(address) as client:
        hello, snapshot = await frames(client, 2)
        assert hello["positions"] == {TOPIC: 1}
        assert snapshot["parts"] == [["row-0", "board 0"], ["row-1", "board 1"]]


@on_both_loops
async def test_a_change_sends_only_the_part_that_changed() -> None:
    board = Board(rows=100)
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        board.write("row-7", "1-0")
        (patch,) = await frames(client, 1)
        assert (patch["from"], patch["position"], patch["set"]) == (1, 2, [["row-7", "1-0"]])


@on_both_loops
async def test_a_burst_is_two_frames_the_first_at_once_and_the_rest_together() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        board.write("row-0", "1-0")
        first = await until(client, 2)
        for n in range(30):
            board.write("row-1", f"change {n}")
            await asyncio.sleep(0)
        rest = await until(client, 32)
        assert (len(first), len(rest)) == (1, 1)


@on_both_loops
async def test_a_change_nobody_can_see_sends_nothing() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        board.write("row-0", "board 0")
        await asyncio.sleep(0.1)
        board.write("row-0", "1-0")
        assert [frame["position"] for frame in await frames(client, 1)] == [3]


@on_both_loops
async def test_without_followers_nothing_is_rendered() -> None:
    board = Board()
    async with running(board.hub) as address:
        async with following(address) as client:
            await frames(client, 2)
        await eventually(lambda: not board.hub.sockets)
        asked = board.asked
        board.write("row-0", "1-0")
        await asyncio.sleep(0.1)
        assert board.asked == asked


@on_both_loops
async def test_resuming_goes_on_without_a_gap_or_a_repeat() -> None:
    board, reader = Board(), Reader()
    async with running(board.hub) as address:
        async with following(address) as watcher:
            await frames(watcher, 2)
            async with following(address) as client:
                reader.read(await frames(client, 2))
                board.write("row-0", "1-0")
                reader.read(await until(client, 2))
                await until(watcher, 2)
            for position in (3, 4, 5):
                board.write("row-1", f"at {position}")
                await until(watcher, position)
            async with following(address, after=reader.position) as client:
                got = await until(client, 5)
        reader.read(got)
        assert [frame["type"] for frame in got] == ["hello", "patch", "patch", "patch"]
        assert reader.path == [1, 2, 3, 4, 5]
        assert reader.parts == board.views[TOPIC]


@on_both_loops
async def test_who_missed_nothing_gets_only_hello() -> None:
    board = Board()
    async with running(board.hub) as address, following(address, after=1) as client:
        await frames(client, 1)
        board.write("row-0", "1-0")
        assert [frame["type"] for frame in await frames(client, 1)] == ["patch"]


@on_both_loops
async def test_a_position_from_before_a_restart_gets_the_whole_view() -> None:
    board = Board()
    board.position = 50
    async with running(board.hub) as address, following(address, after=49) as client:
        assert [frame["type"] for frame in await frames(client, 2)] == ["hello", "snapshot"]


@on_both_loops
async def test_a_page_newer_than_the_last_frame_is_not_set_back() -> None:
    """The page was painted at 3 while frame 3 was still waiting for its turn."""
    board = Board()
    async with running(board.hub) as address, following(address) as watcher:
        await frames(watcher, 2)
        board.write("row-0", "1-0")
        await until(watcher, 2)
        board.write("row-0", "0-1")
        async with following(address, after=3) as client:
            assert [frame["type"] for frame in await frames(client, 1)] == ["hello"]
            board.write("row-0", "½-½")
            assert [frame["from"] for frame in await frames(client, 1)] == [3]


@on_both_loops
async def test_a_gap_can_be_asked_for_on_the_open_socket() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        board.write("row-0", "1-0")
        await until(client, 2)
        await client.send(json.dumps({"resume": {TOPIC: 1}}))
        assert [frame["position"] for frame in await frames(client, 1)] == [2]


@on_both_loops
async def test_a_socket_follows_several_topics_and_each_frame_says_which() -> None:
    board = Board()
    board.views["t/open/standings"] = {"p1": "1. Ann"}
    async with running(board.hub) as address, following(address, [TOPIC, "t/open/standings"]) as client:
        await frames(client, 3)
        board.write("p1", "2. Ann", topic="t/open/standings")
        assert (await frames(client, 1))[0]["topic"] == "t/open/standings"


@on_both_loops
async def test_an_unknown_topic_is_refused_by_name_and_the_others_go_on() -> None:
    board = Board()
    async with running(board.hub) as address, following(address, [TOPIC, "t/closed/pairings"]) as client:
        got = await frames(client, 3)
        assert got[1] == {"type": "refused", "topic": "t/closed/pairings", "reason": "unknown-topic"}
        assert got[2]["topic"] == TOPIC


@on_both_loops
async def test_with_nothing_to_follow_the_socket_is_closed() -> None:
    async with running(Board().hub) as address, following(address, ["t/nowhere"]) as client:
        await frames(client, 2)
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@on_both_loops
async def test_forms_and_languages_are_channels_of_their_own() -> None:
    asked: list[tuple[str, str]] = []
    board = Board()

    def source(channel: Any) -> Any:
        asked.append((channel.form, channel.language))
        return board(channel)

    async with (
        running(Hub(source)) as address,
        following(address, form="html", lang="bg") as bulgarian,
        following(address, form="html", lang="ru") as russian,
    ):
        await frames(bulgarian, 2)
        await frames(russian, 2)
        assert asked == [("html", "bg"), ("html", "ru")]


@on_both_loops
async def test_a_heartbeat_carries_the_position_and_the_time() -> None:
    board = Board()
    board.hub.beat = 0.05
    async with running(board.hub) as address, following(address) as client:
        hello, _, beat = await frames(client, 3)
        assert (beat["type"], beat["position"]) == ("beat", 1)
        assert beat["time"] >= hello["time"]


@on_both_loops
async def test_a_view_that_cannot_be_rendered_falls_silent_and_comes_back() -> None:
    board = Board()
    board.hub.beat = 0.05
    async with running(board.hub) as address, following(address) as client:
        await until(client, 1)
        view = board.views.pop(TOPIC)
        board.views[TOPIC] = 5  # type: ignore[assignment] # dict(5) raises: a bug of a page
        board.hub.changed(["t/open"], 2)
        await eventually(lambda: board.hub.counters.failures > 2)
        board.views[TOPIC] = {**view, "row-0": "1-0"}
        board.position = 2
        got = await until(client, 2)
        assert [frame["type"] for frame in got if frame["type"] != "beat"] == ["patch"]
        assert len(got) <= 2


@on_both_loops
async def test_a_topic_that_disappears_is_said_to_be_gone() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        del board.views[TOPIC]
        board.hub.changed(["t"], 2)
        assert (await frames(client, 1))[0] == {"type": "refused", "topic": TOPIC, "reason": "gone"}


@on_both_loops
async def test_a_prefix_is_a_path_and_not_a_beginning_of_a_word() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        asked = board.asked
        board.hub.changed(["t/op"], 2)
        await asyncio.sleep(0.02)
        assert board.asked == asked


@on_both_loops
async def test_pages_can_be_told_to_load_anew() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        board.hub.reload(["t/open"], "language")
        assert await frames(client, 1) == [{"type": "reload", "reason": "language"}]


@on_both_loops
async def test_the_desk_sees_which_screen_shows_what() -> None:
    board = Board()
    async with running(board.hub) as address, following(address, screen="hall") as client:
        await frames(client, 2)
        await client.send(json.dumps({"seen": {TOPIC: 1}}))
        await eventually(lambda: bool(board.hub.screens()[0].seen))
        screens = board.hub.screens()
        assert (screens[0].name, screens[0].seen, screens[0].address) == ("hall", {TOPIC: 1}, "127.0.0.1")


# The same promises without the hand-over.


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
    board.hub = Hub(board, pace=0.0)
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
    serving = asyncio.create_task(Starlette(routes=live_routes(board.hub))(scope, said.get, heard.put))  # type: ignore[arg-type]
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


@on_both_loops
async def test_who_may_not_follow_is_told_so() -> None:
    board = Board()
    async with (
        running(board.hub, may_follow=lambda connection, channel: False) as address,
        following(address) as client,
    ):
        assert (await frames(client, 2))[1] == {"type": "refused", "topic": TOPIC, "reason": "not-allowed"}
