"""What a result costs until the page of what comes next shows it: `python -m tests.benchmarks.bench_coming [players]`.

Of the processor, in milliseconds, for an open in round 5 of 9 of which a tenth of the games is open: the worker's step
(what has happened folded, the next round paired in three ways) in its process, and in the hall's process the rows read,
and the parts of the feed and the page made again.
"""

import pickle
import statistics
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime

from domain import events as e
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, evolve
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from domain.words.regulations import Regulations
from projections.chances.coming import coming
from projections.chances.rest import rest_of_event
from projections.chances.tally import Meetings
from projections.chances.worked_out import next_round
from projections.moment.chances_found import NOTHING_YET
from projections.moment.snapshot import Snapshot, snapshot
from tests.projections.small_ends import after
from web.links import Site
from web.public.coming import BY, COMING_TOPICS
from web.public.topics import Pieces
from web.rendering import printed

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def worked_out(t: Tournament) -> bytes:
    """As the worker sends it."""
    return pickle.dumps(next_round(rest_of_event(t), t.version, datetime.now(UTC), Meetings()))


def shown(at: Snapshot, answer: bytes) -> int:
    """The parts of all three views of the page; how many there are."""
    at.chances = replace(NOTHING_YET, next_round=pickle.loads(answer), open_games=1)
    views = [COMING_TOPICS[topic].feed(at, 0) for topic in BY.values()]
    return sum(_printed(view) for view in views if view is not None)


def _printed(view: Pieces) -> int:
    count = 0
    for form, rows in view:
        for name, value in rows.items():
            printed(form.template, form.macro, name, value, Site("big"))
            count += 1
    return count


def milliseconds(since: float) -> float:
    return (time.process_time() - since) * 1000


def main(players: int = 300) -> None:
    open_games = players // 20
    t = after(5, open_games, players, Regulations(rounds=9), 1)
    evolve(t, e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN))
    at = snapshot(t)
    shown(at, worked_out(t))
    worker, hall, parts = list[float](), list[float](), 0
    for board in range(1, open_games + 1):
        (recorded,) = record_result(t, 5, board, RESULTS[board % 3], None)
        began = time.process_time()
        evolve(t, recorded)
        answer = worked_out(t)
        worker.append(milliseconds(began))
        at, began = snapshot(t, at), time.process_time()
        parts = shown(at, answer)
        hall.append(milliseconds(began))
    view = coming(at, at.chances)
    assert view is not None
    print(f"{players} players, {len(view.boards)} boards, {len(worker)} results, {parts} parts in three views")
    for what, taken in (("worker: next round in three ways", worker), ("hall: rows read, all parts made", hall)):
        print(f"{what}: p50 {statistics.median(taken):.0f} ms, most {max(taken):.0f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
