"""The engine of 2026 beside the literal twin in the rounds of random events.

    python -m tests.pairing.compare_2026 --events 1000 --seed 1 --profile messy

Both are given every round of whole events, or (profiles `wild`, `apart`, `descent`, `finish`) single rounds
that no event comes to.
Pairs, colours, the order of boards, the bye and refusals are compared.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import count, takewhile

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from tests.pairing import to_the_letter_2026 as literal
from tests.pairing.random_events import PROFILES, Round
from tests.pairing.random_events_2026 import event_rounds
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_rounds import described, random_round

SINGLE_ROUNDS = {"wild": random_round, "apart": random_field, "descent": random_descent, "finish": random_finish}
"""Paired at random before; little is legal; many move down; the last round of topscorers."""
MOST_PLAYERS = 11
"""In a single round."""
EVENTS_BETWEEN_REPORTS = 100


def by_engine(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["dutch-2026"].pair(task)
    except NoLegalPairing:
        return None


def by_letter(task: PairingTask) -> RoundPairing | None:
    try:
        return literal.pair(task)
    except literal.NothingLegal:
        return None


def compared(profile: str, seed: str, events: int) -> Iterator[tuple[int, PairingTask, str]]:
    """The number of the event, the round, and how the two differ in it; an empty text where they agree."""
    for number, (task, answer) in takewhile(lambda e: e[0] <= events, rounds_of(profile, seed)):
        yield number, task, difference(task, answer)


def rounds_of(profile: str, seed: str) -> Iterator[tuple[int, Round]]:
    if profile not in SINGLE_ROUNDS:
        yield from event_rounds(profile, seed, by_engine)
        return
    for number in count(1):
        task = SINGLE_ROUNDS[profile](f"{seed}-{number}", MOST_PLAYERS)
        yield number, (task, by_engine(task))


def difference(task: PairingTask, answer: RoundPairing | None) -> str:
    """The round as a table with both answers; empty if they are the same."""
    other = by_letter(task)
    return "" if answer == other else "\n".join((*described_2026(task), f"engine  {answer}", f"literal {other}"))


def described_2026(task: PairingTask) -> Iterator[str]:
    yield from described(task)
    yield f"{task.scoring}"
    yield f"virtual {dict(task.virtual)}"


def main() -> None:
    asked = _arguments()
    started, rounds, differences, reported = time.monotonic(), 0, 0, 0
    for number, _, told in compared(asked.profile, asked.seed, asked.events):
        rounds += 1
        if told:
            differences += 1
            print(f"profile {asked.profile}, seed {asked.seed}, event {number}\n{told}\n", flush=True)
        if number // EVENTS_BETWEEN_REPORTS > reported:
            reported = number // EVENTS_BETWEEN_REPORTS
            print(f"{number} events, {rounds} rounds, {differences} differences", flush=True)
    seconds = time.monotonic() - started
    print(
        f"{asked.profile}, seed {asked.seed}: {asked.events} events, {rounds} rounds, "
        f"{differences} differences, {seconds:.0f} s"
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_2026", description=__doc__)
    parser.add_argument("--events", type=int, default=100, help="how many events")
    parser.add_argument("--seed", default="1", help="the same seed plays the same events with the same engine")
    parser.add_argument(
        "--profile", choices=[*PROFILES, *SINGLE_ROUNDS], default="small", help="what the events are like"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
