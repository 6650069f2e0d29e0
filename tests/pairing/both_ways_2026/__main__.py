"""The engine of 2026 and another program pair the same events, a report file between them.

    python -m tests.pairing.both_ways_2026 --count 50000 --seed 1 [--bbp PATH] [--progress FILE] [--keep FOLDER]

Of each seed one event is paired by us and read back and paired again by us; with `--bbp` it is also checked by
bbpPairings, and bbpPairings makes up an event that we check. With `--progress` a run that was stopped goes on where
it was. Files of events that differ are kept in a folder, each with what was said of it.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from domain.files.trf import parse
from tests.pairing.both_ways_2026 import progress
from tests.pairing.both_ways_2026.bbp_pairings import BbpPairings
from tests.pairing.both_ways_2026.events import checked_by_us, ours

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


def main() -> int:
    asked = _arguments()
    state = progress.read(asked.progress, asked.seed) if asked.progress else progress.Progress(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        rival = BbpPairings(asked.bbp, Path(folder)) if asked.bbp else None
        reported = time.monotonic()
        while state.done < asked.count:
            _one_more(state, rival, asked.keep)
            if asked.progress:
                progress.write(asked.progress, state)
            if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                print(state.summary(), flush=True)
    print(state.summary())
    return int(any(tally.different for tally in state.ways.values()))


def _one_more(state: progress.Progress, rival: BbpPairings | None, keep: Path | None) -> None:
    number = state.done + 1
    for found in looked_at(f"{state.seed}-{number}", rival):
        state.of(found.way).add(found.rounds, bool(found.differences))
        if not found.differences:
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
    parser.add_argument("--progress", type=Path, help="file that says how far the run has come")
    parser.add_argument("--keep", type=Path, help="folder for the files of events that differ")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
