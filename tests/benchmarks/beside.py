"""All figures of this version beside those of another one, in turn: `python -m tests.benchmarks.beside --other FOLDER`.

    --turns 5 --only WORD ...     how often each is taken; only figures with such a word in their names
    --limit 240                   seconds after which a benchmark is ended

FOLDER is the source of the other version: a work tree, or what `git archive` gave. Each version measures itself with
its own benchmarks, pairing and the journal of both are measured by this one's, all by this interpreter and its
libraries, so both need only what they have in common; the turns go to and fro, so that a busy moment of the machine
meets both. Of all turns the least counts. Ends with code 1 where a figure of this version is more than 5 % larger, and
by more than the last digit that is printed.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from tests import benchmarks

HERE = Path(benchmarks.__file__).parent.parent.parent
WORSE = Decimal("1.05")
DUTCH, TEAMS = "tests/cases/2021_03.trf", "tests/cases/example_trf26.trf"
BENCH = "tests.benchmarks.bench_"
SIZES = ("--sizes", "20,200,800", "--repeat", "3", "--limit", "0.1")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is measured. `line` finds `what` and its `value` in the output; without it the time of the
    processor counts, in milliseconds. `head` finds the words before the lines that follow."""

    name: str
    words: tuple[str, ...]
    line: str = ""
    head: str = ""


NUMBER = r"(?P<value>\d+(?:\.\d+)?)"
PAIRED = rf"^ +(?P<what>\d+) +{NUMBER}"
FIGURES = (
    Figure("start: import of the server", ("-c", "import server.app; print()")),
    Figure("start: tablo --help", ("-m", "server.cli", "--help")),
    Figure("start: tablo pair", ("-m", "server.cli", "pair", TEAMS)),
    Figure("start: tablo pair of a round held", ("-m", "server.cli", "pair", "--round", "9", DUTCH)),
    Figure("start: tablo standings", ("-m", "server.cli", "standings", DUTCH)),
    Figure("start: tablo check", ("-m", "server.cli", "check", DUTCH)),
    Figure("a result: views", ("-m", f"{BENCH}views"), rf"^  (?P<what>\S+|\d+ cards) +{NUMBER}", r"^(\d+ players)"),
    Figure("a result: festival", ("-m", f"{BENCH}festival"), rf"(?P<what>one group|\d+ groups) {NUMBER} µs"),
    Figure("a correction: preview", ("-m", f"{BENCH}preview"), rf"(?P<what>preview of the table) {NUMBER} ms"),
    Figure("ranking", ("-m", f"{BENCH}standings"), rf"^ +(?P<what>c07_2026|vo2009) +{NUMBER} ms"),
    Figure("pages: cached", ("-m", f"{BENCH}pages", "2"), rf"^  (?P<what>Tablo.*?)  .*? {NUMBER} us CPU"),
    Figure("pages: desk", ("-m", f"{BENCH}desk"), rf"^  (?P<what>/\S+) +{NUMBER} ms"),
    Figure(
        "pages: 200 tournaments",
        ("-m", f"{BENCH}growth", "200", "20", "5"),
        rf"^  (?P<what>.*/\S*)  .*processor {NUMBER} ms|(?P<what2>ready) after .*\((?P<value2>[\d.]+) of processor"
        r"|(?P<what3>after \w+ \w+) (?P<value3>\d+) MB",
    ),
    *(
        Figure(
            f"pairing: {system}",
            ("-P", f"{HERE}/tests/benchmarks/bench_pairing.py", "--processor", "--system", system, *SIZES),
            PAIRED,
        )
        for system in ("dutch-1998", "dutch-2026", "dubov-2026", "burstein-2026", "double-swiss-2026", "lim", "mcmahon")
    ),
    Figure("pairing: teams", ("-m", f"{BENCH}team_pairing"), rf"^(?P<what>.+?): (?:\d+ )*{NUMBER} ms"),
    Figure(
        "rating lists: 100,000 in SQLite",
        ("-m", f"{BENCH}rating_lists", "100000"),
        rf"^(?P<what>.+?): \d+ searches, median {NUMBER} ms",
    ),
    Figure("journal: replayed", ("-m", f"{BENCH}replay"), rf"^  (?P<what>.+?)  +{NUMBER} ms processor", r"^(\w+):"),
    Figure(
        "journal: beside its driver",
        ("-P", f"{HERE}/tests/benchmarks/bench_journal.py", "--rounds", "1", "--count", "600", "--seconds", "0.1"),
        rf"^  (?P<what>\S+) .* {NUMBER} us of processor",
        r"^(SQLite|PostgreSQL)",
    ),
    Figure(
        "feed: tablo bench live",
        ("-m", "server.cli", "bench", "live"),
        rf"^  (?P<what>tablo|CPU of the server a result|the .*(?:answer|row)) +(?:p50 )?{NUMBER}(?: us of CPU| ms)"
        r"|(?P<what2>p99) (?P<value2>[\d.]+) ms",
        r"^  (the desk|the last screen|the last phone)",
    ),
)


def values(figure: Figure, output: str) -> Iterator[tuple[str, str]]:
    """What was measured, and the number as it was printed."""
    head = ""
    for line in output.splitlines():
        if figure.head and (found := re.search(figure.head, line)):
            head = f"{found[1]}: "
        for match in re.finditer(figure.line, line):
            named = {key.rstrip("23"): text for key, text in match.groupdict().items() if text is not None}
            yield head + named["what"].strip(), named["value"]


def measured(figure: Figure, folder: Path, limit: float) -> dict[str, str]:
    """The numbers of one turn; empty where this version cannot measure it."""
    began = processor_seconds()
    process = subprocess.Popen(
        [sys.executable, *figure.words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, trouble = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)  # benchmarks stop what they have started
        output, trouble = process.communicate()
    spent = processor_seconds() - began
    if process.returncode < 0 or (process.returncode and not output):
        print(f"    {folder}: {(trouble.strip() or 'no answer').splitlines()[-1]}", flush=True)
    if figure.line:
        return dict(values(figure, output))
    return {"ms of the processor": f"{1000 * spent:.0f}"} if output else {}


def processor_seconds() -> float:
    """Of all processes that have been waited for."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def step(number: str) -> Decimal:
    """One of the last digit that is printed."""
    return Decimal(1).scaleb(-len(number.partition(".")[2]))


def is_worse(ours: str, other: str) -> bool:
    new, old = Decimal(ours), Decimal(other)
    return new > WORSE * old and new - old > step(ours)


def least(turns: list[dict[str, str]]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for turn in turns:
        for what, number in turn.items():
            found[what] = min(found.get(what, number), number, key=float)
    return found


def beside(figure: Figure, other: Path, given: argparse.Namespace) -> int:
    """Take a figure in turn, print it; how many numbers of it are worse."""
    print(figure.name, flush=True)
    turns: dict[Path, list[dict[str, str]]] = {other: [], HERE: []}
    for _ in range(given.turns):
        for folder, taken in turns.items():
            taken.append(measured(figure, folder, given.limit))
    theirs, ours = (least(taken) for taken in turns.values())
    worse = 0
    for what, number in ours.items():
        if what not in theirs:
            print(f"  {what:60} {number:>9}")
            continue
        ratio = f"{float(number) / float(theirs[what]):.2f}" if float(theirs[what]) else "-"
        mark = is_worse(number, theirs[what])
        worse += mark
        print(f"  {what:60} {number:>9} {theirs[what]:>9} {ratio:>6}{'  worse' if mark else ''}", flush=True)
    return worse


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD")
    parser.add_argument("--limit", type=float, default=240.0, metavar="SECONDS")
    given = parser.parse_args()
    print(f"least of {given.turns} turns: this version, the other, ratio; load {os.getloadavg()[0]:.1f}")
    chosen = [figure for figure in FIGURES if any(word in figure.name for word in given.only)]
    worse = sum(beside(figure, given.other.resolve(), given) for figure in chosen)
    print(f"{worse} worse by more than 5 %; load {os.getloadavg()[0]:.1f}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
