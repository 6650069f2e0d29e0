"""What moves of live boards cost a server: `python -m tests.benchmarks.bench_games [BOARDS] [SECONDS]`.

A real `tablo serve` over SQLite, a program that sends three moves a second, one by one or three in a message, and
pages of live boards that follow. Processor time of the server and of its workers, and how much memory it has more.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import httpx
from websockets.asyncio.client import connect

from domain.events import Event
from domain.stewards.events import ApiKeyMade, Scope
from domain.words.streams import STEWARDS
from server.cli.demo.event import known_games
from server.http.auth import key_text, secret_hash
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import serving, with_published_round

MOVES_A_SECOND = 3
FOLLOWERS = 40
PLIES_BEFORE = 30
KEY = ApiKeyMade("k0", "Boards", secret_hash("secret"), (Scope.BOARDS,))
GAMES = [one for one in known_games() if len(one.moves) > PLIES_BEFORE + 10]


def said(plies: Sequence[int], boards: Sequence[int]) -> dict[str, Any]:
    def one(board: int) -> dict[str, Any]:
        game, count = GAMES[board % len(GAMES)], plies[board]
        return {"board": board + 1, "moves": game.moves[:count], "clocks": [*range(5400, 5400 - 30 * count, -30)]}

    return {"round": 1, "games": [one(board) for board in boards]}


class Cost:
    """Processor seconds and megabytes of a process, and the seconds of its children."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def seconds(self) -> tuple[float, float]:
        ticks = os.sysconf("SC_CLK_TCK")
        own = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        children = [
            one for task in Path(f"/proc/{self.pid}/task").glob("*/children") for one in task.read_text().split()
        ]
        live = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in children]
        others = sum(int(stat[11]) + int(stat[12]) for stat in live) + int(own[13]) + int(own[14])
        return (int(own[11]) + int(own[12])) / ticks, others / ticks

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def follow(address: str) -> None:
    async with connect(f"{address}/live?form=html&topic=t/open/live", proxy=None, max_size=None) as socket:
        async for _ in socket:
            pass


async def measure(url: str, feed: str, pid: int, boards: int, seconds: int) -> Iterator[str]:
    cost, plies, told = Cost(pid), [PLIES_BEFORE] * boards, list[str]()
    headers = {"Authorization": f"Bearer {key_text('k0', 'secret')}"}
    followers = [asyncio.create_task(follow(feed)) for _ in range(FOLLOWERS)]
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=120, trust_env=False) as client:
        before = cost.megabytes()
        (await client.post("/api/t/open/boards", json=said(plies, range(boards)))).raise_for_status()
        told.append(f"{boards} games of {PLIES_BEFORE} moves: {cost.megabytes() - before:.1f} MB more")
        for together in (1, MOVES_A_SECOND):
            began, others = cost.seconds()
            for step in range(seconds * MOVES_A_SECOND // together):
                moved = [(step * together + n) * 7 % boards for n in range(together)]
                for board in moved:
                    plies[board] += 1
                pause = asyncio.create_task(asyncio.sleep(together / MOVES_A_SECOND))
                (await client.post("/api/t/open/boards", json=said(plies, moved))).raise_for_status()
                await pause
            ended, others_ended = cost.seconds()
            moves = seconds * MOVES_A_SECOND
            told.append(
                f"{together} in a message: {(ended - began) / moves * 1000:.1f} ms of the server a move, "
                f"{(others_ended - others) / moves * 1000:.1f} ms of workers; {cost.megabytes() - before:.1f} MB more"
            )
    for one in followers:
        one.cancel()
    return iter(told)


def main(boards: int = 300, seconds: int = 60) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = with_published_round(Path(folder) / "data", boards)
        with closing(open_journal(Settings(data=data).journal_url)) as journal:
            journal.append(STEWARDS, 0, "Anna", "key", (cast(Event, KEY),), datetime.now(UTC))
        with serving(Path(folder), TABLO_DATA=str(data)) as server:
            assert server.process is not None
            print(*asyncio.run(measure(server.url, server.feed, server.process.pid, boards, seconds)), sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
