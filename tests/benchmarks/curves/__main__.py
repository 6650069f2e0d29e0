"""Measures time beside size for every pairing system, the feed and a result, ours and the peers', and draws charts.

    python -m tests.benchmarks.curves [--only NAME ...] [--bbp PATH ...] [--sizes 20,50,...] [--repeat 3] [--limit 5]

The charts go to `tests/benchmarks/curves/`: an SVG for each system, `feed.svg` and `result.svg`. py4swiss is asked in
this process, Gacrux where it is installed, a bbpPairings binary where its path is given (its folder is its name); nginx
with nchan and node with `ws` as `bench_live` finds them. The feed needs gcc and two cores, so does a result.
"""

import argparse
from pathlib import Path

from domain.pairing import SYSTEMS
from tests.benchmarks.curves.drawing import Chart, drawn
from tests.benchmarks.curves.feed import feed_chart
from tests.benchmarks.curves.pairing import Asked, pairing_chart
from tests.benchmarks.curves.results import result_chart

FEED, RESULT = "feed", "result"


def numbers(told: str) -> list[int]:
    return [int(number) for number in told.split(",")]


def chart(name: str, asked: argparse.Namespace) -> Chart:
    if name == FEED:
        return feed_chart(asked.sockets, asked.repeat)
    if name == RESULT:
        return result_chart(asked.sockets)
    return pairing_chart(name, Asked(asked.sizes, asked.repeat, asked.limit, asked.bbp))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[*SYSTEMS, FEED, RESULT])
    parser.add_argument("--bbp", action="append", default=[], metavar="PATH")
    parser.add_argument("--sizes", type=numbers, default=[20, 50, 100, 200, 400, 800, 1600, 3200])
    parser.add_argument("--sockets", type=numbers, default=[100, 300, 1000, 3000, 10000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args()
    for name in asked.only or [*SYSTEMS, FEED, RESULT]:
        found = chart(name, asked)
        (asked.to / f"{name}.svg").write_text(drawn(found))
        for curve in found.curves:
            print(name, curve.name, *(f"{size:.0f}: {ms:.1f}" for size, ms in curve.points), sep="  ", flush=True)


if __name__ == "__main__":
    main()
