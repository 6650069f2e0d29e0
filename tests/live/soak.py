"""A hall that is never quiet: `python -m tests.live.soak --seconds 600 --sockets 2000`.

The real server with its journal on the disk. Pages come, go without a word, and fall asleep; arbiters type twenty
results a second. At the end every page must show exactly what a fresh one shows. With `--readers 300` as many people
read the public pages besides, a hundred pages a second.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.cli.bench.live import PASSWORD, Process, free_port, wait_for, write_bench_journal
from tests.forked import Program
from tests.live.soak_pages import Hall, Page

PER_SECOND = 20.0
PAGES_PER_SECOND = 100.0
SLEEPY = 0.1
"""Of all pages, how many read only now and then."""
PATIENCE = 30.0
TOPICS = ("t/bench/pairings", "t/bench/standings", "t/bench/leaders", "t/bench/player/5", "t/bench/latest")
"""Most phones are on the pairings: every eighth follows something else."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a soak. `growth` of the server's memory in octets, from a fifth of the time on."""

    wrong: list[str]
    growth: int
    typed: dict[str, Any]
    """Acknowledged results, and milliseconds until they were."""
    read: dict[str, Any]
    """Public pages, milliseconds until they were there, and how many were no success; empty without readers."""
    resumed: int
    """Times a page came back and needed no snapshot."""
    snapshots: int


def topic_of(number: int) -> str:
    return TOPICS[0] if number % 8 else TOPICS[number // 8 % len(TOPICS)]


@dataclass(frozen=True, slots=True)
class Life:
    """The people in the hall, and for how many seconds."""

    seconds: float
    sockets: int
    players: int = 600
    per_second: float = PER_SECOND
    """Results."""
    readers: int = 0


def soak(life: Life, say: Callable[[str], None] = lambda line: None) -> Report:
    with served(life.players) as (port, server), beside(server):
        address = f"127.0.0.1:{port}"
        hall = Hall([Page(address, topic_of(number)) for number in range(life.sockets)])
        _fill(hall)
        with typing(port, life.players // 2, life.per_second) as desk, reading(port, life.readers) as readers:
            early = _let_live(hall, server, life.seconds, say)
            growth = server.holds() - early
            typed, read = enough(desk), enough(readers) if readers is not None else {}
        fresh = {topic: Page(address, topic) for topic in TOPICS}
        for page in fresh.values():
            hall.come(page)
        finish(hall, fresh)
        wrong = [f"page {n} of {p.topic}" for n, p in enumerate(hall.pages) if unlike(p, fresh[p.topic])]
        for page in [*hall.pages, *fresh.values()]:
            hall.go(page)
    snapshots = sum(page.frames.get("snapshot", 0) for page in hall.pages)
    return Report(wrong, growth, typed, read, sum(page.resumed for page in hall.pages), snapshots)


def _fill(hall: Hall) -> None:
    """Everybody comes, before the first result."""
    for number, page in enumerate(hall.pages):
        hall.live(page)
        if number < len(hall.pages) * SLEEPY:
            hall.later(hall.dice.random() * 5, lambda page=page: hall.doze(page))  # type: ignore[misc]
        hall.work(0)


def _let_live(hall: Hall, server: Process, seconds: float, say: Callable[[str], None]) -> int:
    """The server's memory when a fifth of the time was over."""
    began, early, told = time.monotonic(), 0, 0.0
    while (passed := time.monotonic() - began) < seconds:
        hall.work(0.02)
        early = early or (server.holds() if passed > seconds / 5 else 0)
        if passed - told > 10:
            told = passed
            memory, worked = server.holds() >> 20, server.worked() / 1e6
            say(f"{passed:5.0f} s, {memory} MB, {worked:.0f} s of CPU, {len(hall.by_socket)} open")
    return early


def finish(hall: Hall, fresh: dict[str, Page]) -> None:
    """Nobody goes any more; those who are away come back, and all have half a minute to get there."""
    hall.plans.clear()
    for page in hall.pages:
        hall.go(page)
        hall.come(page)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(unlike(page, fresh[page.topic]) for page in hall.pages):
        hall.work(0.2)


def unlike(page: Page, fresh: Page) -> bool:
    """Other rows than a fresh page has, or in another order; or the fresh one has none yet."""
    shown, wanted = page.reader.parts, fresh.reader.parts
    return not wanted or list(shown.items()) != list(wanted.items())


class Served(Process):
    """A forked server that keeps to the first core."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        environment = {**os.environ, "TABLO_PASSWORD": PASSWORD}
        self.process = Program(words, folder / "said", folder / "log", environment)  # type: ignore[assignment]
        os.sched_setaffinity(self.process.pid, {min(os.sched_getaffinity(0))})


@contextmanager
def served(players: int) -> Iterator[tuple[int, Process]]:
    """`tablo serve` with a tournament in its third round."""
    with tempfile.TemporaryDirectory(prefix="tablo-soak-") as folder:
        asyncio.run(write_bench_journal(Path(folder), players, 0))
        port = free_port()
        server = Served(("serve", "--data", folder, "--port", str(port)), Path(folder))
        try:
            wait_for(port)
            yield port, server
        finally:
            server.process.kill()
            server.process.wait()


@contextmanager
def beside(server: Process) -> Iterator[None]:
    """This process, and those it starts, keep off the core of the server: its figures are of its own work."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, before - os.sched_getaffinity(server.process.pid) or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def typing(port: int, boards: int, per_second: float = PER_SECOND) -> Iterator["subprocess.Popen[str]"]:
    with _busy("soak_desk", port, boards, per_second) as desk:
        yield desk


@contextmanager
def reading(port: int, readers: int) -> Iterator["subprocess.Popen[str] | None"]:
    """None where nobody reads."""
    if not readers:
        yield None
        return
    with _busy("soak_readers", port, readers, PAGES_PER_SECOND) as process:
        yield process


@contextmanager
def _busy(what: str, *words: float) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", f"tests.live.{what}", *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # until it has begun
        try:
            yield process
        finally:
            process.kill()


def enough(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """The arbiters, or the readers, stop and say how it was."""
    said, _ = process.communicate(timeout=30)
    found: dict[str, Any] = json.loads(said)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--per-second", type=float, default=PER_SECOND, help="results (default: %(default)s)")
    parser.add_argument("--readers", type=int, default=0, help="of public pages (default: none)")
    given = parser.parse_args()
    life = Life(given.seconds, given.sockets, per_second=given.per_second, readers=given.readers)
    report = soak(life, say=lambda line: print(line, flush=True))
    print(report.typed, report.read)
    print(f"{report.resumed} resumed, {report.snapshots} snapshots, grew by {report.growth >> 10} kB")
    print(f"{len(report.wrong)} pages are wrong", *report.wrong[:20])
    return bool(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
