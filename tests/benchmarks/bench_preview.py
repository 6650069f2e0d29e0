"""The preview of a correction while the arbiter types: `python -m tests.benchmarks.bench_preview [players] [rounds]`.

A result of round 3 is corrected in an open whose last round is published; the table now and then is worked out from the
journal's state on a branch, as the desk does at each change of the form; the snapshot of the moment before is
made once. Wall-clock milliseconds.
"""

import statistics
import sys
import time

from domain.decisions.rounds.correcting import correct_result
from domain.tournament import replay
from domain.words.games import Result
from projections.moment.snapshot import snapshot
from projections.table.preview import effect
from tests.crosstable import big_open


def main(players: int = 1000, rounds: int = 11, corrections: int = 15) -> None:
    state = replay(big_open(players, rounds, played=rounds - 1))
    still = snapshot(state.copy())
    spent: list[float] = []
    for board in range(1, corrections + 1):
        now = state.round(3).game(board).result
        wanted = Result.DRAW if now is not Result.DRAW else Result.BLACK_WINS
        start = time.perf_counter()
        effect(still, correct_result(state, 3, board, wanted, "score sheet"))
        spent.append(1000 * (time.perf_counter() - start))
    median, worst = statistics.median(spent), max(spent)
    print(f"{players} players, {rounds} rounds: preview of the table {median:.0f} ms, worst {worst:.0f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
