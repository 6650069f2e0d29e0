"""What comes next, and what it costs the hall: `python -m tests.benchmarks.bench_chances [rows | places | desk | all]`.

`desk one-core` keeps the server and its workers on one core.

`rows`: processor time of the steps that the worker takes after a result, and of the hall's own part. `places`: how good
chances are after how much of it. An error is a standard error everywhere.
`desk`: results typed at a desk with chances running beside one where they are switched off, in turn, on both cores
of a machine; the spectators are on the second one. Within two minutes: what the event loop works tells the cost at any
load, how long an answer takes only on a quiet machine.
"""

import asyncio
import pickle
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from projections.chances.rest import rest_of_event
from projections.moment.chances_found import ChancesFound
from server.cli.bench.live import (
    ENVIRONMENT,
    KEY_PAUSE_SECONDS,
    Desk,
    followers,
    free_port,
    percentile,
    running,
    wait_for,
    write_bench_journal,
)
from server.office.chances.office import SECONDS_BY_KIND, STEP_SECONDS
from server.office.chances.steps import StepAsked, StepKind, Told, step_answered
from tests import crosstable

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ROUNDS, FIELDS = 9, 3
SYSTEMS = {"2026": IN_FORCE, "1998": Regulations()}
TURNS, TYPED = 4, 50
PLAYERS_AT_THE_DESK, SCREENS, PHONES = 200, 10, 200

GOAL = 0.015

T = TypeVar("T")


class Typed(NamedTuple):
    """Of a turn, in milliseconds."""

    waited: list[float]
    """For each answer."""
    worked: float
    """By the processor, for a result."""
    loop: float
    """The same of the event loop alone."""


def event(players: int, played: int = 5, open: int = 0, laws: Regulations = IN_FORCE, seed: int = 0) -> Tournament:
    """Nine rounds with results by lot, and so many boards of the newest round without one."""
    dice = Random(players + seed)
    ratings = sorted((1500 + dice.randrange(1100) for _ in range(players)), reverse=True)
    t = crosstable.entered(ratings, replace(laws, rounds=ROUNDS))
    for round in range(1, played + 1):
        t = crosstable.published(t if round == 1 else replay(close_round(t, round - 1), t))
        for board in t.round(round).matches:
            if round < played or board > open:
                t = replay(record_result(t, round, board, dice.choice(RESULTS), None), t)
    return t


def taken(work: Callable[[], T]) -> tuple[T, float]:
    """Milliseconds of the processor."""
    began = time.process_time()
    done = work()
    return done, 1000 * (time.process_time() - began)


def asked(t: Tournament, kind: StepKind) -> StepAsked:
    most = SECONDS_BY_KIND.get(kind, STEP_SECONDS)
    slug = f"{kind}-{secrets.token_hex(4)}"
    return StepAsked("bench", slug, kind, 0, tuple(t.history), t.version, STEP_SECONDS, most)


def answers(t: Tournament, kind: StepKind) -> Iterator[tuple[Told, float]]:
    """Step by step, with the milliseconds of all so far."""
    step, spent = asked(t, kind), 0.0
    while True:
        answer, milliseconds = taken(lambda step=step: step_answered(step))  # type: ignore[misc]
        told, spent = pickle.loads(answer), spent + milliseconds
        yield told, spent
        if told.done:
            return
        step = replace(step, since=t.version, events=(), position=told.position)


def rows() -> None:
    for players in (120, 200, 300, 600):
        t = event(players, open=players // 4)
        step = asked(t, StepKind.NEXT_ROUND)
        _, first = taken(lambda step=step: step_answered(step))  # type: ignore[misc]
        result = record_result(t, 5, 1, Result.DRAW, None)
        more = replace(step, since=t.version, events=tuple(result))
        answer, again = taken(lambda more=more: step_answered(more))  # type: ignore[misc]
        sent, sending = taken(lambda more=more: pickle.dumps(more))  # type: ignore[misc]
        _, reading = taken(lambda answer=answer: pickle.loads(answer))  # type: ignore[misc]
        _, here = taken(lambda t=t: rest_of_event(t))  # type: ignore[misc]
        print(
            f"{players} players, a result: the next round in three ways {again:.0f} ms of the worker (the first time "
            f"{first:.0f}); of the hall {sending + reading:.1f} ms, {len(sent)} bytes there and {len(answer)} back; "
            f"the rest of the event alone would take {here:.0f} ms"
        )
    t = event(200, open=40)
    for told, spent in answers(t, StepKind.OPPONENTS):
        if told.next_round is not None:
            shares = (one.share for opponents in told.next_round.opponents.values() for one in opponents)
            error = max(share.error for share in shares)
            print(
                f"200 players in round 5 of 9: {told.next_round.draws} draws of the next round after "
                f"{spent / 1000:.1f} s, error {100 * error:.1f} points at most"
            )


def places() -> None:
    for name, laws in SYSTEMS.items():
        for seed, open in product(range(FIELDS), (0, 40)):
            for told, spent in answers(event(200, open=open, laws=laws, seed=seed), StepKind.CHANCES):
                if told.found is not None:
                    print(f"200 players in round 5 of 9, rules of {name}, field {seed}, {open} boards open: ", end="")
                    print(shown(told.found, spent))


def shown(found: ChancesFound, spent: float) -> str:
    """Standard errors in points of per cent: the largest of all, and how many are larger than the goal."""
    _, reading = taken(lambda: pickle.loads(pickle.dumps(found)))
    aims = [share.error for one in found.entrants.values() for share in one.aims]
    places = [share.error for one in found.entrants.values() for share in one.places.values()]
    return (
        f"{found.runs} endings after {spent / 1000:.1f} s of the processor, standard error at most "
        f"{100 * max(aims):.2f} points for the first places, {100 * max(places):.2f} for a single place "
        f"({sum(error > GOAL for error in places)} of {len(places)} over {100 * GOAL}); to read them {reading:.1f} ms"
    )


def desk(core: int | None) -> None:
    """Who is first changes in turn; a figure is of all turns, beside it stands what turns drawn anew would give."""
    turns: dict[str, list[Typed]] = {"off": [], "on": []}
    for turn in range(TURNS):
        for name in sorted(turns, reverse=turn % 2 == 0):
            turns[name].append(typed(name == "on", core))
    for name, those in turns.items():
        every = waited(those)
        print(
            f"chances {name}: {len(every)} results, p50 {statistics.median(every):.1f} ms, p99 "
            f"{percentile(every, 0.99):.1f}; the server works {statistics.fmean(one.worked for one in those):.2f} ms "
            f"for each, its loop {statistics.fmean(one.loop for one in those):.2f}"
        )
    figures: dict[str, Callable[[Sequence[Typed]], float]] = {
        "p50": lambda those: statistics.median(waited(those)),
        "p99": lambda those: percentile(waited(those), 0.99),
        "the loop's work": lambda those: statistics.fmean(one.loop for one in those),
    }
    for name, of in figures.items():
        dice = Random(1)
        drawn = sorted(ratio(of, dice.choices(range(TURNS), k=TURNS), turns) for _ in range(1_000))
        print(f"{name}: {ratio(of, range(TURNS), turns):.2f} times (90 %: {drawn[50]:.2f} to {drawn[949]:.2f})")


def waited(turns: Iterable[Typed]) -> list[float]:
    return [one for turn in turns for one in turn.waited]


def ratio(of: Callable[[Sequence[Typed]], float], which: Sequence[int], turns: Mapping[str, Sequence[Typed]]) -> float:
    """How many times as much with chances, over these turns together."""
    on, off = (of([turns[name][turn] for turn in which]) for name in ("on", "off"))
    return on / off


def typed(chances: bool, core: int | None = None) -> Typed:
    with tempfile.TemporaryDirectory(prefix="tablo-bench-") as folder:
        asyncio.run(write_bench_journal(Path(folder), PLAYERS_AT_THE_DESK, SCREENS))
        port = free_port()
        words = ["server.cli", "serve", "--data", folder, "--port", str(port)]
        environment = {**ENVIRONMENT, "TABLO_CHANCES": str(int(chances))}
        with running(words, core, environment, quiet=True) as server, running(["server.cli.bench.crowd"], 1) as crowd:
            wait_for(port)
            browser = Desk(port)
            crowd.ask({"open": list(followers(SCREENS, PHONES)), "port": port})
            waits, began, of_loop = list[float](), server.worked(), server.loop_worked()
            for board in range(1, TYPED + 1):
                time.sleep(KEY_PAUSE_SECONDS)
                answer = crowd.ask({"post": browser.result(board, "1=0"[board % 3]), "marker": f'b{board}","'})
                waits.append(answer["answered"])
            worked = (server.worked() - began) / TYPED / 1000
            return Typed(waits, worked, (server.loop_worked() - of_loop) / TYPED / 1000)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "all"
    if what in ("rows", "all"):
        rows()
    if what in ("places", "all"):
        places()
    if what in ("desk", "all"):
        desk(0 if "one-core" in sys.argv[2:] else None)
