"""A federation's server: two web processes over one PostgreSQL, and arbiters who do not know which one answers.

pytest tests/deploy/test_federation.py -s        with the figures
"""

import asyncio
import json
import os
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx
import psycopg
import pytest
from itsdangerous import URLSafeTimedSerializer

from domain.words.games import Result
from server.cluster.forwarding import PROOF
from server.http.auth import open_access
from server.journal import open_journal
from tests.deploy.federation import (
    ARBITERS,
    RESULTS,
    Arbiter,
    Hall,
    everybody_types,
    nothing_lost_doubled_or_reordered,
    results_of,
    signs,
    stored,
)
from tests.deploy.processes import AS_PROGRAM, Server, free_port, log_in, published_round, reading, serving, until_ready
from tests.live.loopback import Reader


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("federation")


@pytest.fixture(scope="module")
def processes(database: str, folder: Path) -> Iterator[list[Server]]:
    """They share the data directory, as in deploy/compose.yaml: the key of the sessions is there."""
    shared = {"TABLO_DATABASE": database, "TABLO_DATA": str(folder / "data")}
    with serving(folder, "web1", **shared) as first, serving(folder, "web2", **shared) as second:
        yield [first, second]


@pytest.fixture
def hall(processes: list[Server], database: str, folder: Path) -> Hall:
    """A tournament of its own, that both processes have heard of."""
    for server in processes:
        if server.process is None:
            server.start()
    hall = Hall(list(processes), folder / "data", f"open-{uuid.uuid4().hex[:8]}")
    with closing(open_journal(database)) as journal:
        journal.append(hall.stream, 0, "Boris", f"seed-{hall.stream}", published_round(RESULTS), datetime.now(UTC))
    for server in processes:
        until_ready(f"{server.url}/t/{hall.stream}")
    return hall


@pytest.fixture
def arbiters(hall: Hall) -> list[Arbiter]:
    access = open_access(hall.data)
    return [Arbiter(hall, n, access) for n in range(ARBITERS)]


@pytest.mark.parametrize("doors", [1, 2])
async def test_eight_arbiters_conflict_nowhere_and_both_halls_see_it(
    hall: Hall, arbiters: list[Arbiter], database: str, doors: int
) -> None:
    both = hall.servers
    hall.servers = both[:doors]
    async with AsyncExitStack() as stack:
        followers = [await stack.enter_async_context(hall.following(server)) for server in both]
        began = time.perf_counter()
        await everybody_types(arbiters)
        took = time.perf_counter() - began
        position = nothing_lost_doubled_or_reordered(database, hall)
        seen = [await reading(follower, Reader(), position) for follower in followers]
    assert hall.refused == []
    assert [signs(reader) for reader in seen] == [RESULTS, RESULTS]
    assert seen[0].parts == seen[1].parts
    print(f"\n{doors} of 2 processes, {took:.2f} s: {hall.figures()}, load {os.getloadavg()[0]:.1f}")


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
async def test_the_owner_ends_and_the_other_process_takes_over(
    hall: Hall, arbiters: list[Arbiter], database: str, by: signal.Signals
) -> None:
    both = hall.servers
    async with AsyncExitStack() as stack:
        followers = {server: await stack.enter_async_context(hall.following(server)) for server in both}
        async with asyncio.TaskGroup() as day:
            day.create_task(everybody_types(arbiters))
            await hall.until(RESULTS // 2)
            owner = hall.owner(database)
            [other] = [server for server in both if server is not owner]
            hall.servers = [other]
            await asyncio.to_thread(owner.stop, by)
        position = nothing_lost_doubled_or_reordered(database, hall)
        seen = await reading(followers[other], Reader(), position)
        assert hall.owner(database) is other
    assert hall.refused == []
    assert len(hall.acknowledged) == RESULTS
    assert signs(seen) == RESULTS


async def test_the_owners_session_at_the_database_ends_and_nobody_notices(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    async with asyncio.TaskGroup() as day:
        day.create_task(everybody_types(arbiters))
        await hall.until(RESULTS // 2)
        owner = hall.owner(database)
        await asyncio.to_thread(end_session, database, owner.url)
    nothing_lost_doubled_or_reordered(database, hall)
    assert hall.refused == []
    assert len(hall.acknowledged) == RESULTS
    assert hall.owner(database) in hall.servers


async def test_an_owner_that_hangs_loses_the_tournament_and_forwards_when_it_wakes_up(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    """The eighth arbiter types at the process that hangs, and hears nothing before it wakes up."""
    both = hall.servers
    async with AsyncExitStack() as stack:
        followers = {server: await stack.enter_async_context(hall.following(server)) for server in both}
        async with asyncio.TaskGroup() as day:
            day.create_task(everybody_types(arbiters[:-1]))
            await hall.until(RESULTS // 2)
            owner = hall.owner(database)
            [other] = [server for server in both if server is not owner]
            hall.servers = [other]
            with hanging(owner):
                arbiters[-1].hall = replace(hall, servers=[owner])
                day.create_task(everybody_types(arbiters[-1:]))
                await hall.until(len(hall.acknowledged) + ARBITERS)
                assert hall.owner(database) is other
        position = nothing_lost_doubled_or_reordered(database, hall)
        seen = [await reading(followers[server], Reader(), position) for server in both]
    assert hall.refused == []
    assert len(hall.acknowledged) == RESULTS
    assert [signs(reader) for reader in seen] == [RESULTS, RESULTS]
    assert seen[0].parts == seen[1].parts
    assert hall.owner(database) is other
    assert said(other, "owner evicted")
    assert not said(owner, "owner evicted")


@contextmanager
def hanging(server: Server) -> Iterator[None]:
    """Stopped in the middle of whatever it does; its connections stay."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def said(server: Server, message: str) -> bool:
    return any(line["said"] == message for line in map(json.loads, server.log.read_text().splitlines()))


def end_session(database: str, name: str) -> None:
    with psycopg.connect(database, autocommit=True) as server:
        ended = server.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s", (name,)
        ).fetchall()
    assert ended == [(True,)]


async def test_the_page_after_a_command_shows_it_at_every_process(hall: Hall, arbiters: list[Arbiter]) -> None:
    """A browser that knows no scripts: the answer to its form sends it to a page of the same process."""
    browser = arbiters[0]
    shown = []
    for board in range(1, 21):
        server = hall.servers[board % 2]
        what = {"board": str(board), "result": Result.DRAW.value, "command_id": str(uuid.uuid4())}
        there = f"{server.url}/desk/t/{hall.stream}/rounds/1/results"
        answer = await browser.client.post(there, data={"form_token": browser.token, **what})
        now = await browser.client.get(server.url + answer.headers["location"], headers=AS_PROGRAM)
        listing = await browser.client.get(there, headers=AS_PROGRAM)
        assert (answer.status_code, now.status_code) == (303, 200)
        shown.append([row["board"] for row in listing.json()["boards"] if row["result"]])
    await browser.leave()
    assert shown == [list(range(1, board + 1)) for board in range(1, 21)]


async def test_a_visitor_cannot_pretend_to_be_another_process(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    browser = arbiters[0]
    path = f"/desk/t/{hall.stream}/rounds/1/results"
    elsewhere = URLSafeTimedSerializer(open_access(hall.data).stored.key, salt="tablo.forwarding")
    forged = (
        "anything",
        URLSafeTimedSerializer("another key", salt="tablo.forwarding").dumps(["POST", path, "203.0.113.9"]),
        elsewhere.dumps(["POST", "/desk/t/other/rounds/1/results", "203.0.113.9"]),
        elsewhere.dumps(["POST", path, "the digest of another body", "", "", "203.0.113.9"]),
    )
    what = {"board": "1", "result": "1-0", "command_id": str(uuid.uuid4()), "form_token": browser.token}
    for server in hall.servers:
        for proof in forged:
            answer = await browser.client.post(server.url + path, data=what, headers={PROOF: proof, **AS_PROGRAM})
            assert answer.status_code == 403
    await browser.leave()
    assert results_of(stored(database, hall.stream)) == {}


async def test_the_owner_knows_for_whom_it_is_asked(hall: Hall, arbiters: list[Arbiter], database: str) -> None:
    """A form that was forged is in the owner's log under the visitor's address, not the other process's."""
    await arbiters[0].enter(1, Result.DRAW)
    owner = hall.owner(database)
    [other] = [server for server in hall.servers if server is not owner]
    browser = arbiters[1]
    there = f"{other.url}/desk/t/{hall.stream}/rounds/1/results"
    what = {"board": "2", "result": "1-0", "form_token": "of another session"}
    answer = await browser.client.post(there, data=what, headers={"X-Forwarded-For": "203.0.113.7", **AS_PROGRAM})
    for arbiter in arbiters[:2]:
        await arbiter.leave()
    assert answer.status_code == 403
    said = [line for line in map(json.loads, owner.log.read_text().splitlines()) if line["from"] == "tablo.audit"]
    assert said[-1]["address"] == "203.0.113.7"


async def test_an_owner_that_does_not_answer_is_a_sentence_until_it_lets_go(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    browser = arbiters[0]
    server = hall.servers[0]
    what = {"board": "1", "result": "1-0", "command_id": str(uuid.uuid4()), "form_token": browser.token}
    there = f"{server.url}/desk/t/{hall.stream}/rounds/1/results"
    with closing(open_journal(database)) as journal:
        assert journal.own(hall.stream, f"http://127.0.0.1:{free_port()}") is not None
        away = await browser.client.post(there, data=what, headers=AS_PROGRAM)
    assert (away.status_code, away.headers["retry-after"]) == (503, "2")
    assert "does not answer" in away.json()["sentence"]
    assert (await browser.client.post(there, data=what, headers=AS_PROGRAM)).status_code == 200
    await browser.leave()


async def test_who_logged_in_at_one_process_is_known_to_the_other(hall: Hall) -> None:
    async with httpx.AsyncClient(timeout=30) as anna:
        await log_in(anna, hall.servers[0].url)
        answers = [await anna.get(f"{server.url}/desk/t/{hall.stream}") for server in hall.servers]
    assert [answer.status_code for answer in answers] == [200, 200]


async def test_a_new_password_at_one_process_ends_the_sessions_of_the_other(hall: Hall) -> None:
    first, second = hall.servers
    async with httpx.AsyncClient(timeout=30) as anna, httpx.AsyncClient(timeout=30) as boris:
        await log_in(boris, second.url, "Boris")
        token = await log_in(anna, first.url)
        new = "another-horse-battery"
        fields = {"form_token": token, "old": "correct-horse-battery", "password": new, "again": new}
        assert (await anna.post(f"{first.url}/desk/password", data=fields)).status_code == 303
        assert (await boris.get(f"{second.url}/desk")).status_code == 303
        assert (await anna.get(f"{second.url}/desk")).status_code == 200
