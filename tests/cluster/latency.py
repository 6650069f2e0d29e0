"""A result through a gateway beside one process over PostgreSQL: `python -m tests.cluster.latency`.

    --turns 6 --results 200         of each, in turns in the same run
    --a-second 40                   results of all eight arbiters together; 0 = as fast as they are acknowledged

Both have a database of their own on the same server, and a wall at each door. Ends with code 1 where p99 of the
cluster is more than 1.5 times that of one process.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from server.cli.bench.live import percentile
from tests.cluster.arbiters import ARBITERS, Arbiter, Hall
from tests.cluster.followers import Crowd, Follower
from tests.cluster.machines import machines, tournaments
from tests.deploy.processes import serving
from tests.journal.postgres import Cluster

NAME = "open"
BOARDS_EACH = 10
GOAL = 1.5


class Place:
    """One process, or all gateways: who types there, and how long it took (ms)."""

    def __init__(self, name: str, ports: list[int], a_second: float) -> None:
        self.name, self.hall = name, Hall(ports)
        shares = [range(1 + n * BOARDS_EACH, 1 + (n + 1) * BOARDS_EACH) for n in range(ARBITERS)]
        self.arbiters = [Arbiter(self.hall, n, NAME, share, a_second / ARBITERS) for n, share in enumerate(shares)]
        topic = f"t/{NAME}/pairings/1"
        self.walls = [Follower(port, NAME, topic, screen=f"wall-{NAME}", form="html") for port in ports]
        self.hall.may_type.set()

    async def turn(self, results: int) -> None:
        await asyncio.gather(*(arbiter.type(results // ARBITERS) for arbiter in self.arbiters))

    def figures(self) -> tuple[float, float]:
        took = [1000 * one.seconds for one in self.hall.acknowledged]
        return statistics.median(took), percentile(took, 0.99)


async def measure(one: Place, cluster: Place, given: argparse.Namespace, say: Callable[[str], None]) -> float:
    """How many times as long the p99 of the cluster is."""
    both = (one, cluster)
    async with Crowd([*one.walls, *cluster.walls]):
        for place in both:
            for arbiter in place.arbiters:
                await arbiter.arrive()
            await place.turn(ARBITERS * BOARDS_EACH)  # the first ones find nothing in memory
            place.hall.acknowledged.clear()
        for turn in range(given.turns):
            for place in both if turn % 2 else both[::-1]:
                await place.turn(given.results)
    for place in both:
        p50, p99 = place.figures()
        again, refused = sum(place.hall.tried_again.values()), len(place.hall.refused)
        count = len(place.hall.acknowledged)
        say(f"{place.name}: {count} results, p50 {p50:.1f} ms, p99 {p99:.1f} ms; {again} again, {refused} refused")
        for arbiter in place.arbiters:
            arbiter.leave()
    p50, p99 = (ours / theirs for ours, theirs in zip(cluster.figures(), one.figures(), strict=True))
    say(f"the cluster's p50 is {p50:.2f} times that of one process, its p99 {p99:.2f} times")
    return p99


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--results", type=int, default=200)
    parser.add_argument("--a-second", type=float, default=40.0)
    given = parser.parse_args()
    postgres = Cluster()
    boards = {NAME: ARBITERS * BOARDS_EACH}
    try:
        with tempfile.TemporaryDirectory() as folder, machines(postgres, boards) as made:
            database = postgres.database()
            tournaments(database, boards)
            with serving(Path(folder), "one", TABLO_DATABASE=database, TABLO_DATA=f"{folder}/data") as server:
                one = Place("one process", [server.port], given.a_second)
                cluster = Place("through four gateways", made.ports, given.a_second)
                ratio = asyncio.run(measure(one, cluster, given, say=lambda line: print(line, flush=True)))
    finally:
        postgres.close()
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
