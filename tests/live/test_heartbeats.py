"""Signs of life: how often, what they say, and when there are none."""

from server.live.hub import SCREEN_BEATS_PER_PHONE_BEAT, Hub
from tests.live.loopback import Board, eventually, following, frames, on_both_loops, running, until

TOPIC = "t/open/pairings"


@on_both_loops
async def test_a_television_has_three_heartbeats_for_one_of_a_phone() -> None:
    board = Board()
    board.views["screen/hall"] = {"settings": ""}
    board.hub = Hub(board, beat=0.02)
    async with (
        running(board.hub) as address,
        following(address) as phone,
        following(address, ["screen/hall"], screen="hall") as television,
    ):
        [hello], [greeting] = await frames(phone, 1), await frames(television, 1)
        calm: list[int] = []
        while len(calm) < 2:
            calm += [f["time"] for f in await frames(phone, 1) if f["type"] == "beat" and f["time"] > greeting["time"]]
        quick: list[int] = []
        while not quick or quick[-1] < calm[1]:
            quick += [f["time"] for f in await frames(television, 1) if f["type"] == "beat"]
    assert hello["beat"] == 3 * greeting["beat"]
    assert sum(calm[0] < time < calm[1] for time in quick) == 2


@on_both_loops
async def test_a_heartbeat_carries_the_position_and_the_time() -> None:
    board = Board()
    board.hub = Hub(board, beat=0.05)
    async with running(board.hub) as address, following(address) as client:
        hello, _, beat = await frames(client, 3)
        assert (beat["type"], beat["position"]) == ("beat", 1)
        assert beat["time"] >= hello["time"]


@on_both_loops
async def test_a_view_that_cannot_be_rendered_falls_silent_and_comes_back() -> None:
    board = Board()
    board.hub = Hub(board, beat=0.05)
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
async def test_a_frame_just_before_a_heartbeat_stands_for_it() -> None:
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        for seconds_ago in (0, 30):
            board.write("row-0", str(seconds_ago))
            await until(client, board.position)
            for stream in board.hub._channels:
                stream.line.published_at -= seconds_ago
            for _ in range(SCREEN_BEATS_PER_PHONE_BEAT):
                board.hub._heart._pulse()
        board.write("row-0", "the last")
        assert [frame["type"] for frame in await until(client, board.position)] == ["beat", "patch"]
