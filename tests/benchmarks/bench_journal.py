"""The journal beside raw `sqlite3` and `psycopg` in the same run: only the ratios travel to another machine.

    python -m tests.benchmarks.bench_journal

What is raw: one table (stream, version) -> row, one insert and one synced commit per result, the same bytes. Ours on
top of that: the event's encoding, the hash chain, the claim of the command id, positions, append-only triggers. One
client: single results in turn, raw and ours, each in a turn of one event loop; medians of the latencies, and processor
time of this process at the tenth of the results that cost least, which neighbours hardly change. Eight clients: whole
windows in turn, median of the ratios. A busy loop: another task always has ten milliseconds to do.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from threading import Thread
from time import perf_counter, process_time
from typing import Any, TypeVar
from uuid import uuid4

import psycopg
import uvloop

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import AsyncJournal, Journal, open_journal
from server.journal.asynchronous import Pace
from tests.journal.postgres import Cluster

ROW = b"x" * 380
"""As long as the row of a result."""
RAW_TABLE = "CREATE TABLE raw (stream TEXT, version INTEGER, row {blob}, PRIMARY KEY (stream, version))"
EVENT = ResultRecorded(1, 2, Result.DRAW)
DIGEST = "0123456789abcdef"

T = TypeVar("T")
Rate = Callable[[], float]
One = Callable[[int], object]
"""Stores one result, with its version."""
Asked = Callable[[int], Coroutine[Any, Any, object]]
"""Append through an event loop."""


def rate(seconds: float, one: One) -> float:
    """The times per second that `one` can be done, its argument counting from 1."""
    count, start = 0, perf_counter()
    while (passed := perf_counter() - start) < seconds:
        count += 1
        one(count)
    return count / passed


def raw_sqlite(folder: Path) -> One:
    db = sqlite3.connect(folder / f"{uuid4().hex}.sqlite", isolation_level=None)
    db.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; {RAW_TABLE.format(blob='BLOB')}")

    def one(version: int) -> None:
        db.execute("BEGIN")
        db.execute("INSERT INTO raw VALUES (?, ?, ?)", ("open", version, ROW))
        db.execute("COMMIT")

    return one


def raw_postgres(url: str) -> One:
    stream, db = uuid4().hex, psycopg.connect(url, autocommit=True)
    db.execute(RAW_TABLE.format(blob="BYTEA").replace("TABLE", "TABLE IF NOT EXISTS").encode())
    return lambda version: db.execute("INSERT INTO raw VALUES (%s, %s, %s)", (stream, version, ROW))


def ours(journal: Journal) -> One:
    """One client that calls the journal from its own thread."""
    stream, id = uuid4().hex, str(uuid4())

    def one(version: int) -> None:
        journal.append(stream, version - 1, "Ivanova", f"{id}{version}", [EVENT], datetime.now(UTC), DIGEST)

    return one


def asked(shared: AsyncJournal) -> Asked:
    """One client of an event loop."""
    stream, id = uuid4().hex, str(uuid4())

    def one(version: int) -> Coroutine[Any, Any, object]:
        return shared.append(stream, version - 1, "Ivanova", f"{id}{version}", [EVENT], digest=DIGEST)

    return one


async def in_turn(title: str, raw: One, cases: dict[str, One], count: int) -> None:
    found: dict[str, list[float]] = {name: [] for name in ("raw", *cases)}
    spent: dict[str, list[float]] = {name: [] for name in found}
    for version in range(1, count + 1):
        for name, one in (("raw", raw), *cases.items()):
            await asyncio.sleep(0)  # each in a turn of its own, as requests come in
            start, busy = perf_counter(), process_time()
            answer = one(version)
            if asyncio.iscoroutine(answer):
                await answer
            spent[name].append(process_time() - busy)
            found[name].append(perf_counter() - start)
    print(title)
    base = statistics.median(found["raw"])
    for name, times in found.items():
        median, least = statistics.median(times), statistics.quantiles(spent[name], n=10)[0]
        ratio = f"{base / median:5.2f} x the rate of raw"
        print(f"  {name:44} {median * 1e6:7.0f} us  = {ratio}, {least * 1e6:5.1f} us of processor")


def threads(count: int, work: Callable[[], float]) -> float:
    found: list[float] = []
    running = [Thread(target=lambda: found.append(work())) for _ in range(count)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return sum(found)


async def clients(journal: Journal, count: int, seconds: float) -> float:
    """Clients of an event loop, each waiting for its acknowledgement before the next result, in one tournament."""
    shared, stream, start, done = AsyncJournal(journal), uuid4().hex, perf_counter(), 0

    async def client() -> None:
        nonlocal done
        while perf_counter() - start < seconds:
            await shared.append(stream, None, "Ivanova", str(uuid4()), [EVENT], digest=DIGEST)
            done += 1

    await asyncio.gather(*(client() for _ in range(count)))
    passed = perf_counter() - start
    await shared.close()
    return done / passed


async def one_client(store: str, raw: One, new: Callable[[], Journal], count: int) -> None:
    blocking, shared = new(), AsyncJournal(new())
    cases = {"journal.append": ours(blocking), "AsyncJournal.append": asked(shared)}
    await in_turn(f"{store}: one client, acknowledged single results", raw, cases, count)
    await shared.close()
    blocking.close()


async def in_a_busy_loop(title: str, shared: AsyncJournal, count: int, slice: float = 0.01) -> None:
    found, busy, one = list[float](), True, asked(shared)

    async def draw_pages() -> None:
        while busy:
            end = perf_counter() + slice
            while perf_counter() < end:
                sum(range(100))
            await asyncio.sleep(0)

    drawing = asyncio.create_task(draw_pages())
    for version in range(1, count + 1):
        await asyncio.sleep(0)
        start = perf_counter()
        await one(version)
        found.append((perf_counter() - start) * 1000)
    busy = False
    await drawing
    await shared.close()
    half, most = statistics.median(found), statistics.quantiles(found, n=100)[-1]
    print(f"  {title:44} half within {half:5.1f} ms, 99 % within {most:5.1f} ms")


def in_loop(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def side_by_side(title: str, raw: str, cases: dict[str, Rate], rounds: int) -> None:
    """Interleaved, so that a busy neighbour disturbs all alike."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, measure in cases.items():
            found[name].append(measure())
    print(title)
    for name, rates in found.items():
        ratio = statistics.median(mine / base for mine, base in zip(rates, found[raw], strict=True))
        print(f"  {name:44} {statistics.median(rates):8.0f}/s  {ratio:5.2f} x")


def compare(store: str, raw: Callable[[], One], new: Callable[[], Journal], given: argparse.Namespace) -> None:
    in_loop(one_client(store, raw(), new, given.count))
    print(f"{store}: one client of a loop that always has ten milliseconds of other work to do")
    in_loop(in_a_busy_loop("AsyncJournal.append", AsyncJournal(new()), given.count // 10))
    if store == "SQLite":
        in_loop(in_a_busy_loop("the same through the thread", AsyncJournal(new(), Pace(again=inf)), given.count // 10))
    windows: dict[str, Rate] = {
        "raw, 1 client": lambda: rate(given.seconds, raw()),
        "AsyncJournal, 8 clients": lambda: in_loop(clients(new(), 8, given.seconds)),
    }
    if store == "PostgreSQL":
        windows["raw, 8 connections"] = lambda: threads(8, lambda: rate(given.seconds, raw()))
    side_by_side(f"{store}: eight clients", "raw, 1 client", windows, given.rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each window")
    parser.add_argument("--count", type=int, default=2000, help="results of the single client")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare(
            "SQLite",
            lambda: raw_sqlite(folder),
            lambda: open_journal(str(folder / f"{uuid4().hex}.sqlite")),
            given,
        )
    cluster = Cluster()
    try:
        url = cluster.database()
        compare("PostgreSQL", lambda: raw_postgres(url), lambda: open_journal(url), given)
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
