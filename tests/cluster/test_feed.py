"""The feed through gateways, over a real NATS server: rendered once, the same to everybody, and silent in time."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from domain.records import dataclass
from server.cluster import feed
from server.cluster.lease_keys import key_of_topic
from server.live.frames import Channel, Part
from tests.cluster.feeding import Gateway, Leases, Worker, gateway, worker
from tests.cluster.nats_servers import NatsServers, nats_servers
from tests.live.loopback import Board, Frame, Reader, eventually, following, frames, until

TOPIC, SCREEN, OF_THE_DESK = "t/open/pairings", "screen/hall", "d/open/pairings"


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    with nats_servers(tmp_path_factory.mktemp("nats") / "nats") as servers:
        yield servers


@dataclass(frozen=True)
class Followed:
    """A follower at a gateway, of what a worker renders."""

    board: Board
    leases: Leases
    worker: Worker
    gateway: Gateway
    client: ClientConnection
    seen: Reader

    async def until(self, position: int) -> dict[str, Part]:
        """What the follower sees then."""
        return self.seen.read(await until(self.client, position)).parts


@asynccontextmanager
async def followed(nats: NatsServers, topic: str = TOPIC, beat: float = 0.1) -> AsyncIterator[Followed]:
    """It has the view; of a screen as a television."""
    board, leases = Board(), Leases()
    board.views.setdefault(topic, {"settings": ""})
    screen = "hall" if topic == SCREEN else ""
    async with (
        worker(nats.url, board.hub, leases) as one,
        gateway(nats.url, beat=beat) as hall,
        following(hall.address, [topic], screen=screen) as client,
    ):
        yield Followed(board, leases, one, hall, client, Reader().read(await frames(client, 2)))


@asynccontextmanager
async def second_owner(nats: NatsServers, first: Followed, topic: str = TOPIC) -> AsyncIterator[Board]:
    """The same as a worker of its own has it, which takes over as soon as the first gives back."""
    board = Board()
    board.views = {topic: {**first.board.views[topic]}}
    async with worker(nats.url, board.hub, first.leases, "two"):
        yield board


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
    async with followed(nats) as at:
        at.board.write("row-1", "1-0")
        at.board.views[TOPIC]["row-30"] = "late"
        del at.board.views[TOPIC]["row-2"]
        at.board.write("row-0", "0-1")
        assert list((await at.until(3)).items()) == list(at.board.views[TOPIC].items())


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
    async with followed(nats) as at:
        at.board.position = 7  # something else of this tournament was written; a page says so
        at.board.hub.changed(["t/open"], 7)
        async with following(at.gateway.address, after=7) as second:
            [hello] = await frames(second, 1)
            at.board.write("row-0", "1-0")
            [patch] = [frame for frame in await until(second, 8) if frame["type"] != "beat"]
            assert (hello["type"], patch["type"]) == ("hello", "patch")


async def test_who_comes_with_the_position_of_a_page_takes_a_view_that_is_not_settled_whole(nats: NatsServers) -> None:
    board = Board()
    board.settled = False
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall, following(hall.address) as first:
        await until(first, 1)
        board.write("row-1", "1-0")
        patched = await until(first, 2)
        async with following(hall.address, after=2) as client:
            hello, whole = await frames(client, 2)
    assert [frame["type"] for frame in patched] == ["patch"]
    assert (hello["type"], whole["type"], whole["position"]) == ("hello", "snapshot", 2)


async def test_a_gateway_learns_that_a_view_is_settled_no_more(nats: NatsServers) -> None:
    """A delay of the broadcast is set while somebody follows there."""
    board = Board()
    async with worker(nats.url, board.hub, Leases()), gateway(nats.url) as hall, following(hall.address) as first:
        await until(first, 1)
        board.settled = False
        board.write("row-1", "1-0")
        await until(first, 2)
        async with following(hall.address, after=2) as client:
            hello, whole = await frames(client, 2)
    assert (hello["type"], whole["type"], whole["position"]) == ("hello", "snapshot", 2)


async def test_an_unknown_topic_is_refused_and_a_view_that_goes_is_gone(nats: NatsServers) -> None:
    async with followed(nats) as at:
        async with following(at.gateway.address, ["t/none/pairings"]) as client:
            assert (await frames(client, 2))[1]["reason"] == "unknown-topic"
        del at.board.views[TOPIC]
        at.board.hub.changed(["t/open"], 2)
        assert await next_but_beats(at.client) == {"type": "refused", "topic": TOPIC, "reason": "gone"}


async def test_a_page_in_another_language_is_loaded_anew_at_every_gateway(nats: NatsServers) -> None:
    async with followed(nats, SCREEN) as at:
        at.board.hub.reload([SCREEN], "language")
        assert await next_but_beats(at.client) == {"type": "reload", "reason": "language"}


async def test_the_desk_sees_the_televisions_of_a_gateway_until_it_is_gone(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.live.hub.SEEN_ELSEWHERE_SECONDS", 1.0)
    async with followed(nats, SCREEN) as at:
        await at.client.send(json.dumps({"seen": {SCREEN: 1}}))
        await eventually(lambda: [screen.seen for screen in at.board.hub.screens()] == [{SCREEN: 1}])
        await at.client.close()
        await eventually(lambda: not at.board.hub.screens())


async def test_what_nobody_follows_any_more_is_published_no_more(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "UNWANTED_SECONDS", 0.5)
    async with followed(nats) as at:
        publishing, hub = at.worker.publishing, at.gateway.hub
        assert publishing.channels == 1
        await at.client.close()
        await eventually(lambda: publishing.channels == 0 and at.board.hub.sockets == 0)
        await eventually(lambda: not at.gateway.views._views and not at.gateway.views._owners)
        questions, pulses = at.worker.questions, hub._heart._pulses
        await eventually(lambda: hub._heart._pulses > pulses + 3)
        assert at.worker.questions == questions


async def test_another_owner_goes_on_and_everybody_gets_what_is_missing(nats: NatsServers) -> None:
    async with followed(nats) as at:
        at.board.write("row-0", "1-0")
        await at.until(2)
        async with second_owner(nats, at) as second:
            second.position = 2
            second.write("row-1", "0-1")
            await at.worker.give_back("t/open")
            got = [frame for frame in await until(at.client, 3) if frame["type"] != "beat"]
            assert [frame["type"] for frame in got] == ["patch"]
            assert at.seen.read(got).parts == second.views[TOPIC]
            second.write("row-2", "1/2")
            assert await at.until(4) == second.views[TOPIC]


async def test_a_gateway_looks_for_the_next_owner_as_soon_as_one_ends(nats: NatsServers) -> None:
    async with followed(nats, beat=30.0) as at, second_owner(nats, at) as second:
        second.write("row-0", "1-0")
        await at.worker.give_back("t/open")
        assert await at.until(2) == second.views[TOPIC]


@pytest.mark.parametrize("text", ["x" * 3_000_000, Random(1).randbytes(2_000_000).hex()])
async def test_a_view_larger_than_a_message_is_asked_for(nats: NatsServers, text: str) -> None:
    async with followed(nats, beat=30.0) as at:
        at.board.write("row-0", text)
        assert await at.until(2) == at.board.views[TOPIC]


async def test_sums_of_another_owner_are_not_compared(nats: NatsServers) -> None:
    async with followed(nats, "catalogue") as at, second_owner(nats, at, "catalogue") as second:
        second.views["catalogue"] = {"a": "0", "b": "1"}
        await at.worker.give_back("catalogue")
        frame = await next_but_beats(at.client)
        assert (frame["type"], frame["parts"]) == ("snapshot", [["a", "0"], ["b", "1"]])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "OWNER_SILENT_SECONDS", 0.5)
    monkeypatch.setattr(feed, "OWNERS_WORD_SECONDS", (0.2,))
    monkeypatch.setattr(feed, "JOINING_SECONDS", 0.4)


@pytest.mark.usefixtures("quick")
async def test_nobody_hears_a_heartbeat_while_the_owner_hangs_and_everything_afterwards(nats: NatsServers) -> None:
    async with followed(nats, SCREEN) as at:
        hub = at.gateway.hub
        assert [frame["type"] for frame in await frames(at.client, 2)] == ["beat", "beat"]
        at.worker.hung = True
        await eventually(lambda: all(stream.line.failed for stream in hub._channels))
        sent, pulses = hub.counters.frames, hub._heart._pulses
        await eventually(lambda: hub._heart._pulses > pulses + 5)
        assert hub.counters.frames == sent
        async with following(at.gateway.address, [SCREEN]) as late:  # a greeting would say that all is well
            assert await closed(late) == 1012
        at.board.views[SCREEN]["settings"] = "new"
        at.board.position = 2
        at.board.hub.changed([SCREEN], 2)
        at.worker.hung = False
        assert (await next_but_beats(at.client))["set"] == [["settings", "new"]]


async def closed(client: ClientConnection) -> int:
    """The code with which it is."""
    with pytest.raises(ConnectionClosed) as closed:
        await frames(client, 1000)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_a_frame_that_was_lost_is_noticed_and_made_up_for(nats: NatsServers) -> None:
    async with followed(nats) as at:
        [kept] = at.gateway.views._views.values()
        kept.number, kept.view = kept.number + 5, kept.view  # as if frames had been taken that never came
        at.board.write("row-0", "1-0")
        assert await at.until(2) == at.board.views[TOPIC]


async def test_after_the_bus_was_away_everything_is_as_the_owner_has_it(tmp_path: Path) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with followed(servers) as at:
            [server] = servers.servers
            server.kill()
            at.board.write("row-0", "1-0")
            at.board.write("row-1", "0-1")
            server.start()
            assert await at.until(at.board.position) == at.board.views[TOPIC]


class Visitors:
    """Lets people follow the desk who say this cookie, until it is closed."""

    def __init__(self) -> None:
        self.open = True
        self.asked = 0

    async def __call__(self, connection: HTTPConnection, channel: Channel) -> bool:
        self.asked += 1
        return self.open and connection.cookies.get("session") == "anna"


@asynccontextmanager
async def desk(nats: NatsServers, door: Visitors) -> AsyncIterator[tuple[Worker, Gateway, str]]:
    """Worker, gateway, and the address of a feed of the desk."""
    board = Board()
    board.views[OF_THE_DESK] = {"row": "a draft"}
    async with worker(nats.url, board.hub, Leases(), may_follow=door) as one, gateway(nats.url) as hall:
        yield one, hall, f"ws://{hall.address}/live?topic={OF_THE_DESK}"


def anna(address: str) -> connect:
    return connect(address, proxy=None, additional_headers={"Cookie": "session=anna"})


async def test_the_desk_is_followed_through_a_gateway_for_as_long_as_a_worker_allows_it(nats: NatsServers) -> None:
    door = Visitors()
    async with desk(nats, door) as (_one, hall, address), AsyncExitStack() as stack:
        async with connect(address, proxy=None) as stranger:
            assert (await frames(stranger, 2))[1]["reason"] == "not-allowed"
        phones = [await stack.enter_async_context(anna(address)) for _ in range(10)]
        for phone in phones:
            assert (await frames(phone, 2))[1]["parts"] == [["row", "a draft"]]
        door.asked, pulses = 0, hall.hub._heart._pulses
        await eventually(lambda: hall.hub._heart._pulses >= pulses + 6)
        assert 1 <= door.asked <= 8  # once in a heartbeat for all phones of a session
        door.open = False
        assert await closed(phones[0]) == 1008


@pytest.mark.usefixtures("quick")
async def test_who_follows_the_desk_is_let_go_when_no_worker_answers(
    nats: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "UNWANTED_SECONDS", 1.0)
    async with desk(nats, Visitors()) as (one, _hall, address), anna(address) as phone:
        await frames(phone, 2)
        one.hung = True
        assert await closed(phone) == 1008


async def test_a_gateway_that_is_behind_is_not_taken_for_the_page_that_is_ahead(nats: NatsServers) -> None:
    async with followed(nats, beat=30.0) as at, second_owner(nats, at) as second:
        await at.worker.give_back("t/open")
        second.views[TOPIC]["row-0"], second.position = "1-0", 5
        async with following(at.gateway.address, after=5) as late:
            assert [frame["type"] for frame in await frames(late, 1)] == ["hello"]
            assert await at.until(5) == second.views[TOPIC]


async def test_pages_of_another_version_are_loaded_anew_once(nats: NatsServers) -> None:
    async with followed(nats) as at, following(at.gateway.address) as other, second_owner(nats, at) as second:
        assert (await frames(other, 1))[0]["version"] == "1"
        second.hub.version = "2"
        await at.worker.give_back("t/open")
        assert await next_but_beats(at.client) == {"type": "reload", "reason": "version"}
        async with following(at.gateway.address) as again:
            assert (await frames(again, 1))[0]["version"] == "2"
