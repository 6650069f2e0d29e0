"""What one result costs: `python -m tests.benchmarks.bench_views [players] [rounds]`.

A result is evolved into a tournament in its last round, and every followed view is made again,
compared and its changed rows printed: once for everybody, however many follow. CPU milliseconds.
"""

import statistics
import sys
import time
from dataclasses import dataclass, replace

from domain import events as e
from domain.games import Result
from domain.tournament import Tournament, evolve, replay
from server.feed.parts import Channel, difference
from server.live import Live
from tests.crosstable import big_open

TOPICS = ("standings", "pairings", "seats", "leaders", "latest", "overview", "crosstable", "player/5")
ORDER = ("BH/C1", "BH", "SB", "DE", "WIN")


@dataclass
class Desk:
    """The two things a source of views wants of an office, without a journal."""

    tournament: Tournament
    id: str = "big"

    @property
    def entries(self) -> list[e.Event]:
        return self.tournament.history

    @property
    def position(self) -> int:
        return len(self.tournament.history)


def main(players: int = 1000, rounds: int = 11, results: int = 30) -> None:
    state = replay(big_open(players, rounds, played=rounds - 1))
    laws = replace(state.regulations, order=ORDER, ruleset="c07_2026")
    evolve(state, e.RegulationsAmended(laws, rounds - 1))
    live = Live([Desk(state)])  # type: ignore[arg-type]
    channels = [Channel(f"t/big/{topic}", "html") for topic in TOPICS]
    before = {channel: live(channel) for channel in channels}
    spent: dict[str, list[float]] = {topic: [] for topic in (*TOPICS, "all")}
    for board in range(1, results + 1):
        evolve(state, e.ResultRecorded(rounds, board, Result.DRAW if board % 3 else Result.WHITE_WINS))
        total = 0.0
        for topic, channel in zip(TOPICS, channels, strict=True):
            start = time.process_time()
            view = live(channel)
            old, before[channel] = before[channel], view
            if old is not None and view is not None:
                difference(old.parts, view.parts)
            spent[topic].append(1000 * (time.process_time() - start))
            total += spent[topic][-1]
        spent["all"].append(total)
    print(f"{players} players, {rounds} rounds, {len(state.history)} events; CPU ms for one result, median (worst)")
    for topic, costs in spent.items():
        print(f"  {topic:12} {statistics.median(costs):6.2f}  ({max(costs):.2f})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
