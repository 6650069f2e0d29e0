"""Forecasts events that were held in every phase, and compares what came with the forecasts and with two baselines.

    python -m tests.benchmarks.calibration FOLDER ... [--runs 100] [--workers 2]

The folders hold files of events: games (PGN, or CSV with a line a game) or report files; see the README beside this
package for public ones. One event in three is for fitting, the others prove. The chart goes to
`tests/benchmarks/curves/calibration.svg`.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from multiprocessing import Pool
from pathlib import Path

from tests.benchmarks.calibration.drawing import drawn
from tests.benchmarks.calibration.forecasts import Forecast, forecasts
from tests.benchmarks.calibration.held import Held, events_in
from tests.benchmarks.calibration.scores import (
    Baselines,
    baselines,
    brier,
    for_fitting,
    misses,
    of_the_others,
    reliability,
)

CHART = Path(__file__).parent.parent / "curves" / "calibration.svg"


def forecast_all(events: Sequence[Held], runs: int, workers: int) -> list[Forecast]:
    """Of round robins that are for fitting the baselines need no chances."""
    found: list[Forecast] = []
    with Pool(workers) as pool:
        for event in pool.imap_unordered(partial(_forecast, runs), sorted(events, key=lambda one: -len(one.ratings))):
            found += event
            print(".", end="", flush=True)
    print()
    return found


def _forecast(runs: int, held: Held) -> list[Forecast]:
    return list(forecasts(held, 2 if held.cycles and for_fitting(held.name) else runs))


def report(told: Sequence[Forecast]) -> Iterator[str]:
    fitting = [one for one in told if for_fitting(one.event)]
    proof = [one for one in told if not for_fitting(one.event)]
    fitted, swiss = baselines(fitting), [one for one in told if not one.of_tables]
    for name, part in _kinds(proof):
        yield from _scored(name, part, lambda _: fitted)
    if swiss:
        yield from _scored(
            "Swiss systems, each beside baselines of all others", swiss, of_the_others(swiss).__getitem__
        )


def _scored(name: str, part: Sequence[Forecast], beside: Callable[[str], Baselines]) -> Iterator[str]:
    yield f"\n{name}: {len({one.event for one in part})} events, {len(part):,} forecasts of a player\n"
    yield "| phase | place | chances | by rating | by points |"
    yield "|---|---|---|---|---|"
    for row in brier(part, beside):
        yield (
            f"| {row.phase} | 1 to {row.last} | {row.ours:.3f} | {row.rating:.3f} ({row.rating - row.ours:+.3f} ± "
            f"{row.over_rating:.3f}) | {row.points:.3f} ({row.points - row.ours:+.3f} ± {row.over_points:.3f}) |"
        )
    yield "\n| tenth | cases | forecast | came | error |\n|---|---|---|---|---|"
    for at, tenth in enumerate(reliability(part)):
        yield (
            f"| {10 * at} to {10 * at + 10} % | {tenth.cases:,} | {100 * tenth.forecast:.1f} | "
            f"{100 * tenth.came:.1f} | {100 * tenth.error:.1f} |"
        )
    yield "\n| phase | points missed by: chances | by rating | at the rate so far |\n|---|---|---|---|"
    for missed in misses(part):
        yield f"| {missed.phase} | {missed.ours:.2f} | {missed.rating:.2f} | {missed.points:.2f} |"


def _kinds(told: Sequence[Forecast]) -> Iterator[tuple[str, list[Forecast]]]:
    yield "All events", list(told)
    for of_tables, name in ((True, "Round robins"), (False, "Swiss systems")):
        part = [one for one in told if one.of_tables is of_tables]
        if part:
            yield name, part


def chart(told: Iterable[Forecast]) -> str:
    proof = [one for one in told if not for_fitting(one.event)]
    events = len({one.event for one in proof})
    kinds = {"first place": reliability(proof, [1]), "first three": reliability(proof, [3])}
    return drawn(f"Chances and what came of them: {events} events", kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--to", type=Path, default=CHART)
    asked = parser.parse_args()
    began = time.monotonic()
    events = list(chain.from_iterable(events_in(folder) for folder in asked.folders))
    told = forecast_all(events, asked.runs, asked.workers)
    asked.to.write_text(chart(told))
    print(*report(told), sep="\n")
    print(f"\n{len(events)} events, {asked.runs} endings each, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
