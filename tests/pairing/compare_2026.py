"""The engine of 2026 beside the literal twin in the rounds of random events.

    python -m tests.pairing.compare_2026 --events 1000 --seed 1 --profile messy

Both are given every round of whole events, or (profiles `wild`, `apart`, `descent`, `finish`) single rounds
that no event comes to.
Pairs, colours, the order of boards, the bye and refusals are compared.
"""

from collections.abc import Iterator
from itertools import count, takewhile

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing import to_the_letter_2026 as literal
from tests.pairing.comparing import answer_of, compare_events, described_2026, difference
from tests.pairing.random_events import PROFILES, Round
from tests.pairing.random_events_2026 import event_rounds
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_rounds import random_round

SINGLE_ROUNDS = {"wild": random_round, "apart": random_field, "descent": random_descent, "finish": random_finish}
"""Paired at random before; little is legal; many move down; the last round of topscorers."""
MOST_PLAYERS = 11
"""In a single round."""


def by_engine(task: PairingTask) -> RoundPairing | None:
    return answer_of("dutch-2026", task)


def by_letter(task: PairingTask) -> RoundPairing | None:
    try:
        return literal.pair(task)
    except literal.NothingLegal:
        return None


def compared(profile: str, seed: str, events: int) -> Iterator[tuple[int, PairingTask, str]]:
    """The number of the event, the round, and how the two differ in it; an empty text where they agree."""
    for number, (task, answer) in takewhile(lambda e: e[0] <= events, rounds_of(profile, seed)):
        yield number, task, difference(task, answer, by_letter(task), described_2026, in_order=True)


def rounds_of(profile: str, seed: str) -> Iterator[tuple[int, Round]]:
    if profile not in SINGLE_ROUNDS:
        yield from event_rounds(profile, seed, by_engine)
        return
    for number in count(1):
        task = SINGLE_ROUNDS[profile](f"{seed}-{number}", MOST_PLAYERS)
        yield number, (task, by_engine(task))


def told(profile: str, seed: str, events: int) -> Iterator[tuple[int, str]]:
    return ((number, how) for number, _, how in compared(profile, seed, events))


if __name__ == "__main__":
    compare_events("tests.pairing.compare_2026", __doc__, told, [*PROFILES, *SINGLE_ROUNDS], "small")
