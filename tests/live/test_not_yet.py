"""Views that cannot be shown for now: everybody is told at once when to come again, on every way in."""

import logging

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.live.frames import Channel, NotYet, Parts
from server.live.hub import Hub
from tests.live.loopback import eventually, following, frames, running

BOTH = pytest.mark.parametrize("settings", [{}, {"ws": "websockets-sansio"}], ids=["handed over", "with a task"])


class Reading:
    """A source that is being read; `trouble` instead of it as soon as there is one."""

    def __init__(self) -> None:
        self.trouble: Exception | None = NotYet("open")
        self.hub = Hub(self, version="1", beat=0.02)

    def __call__(self, channel: Channel, before: Parts | None) -> Parts:
        if self.trouble is not None:
            raise self.trouble
        return Parts(1, {"row-1": "board 1"})


async def closed_with(address: str) -> int:
    async with following(address) as client:
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@BOTH
@pytest.mark.parametrize(("soon", "code"), [(True, 1012), (False, 1013)])
async def test_a_socket_is_closed_with_the_code_that_says_when(soon: bool, code: int, settings: dict[str, str]) -> None:
    source = Reading()
    source.trouble = NotYet("open", soon)
    async with running(source.hub, **settings) as address:
        assert await closed_with(address) == code
        await eventually(lambda: source.hub.sockets == 0)


@BOTH
async def test_as_soon_as_it_can_be_shown_it_is(settings: dict[str, str]) -> None:
    source = Reading()
    async with running(source.hub, **settings) as address:
        await closed_with(address)
        source.trouble = None
        async with following(address) as client:
            assert [frame["type"] for frame in await frames(client, 2)] == ["hello", "snapshot"]


@pytest.mark.parametrize(("soon", "seconds"), [(True, "1"), (False, "30")])
async def test_server_sent_events_are_not_begun(soon: bool, seconds: str) -> None:
    source = Reading()
    source.trouble = NotYet("open", soon)
    async with running(source.hub) as address, httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"http://{address}/live/events?topic=t/open/pairings")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, seconds)


async def test_what_becomes_unreadable_makes_no_noise_and_its_screens_say_that_they_are_stale(
    caplog: pytest.LogCaptureFixture,
) -> None:
    source = Reading()
    source.trouble = None
    async with running(source.hub) as address, following(address) as client:
        await frames(client, 2)
        source.trouble = NotYet("open")
        with caplog.at_level(logging.ERROR):
            source.hub.changed(["t/open"], 2)
            await eventually(lambda: all(stream.line.failed for stream in source.hub._channels))
        assert caplog.records == []
        source.trouble = None
        await eventually(lambda: not any(stream.line.failed for stream in source.hub._channels))


async def test_a_bug_of_a_page_leaves_no_socket_open_that_says_nothing() -> None:
    source = Reading()
    source.trouble = ZeroDivisionError("a bug of a page")
    async with running(source.hub) as address:
        assert await closed_with(address) == 1011
