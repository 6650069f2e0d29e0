"""Following a topic over a real server."""

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.live.hub import Channel, Hub, Parts
from tests.live.loopback import Board, Reader, eventually, following, frames, on_both_loops, running, until

TOPIC = "t/open/pairings"


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
    board = Board(pace=1.0)
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
async def test_a_gap_in_one_topic_brings_nothing_of_the_others() -> None:
    board = Board()
    board.views["t/open/standings"] = {"p1": "1. Ann"}
    async with running(board.hub) as address, following(address, [TOPIC, "t/open/standings"]) as client:
        await frames(client, 3)
        await client.send(json.dumps({"resume": {TOPIC: -1}}))
        await client.send(json.dumps({"resume": {"t/open/standings": -1}}))
        assert [frame["topic"] for frame in await frames(client, 2)] == [TOPIC, "t/open/standings"]


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

    def source(channel: Any, before: Any) -> Any:
        asked.append((channel.form, channel.language))
        return board(channel)

    async with (
        running(Hub(source, beat=30.0)) as address,
        following(address, form="html", lang="bg") as bulgarian,
        following(address, form="html", lang="ru") as russian,
    ):
        await frames(bulgarian, 2)
        await frames(russian, 2)
        assert asked == [("html", "bg"), ("html", "ru")]


@on_both_loops
async def test_a_language_that_we_do_not_have_is_no_channel_of_its_own() -> None:
    board = Board()
    async with running(board.hub) as address, following(address, form="html", lang="en") as client:
        await frames(client, 2)
        for code in ("xx", "zz", "../x", "e" * 4000):
            async with following(address, form="html", lang=code) as stranger:
                await frames(stranger, 2)
        assert board.asked == 1


@on_both_loops
async def test_a_language_that_we_do_not_have_is_answered_in_one_that_the_browser_prefers() -> None:
    board, languages = Board(), set[str]()

    def source(channel: Channel, before: Parts | None) -> Parts | None:
        languages.add(channel.language)
        return board(channel)

    async with running(Hub(source, beat=30.0)) as address:
        uri, preferred = f"ws://{address}/live?topic={TOPIC}&form=html&lang=mk", {"Accept-Language": "mk, bg;q=0.8"}
        async with connect(uri, proxy=None, additional_headers=preferred) as client:
            await frames(client, 2)
    assert languages == {"bg"}


@on_both_loops
async def test_data_has_no_language() -> None:
    board = Board()
    async with running(board.hub) as address, following(address, lang="bg") as one, following(address) as other:
        await frames(one, 2)
        await frames(other, 2)
        assert board.asked == 1


@on_both_loops
async def test_a_channel_with_few_followers_is_not_forgotten_in_a_storm() -> None:
    """A turn has room for one channel only, and the crowded one has changed again whenever it was rendered."""
    board = Board()
    board.views["t/open/player/1"] = {"points": "0"}
    calm = asyncio.Event()

    def stormy(channel: Channel, before: Parts | None) -> Parts | None:
        if board.position > 1 and channel.topic == TOPIC and not calm.is_set():
            asyncio.get_running_loop().call_soon(board.write, "row-0", str(board.position))
        return board(channel)

    async def read(client: ClientConnection) -> None:
        async for _ in client:
            """As fast as it comes."""

    board.hub = Hub(stormy, pace=0.0, slice=0.0, beat=30.0)
    async with (
        running(board.hub) as address,
        following(address) as one,
        following(address) as two,
        following(address, ["t/open/player/1"]) as alone,
    ):
        await frames(alone, 2)
        reading = [asyncio.create_task(read(client)) for client in (one, two)]
        asyncio.get_running_loop().call_later(2, calm.set)
        board.write("points", "1", topic="t/open/player/1")
        await frames(alone, 1)
        assert not calm.is_set()
        calm.set()
    await asyncio.gather(*reading)


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
    board.views["screen/hall"] = {"settings": ""}
    async with running(board.hub) as address, following(address, ["screen/hall"], screen="hall") as client:
        await frames(client, 2)
        await client.send(json.dumps({"seen": {"screen/hall": 1}}))
        await eventually(lambda: bool(board.hub.screens()[0].seen))
        screens = board.hub.screens()
        assert (screens[0].name, screens[0].seen, screens[0].address) == ("hall", {"screen/hall": 1}, "127.0.0.1")


@on_both_loops
async def test_who_may_not_follow_is_told_so() -> None:
    board = Board()

    async def nobody(_connection: HTTPConnection, _channel: Channel) -> bool:
        return False

    async with running(board.hub, may_follow=nobody) as address, following(address) as client:
        assert (await frames(client, 2))[1] == {"type": "refused", "topic": TOPIC, "reason": "not-allowed"}
