"""An arbiter's result while strangers flood the server: `python -m tests.benchmarks.bench_floods [SECONDS] [KIND ...]`.

`tablo serve` is a process of its own with a tournament of 240 players, the strangers are another one: 8 connections
that ask again as soon as they are answered, 16 that log in wrongly, 300 of one address that open the same pages. For
each kind: the median time of a result, the processor time that the server spent between its question and its answer,
both as ratios to the control before it, the slowest page of somebody from elsewhere, and the server's memory. The
ratio of processor time says the same on a machine that has other things to do; that of the clock does not.
"""

import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import httpx

from server.http.auth import new_session, open_access
from server.http.middleware import COOKIE
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, Server, published_round, serving

PLAYERS, BOARDS = 240, 120
LONGEST_RATIO = 3.0
MOST_MEGABYTES = 60.0
PAUSE_SECONDS = 0.1
RESULTS = "/desk/t/open/rounds/1/results"
CYCLE = {"": "1-0", "1-0": "0-1", "0-1": "1/2-1/2", "1/2-1/2": "1-0"}
LANGS = ("en", "bg", "ru")
Asked = Callable[[random.Random, int], str]

KINDS: dict[str, tuple[int, Asked]] = {
    "find": (8, lambda by, n: f"GET /t/open/find?q={by.choice('aeiopr')}{by.choice('aeiou')}{n % 997}"),
    "catalogue": (8, lambda by, n: f"GET /?q={by.choice('abcdel')}{n}"),
    "compare": (8, lambda by, _: f"GET /t/open/compare?a={by.randrange(1, PLAYERS)}&b={by.randrange(1, PLAYERS)}"),
    "workbook": (8, lambda by, n: f"GET /t/open/workbook.xlsx?lang={by.choice(LANGS)}&x={n}"),
    "paper": (8, lambda by, n: f"GET /t/open/{by.choice(('pairings', 'seats'))}/1.pdf?lang={by.choice(LANGS)}&x={n}"),
    "preview": (8, lambda by, _: f"GET /t/open/players/{by.randrange(1, PLAYERS)}/preview.png?lang={by.choice(LANGS)}"),
    "past": (8, lambda by, _: f"GET /t/open/standings?at={by.randrange(100, 300)}"),
    "nowhere": (8, lambda _, n: f"GET /nowhere/{n}"),
    "login": (16, lambda _, n: f"POST /desk/login form_token=x&name=n{n}&password=xxxxxxxx"),
    "hall": (300, lambda by, _: f"GET /t/open{by.choice(('', '/pairings', '/standings', '/mine?players=7'))}"),
}  # fmt: skip
"""Connections, and what they ask."""


def main(seconds: float, kinds: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "data"
        data.mkdir()
        with closing(open_journal(Settings(data=data).journal_url)) as journal:
            journal.append("open", 0, "Anna", "seed", published_round(PLAYERS), datetime.now(UTC))
        with serving(folder, TABLO_DATA=str(data)) as server:
            arbiter = Arbiter(server, data)
            arbiter.work(2)
            print(f"load {os.getloadavg()[0]:.1f}")
            bad = [kind for kind in kinds if not endured(server, arbiter, kind, seconds)]
    return 1 if bad else 0


def endured(server: Server, arbiter: "Arbiter", kind: str, seconds: float) -> bool:
    """Whether a result took no longer than it may during this flood, and the memory stayed where it may."""
    quiet, before = arbiter.work(seconds), resident(server)
    command = (
        sys.executable,
        "-m",
        "tests.benchmarks.bench_floods",
        "--flood",
        kind,
        str(server.port),
        str(seconds + 2),
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
        arbiter.work(1)
        flooded = arbiter.work(seconds)
        said = crowd.communicate()[0].strip()
    more = resident(server) - before
    ratios = flooded.result / quiet.result, flooded.spent / quiet.spent
    print(
        f"{kind:10} result {quiet.result:5.1f} -> {flooded.result:6.1f} ms (x {ratios[0]:4.1f}), "
        f"processor {quiet.spent:5.1f} -> {flooded.spent:5.1f} ms (x {ratios[1]:4.1f}), "
        f"page at most {flooded.slowest_page:5.0f} ms, {more:+4.0f} MB, {said}",
        flush=True,
    )
    return ratios[1] <= LONGEST_RATIO and more <= MOST_MEGABYTES


@dataclass
class Felt:
    """Milliseconds, medians of the results."""

    took: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    slowest_page: float = 0.0

    @property
    def result(self) -> float:
        return statistics.median(self.took)

    @property
    def spent(self) -> float:
        return statistics.median(self.busy)


class Arbiter:
    """Enters one result after the other, and looks at a public page from another address now and then."""

    def __init__(self, server: Server, data: Path) -> None:
        access, session = open_access(data), new_session("Anna")
        self._server = server
        self._form = {"form_token": access.form_token(session)}
        self._desk = httpx.Client(base_url=server.url, timeout=60, cookies={COOKIE: access.sign(session)})
        self._elsewhere = httpx.Client(base_url=server.url, timeout=60, headers={"X-Forwarded-For": "203.0.113.5"})
        self._seen: Counter[int] = Counter()
        self._stand: dict[int, str] = {}

    def work(self, seconds: float) -> Felt:
        felt, end = Felt(), time.perf_counter() + seconds
        while time.perf_counter() < end or len(felt.took) < 5:
            self._enter(len(felt.took) % BOARDS + 1, felt)
            began = time.perf_counter()
            self._elsewhere.get(f"/t/open/players/{len(felt.took) % PLAYERS + 1}").raise_for_status()
            felt.slowest_page = max(felt.slowest_page, (time.perf_counter() - began) * 1000)
            time.sleep(PAUSE_SECONDS)
        return felt

    def _enter(self, board: int, felt: Felt) -> None:
        seen = self._stand.get(board, "")
        typed = {"board": str(board), "result": CYCLE[seen], "seen": seen, "command_id": str(uuid4()), **self._form}
        began, busy = time.perf_counter(), processor(self._server)
        answer = self._desk.post(RESULTS, data=typed, headers=AS_PROGRAM)
        felt.took.append((time.perf_counter() - began) * 1000)
        felt.busy.append((processor(self._server) - busy) * 1000)
        answer.raise_for_status()
        self._stand[board] = answer.json()["result"]


def processor(server: Server) -> float:
    """Seconds that all threads of the server have run."""
    assert server.process is not None
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def resident(server: Server) -> float:
    """Megabytes."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


async def flood(kind: str, port: int, seconds: float) -> None:
    connections, asks = KINDS[kind]
    told: Counter[str] = Counter()
    end = time.monotonic() + seconds
    await asyncio.gather(*(stranger(number, asks, port, end, told) for number in range(connections)))
    print(" ".join(f"{status}: {count}" for status, count in sorted(told.items())))


async def stranger(number: int, asks: Asked, port: int, end: float, told: Counter[str]) -> None:
    """Asks again as soon as there is an answer; a connection that is closed is opened again."""
    by = random.Random(number)
    asked, writer = 0, None
    while time.monotonic() < end:
        asked += 1
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            method, path, *body = asks(by, number * 100_000 + asked).split(" ", 2)
            sent = body[0] if body else ""
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(sent)}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\n\r\n{sent}".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = next((line[15:] for line in head.split("\r\n") if line.startswith("content-length:")), "0")
            await reader.readexactly(int(length))
            told[head[9:12]] += 1
            if "connection: close" in head:
                writer.close()
                writer = None
        except OSError as error:
            told[type(error).__name__] += 1
            writer = None
    if writer is not None:
        writer.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        asyncio.run(flood(sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
    else:
        sys.exit(main(float(sys.argv[1]) if sys.argv[1:] else 8.0, sys.argv[2:] or list(KINDS)))
