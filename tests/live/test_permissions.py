"""Whoever follows the desk follows it for as long as they may: a session, a role or a password may end meanwhile."""

import asyncio

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from server.live.hub import Channel, Hub
from tests.live.loopback import Board, following, frames, on_both_loops, running
from tests.live.test_fallbacks import events

DRAFTS = "d/open/pairings"
BEAT_SECONDS = 0.05


class Door:
    """Lets people follow the desk until it is closed, and counts how often it is asked."""

    def __init__(self) -> None:
        self.open = True
        self.asked = 0

    async def __call__(self, connection: HTTPConnection, channel: Channel) -> bool:
        self.asked += 1
        return self.open


def desk() -> Board:
    board = Board()
    board.views[DRAFTS] = {"row": "a draft"}
    board.hub = Hub(board, version="1", beat=BEAT_SECONDS)
    return board


@on_both_loops
async def test_a_socket_ends_when_its_follower_may_no_longer_look() -> None:
    board, door = desk(), Door()
    async with running(board.hub, may_follow=door) as address, following(address, [DRAFTS]) as client:
        await frames(client, 2)
        door.open = False
        with pytest.raises(ConnectionClosed) as closed:
            await frames(client, 100)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert board.hub.followed == frozenset()


@on_both_loops
async def test_events_end_when_their_follower_may_no_longer_look() -> None:
    board, door = desk(), Door()
    async with running(board.hub, may_follow=door) as address, events(address, f"topic={DRAFTS}") as stream:
        await anext(stream)
        door.open = False
        async with asyncio.timeout(10):
            rest = [frame async for frame in stream]
        assert "patch" not in [frame["type"] for frame in rest]
        assert board.hub.followed == frozenset()


@on_both_loops
async def test_nobody_is_asked_again_for_a_frame_or_for_what_is_public() -> None:
    board, door = desk(), Door()
    async with running(board.hub, may_follow=door) as address, following(address) as client:
        await frames(client, 2)
        asked = door.asked
        for n in range(20):
            board.write("row-0", f"change {n}")
            await asyncio.sleep(BEAT_SECONDS / 5)
        assert door.asked == asked
