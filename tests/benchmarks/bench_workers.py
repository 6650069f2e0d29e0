"""Memory and time of what workers do: `python -m tests.benchmarks.bench_workers [players] [times]`.

A server of its own on this machine. All papers of a tournament, again and again, with results entered between; then
five bombs at once while results go on being entered. It fails where the server's own memory grows by more than
MOST_GROWTH_MB, where the server ends, or where a bomb is no sentence. Then the time of a paper in this process beside
that in a warm worker. Linux, since it looks into /proc.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
import uuid
from functools import partial
from itertools import cycle
from pathlib import Path

import httpx

from domain.refusals import FileKind
from domain.tournament import replay
from server.workers.pool import Workers
from tests.crosstable import big_open
from tests.deploy.processes import AS_PROGRAM, Server, log_in, serving, with_published_round
from tests.paper.printed import request
from tests.workers.bombs import CORNER, WIDE
from web.paper.laying_out import PaperHead, lay_out
from web.paper.papers import ALL_OF_ROUND, BY_NAME, sheets_of
from web.paper.typesetting import typeset

MOST_GROWTH_MB = 40
MOST_MS_OF_A_WARM_WORKER = 50
BOMBS_AT_ONCE = 5
RUNS = 7


def resident_mb(server: Server) -> int:
    """The memory of the server's own process."""
    if server.process is None:
        raise RuntimeError("not started")
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024**2


class Desk:
    """An arbiter who prints, enters results and sends lists."""

    def __init__(self, server: Server, client: httpx.AsyncClient, token: str, boards: int) -> None:
        self.server, self.client, self.token = server, client, token
        self._boards = cycle(range(1, boards + 1))
        self._filled: set[int] = set()

    async def enter_result(self) -> float:
        """Milliseconds of a result."""
        board = next(self._boards)
        self._filled ^= {board}
        shown = ("1/2", "") if board in self._filled else ("clear", "1/2-1/2")
        sent = {
            "board": str(board),
            **dict(zip(("result", "seen"), shown, strict=True)),
            "command_id": str(uuid.uuid4()),
        }
        began = time.perf_counter()
        path = f"{self.server.url}/desk/t/open/rounds/1/results"
        answer = await self.client.post(path, data={"form_token": self.token, **sent}, headers=AS_PROGRAM)
        if answer.status_code != 200:
            raise AssertionError(f"board {board}: {answer.text}")
        return (time.perf_counter() - began) * 1000

    async def print_all(self) -> int:
        """All papers there are; how many had something on them."""
        made = 0
        for name in (*BY_NAME, ALL_OF_ROUND):
            paper = await self.client.get(f"{self.server.url}/desk/t/open/papers/{name}.pdf")
            if paper.status_code not in (200, 409):
                raise AssertionError(f"{name}: {paper.status_code}")
            made += paper.status_code == 200
            await self.enter_result()
        return made

    async def send_bomb(self, data: bytes) -> None:
        """Raises AssertionError where it is no sentence."""
        form = {"form_token": self.token, "command_id": str(uuid.uuid4())}
        path = f"{self.server.url}/desk/t/open/players/import"
        answer = await self.client.post(path, data=form, files={"file": ("bomb.xlsx", data)})
        if answer.status_code != 422 or "bomb.xlsx cannot be read" not in answer.text:
            raise AssertionError(f"bomb: {answer.status_code}")


async def papers(desk: Desk, times: int) -> None:
    await desk.client.get(f"{desk.server.url}/desk/t/open/papers")
    before, most = resident_mb(desk.server), 0
    for run in range(1, times + 1):
        began = time.perf_counter()
        made = await desk.print_all()
        most = max(most, resident_mb(desk.server) - before)
        print(f"  {run}: {made} papers in {time.perf_counter() - began:.1f} s, the server has grown by {most} MB")
    if most > MOST_GROWTH_MB:
        raise AssertionError(f"the server grew from {before} MB by {most} MB, more than {MOST_GROWTH_MB}")


async def bombs(desk: Desk) -> None:
    calm = [await desk.enter_result() for _ in range(50)]
    falling = asyncio.gather(*(desk.send_bomb(data) for data in (CORNER, WIDE, CORNER, WIDE, CORNER)[:BOMBS_AT_ONCE]))
    meanwhile = [await desk.enter_result()]
    while not falling.done():
        meanwhile.append(await desk.enter_result())
    await falling
    print(
        f"  {BOMBS_AT_ONCE} bombs at once: {BOMBS_AT_ONCE} sentences; a result takes {statistics.median(calm):.0f} ms, "
        f"meanwhile {statistics.median(meanwhile):.0f} (at most {max(meanwhile):.0f}), {len(meanwhile)} of them"
    )


def warm_paper(players: int) -> None:
    """Result slips here, and in a worker that has printed before; medians in turn."""
    t = replay(big_open(players, 9, played=4, seed=1))
    head = PaperHead("Open", "Open", "", "en", "ltr", "", "", "")
    here, there = list[float](), list[float]()
    with Workers() as workers:
        for run in range(RUNS + 2):
            made = lay_out(head, sheets_of("slips", request(t, round=5)))
            for spent, call in (
                (here, partial(typeset, made)),
                (there, partial(workers.do, FileKind.PAPER, "slips", partial(typeset, made))),
            ):
                began = time.perf_counter()
                call()
                if run >= 2:
                    spent.append((time.perf_counter() - began) * 1000)
    one, other = statistics.median(here), statistics.median(there)
    print(f"  slips of {players} players: {one:.0f} ms in this process, {other:.0f} ms in a warm worker")
    if other - one > MOST_MS_OF_A_WARM_WORKER:
        raise AssertionError(f"a worker adds more than {MOST_MS_OF_A_WARM_WORKER} ms")


async def main(players: int = 1000, times: int = 10) -> None:
    print(f"{players} players; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        data = with_published_round(Path(name) / "data", players // 2)
        with serving(Path(name), TABLO_DATA=str(data)) as server:
            async with httpx.AsyncClient(timeout=300) as client:
                desk = Desk(server, client, await log_in(client, server.url), players // 2)
                await papers(desk, times)
                await bombs(desk)
            if server.process is None or server.process.poll() is not None:
                raise AssertionError("the server has ended")
    warm_paper(300)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
