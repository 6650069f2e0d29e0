"""kill -9 while eight arbiters type: what was acknowledged is there afterwards, and nothing is there twice.

TABLO_KILLS=50 pytest tests/server/test_kill.py -s        the full run, with its figures
"""

import asyncio
import os
import signal
import uuid
from collections import Counter
from pathlib import Path

import httpx

from domain import events as e
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from server.journal import Head, open_journal
from server.settings import Settings
from tests.crosstable import entered, published
from tests.stories.tablo import PASSWORD, Tablo
from tests.stories.test_a_wrong_result import seed

KILLS = int(os.environ.get("TABLO_KILLS", "4"))
ARBITERS = 8
BOARDS_EACH = 20
RESULTS = "/desk/t/kill/rounds/1/results"
AS_PROGRAM = {"Accept": "application/json"}
CYCLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def published_round() -> list[e.Event]:
    ratings = range(2500, 2500 - 2 * ARBITERS * BOARDS_EACH, -1)
    state = published(entered(ratings, Regulations(rounds=9), Details("Kill Open")))
    return list(state.history)


class Day:
    """Facts that the arbiters and the one who pulls the plug share."""

    def __init__(self) -> None:
        self.up = asyncio.Event()
        self.up.set()
        self.over = asyncio.Event()
        self._acknowledged = 0
        self._more = asyncio.Condition()

    async def acknowledged(self) -> None:
        async with self._more:
            self._acknowledged += 1
            self._more.notify_all()

    async def more(self, results: int) -> None:
        """Wait until so many more results are acknowledged."""
        async with self._more:
            goal = self._acknowledged + results
            await self._more.wait_for(lambda: self._acknowledged >= goal)


class Arbiter:
    """Types without a pause, and types again what was not acknowledged, with the same command id."""

    def __init__(self, day: Day, url: str, name: str, boards: range) -> None:
        self.day = day
        self.client = httpx.AsyncClient(base_url=url, timeout=5)
        self.name = name
        self.boards = boards
        self.token = ""
        self.acknowledged: list[tuple[str, int, Result]] = []
        self.repeated = 0

    async def log_in(self) -> None:
        page = (await self.client.get("/desk/login")).text
        await self.client.post(
            "/desk/login", data={"form_token": _token(page), "name": self.name, "password": PASSWORD}
        )
        self.token = _token((await self.client.get("/desk/t/kill/rounds/1")).text)

    async def type_all_day(self) -> None:
        seen: dict[int, str] = dict.fromkeys(self.boards, "")
        turn = 0
        while not self.day.over.is_set():
            board = self.boards[turn % len(self.boards)]
            result = CYCLE[(turn // len(self.boards)) % len(CYCLE)]
            command = str(uuid.uuid4())
            await self._until_acknowledged(board, result, seen[board], command)
            self.acknowledged.append((command, board, result))
            await self.day.acknowledged()
            seen[board] = result.value
            turn += 1

    async def _until_acknowledged(self, board: int, result: Result, seen: str, command: str) -> None:
        fields = {"form_token": self.token, "command_id": command, "board": str(board), "result": result.value}
        while True:
            try:
                answer = await self.client.post(
                    "/desk/t/kill/rounds/1/results",
                    data={**fields, "seen": seen},
                    headers={"Accept": "application/json"},
                )
            except httpx.TransportError:
                self.repeated += 1
                await self.day.up.wait()
                continue
            assert answer.status_code == 200, answer.text
            return


def _token(page: str) -> str:
    return page.split('name="form_token" value="')[1].split('"')[0]


async def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    data = tmp_path / "data"
    seed(data, "kill", published_round())
    tablo = await asyncio.to_thread(Tablo(data).start)
    day = Day()
    arbiters = [
        Arbiter(day, tablo.url, f"Arbiter {n}", range(1 + n * BOARDS_EACH, 1 + (n + 1) * BOARDS_EACH))
        for n in range(ARBITERS)
    ]
    for arbiter in arbiters:
        await arbiter.log_in()
    async with asyncio.TaskGroup() as typing:
        for arbiter in arbiters:
            typing.create_task(arbiter.type_all_day())
        for _ in range(KILLS):
            await day.more(40)
            day.up.clear()
            await asyncio.to_thread(tablo.stop, signal.SIGKILL)
            await asyncio.to_thread(tablo.start)
            day.up.set()
        day.over.set()
    for arbiter in arbiters:
        await arbiter.client.aclose()
    assert await asyncio.to_thread(tablo.stop) == 0
    _compare(data, arbiters)


def _compare(data: Path, arbiters: list[Arbiter]) -> None:
    journal = open_journal(Settings(data=data).journal_url)
    entries = list(journal.read("kill"))
    verdict = journal.verify("kill")
    journal.close()
    stored = Counter(entry.command_id for entry in entries if isinstance(entry.event, e.ResultRecorded))
    acknowledged = {command: (board, result) for a in arbiters for command, board, result in a.acknowledged}
    said = {
        entry.command_id: (entry.event.board, entry.event.result)
        for entry in entries
        if isinstance(entry.event, e.ResultRecorded)
    }
    repeated = sum(a.repeated for a in arbiters)
    print(f"\n{KILLS} kills: {len(acknowledged)} acknowledged, {repeated} sent again, {len(entries)} entries")
    assert {command: said.get(command) for command in acknowledged} == acknowledged
    assert max(stored.values()) == 1
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert isinstance(verdict, Head)
