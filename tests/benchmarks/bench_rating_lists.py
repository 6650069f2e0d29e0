"""Import of a made-up rating list and search in it: `python -m tests.benchmarks.bench_rating_lists [players]`.

`--database` builds a PostgreSQL server of its own and keeps the list there. The searches are what somebody types,
letter by letter: the surname first, the first name first, in Cyrillic, and the number; the one player each time is on
the list; each by the clock and in time of the processor, the database's with it. The goal is 50 ms for each, and an
import that costs no more than six times the processor time of reading the file alone. Exits with 1 where one is not
met.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.words.rating_lists import FIDE, ListName
from server.rating_lists.reading import opened_list
from server.rating_lists.shelf import Shelf
from server.rating_lists.sqlite import shelf_of
from tests.benchmarks.processes import processor_seconds
from tests.files.made_list import made_players, made_zip

Clock = Callable[[], float]
PLAYERS = 500_000
SEARCHED = 100
GOAL_SECONDS = 0.05
MOST_TIMES_OF_READING = 6.0
IN_CYRILLIC = (
    ("sch", "ш"), ("sh", "ш"), ("ch", "ч"), ("ya", "я"), ("ph", "ф"), ("w", "в"), ("x", "кс"), ("j", "й"),
    *zip("abcdefghiklmnoprstuvyz", "абцдефгхиклмнопрстувиз", strict=True),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="?", type=int, default=PLAYERS)
    parser.add_argument("--database", action="store_true")
    asked = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as folder:
        path = made_zip(Path(folder) / "players_list.zip", asked.players)
        print(f"{asked.players} players, {path.stat().st_size / 1e6:.1f} MB")
        if not asked.database:
            return measured(shelf_of(Path(folder)), path, asked.players, time.process_time)
        from tests.journal.postgres import Cluster

        cluster = Cluster()
        try:
            return measured(
                shelf_of(Path(folder), cluster.database()), path, asked.players, lambda: processor_of(cluster.everybody)
            )
        finally:
            cluster.close()


def processor_of(database: Sequence[int]) -> float:
    return time.process_time() + sum(processor_seconds(pid) for pid in database)


def measured(shelf: Shelf, path: Path, players: int, processor: Clock) -> int:
    reading = read_alone(path)
    began, cpu = time.perf_counter(), time.process_time()
    with opened_list(path, lambda share: None) as file:
        shelf.put(ListName(FIDE, file.month), file, lambda share: None)
    spent = time.process_time() - cpu
    clock = time.perf_counter() - began
    print(f"reading {reading:.1f} s of the processor; import {spent:.1f} s, {clock:.1f} s on the clock")
    worst = max(told(kind, times) for kind, times in searched(shelf, players, processor).items())
    shelf.close()
    return int(worst > GOAL_SECONDS or spent > MOST_TIMES_OF_READING * reading)


def told(kind: str, times: Sequence[tuple[float, float]]) -> float:
    """Prints the times of a kind of search; returns the one by the clock that 99 of 100 are under."""
    clock, spent = (sorted(each) for each in zip(*times, strict=True))
    worst = clock[int(len(clock) * 0.99)]
    print(
        f"{kind}: {len(clock)} searches, median {1000 * statistics.median(clock):.1f} ms, "
        f"99 of 100 under {1000 * worst:.1f} ms, longest {1000 * clock[-1]:.1f} ms; "
        f"of processor {1000 * statistics.median(spent):.1f}, {1000 * spent[int(len(spent) * 0.99)]:.1f}, "
        f"{1000 * spent[-1]:.1f}"
    )
    return worst


def read_alone(path: Path) -> float:
    began = time.process_time()
    with opened_list(path, lambda share: None) as file:
        for _ in file.entries():
            pass
    return time.process_time() - began


def searched(shelf: Shelf, players: int, processor: Clock) -> dict[str, list[tuple[float, float]]]:
    """Seconds of each search by the clock and of the processor, letter by letter.

    The player is found in the end by each Latin name and by number.
    """
    times = dict[str, list[tuple[float, float]]]()
    for player in islice(made_players(players), 0, None, max(1, players // SEARCHED)):
        last, _, first = player["name"].partition(", ")
        typed = {
            "surname first": f"{last} {first}",
            "first name first": f"{first} {last}",
            "in Cyrillic": cyrillic(f"{last} {first}"),
            "by number": player["fideid"],
        }
        for kind, text in typed.items():
            for end in range(2, len(text) + 1):
                before, began = processor(), time.perf_counter()
                found = shelf.search(text[:end], "BUL")
                clock = time.perf_counter() - began
                times.setdefault(kind, []).append((clock, processor() - before))
            if text.isascii() and player["fideid"] not in {str(one.number) for one in found}:
                raise AssertionError(f"{text}: {player['fideid']} is not found")
    return times


def cyrillic(name: str) -> str:
    """The name as a Bulgarian writes it."""
    for latin, letters in IN_CYRILLIC:
        name = name.lower().replace(latin, letters)
    return name


if __name__ == "__main__":
    sys.exit(main())
