"""A federation's server: two web processes over one PostgreSQL, and arbiters who do not know which one answers.

pytest tests/deploy/test_federation.py -s        with the figures
"""

import asyncio
import signal
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from domain import events as e
from domain.games import Result
from server.auth import Access, new_session, open_access
from server.edge import COOKIE
from server.journal import Entry, Head, open_journal
from tests.deploy.processes import AS_PROGRAM, Server, log_in, published_round, reading, serving, until_ready
from tests.live.hall import Reader

ARBITERS, RESULTS = 8, 400
CYCLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass
class Hall:
    """What everybody knows: which processes are there, and what was acknowledged."""

    servers: list[Server]
    data: Path
    stream: str
    acknowledged: dict[str, tuple[int, Result]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    again: int = 0
    half: asyncio.Event = field(default_factory=asyncio.Event)

    def following(self, server: Server) -> connect:
        topic = f"t/{self.stream}/pairings/1"
        return connect(f"{server.feed}/live?topic={topic}&form=json", proxy=None, max_size=None)

    def acknowledge(self, command: str, board: int, result: Result, took: float) -> None:
        self.acknowledged[command] = (board, result)
        self.seconds.append(took)
        if len(self.acknowledged) >= RESULTS // 2:
            self.half.set()


class Arbiter:
    """Every result goes to the next process; what was not acknowledged is sent again, to whoever is there."""

    def __init__(self, hall: Hall, number: int, access: Access) -> None:
        """As if logged in: a session signed with the key that the processes share."""
        session = new_session(f"Arbiter {number}")
        self.hall = hall
        self.number = number
        self.client = httpx.AsyncClient(timeout=30, cookies={COOKIE: access.sign(session)})
        self.token = access.form_token(session)
        self.turn = number

    async def type(self, boards: range) -> None:
        for board in boards:
            await self.enter(board, CYCLE[board % 3])

    async def enter(self, board: int, result: Result) -> None:
        command = str(uuid.uuid4())
        what = {"board": str(board), "result": result.value, "seen": ""}
        sent = {"form_token": self.token, "command_id": command, **what}
        path = f"/desk/t/{self.hall.stream}/rounds/1/results"
        while True:
            self.turn += 1
            server = self.hall.servers[self.turn % len(self.hall.servers)]
            began = time.perf_counter()
            try:
                answer = await self.client.post(server.url + path, data=sent, headers=AS_PROGRAM)
            except httpx.TransportError:
                self.hall.again += 1
                continue
            if answer.status_code != 200:
                self.hall.refused.append(answer.text)
                return
            self.hall.acknowledge(command, board, result, time.perf_counter() - began)
            return


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


def share(number: int) -> range:
    each = RESULTS // ARBITERS
    return range(1 + number * each, 1 + (number + 1) * each)


async def everybody_types(arbiters: list[Arbiter]) -> None:
    async with asyncio.TaskGroup() as typing:
        for arbiter in arbiters:
            typing.create_task(arbiter.type(share(arbiter.number)))
    for arbiter in arbiters:
        await arbiter.client.aclose()


def stored(database: str, stream: str) -> list[Entry]:
    """The journal as it is on the disk, its chain checked."""
    with closing(open_journal(database)) as journal:
        assert isinstance(journal.verify(stream), Head)
        return list(journal.read(stream))


def results_of(entries: list[Entry]) -> dict[str, tuple[int, Result]]:
    return {x.command_id: (x.event.board, x.event.result) for x in entries if isinstance(x.event, e.ResultRecorded)}


def nothing_lost_doubled_or_reordered(database: str, hall: Hall) -> int:
    entries = stored(database, hall.stream)
    commands = Counter(entry.command_id for entry in entries if isinstance(entry.event, e.ResultRecorded))
    assert results_of(entries) == hall.acknowledged
    assert set(commands.values()) == {1}
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.recorded_at for entry in entries] == sorted(entry.recorded_at for entry in entries)
    return len(entries)


def signs(reader: Reader) -> int:
    """Boards that a follower of this page sees with a result."""
    return sum("result" in part and bool(part["result"]) for part in reader.parts.values() if isinstance(part, dict))


async def test_eight_arbiters_at_two_processes_conflict_nowhere_and_both_halls_see_it(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    async with AsyncExitStack() as stack:
        followers = [await stack.enter_async_context(hall.following(server)) for server in hall.servers]
        began = time.perf_counter()
        await everybody_types(arbiters)
        took = time.perf_counter() - began
        position = nothing_lost_doubled_or_reordered(database, hall)
        seen = [await reading(follower, Reader(), position) for follower in followers]
    assert hall.refused == []
    assert [signs(reader) for reader in seen] == [RESULTS, RESULTS]
    assert seen[0].parts == seen[1].parts
    ordered = sorted(hall.seconds)
    print(
        f"\n{RESULTS} results, {ARBITERS} arbiters, 2 processes: {took:.2f} s, {RESULTS / took:.0f}/s, "
        f"p50 {ordered[RESULTS // 2] * 1000:.0f} ms, p99 {ordered[-RESULTS // 100] * 1000:.0f} ms, "
        f"refused {len(hall.refused)}"
    )


async def test_one_process_is_killed_and_the_other_takes_over(
    hall: Hall, arbiters: list[Arbiter], database: str
) -> None:
    doomed, other = hall.servers
    async with hall.following(other) as follower:
        async with asyncio.TaskGroup() as day:
            day.create_task(everybody_types(arbiters))
            await hall.half.wait()
            await asyncio.to_thread(doomed.stop, signal.SIGKILL)
            hall.servers = [other]
        position = nothing_lost_doubled_or_reordered(database, hall)
        seen = await reading(follower, Reader(), position)
    assert hall.refused == []
    assert len(hall.acknowledged) == RESULTS
    assert signs(seen) == RESULTS


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
