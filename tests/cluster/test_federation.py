"""A federation's server on an ordinary day: two workers, four gateways, three NATS servers and PostgreSQL.

Eight arbiters type through different gateways, walls and phones follow at all of them. `tests/cluster/kills.py` is what
is not ordinary. pytest tests/cluster/test_federation.py -s    with the figures
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from nats.aio.msg import Msg

from domain.decisions.rounds.pairing import pair_round
from domain.decisions.setup.regulations import IN_FORCE
from domain.events import PublicationPlanned, RoundPublished
from domain.tournament import replay
from domain.words.choices.publication import PublicationPlan, PublicationTime
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from server.clock import hall_clock
from server.cluster.bus import bus_address, connected, token_of
from server.journal import open_journal
from tests.cluster.arbiters import ARBITERS, CYCLE, Account, Arbiter, Hall, account, checked
from tests.cluster.followers import Crowd, Follower
from tests.cluster.machines import Machine, Machines, machines
from tests.crosstable import drawn
from tests.journal.postgres import Cluster
from tests.live.loopback import eventually
from tests.tiers import tries

BOARDS_EACH = 5
BOARDS = ARBITERS * BOARDS_EACH
RESULTS = tries(60)
"""Of each arbiter."""
ORDINARY = "ordinary"
ROLLING = "rolling"
KILLED = "killed"
COUNTED = "counted"
GIVEN_BACK = "given-back"
SERVED_AGAIN_SECONDS = 5.0


BY_CLOCK = "by-clock"
"""Its round is paired, and the clock publishes it as soon as the workers run."""


def by_clock(database: str) -> None:
    players = [Player(PlayerId(n), f"Player {n}", 2400 - n) for n in range(1, 9)]
    t = drawn(replace(IN_FORCE, rounds=5), Details("Evening Open"), players)
    soon = PublicationTime(1, (hall_clock() + timedelta(seconds=2)).isoformat(timespec="seconds"))
    replay([PublicationPlanned(PublicationPlan(times=(soon,)))], replay(pair_round(t), t))
    with closing(open_journal(database)) as journal:
        journal.append(BY_CLOCK, 0, "Anna", "seed", list(t.history), datetime.now(UTC))


@pytest.fixture(scope="module")
def made(postgres_server: Cluster) -> Iterator[Machines]:
    boards = dict.fromkeys((ORDINARY, ROLLING, KILLED, COUNTED, GIVEN_BACK), BOARDS)
    with machines(postgres_server, boards, seed=by_clock, TABLO_CHANCES="0") as made:
        yield made


@asynccontextmanager
async def arrived(made: Machines, name: str, a_second: float = 0.0) -> AsyncIterator[tuple[Hall, list[Arbiter]]]:
    """Eight arbiters, two at each gateway, who may type, until they leave."""
    hall = Hall(made.ports)
    shares = [range(1 + n * BOARDS_EACH, 1 + (n + 1) * BOARDS_EACH) for n in range(ARBITERS)]
    arbiters = [Arbiter(hall, n, name, share, a_second) for n, share in enumerate(shares)]
    for arbiter in arbiters:
        await arbiter.arrive()
    hall.may_type.set()
    try:
        yield hall, arbiters
    finally:
        for arbiter in arbiters:
            arbiter.leave()


@asynccontextmanager
async def gone(machine: Machine, how: Callable[[], None]) -> AsyncIterator[None]:
    """Ended in this way, and there again afterwards."""
    await asyncio.to_thread(how)
    try:
        yield
    finally:
        await asyncio.to_thread(machine.start)


def pages(made: Machines, name: str) -> list[Follower]:
    """At each gateway a wall, a phone that shows a page, and a program that reads data."""
    topic = f"t/{name}/pairings/1"
    return [
        page
        for port in made.ports
        for page in (
            Follower(port, name, topic, screen=f"wall-{name}", form="html"),
            Follower(port, name, topic, form="html"),
            Follower(port, name, topic),
        )
    ]


async def everybody_types(arbiters: list[Arbiter], results: int = RESULTS) -> None:
    async with asyncio.TaskGroup() as typing:
        for arbiter in arbiters:
            typing.create_task(arbiter.type(results))


def told(made: Machines, hall: Hall, arbiters: list[Arbiter]) -> Account:
    """What the journal says about all that was acknowledged."""
    with closing(open_journal(made.database)) as journal:
        return account(checked(journal, arbiters[0].stream), hall.acknowledged, arbiters)


async def all_show_what_a_fresh_page_shows(made: Machines, hall: Hall, seen: list[Follower]) -> None:
    name = seen[0].stream
    fresh = pages(made, name)
    async with Crowd(fresh) as crowd:
        await crowd.until({name: hall.newest(name)})
    for page, new in zip(seen, fresh, strict=True):
        assert page.reader.parts == new.reader.parts


async def test_the_clock_publishes_a_round_once_though_nobody_looks_at_it(made: Machines) -> None:
    def published() -> int:
        with closing(open_journal(made.database)) as journal:
            return sum(isinstance(entry.event, RoundPublished) for entry in journal.read(BY_CLOCK))

    await eventually(lambda: published() > 0)
    assert published() == 1


async def test_eight_arbiters_conflict_nowhere_and_all_gateways_show_it(made: Machines) -> None:
    seen = pages(made, ORDINARY)
    async with arrived(made, ORDINARY) as (hall, arbiters), Crowd(seen) as crowd:
        began = time.monotonic()
        await everybody_types(arbiters)
        took = time.monotonic() - began
        await crowd.until({ORDINARY: hall.newest(ORDINARY)})
    assert hall.refused == []
    assert len(hall.acknowledged) == ARBITERS * RESULTS
    assert not (found := told(made, hall, arbiters)), found
    await all_show_what_a_fresh_page_shows(made, hall, seen)
    print(f"\n{len(hall.acknowledged)} results in {took:.1f} s, tried again: {dict(hall.tried_again)}")


async def test_a_frame_is_rendered_once_whatever_the_number_of_gateways(made: Machines) -> None:
    """Five results, typed one after the other: what the workers render, by their metrics, and what the bus carries."""
    rendered, carried, heard = [], [], list[str]()

    async def hear(message: Msg) -> None:
        heard.append(message.subject)

    async with arrived(made, COUNTED) as (hall, [arbiter, *_]), connected(bus_address(made.nats.url), "test") as bus:
        await bus.hear(f"feed.{token_of(f't/{COUNTED}')}.>", hear)
        for board, ports in enumerate((made.ports[:1], made.ports), start=1):
            followers = [Follower(port, COUNTED, f"t/{COUNTED}/pairings/1", form="html", lang="bg") for port in ports]
            async with Crowd(followers) as crowd:
                await arbiter.enter(board, Result.DRAW)
                await crowd.until({COUNTED: hall.newest(COUNTED)})
                await eventually(lambda: bool(heard))  # the followers may have that frame before we hear of it
                heard.clear()
                before = await asyncio.to_thread(made.figure, "tablo_frames_total")
                for number in range(5):
                    await arbiter.enter(board, CYCLE[number % 2 * 2])
                    await crowd.until({COUNTED: hall.newest(COUNTED)})
                rendered.append(await asyncio.to_thread(made.figure, "tablo_frames_total") - before)
                await eventually(lambda: len(heard) >= 5)
                carried.append(len(heard))
    assert carried == [5, 5]
    assert max(rendered) < 2 * 5, "heartbeats are counted too"


async def owned(made: Machines, name: str) -> Machine:
    """The worker that answers for the tournament, which somebody has just asked for."""
    async with httpx.AsyncClient(timeout=30) as visitor:
        (await visitor.get(f"http://127.0.0.1:{made.ports[0]}/t/{name}/pairings/1")).raise_for_status()
    owner = await made.owner(f"t/{name}")
    assert owner is not None
    return owner


async def test_a_worker_that_ends_in_order_hands_over_at_once(made: Machines) -> None:
    owner = await owned(made, GIVEN_BACK)
    async with arrived(made, GIVEN_BACK, a_second=5) as (hall, arbiters), asyncio.TaskGroup() as day:
        day.create_task(everybody_types(arbiters))
        await hall.until(ARBITERS * RESULTS // 4)
        async with gone(owner, owner.end):
            await hall.until(ARBITERS * RESULTS)
            assert await owned(made, GIVEN_BACK) is not owner
    assert hall.refused == []
    assert len(hall.acknowledged) == ARBITERS * RESULTS
    assert not (found := told(made, hall, arbiters)), found
    slowest = max(one.seconds for one in hall.acknowledged)
    print(f"\nslowest {slowest:.2f} s, tried again: {dict(hall.tried_again)}")


async def test_the_boards_of_a_killed_worker_are_served_again_in_time(made: Machines) -> None:
    seen = pages(made, KILLED)
    owner = await owned(made, KILLED)
    async with arrived(made, KILLED, a_second=5) as (hall, arbiters), Crowd(seen) as crowd:
        async with asyncio.TaskGroup() as day:
            day.create_task(everybody_types(arbiters))
            await hall.until(ARBITERS * RESULTS // 4)
            async with gone(owner, owner.kill):
                killed = time.monotonic()
                await hall.until_after(killed, [KILLED])
                gap = min(one.at for one in hall.acknowledged if one.began >= killed) - killed
                await hall.until(ARBITERS * RESULTS)
        await crowd.until({KILLED: hall.newest(KILLED)})
    assert hall.refused == []
    assert len(hall.acknowledged) == ARBITERS * RESULTS
    assert not (found := told(made, hall, arbiters)), found
    await all_show_what_a_fresh_page_shows(made, hall, seen)
    print(f"\nserved again after {gap:.2f} s, tried again: {dict(hall.tried_again)}")
    assert gap <= SERVED_AGAIN_SECONDS


async def test_workers_and_gateways_begin_anew_one_after_the_other_and_nothing_is_lost(made: Machines) -> None:
    seen = pages(made, ROLLING)
    async with arrived(made, ROLLING, a_second=5) as (hall, arbiters), Crowd(seen) as crowd:
        async with asyncio.TaskGroup() as day:
            typing = [day.create_task(arbiter.type()) for arbiter in arbiters]
            for machine in (*made.workers, *made.gateways):
                await hall.until(len(hall.acknowledged) + ARBITERS)
                async with gone(machine, machine.end):
                    """As a service manager starts it again."""
            await hall.until_after(time.monotonic(), [ROLLING])
            hall.may_type.clear()
            await hall.until_idle()
            for task in typing:
                task.cancel()
        await crowd.until({ROLLING: hall.newest(ROLLING)})
    assert hall.refused == []
    assert not (found := told(made, hall, arbiters)), found
    await all_show_what_a_fresh_page_shows(made, hall, seen)
    print(f"\n{len(hall.acknowledged)} results, tried again: {dict(hall.tried_again)}")
