"""Two processes over one SQLite file: the file's owner decides, as with PostgreSQL, and nothing has to be set up."""

import asyncio
import os
import signal
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domain.words.games import Result
from server.http.auth import open_access
from server.settings import Settings
from tests.deploy.federation import (
    ARBITERS,
    RESULTS,
    Arbiter,
    Hall,
    everybody_types,
    nothing_lost_doubled_or_reordered,
)
from tests.deploy.processes import AS_PROGRAM, Server, serving, with_published_round
from tests.tiers import sample

BOARDS = 40


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return with_published_round(tmp_path / "data", RESULTS)


@pytest.fixture
def processes(tmp_path: Path, data: Path) -> Iterator[list[Server]]:
    with serving(tmp_path, "a", TABLO_DATA=str(data)) as first, serving(tmp_path, "b", TABLO_DATA=str(data)) as second:
        yield [first, second]


async def test_whoever_is_asked_the_owner_answers_and_when_it_is_killed_the_other_does(
    processes: list[Server], data: Path
) -> None:
    journal_url = Settings(data=data).journal_url
    hall = Hall(list(processes), data, "open")
    arbiter = Arbiter(hall, 0, open_access(data))
    for board in range(1, BOARDS // 2):
        await arbiter.enter(board, Result.DRAW)
    owner = hall.owner(journal_url)
    assert owner is processes[1], "the first command went there"
    await asyncio.to_thread(owner.stop, signal.SIGKILL)
    hall.servers = [processes[0]]
    for board in range(BOARDS // 2, BOARDS + 1):
        await arbiter.enter(board, Result.DRAW)
    await arbiter.leave()
    nothing_lost_doubled_or_reordered(journal_url, hall)
    assert len(hall.acknowledged) == BOARDS
    assert hall.refused == []
    assert hall.owner(journal_url) is processes[0]


async def test_an_id_with_something_else_is_refused_at_whichever_process(processes: list[Server], data: Path) -> None:
    """One of them owns the tournament; the other forwards, and gives the owner's sentence back."""
    arbiter = Arbiter(Hall(processes, data, "open"), 0, open_access(data))
    same = {"form_token": arbiter.token, "command_id": str(uuid.uuid4()), "seen": ""}
    path = "/desk/t/open/rounds/1/results"

    async def enter(server: Server, **what: str) -> httpx.Response:
        return await arbiter.client.post(server.url + path, data={**same, **what}, headers=AS_PROGRAM)

    first = [await enter(server, board="1", result="1-0") for server in processes]
    again = [await enter(server, board="2", result="0-1") for server in processes]
    shown = await arbiter.client.get(processes[0].url + path, headers=AS_PROGRAM)
    await arbiter.leave()
    assert [answer.status_code for answer in (*first, *again)] == [200, 200, 409, 409]
    assert first[0].json() == first[1].json()
    assert "only that was done" in again[1].json()["sentence"]
    assert [row["board"] for row in shown.json()["boards"] if row["result"]] == [1]


@pytest.mark.parametrize("doors", sample((2, 1), 1))
async def test_eight_arbiters_conflict_nowhere(processes: list[Server], data: Path, doors: int) -> None:
    hall = Hall(processes[:doors], data, "open")
    await everybody_types([Arbiter(hall, n, open_access(data)) for n in range(ARBITERS)])
    nothing_lost_doubled_or_reordered(Settings(data=data).journal_url, hall)
    print(f"\n{doors} of 2 processes over one SQLite file: {hall.figures()}, load {os.getloadavg()[0]:.1f}")
    assert len(hall.acknowledged) == RESULTS
    assert hall.refused == []
