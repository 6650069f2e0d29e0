"""The parts that all comparisons of an engine with its literal twin have: the answer, the commands."""

import argparse
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from tests.pairing.random_rounds import described

Pairing = Callable[[PairingTask], RoundPairing | None]
Drawn = Callable[[str, Pairing], PairingTask]
Told = tuple[object, str]
"""The seed or the number, and how two answers differ; an empty text where they agree."""
Comparison = Callable[[str, int], Iterable[Told]]
"""Of so many rounds of a seed."""
ROUNDS_BETWEEN_REPORTS = 1000
EVENTS_BETWEEN_REPORTS = 100


def answer_of(system: str, task: PairingTask) -> RoundPairing | None:
    """None: nothing is legal."""
    try:
        return SYSTEMS[system].pair(task)
    except NoLegalPairing:
        return None


def unordered(answer: RoundPairing | None) -> tuple[frozenset[Pair], int | None] | None:
    return answer and (frozenset(answer.pairs), answer.bye)


def difference(
    task: PairingTask,
    engine: RoundPairing | None,
    literal: RoundPairing | None,
    table: Callable[[PairingTask], Iterable[str]],
    *,
    in_order: bool = False,
) -> str:
    """The table of the round with both answers; empty if they are the same, boards as a set or in their order."""
    same = engine == literal if in_order else unordered(engine) == unordered(literal)
    return "" if same else "\n".join((*table(task), f"engine  {engine}", f"literal {literal}"))


def by_turns(kinds: Sequence[Drawn], pairing: Pairing, differ: Callable[[PairingTask], str]) -> Comparison:
    """Rounds of each kind in turn, half of them of events paired like this so far."""

    def compared(seed: str, count: int) -> Iterator[Told]:
        for number in range(count):
            one = f"{seed}-{number}"
            yield one, differ(kinds[number % len(kinds)](one, pairing))

    return compared


def described_2026(task: PairingTask) -> Iterator[str]:
    """As `described`, with the worth of results and the virtual points."""
    yield from described(task)
    yield f"{task.scoring}"
    yield f"virtual {dict(task.virtual)}"


def compare_rounds(program: str, about: str | None, compared: Comparison) -> None:
    """The command over single rounds."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("--count", type=int, default=1000, help="how many rounds")
    parser.add_argument("--seed", default="1", help="the same seed draws the same rounds")
    asked = parser.parse_args()
    started, differences = time.monotonic(), 0
    for number, (which, told) in enumerate(compared(asked.seed, asked.count), start=1):
        differences += _shown(f"seed {asked.seed}, round {which}", told)
        if number % ROUNDS_BETWEEN_REPORTS == 0:
            print(f"{number} rounds, {differences} differences, {time.monotonic() - started:.0f} s", flush=True)
    print(f"seed {asked.seed}: {asked.count} rounds, {differences} differences, {time.monotonic() - started:.0f} s")


def compare_events(
    program: str,
    about: str | None,
    compared: Callable[[str, str, int], Iterable[tuple[int, str]]],
    profiles: Collection[str],
    usual: str,
) -> None:
    """The command over the rounds of events of several profiles."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("--events", type=int, default=100, help="how many events")
    parser.add_argument("--seed", default="1", help="the same seed plays the same events with the same engine")
    parser.add_argument("--profile", choices=list(profiles), default=usual, help="what the events are like")
    asked = parser.parse_args()
    started, rounds, differences, reported = time.monotonic(), 0, 0, 0
    for number, told in compared(asked.profile, asked.seed, asked.events):
        rounds += 1
        differences += _shown(f"profile {asked.profile}, seed {asked.seed}, event {number}", told)
        if number // EVENTS_BETWEEN_REPORTS > reported:
            reported = number // EVENTS_BETWEEN_REPORTS
            print(f"{number} events, {rounds} rounds, {differences} differences", flush=True)
    counted = f"{asked.events} events, {rounds} rounds, {differences} differences"
    print(f"{asked.profile}, seed {asked.seed}: {counted}, {time.monotonic() - started:.0f} s")


def _shown(where: str, told: str) -> bool:
    """Whether there was a difference to show."""
    if told:
        print(f"{where}\n{told}\n", flush=True)
    return bool(told)
