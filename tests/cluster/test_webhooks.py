"""Webhooks of two workers over one PostgreSQL: each message is in one pair of hands, and none is lost."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import msgspec
import psycopg
import pytest

from domain.stewards.events import Topic, WebhookSet
from domain.words.games import Result
from domain.words.streams import STEWARDS
from server.journal import open_journal
from server.journal.side.deliveries import DeliveryState
from server.office.telling.deliveries import TRIES_AT_ONCE_OF_ONE
from server.office.telling.webhooks import secret_text, webhook_secret
from tests.api.listener import PATIENCE_SECONDS, Listener, fits, listening
from tests.cluster.arbiters import Arbiter, Hall
from tests.cluster.machines import Machines, machines
from tests.journal.postgres import Cluster

BOARDS = 8
A_MINUTE_AGO = "2000-01-01T00:00:00+00:00"
TOURNAMENTS = ("open", "blitz")


def hook_of(slug: str) -> str:
    return f"hook{slug}"


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture(scope="module")
def made(postgres_server: Cluster, listener: Listener) -> Iterator[Machines]:
    """Tournaments with a published round, and webhooks that are told of their results alone."""

    def seed(database: str) -> None:
        now = datetime.now(UTC)
        hooks = [
            WebhookSet(hook_of(slug), listener.url, (Topic.RESULT_ENTERED,), tournament=slug, since=now.isoformat())
            for slug in TOURNAMENTS
        ]
        with closing(open_journal(database)) as journal:
            journal.append(STEWARDS, 0, "Boris", "hooks", hooks, now)

    with machines(
        postgres_server, dict.fromkeys(TOURNAMENTS, BOARDS), gateways=1, seed=seed, TABLO_CHANCES="0"
    ) as made:
        yield made


async def id_of_next(listener: Listener) -> str:
    return (await listener.next())[0]["webhook-id"]


def states(database: str, slug: str) -> Counter[DeliveryState]:
    with closing(open_journal(database)) as journal:
        return Counter(one.state for one in journal.deliveries.latest(hook_of(slug), 100))


async def until_taken(database: str, slug: str, count: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await asyncio.to_thread(states, database, slug))[DeliveryState.TAKEN] < count:
            continue


def let_the_minute_end(database: str) -> None:
    """As if the minute had gone by for which a worker has a message in hand."""
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE webhook_deliveries SET leased_until = %s", (A_MINUTE_AGO,))


async def test_each_message_is_sent_once_by_whichever_worker(made: Machines, listener: Listener) -> None:
    hall = Hall(made.ports)
    arbiter = Arbiter(hall, 0, "open", range(1, BOARDS + 1))
    await arbiter.arrive()
    for board in range(1, BOARDS + 1):
        await arbiter.enter(board, Result.WHITE_WINS)
    told = [await listener.next() for _ in range(BOARDS)]
    await until_taken(made.database, "open", BOARDS)
    arbiter.leave()
    assert listener.heard.empty()
    secret = secret_text(webhook_secret(made.key, hook_of("open"), 0))
    assert all(fits(secret, headers, body) for headers, body in told)
    assert len({headers["webhook-id"] for headers, _ in told}) == BOARDS
    assert sorted(msgspec.json.decode(body)["data"]["board"] for _, body in told) == [*range(1, BOARDS + 1)]
    assert hall.refused == []


async def test_what_a_killed_worker_had_in_hand_is_sent_by_the_other(made: Machines, listener: Listener) -> None:
    hall = Hall(made.ports)
    arbiter = Arbiter(hall, 0, "blitz", range(1, BOARDS + 1))
    await arbiter.arrive()
    listener.may_answer.clear()
    for board in range(1, TRIES_AT_ONCE_OF_ONE + 1):
        await arbiter.enter(board, Result.DRAW)
    in_hand = [await id_of_next(listener) for _ in range(TRIES_AT_ONCE_OF_ONE)]
    sender = await made.owner("t/blitz")
    assert sender is not None
    await asyncio.to_thread(sender.kill)
    listener.may_answer.set()
    await arbiter.enter(BOARDS, Result.DRAW)
    later = await id_of_next(listener)
    await until_taken(made.database, "blitz", 1)
    assert later not in in_hand, "a message that another has in hand is left alone"
    assert states(made.database, "blitz")[DeliveryState.WAITING] == TRIES_AT_ONCE_OF_ONE
    let_the_minute_end(made.database)
    again = [await id_of_next(listener) for _ in range(TRIES_AT_ONCE_OF_ONE)]
    await until_taken(made.database, "blitz", TRIES_AT_ONCE_OF_ONE + 1)
    arbiter.leave()
    assert listener.heard.empty()
    assert sorted(again) == sorted(in_hand)
    assert hall.refused == []
