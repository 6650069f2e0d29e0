"""The journal beside raw `sqlite3` and `psycopg` in the same run: only the ratios travel to another machine.

    python -m tests.benchmarks.bench_journal

What is raw: one table (stream, version) -> row, one insert and one synced commit per result, the same bytes. Ours on
top of that: the event's encoding, the hash chain, the claim of the command id, positions, append-only triggers. One
client: single results in turn, raw and ours, each in a turn of one event loop; medians of the latencies. Eight
clients: whole windows in turn, median of the ratios. A busy loop: another task always has ten milliseconds to do.

A replay is measured by the same rows read by the database's own module and decoded by the `json` of the standard
library: a yardstick of which nothing is ours, so that it stays as it is when our own reading becomes faster.
"""

import argparse
import asyncio
import gc
import json
import sqlite3
import statistics
import tempfile
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from math import inf
from operator import attrgetter
from pathlib import Path
from threading import Thread
from time import perf_counter, thread_time
from typing import Any, TypeVar
from uuid import uuid4

import psycopg
import uvloop

from domain.events import Board, Event, PlayerRegistered, ResultRecorded, RoundPaired, RoundPublished
from domain.tournament import replay
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from server.http.garbage_collection import SELDOM_THRESHOLDS
from server.journal import Append, AsyncJournal, Journal, open_journal
from server.journal.asynchronous import Pace
from server.journal.batch import stream_id
from server.journal.codec import Codec
from tests.journal.postgres import Cluster

ROW = b"x" * 380
"""As long as the row of a result."""
RAW_TABLE = "CREATE TABLE raw (stream TEXT, version INTEGER, row {blob}, PRIMARY KEY (stream, version))"
PLAIN_ROWS = "SELECT state FROM stored_events WHERE originator_id = {mark} ORDER BY originator_version"
EVENT = ResultRecorded(1, 2, Result.DRAW)
EVENT_OF = attrgetter("event")
DIGEST = "0123456789abcdef"

T = TypeVar("T")
Rate = Callable[[], float]
One = Callable[[int], object]
"""Stores one result, with its version."""
Plain = Callable[[], list[object]]
"""The rows of the open, decoded without anything of ours."""
Asked = Callable[[int], Coroutine[Any, Any, object]]
"""The same through an event loop."""


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


def plain_sqlite(journal: Journal) -> Plain:
    db, open_ = sqlite3.connect(journal.where), (stream_id("open"),)  # type: ignore[attr-defined]
    return lambda: [json.loads(row) for (row,) in db.execute(PLAIN_ROWS.format(mark="?"), open_).fetchall()]


def plain_postgres(url: str) -> Plain:
    db, open_ = psycopg.connect(url, autocommit=True), (stream_id("open"),)
    return lambda: [json.loads(row) for (row,) in db.execute(PLAIN_ROWS.format(mark="%s").encode(), open_).fetchall()]


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
    for version in range(1, count + 1):
        for name, one in (("raw", raw), *cases.items()):
            await asyncio.sleep(0)  # each in a turn of its own, as requests come in
            start = perf_counter()
            answer = one(version)
            if asyncio.iscoroutine(answer):
                await answer
            found[name].append(perf_counter() - start)
    print(title)
    base = statistics.median(found["raw"])
    for name, times in found.items():
        median = statistics.median(times)
        print(f"  {name:44} {median * 1e6:7.0f} us  = {base / median:5.2f} x the rate of raw")


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


def big_open(players: int = 1000, rounds: int = 11) -> list[list[Event]]:
    """About 12,000 events, as they come: registrations, and per round a pairing, a publication and its results."""
    ids = [PlayerId(n) for n in range(1, players + 1)]
    commands: list[list[Event]] = [[PlayerRegistered(Player(n, f"Player, Number {n}", 2000 + n % 700))] for n in ids]
    results = list(Result)[:3]
    for round in range(1, rounds + 1):
        boards = tuple(Board(n + 1, ids[2 * n], ids[2 * n + 1]) for n in range(players // 2))
        commands.append([RoundPaired(round, boards, None, tuple(ids), "bench", "1", 0)])
        commands.append([RoundPublished(round)])
        for sitting in (0, 1):
            commands += [[ResultRecorded(round, b.number, results[(b.number + sitting) % 3])] for b in boards]
    return commands


def write_big_open(journal: Journal) -> None:
    requests = [
        Append("open", None, "Ivanova", f"c{number}", command, digest=DIGEST)
        for number, command in enumerate(big_open())
    ]
    for start in range(0, len(requests), 200):
        journal.append_many(requests[start : start + 200])


def replaying(journal: Journal, plain: Plain) -> None:
    """Reading (chain checked) and the fold of the domain against the same rows read and decoded by others.

    The garbage collector is as seldom as in `tablo serve`. Processor time is this thread's, without that of PostgreSQL.
    """
    gc.set_threshold(*SELDOM_THRESHOLDS)
    write_big_open(journal)
    rows: Callable[[], list[tuple[str, bytes]]] = lambda: journal._rows("open", 0, None)  # type: ignore[attr-defined]  # noqa: E731
    decoders = Codec()._newest
    events = [entry.event for entry in journal.read("open")]

    def decode() -> None:
        for name, row in rows():
            decoders[name](row)

    def read() -> None:
        for _ in journal.read("open"):
            pass

    cases = {
        "rows read and decoded by others": plain,
        "rows read and decoded": decode,
        "rows read, decoded and kept": lambda: [decoders[name](row) for name, row in rows()],
        "journal.read, chain checked": read,
        "fold of the domain alone": lambda: replay(events),
        "read and folded": lambda: replay(map(EVENT_OF, journal.read("open"))),
        "verify": lambda: journal.verify("open"),
    }
    print(f"  {len(events)} entries")
    print_times(cases, "processor", thread_time)
    print_times(cases, "elapsed", perf_counter)
    journal.close()


def print_times(cases: dict[str, Callable[[], object]], what: str, clock: Rate) -> None:
    """Medians of the times, and of the ratios to the first case in the same round: neighbours disturb all alike."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(25):
        for name, work in cases.items():
            start = clock()
            work()
            found[name].append((clock() - start) * 1000)
    for name, times in found.items():
        ratio = statistics.median(mine / base for mine, base in zip(times, next(iter(found.values())), strict=True))
        print(f"  {name:44} {statistics.median(times):8.1f} ms {what:9} {ratio:5.2f} x")


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


def compare(
    store: str,
    raw: Callable[[], One],
    new: Callable[[], Journal],
    plain: Callable[[Journal], Plain],
    given: argparse.Namespace,
) -> None:
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
    print(f"{store}: a 1,000-player, 11-round open")
    journal = new()
    replaying(journal, plain(journal))


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
            plain_sqlite,
            given,
        )
    cluster = Cluster()
    try:
        url = cluster.database()
        compare(
            "PostgreSQL", lambda: raw_postgres(url), lambda: open_journal(url), lambda _: plain_postgres(url), given
        )
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
