"""A journal read, its chain checked, and folded, beside the same rows read and decoded by others.

    python -m tests.benchmarks.bench_replay

The others are the database's own module and the `json` of the standard library: a yardstick without our code,
which stays as it is when our own reading becomes faster.
"""

import gc
import json
import sqlite3
import statistics
import tempfile
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from time import perf_counter, thread_time

import psycopg

from domain.events import Board, Event, PlayerRegistered, ResultRecorded, RoundPaired, RoundPublished
from domain.tournament import replay
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from server.http.process import SELDOM_THRESHOLDS
from server.journal import Append, Journal, open_journal
from server.journal.codec import Codec
from server.journal.store import stream_id
from tests.journal.postgres import Cluster

PLAIN_ROWS = "SELECT state FROM stored_events WHERE originator_id = {mark} ORDER BY originator_version"
EVENT_OF = attrgetter("event")
DIGEST = "0123456789abcdef"

Rate = Callable[[], float]
Plain = Callable[[], list[bytes]]
"""The rows of the open, read without anything of ours."""


def plain_sqlite(journal: Journal) -> Plain:
    db, wanted = sqlite3.connect(journal.where), (stream_id("open"),)  # type: ignore[attr-defined]
    return lambda: [row for (row,) in db.execute(PLAIN_ROWS.format(mark="?"), wanted).fetchall()]


def plain_postgres(url: str) -> Plain:
    db, wanted = psycopg.connect(url, autocommit=True), (stream_id("open"),)
    return lambda: [row for (row,) in db.execute(PLAIN_ROWS.format(mark="%s").encode(), wanted).fetchall()]


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

    def decode_plainly() -> None:
        for row in plain():
            json.loads(row)

    def read() -> None:
        for _ in journal.read("open"):
            pass

    cases = {
        "rows read and decoded by others": decode_plainly,
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


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print("SQLite: a 1,000-player, 11-round open")
        journal = open_journal(str(Path(name) / "open.sqlite"))
        replaying(journal, plain_sqlite(journal))
    cluster = Cluster()
    try:
        url = cluster.database()
        print("PostgreSQL: the same")
        replaying(open_journal(url), plain_postgres(url))
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
