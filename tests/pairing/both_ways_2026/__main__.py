"""The engine of 2026 and another program pair the same events, a report file between them.

    python -m tests.pairing.both_ways_2026 --count 50000 --seed 1 [--bbp PATH] [--progress FILE] [--keep FOLDER]
    python -m tests.pairing.both_ways_2026 --count 50000 --seed 1 --gacrux [--most 20] [--progress FILE] [--keep FOLDER]

Of each seed one event is paired by us and read back and paired again by us; with `--bbp` it is also checked by
bbpPairings, and bbpPairings makes up an event that we check. With `--gacrux` the event is one of `tablo generate`:
Gacrux pairs and ranks it again and computes each tie-break, and we do so with an event of its generator. Gacrux (PyPI
`gacrux`) needs an environment of its own with this project on the path. With `--progress` a run that was stopped goes
on where it was. Files of events that differ are kept in a folder.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from domain.files.trf import parse
from tests.pairing.both_ways_2026 import progress
from tests.pairing.both_ways_2026.bbp_pairings import BbpPairings
from tests.pairing.both_ways_2026.events import checked_by_us, generated, ours, ranked_otherwise_by_us

SECONDS_BETWEEN_REPORTS = 60
OURS_BY_US, OURS_BY_THEM, THEIRS_BY_US = "ours checked by us", "ours checked by them", "theirs checked by us"


@dataclass(frozen=True, slots=True)
class Finding:
    """One event looked at."""

    way: str
    file: str
    rounds: int
    differences: list[str]
    """The differences found; empty = every round is the same."""
    settled: str = ""
    """The article by which ours is right in all of them."""


def looked_at(seed: str, rival: BbpPairings | None) -> Iterator[Finding]:
    """The events of a seed, each way."""
    event = ours(seed)
    yield Finding(OURS_BY_US, event.file, event.rounds, checked_by_us(event.file))
    if rival is None:
        return
    told = rival.differences(event.file) if event.rounds else []
    if event.refused and not rival.refuses(event.refused):
        told.append(f"round {event.rounds + 1} can be paired")
    yield Finding(OURS_BY_THEM, event.refused or event.file, event.rounds, told)
    theirs = rival.event(seed)
    yield Finding(THEIRS_BY_US, theirs, parse(theirs.encode()).rounds_paired, checked_by_us(theirs))


def looked_at_with_gacrux(seed: str, most: int, folder: Path) -> Iterator[Finding]:
    """The event of `tablo generate` and the one of Gacrux, each by both programs."""
    from tests.pairing.both_ways_2026.gacrux import Gacrux  # not installed with the project

    rival, event = Gacrux(most), generated(seed, most, folder)
    yield Finding(OURS_BY_US, event.file, event.rounds, _by_us(event.file))
    told = rival.differences(event.file)
    yield Finding(OURS_BY_THEM, event.file, event.rounds, told, rival.settled(event.file) if told else "")
    theirs = rival.event(seed)
    told = [*_by_us(theirs), *rival.ranked_otherwise(theirs)]
    yield Finding(THEIRS_BY_US, theirs, parse(theirs.encode()).rounds_paired, told)


def _by_us(file: str) -> list[str]:
    return [*checked_by_us(file), *ranked_otherwise_by_us(file)]


def main() -> int:
    asked = _arguments()
    state = progress.read(asked.progress, asked.seed) if asked.progress else progress.Progress(asked.seed)
    look: Callable[[str], Iterator[Finding]]
    with tempfile.TemporaryDirectory() as folder:
        if asked.gacrux:
            look = partial(looked_at_with_gacrux, most=asked.most, folder=Path(folder))
        else:
            look = partial(looked_at, rival=BbpPairings(asked.bbp, Path(folder)) if asked.bbp else None)
        reported = time.monotonic()
        while state.done < asked.count:
            _one_more(state, look, asked.keep)
            if asked.progress:
                progress.write(asked.progress, state)
            if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                print(state.summary(), flush=True)
    print(state.summary())
    return int(any(tally.different for tally in state.ways.values()))


def _one_more(state: progress.Progress, look: Callable[[str], Iterator[Finding]], keep: Path | None) -> None:
    number = state.done + 1
    for found in look(f"{state.seed}-{number}"):
        state.of(found.way).add(found.rounds, bool(found.differences), found.settled)
        if not found.differences or found.settled:
            continue
        print(f"event {number}, {found.way}:", *found.differences, sep="\n  ", flush=True)
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{number} {found.way}.trf").write_text(found.file)
    state.done = number


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.both_ways_2026", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--seed", default="1", help="the same seed makes the same events up")
    parser.add_argument("--bbp", help="path of a bbpPairings 6 binary")
    parser.add_argument("--gacrux", action="store_true", help="Gacrux is the other program")
    parser.add_argument("--most", type=int, default=100, help="players of an event beside Gacrux, at most")
    parser.add_argument("--progress", type=Path, help="file that says how far the run has come")
    parser.add_argument("--keep", type=Path, help="folder for the files of events that differ")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
