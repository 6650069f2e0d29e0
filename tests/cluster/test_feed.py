"""The feed through gateways, over a real NATS server: rendered once, the same to everybody, and silent in time."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.cluster import feed
from server.cluster.feed import key_of_topic
from server.live.frames import Channel
from tests.cluster.feeding import Leases, gateway, worker
from tests.cluster.nats_servers import NatsServers, nats_servers
from tests.live.loopback import Board, Frame, Reader, eventually, following, frames, until

TOPIC = "t/open/pairings"


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    with nats_servers(tmp_path_factory.mktemp("nats") / "nats") as servers:
        yield servers


async def next_but_beats(client: ClientConnection) -> Frame:
    async with asyncio.timeout(15):
        while (frame := (await frames(client, 1))[0])["type"] == "beat":
            pass
    return frame


def test_the_key_of_a_topic_is_its_tournament_screen_or_festival() -> None:
    assert [
        key_of_topic(topic) for topic in (TOPIC, "d/open/home", "screen/hall/2", "f/varna/screen", "catalogue")
    ] == [
        "t/open",
        "t/open",
        "screen/hall",
        "f/varna",
        "catalogue",
    ]
    assert [key_of_topic(topic) for topic in ("", "t", "t/", "x/open", "t/" + "a" * 500)] == [""] * 5


async def test_a_follower_of_a_gateway_sees_what_a_follower_of_the_owner_sees(nats: NatsServers) -> None:
    board = Board(rows=30)
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall, following(hall.address) as client:
        seen = Reader().read(await until(client, 1))
        board.write("row-3", "1-0")
        board.views[TOPIC]["row-30"] = "late"
        del board.views[TOPIC]["row-7"]
        board.write("row-0", "0-1")
        seen.read(await until(client, 3))
        assert seen.parts == board.views[TOPIC]
        assert list(seen.parts) == list(board.views[TOPIC])


@pytest.mark.parametrize("gateways", [1, 3])
async def test_the_owner_renders_once_however_many_gateways_there_are(nats: NatsServers, gateways: int) -> None:
    board = Board()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(worker(nats.url, board.hub, Leases()))
        clients = []
        for n in range(gateways):
            hall = await stack.enter_async_context(gateway(nats.url, f"g{n}"))
            clients.append(await stack.enter_async_context(following(hall.address)))
        for client in clients:
            await until(client, 1)
        asked, sent = board.asked, board.hub.counters.frames
        for n in range(10):
            board.write("row-0", f"change {n}")
            for client in clients:
                await until(client, board.position)
        assert (board.asked - asked, board.hub.counters.frames - sent) == (10, 10)


async def test_who_comes_with_the_position_of_a_page_goes_on_without_a_view(nats: NatsServers) -> None:
    board = Board()
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall, following(hall.address) as first:
        await until(first, 1)
        board.position = 7  # something else of this tournament was written; a page says so
        board.hub.changed(["t/open"], 7)
        async with following(hall.address, after=7) as second:
            [hello] = await frames(second, 1)
            board.write("row-0", "1-0")
            [patch] = [frame for frame in await until(second, 8) if frame["type"] != "beat"]
            assert (hello["type"], patch["type"]) == ("hello", "patch")


async def test_an_unknown_topic_is_refused_and_a_view_that_goes_is_gone(nats: NatsServers) -> None:
    board = Board()
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall:
        async with following(hall.address, ["t/none/pairings"]) as client:
            assert (await frames(client, 2))[1]["reason"] == "unknown-topic"
        async with following(hall.address) as client:
            await until(client, 1)
            del board.views[TOPIC]
            board.hub.changed(["t/open"], 2)
            assert await next_but_beats(client) == {"type": "refused", "topic": TOPIC, "reason": "gone"}


async def test_a_page_in_another_language_is_loaded_anew_at_every_gateway(nats: NatsServers) -> None:
    board = Board()
    board.views["screen/hall"] = {"settings": ""}
    async with (
        worker(nats.url, board.hub, Leases()),
        gateway(nats.url) as hall,
        following(hall.address, ["screen/hall"], screen="hall") as wall,
    ):
        await frames(wall, 2)
        board.hub.reload(["screen/hall"], "language")
        assert await next_but_beats(wall) == {"type": "reload", "reason": "language"}


async def test_the_desk_sees_the_televisions_of_a_gateway_until_it_is_gone(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "UNWANTED_SECONDS", 1.0)
    board = Board()
    board.views["screen/hall"] = {"settings": ""}
    async with worker(nats.url, board.hub, Leases()):
        async with gateway(nats.url) as hall, following(hall.address, ["screen/hall"], screen="hall") as wall:
            await frames(wall, 2)
            await wall.send(json.dumps({"seen": {"screen/hall": 1}}))
            await eventually(lambda: [screen.seen for screen in board.hub.screens()] == [{"screen/hall": 1}])
        await eventually(lambda: not board.hub.screens())


async def test_what_nobody_follows_any_more_is_published_no_more(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "UNWANTED_SECONDS", 0.5)
    board = Board()
    async with (
        worker(nats.url, board.hub, Leases()) as one,
        gateway(nats.url) as hall,
        following(hall.address) as client,
    ):
        await until(client, 1)
        assert one.publishing.channels == 1
        await client.close()
        await eventually(lambda: one.publishing.channels == 0 and board.hub.sockets == 0)
        await eventually(lambda: not hall.views._views and not hall.views._owners)
        questions, pulses = one.questions, hall.hub._heart._pulses
        await eventually(lambda: hall.hub._heart._pulses > pulses + 3)
        assert one.questions == questions


async def test_another_owner_goes_on_and_everybody_gets_what_is_missing(nats: NatsServers) -> None:
    first, second, leases = Board(), Board(), Leases()
    async with (
        worker(nats.url, first.hub, leases, "one") as one,
        gateway(nats.url) as hall,
        following(hall.address) as client,
    ):
        seen = Reader().read(await until(client, 1))
        first.write("row-0", "1-0")
        second.views, second.position = first.views, 2
        seen.read(await until(client, 2))
        second.write("row-1", "0-1")
        async with worker(nats.url, second.hub, leases, "two"):
            await one.give_back("t/open")
            got = [frame for frame in await until(client, 3) if frame["type"] != "beat"]
            assert [frame["type"] for frame in got] == ["patch"]
            assert seen.read(got).parts == second.views[TOPIC]
            second.write("row-2", "1/2")
            assert seen.read(await until(client, 4)).parts == second.views[TOPIC]


async def test_a_gateway_looks_for_the_next_owner_as_soon_as_one_ends(nats: NatsServers) -> None:
    first, second, leases = Board(), Board(), Leases()
    second.views[TOPIC]["row-0"], second.position = "1-0", 2
    async with (
        worker(nats.url, first.hub, leases, "one") as one,
        gateway(nats.url, beat=30.0) as hall,
        following(hall.address) as client,
    ):
        seen = Reader().read(await until(client, 1))
        async with worker(nats.url, second.hub, leases, "two"):
            await one.give_back("t/open")
            assert seen.read(await until(client, 2)).parts == second.views[TOPIC]


async def test_a_view_larger_than_a_message_is_asked_for(nats: NatsServers) -> None:
    board = Board()
    async with (
        worker(nats.url, board.hub, Leases()),
        gateway(nats.url, beat=30.0) as hall,
        following(hall.address) as client,
    ):
        seen = Reader().read(await until(client, 1))
        board.write("row-0", "x" * 3_000_000)
        assert seen.read(await until(client, 2)).parts == board.views[TOPIC]


async def test_sums_of_another_owner_are_not_compared(nats: NatsServers) -> None:
    first, second, leases = Board(), Board(), Leases()
    first.views["catalogue"], second.views["catalogue"] = {"a": "1", "b": "0"}, {"a": "0", "b": "1"}
    async with (
        worker(nats.url, first.hub, leases, "one") as one,
        gateway(nats.url) as hall,
        following(hall.address, ["catalogue"]) as client,
    ):
        await until(client, 1)
        async with worker(nats.url, second.hub, leases, "two"):
            await one.give_back("catalogue")
            frame = await next_but_beats(client)
            assert (frame["type"], frame["parts"]) == ("snapshot", [["a", "0"], ["b", "1"]])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "OWNER_SILENT_SECONDS", 0.5)
    monkeypatch.setattr(feed, "OWNERS_WORD_SECONDS", (0.2,))
    monkeypatch.setattr(feed, "JOINING_SECONDS", 0.4)


@pytest.mark.usefixtures("quick")
async def test_nobody_hears_a_heartbeat_while_the_owner_hangs_and_everything_afterwards(nats: NatsServers) -> None:
    board = Board()
    board.views["screen/hall"] = {"settings": ""}
    async with (
        worker(nats.url, board.hub, Leases()) as one,
        gateway(nats.url) as hall,
        following(hall.address, ["screen/hall"], screen="hall") as wall,
    ):
        assert [frame["type"] for frame in await frames(wall, 4)] == ["hello", "snapshot", "beat", "beat"]
        one.hung = True
        await eventually(lambda: all(stream.failed for stream in hall.hub._channels))
        sent, pulses = hall.hub.counters.frames, hall.hub._heart._pulses
        await eventually(lambda: hall.hub._heart._pulses > pulses + 5)
        assert hall.hub.counters.frames == sent
        async with following(hall.address, ["screen/hall"]) as late:  # a greeting would say that all is well
            with pytest.raises(ConnectionClosed) as closed:
                await late.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        board.views["screen/hall"]["settings"] = "new"
        board.position = 2
        board.hub.changed(["screen/hall"], 2)
        one.hung = False
        assert (await next_but_beats(wall))["set"] == [["settings", "new"]]


async def test_a_frame_that_was_lost_is_noticed_and_made_up_for(nats: NatsServers) -> None:
    board = Board()
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall, following(hall.address) as client:
        seen = Reader().read(await until(client, 1))
        [kept] = hall.views._views.values()
        kept.number, kept.view = kept.number + 5, kept.view  # as if frames had been taken that never came
        board.write("row-0", "1-0")
        seen.read(await until(client, 2))
        assert seen.parts == board.views[TOPIC]


async def test_after_the_bus_was_away_everything_is_as_the_owner_has_it(tmp_path: Path) -> None:
    board = Board()
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            worker(servers.url, board.hub, Leases()),
            gateway(servers.url) as hall,
            following(hall.address) as client,
        ):
            seen = Reader().read(await until(client, 1))
            [server] = servers.servers
            server.kill()
            board.write("row-0", "1-0")
            board.write("row-1", "0-1")
            server.start()
            assert seen.read(await until(client, board.position)).parts == board.views[TOPIC]


class Visitors:
    """Lets people follow the desk who say this cookie, until it is closed."""

    def __init__(self) -> None:
        self.open = True
        self.asked = 0

    async def __call__(self, connection: HTTPConnection, channel: Channel) -> bool:
        self.asked += 1
        return self.open and connection.cookies.get("session") == "anna"


async def test_the_desk_is_followed_through_a_gateway_for_as_long_as_a_worker_allows_it(nats: NatsServers) -> None:
    board, door = Board(), Visitors()
    drafts = board.views["d/open/pairings"] = {"row": "a draft"}
    async with worker(nats.url, board.hub, Leases(), may_follow=door), gateway(nats.url) as hall:
        address = f"ws://{hall.address}/live?topic=d/open/pairings"
        async with connect(address, proxy=None) as stranger:
            assert (await frames(stranger, 2))[1]["reason"] == "not-allowed"
        async with AsyncExitStack() as stack:
            said = {"Cookie": "session=anna"}
            phones = [
                await stack.enter_async_context(connect(address, proxy=None, additional_headers=said))
                for _ in range(10)
            ]
            for phone in phones:
                assert (await frames(phone, 2))[1]["parts"] == [["row", drafts["row"]]]
            door.asked, pulses = 0, hall.hub._heart._pulses
            await eventually(lambda: hall.hub._heart._pulses >= pulses + 6)
            assert 1 <= door.asked <= 8  # once in a heartbeat for all phones of a session
            door.open = False
            with pytest.raises(ConnectionClosed) as closed:
                await frames(phones[0], 1000)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


@pytest.mark.usefixtures("quick")
async def test_who_follows_the_desk_is_let_go_when_no_worker_answers(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "UNWANTED_SECONDS", 1.0)
    board = Board()
    board.views["d/open/pairings"] = {"row": "a draft"}
    async with worker(nats.url, board.hub, Leases(), may_follow=Visitors()) as one, gateway(nats.url) as hall:
        address = f"ws://{hall.address}/live?topic=d/open/pairings"
        async with connect(address, proxy=None, additional_headers={"Cookie": "session=anna"}) as phone:
            await frames(phone, 2)
            one.hung = True
            with pytest.raises(ConnectionClosed) as closed:
                await frames(phone, 1000)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


async def test_a_gateway_that_is_behind_is_not_taken_for_the_page_that_is_ahead(nats: NatsServers) -> None:
    first, second, leases = Board(), Board(), Leases()
    async with (
        worker(nats.url, first.hub, leases, "one") as one,
        gateway(nats.url, beat=30.0) as hall,
        following(hall.address) as early,
    ):
        seen = Reader().read(await until(early, 1))
        async with worker(nats.url, second.hub, leases, "two"):
            await one.give_back("t/open")
            second.views[TOPIC]["row-0"], second.position = "1-0", 5
            async with following(hall.address, after=5) as late:
                assert [frame["type"] for frame in await frames(late, 1)] == ["hello"]
                assert seen.read(await until(early, 5)).parts == second.views[TOPIC]


async def test_pages_of_another_version_are_loaded_anew_once(nats: NatsServers) -> None:
    first, second, leases = Board(), Board(), Leases()
    second.hub.version = "2"
    async with (
        worker(nats.url, first.hub, leases, "one") as one,
        gateway(nats.url) as hall,
        following(hall.address) as client,
    ):
        assert (await frames(client, 1))[0]["version"] == "1"
        await until(client, 1)
        async with worker(nats.url, second.hub, leases, "two"):
            await one.give_back("t/open")
            assert await next_but_beats(client) == {"type": "reload", "reason": "version"}
            async with following(hall.address) as again:
                assert (await frames(again, 1))[0]["version"] == "2"
