"""Webhooks of two web processes over one PostgreSQL: each message is in one pair of hands, and none is lost."""

import asyncio
import signal
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psycopg

from domain.stewards.events import Topic, WebhookSet
from domain.words.games import Result
from server.http.auth import open_access
from server.journal import open_journal
from server.journal.side_store import DeliveryState
from server.office.webhooks import TRIES_AT_ONCE_OF_ONE, secret_text, webhook_secret
from tests.api.listener import PATIENCE_SECONDS, Listener, fits, listening
from tests.deploy.federation import Arbiter, Hall
from tests.deploy.processes import Server, published_round, serving, until_ready

BOARDS = 8
A_MINUTE_AGO = "2000-01-01T00:00:00+00:00"


def seed(database: str, slug: str, url: str) -> None:
    """A tournament with a published round, and a webhook that is told of its results alone."""
    now = datetime.now(UTC)
    hook = WebhookSet(hook_of(slug), url, (Topic.RESULT_ENTERED,), tournament=slug, since=now.isoformat())
    with closing(open_journal(database)) as journal:
        journal.append(slug, 0, "Boris", f"seed-{slug}", published_round(BOARDS), now)
        head = journal.head("stewards")
        journal.append("stewards", head.version if head else 0, "Boris", f"hook-{slug}", [hook], now)


def hook_of(slug: str) -> str:
    return f"hook{slug}"


def arbiter_at(servers: list[Server], data: Path, slug: str) -> Arbiter:
    for server in servers:
        until_ready(f"{server.url}/t/{slug}")
    return Arbiter(Hall(servers, data, slug), 1, open_access(data))


async def id_of_next(listener: Listener) -> str:
    return (await listener.next())[0]["webhook-id"]


def states(database: str, slug: str) -> Counter[DeliveryState]:
    with closing(open_journal(database)) as journal:
        return Counter(one.state for one in journal.deliveries.latest(hook_of(slug), 100))


async def until_taken(database: str, slug: str, count: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await asyncio.to_thread(states, database, slug))[DeliveryState.TAKEN] < count:
            continue


def let_the_leases_end(database: str) -> None:
    """As if the minute had gone by for which a process has a message in hand."""
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE webhook_deliveries SET leased_until = %s", (A_MINUTE_AGO,))


async def test_each_message_is_sent_once_by_whichever_process(database: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shared = {"TABLO_DATABASE": database, "TABLO_DATA": str(data)}
    with listening() as listener:
        seed(database, "open", listener.url)
        with serving(tmp_path, "web1", **shared) as first, serving(tmp_path, "web2", **shared) as second:
            arbiter = arbiter_at([first, second], data, "open")
            for board in range(1, BOARDS + 1):
                await arbiter.enter(board, Result.WHITE_WINS)
            told = [await listener.next() for _ in range(BOARDS)]
            await until_taken(database, "open", BOARDS)
            await arbiter.leave()
        assert listener.heard.empty()
    secret = secret_text(webhook_secret(open_access(data).stored.key, hook_of("open"), 0))
    assert all(fits(secret, headers, body) for headers, body in told)
    assert len({headers["webhook-id"] for headers, _ in told}) == BOARDS
    assert sorted(msgspec.json.decode(body)["data"]["board"] for _, body in told) == [*range(1, BOARDS + 1)]
    assert arbiter.hall.refused == []


async def test_what_a_killed_process_had_in_hand_is_sent_by_the_other(database: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shared = {"TABLO_DATABASE": database, "TABLO_DATA": str(data)}
    with listening() as listener:
        seed(database, "blitz", listener.url)
        with serving(tmp_path, "web1", **shared) as first, serving(tmp_path, "web2", **shared) as second:
            arbiter = arbiter_at([first], data, "blitz")
            until_ready(f"{second.url}/t/blitz")
            send(second, signal.SIGSTOP)
            listener.may_answer.clear()
            for board in range(1, TRIES_AT_ONCE_OF_ONE + 1):
                await arbiter.enter(board, Result.DRAW)
            in_hand = [await id_of_next(listener) for _ in range(TRIES_AT_ONCE_OF_ONE)]
            first.stop(signal.SIGKILL)
            listener.may_answer.set()
            send(second, signal.SIGCONT)
            arbiter.hall.servers = [second]
            await arbiter.enter(BOARDS, Result.DRAW)
            later = await id_of_next(listener)
            await until_taken(database, "blitz", 1)
            assert later not in in_hand, "a message that another has in hand is left alone"
            assert states(database, "blitz")[DeliveryState.WAITING] == TRIES_AT_ONCE_OF_ONE
            let_the_leases_end(database)
            again = [await id_of_next(listener) for _ in range(TRIES_AT_ONCE_OF_ONE)]
            await until_taken(database, "blitz", TRIES_AT_ONCE_OF_ONE + 1)
            await arbiter.leave()
        assert listener.heard.empty()
    assert sorted(again) == sorted(in_hand)
    assert arbiter.hall.refused == []


def send(server: Server, what: signal.Signals) -> None:
    if server.process is None:
        raise RuntimeError("not started")
    server.process.send_signal(what)
