"""Limits of the feed for one address and one tournament, and the refusal of more."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from server.live.channels import FEW_SOCKETS
from server.live.connections import Mailbox
from server.live.frames import Channel
from server.live.hub import Hub
from server.live.limits import FeedLimits, Guest, Guests, NoRoom
from server.settings import BadSetting, from_environment
from tests.live.loopback import Board, eventually, following, frames, on_both_loops, running, until
from tests.live.raw import unread
from web.wording import LANGUAGES, language
from web.wording.public import no_room_here

TOPIC, TABLE = "t/open/pairings", "t/open/standings"


def board(limits: FeedLimits) -> Board:
    """With two topics."""
    made = Board()
    made.views[TABLE] = {"p1": "1. Ann"}
    made.hub = Hub(made, pace=0.0, beat=30.0, limits=limits)
    return made


async def closed(client: ClientConnection) -> tuple[int, str]:
    """With which code and reason the server closes."""
    with pytest.raises(ConnectionClosed) as ended:
        await until(client, -1)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code, ended.value.rcvd.reason


@asynccontextmanager
async def hall_of(limits: FeedLimits) -> AsyncIterator[tuple[Board, str]]:
    made = board(limits)
    async with running(made.hub) as address:
        yield made, address


@on_both_loops
async def test_an_address_with_all_its_sockets_is_told_so_and_the_others_go_on() -> None:
    async with hall_of(FeedLimits(sockets_per_address=2)) as (made, address):
        async with following(address) as one, following(address) as two:
            await frames(one, 2)
            await frames(two, 2)
            async with following(address) as three:
                assert await closed(three) == (1013, no_room_here("sockets"))
            made.write("row-1", "1-0")
            assert [(await frames(client, 1))[0]["position"] for client in (one, two)] == [2, 2]
        await eventually(lambda: not made.hub.sockets)
        async with following(address) as again:
            await frames(again, 2)


@on_both_loops
async def test_an_address_with_all_its_sockets_takes_nothing_from_another() -> None:
    async with (
        hall_of(FeedLimits(sockets_per_address=1)) as (_, address),
        following(address, come_from="192.0.2.1") as one,
        following(address, come_from="192.0.2.2") as two,
    ):
        await frames(one, 2)
        await frames(two, 2)


@on_both_loops
async def test_all_addresses_of_one_ipv6_network_are_one() -> None:
    async with (
        hall_of(FeedLimits(sockets_per_address=1)) as (_, address),
        following(address, come_from="2001:db8::1") as one,
        following(address, come_from="2001:db8::2") as two,
    ):
        await frames(one, 2)
        assert (await closed(two))[0] == 1013


@on_both_loops
async def test_who_comes_alone_is_written_to_before_a_crowd_behind_one_address() -> None:
    async with hall_of(FeedLimits()) as (made, address), AsyncExitStack() as hall:
        for _ in range(FEW_SOCKETS + 4):
            await frames(await hall.enter_async_context(following(address)), 2)
        alone = await hall.enter_async_context(following(address, come_from="192.0.2.1"))
        await frames(alone, 2)
        [stream] = made.hub._channels
        assert [follower.guest.address for follower in stream.fast.values()][-1] == "192.0.2.1"
        assert {follower.guest.address for follower in stream.crowd.values()} == {"127.0.0.1"}
        made.write("row-1", "1-0")
        assert (await frames(alone, 1))[0]["position"] == 2
        assert made.hub.counters.deliveries == FEW_SOCKETS + 5


@on_both_loops
async def test_a_full_server_says_so() -> None:
    async with hall_of(FeedLimits(sockets=1)) as (_, address), following(address) as one:
        await frames(one, 2)
        async with following(address) as two:
            assert await closed(two) == (1013, no_room_here("hall"))


@on_both_loops
async def test_an_address_that_follows_as_much_as_it_may_still_follows_what_it_has() -> None:
    async with hall_of(FeedLimits(topics_per_address=1)) as (_, address), following(address) as one:
        await frames(one, 2)
        async with following(address, [TOPIC, TABLE]) as two:
            got = await frames(two, 3)
            assert got[1] == {"type": "refused", "topic": TABLE, "reason": "too-many-topics"}
            assert got[2]["topic"] == TOPIC
        async with following(address, [TABLE]) as three:
            assert (await closed(three))[0] == 1013


@on_both_loops
async def test_topics_that_are_asked_for_at_once_count_too() -> None:
    async with hall_of(FeedLimits(topics_per_address=1)) as (made, address):
        async with following(address, [TOPIC, TABLE]) as one:
            assert [frame["type"] for frame in await frames(one, 3)] == ["hello", "refused", "snapshot"]
        await eventually(lambda: not len(made.hub.guests))
        async with following(address, [TABLE]) as two:
            assert (await frames(two, 2))[1]["topic"] == TABLE


@on_both_loops
async def test_a_tournament_with_as_many_channels_as_it_may_have_takes_followers_of_those() -> None:
    async with hall_of(FeedLimits(channels_per_tournament=1)) as (made, address), following(address) as one:
        made.views["t/other/pairings"] = {"b1": "Ann - Bob"}
        await frames(one, 2)
        async with following(address, [TABLE, TOPIC]) as two:
            assert (await frames(two, 2))[1] == {"type": "refused", "topic": TABLE, "reason": "too-many-channels"}
        async with following(address, ["t/other/pairings"]) as three:
            assert (await frames(three, 2))[1]["type"] == "snapshot"


@on_both_loops
async def test_a_channel_that_nobody_follows_makes_room() -> None:
    async with hall_of(FeedLimits(channels_per_tournament=1)) as (made, address):
        async with following(address) as one:
            await frames(one, 2)
        await eventually(lambda: not made.hub.sockets)
        async with following(address, [TABLE]) as two:
            assert (await frames(two, 2))[1]["topic"] == TABLE


@on_both_loops
async def test_what_nobody_follows_is_forgotten_with_all_that_was_made_for_it() -> None:
    made = Board()
    made.hub = Hub(made, beat=0.02, linger=0.05)
    async with running(made.hub) as address:
        async with following(address) as one:
            await frames(one, 2)
        await eventually(lambda: not list(made.hub._channels))
        assert not len(made.hub.guests)


@on_both_loops
async def test_of_an_address_that_leaves_too_much_unread_the_worst_is_let_go() -> None:
    made = board(FeedLimits(unread_bytes_per_address=3_000_000))
    made.views[TABLE] = {"p1": "x" * 30_000_000}
    async with running(made.hub) as address, following(address) as well:
        await frames(well, 2)
        deaf = unread(address, TABLE)
        await eventually(lambda: made.hub.counters.joined == 2)
        await eventually(lambda: made.hub.sockets == 1)
        made.write("row-1", "1-0")
        await until(well, 2)
        deaf.close()


@on_both_loops
async def test_what_waits_for_an_event_stream_counts_until_it_is_sent() -> None:
    made = board(FeedLimits())
    made.views[TABLE] = {"p1": "x" * 5000}
    guest = Guest("192.0.2.1", most_unread=12_000)
    one, two, three = (Mailbox(guest) for _ in range(3))
    for mailbox in (one, two):
        made.hub.follow(mailbox, [(Channel(TABLE), None)])
    assert 10_000 < guest.unread <= 12_000
    made.hub.follow(three, [(Channel(TABLE), None)])
    assert [mailbox.close_code for mailbox in (one, two, three)].count(1013) == 1
    for mailbox in (one, two, three):
        made.hub.lost(mailbox)
    assert (guest.unread, guest.sockets) == (0, 0)
    made.hub.close()


async def test_server_sent_events_are_refused_in_a_sentence() -> None:
    made = board(FeedLimits(topics_per_address=1, sockets_per_address=2))
    async with running(made.hub) as address, following(address) as one, httpx.AsyncClient(trust_env=False) as client:
        await frames(one, 2)
        url = f"http://{address}/live/events?topic={TABLE}&lang=en"
        refused = await client.get(url)
        async with following(address) as two:
            await frames(two, 2)
            full = await client.get(url)
    assert (refused.status_code, full.status_code) == (429, 429)
    assert refused.json()["reason"] == "too-many-topics"
    assert full.json()["sentence"] == no_room_here("sockets")
    assert int(full.headers["retry-after"]) > 0


def test_who_is_about_to_join_counts_too() -> None:
    guests = Guests(FeedLimits(sockets_per_address=1))
    with guests.arriving("192.0.2.1"), pytest.raises(NoRoom), guests.arriving("192.0.2.1"):
        pytest.fail("there is room")
    assert not len(guests)


def test_without_a_limit_nobody_is_refused() -> None:
    guests, guest = Guests(FeedLimits(0, 0, 0, 0, 0)), Guest()
    for number in range(5000):
        guests.check(guest, Channel(f"t/open/player/{number}"))
        guest.follows(Channel(f"t/open/player/{number}"))
    assert len(guest.topics) == 5000


@pytest.mark.parametrize("what", ["hall", "sockets", "topics", "channels"])
def test_every_refusal_has_a_sentence_that_fits_into_a_close_frame(what: str) -> None:
    assert 20 < len(no_room_here(what).encode()) <= 123
    assert all(no_room_here(what, lang) for lang in LANGUAGES)


def test_the_operator_sets_the_limits() -> None:
    settings = from_environment({"TABLO_FEED_SOCKETS_PER_ADDRESS": "50", "TABLO_FEED_TOPICS_PER_ADDRESS": "0"})
    assert settings.feed == FeedLimits(sockets_per_address=50, topics_per_address=0)


def test_a_limit_that_is_no_number_is_refused_by_name() -> None:
    with pytest.raises(BadSetting) as refused:
        from_environment({"TABLO_FEED_SOCKETS": "many"})
    said = refused.value.in_words(language("en"))
    assert said == "TABLO_FEED_SOCKETS must be a number, 0 for no limit, not 'many'."


@on_both_loops
async def test_joining_renders_one_channel_at_a_time_and_lets_others_in_between() -> None:
    made = board(FeedLimits())
    for number in range(8):
        made.views[f"t/open/player/{number}"] = {"name": str(number)}
    turns: list[int] = []

    async def others() -> None:
        while True:
            turns.append(made.asked)
            await asyncio.sleep(0)

    async with running(made.hub) as address:
        watching = asyncio.create_task(others())
        async with following(address, [f"t/open/player/{number}" for number in range(8)]) as client:
            await frames(client, 9)
        watching.cancel()
    assert set(turns) == set(range(9))
    assert json.dumps(sorted(turns)) == json.dumps(turns)
