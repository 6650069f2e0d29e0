"""The Lim engine beside the literal twin in random rounds.

    python -m tests.pairing.compare_lim --count 1000 --seed 1

Four kinds of rounds by turns: fields paired at random before, the same with colours given at will, groups in
which little is legal, and rounds of events that the engine has paired. Pairs with their colours, the bye and
refusals are compared, boards as a set.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from tests.pairing import to_the_letter_lim as literal
from tests.pairing.random_events import rounds_of
from tests.pairing.random_rounds import described, random_group, random_round

MOST_PLAYERS = 12
EVENTS = ("small", "dense", "tiny", "messy")
ROUNDS_BETWEEN_REPORTS = 1000


def by_engine(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["lim"].pair(task)
    except NoLegalPairing:
        return None


def with_ratings(task: PairingTask, seed: str) -> PairingTask:
    """The round with ratings about the margin of a maxi-tournament apart, a maxi-tournament or not."""
    dice = Random(f"ratings-{seed}")
    step, luck, unrated = dice.choice((0, 10, 30, 60)), dice.choice((0, 40, 120)), dice.choice((0.0, 0.0, 0.2))
    ratings = {n: 0 if dice.random() < unrated else 2400 - step * n + dice.randint(-luck, luck) for n in task.cards}
    cards = {n: replace(card, rating=ratings[n]) for n, card in task.cards.items()}
    return replace(task, cards=cards, maxi=dice.choice((True, False, None)))


def with_any_colours(task: PairingTask, seed: str) -> PairingTask:
    """The round after games whose colours somebody gave at will."""
    dice = Random(f"colours-{seed}")
    swapped = {
        frozenset((number, line.opponent, round))
        for number, card in task.cards.items()
        for round, line in enumerate(card.lines, -task.round)
        if line.opponent and number < line.opponent and dice.random() < 0.5
    }
    cards = {
        number: replace(
            card,
            lines=tuple(
                replace(line, colour=line.colour and line.colour.opposite)
                if frozenset((number, line.opponent, round)) in swapped
                else line
                for round, line in enumerate(card.lines, -task.round)
            ),
        )
        for number, card in task.cards.items()
    }
    return replace(task, cards=cards)


def random_rounds(seed: str) -> Iterator[PairingTask]:
    events = [(task for task, _ in rounds_of(profile, seed, by_engine)) for profile in EVENTS]
    number = 0
    while True:
        for event in events:
            number += 1
            of_round = f"{seed}-{number}"
            at_random = random_round(of_round, MOST_PLAYERS)
            for task in (
                at_random,
                with_any_colours(at_random, of_round),
                random_group(of_round, MOST_PLAYERS),
                next(event),
            ):
                yield with_ratings(task, of_round)


def difference(task: PairingTask) -> str:
    """The round as a table with both answers; empty if they are the same."""
    engine, twin = by_engine(task), literal.pair(task)
    if _as_sets(engine) == _as_sets(twin):
        return ""
    ratings = {n: card.rating for n, card in task.cards.items()}
    return "\n".join((*described(task), f"maxi {task.maxi}, {ratings}", f"engine  {engine}", f"literal {twin}"))


def _as_sets(answer: RoundPairing | None) -> object:
    return answer and (frozenset(answer.pairs), answer.bye)


def compared(seed: str, count: int) -> Iterator[tuple[int, str]]:
    """The number of the round, and how the two differ in it."""
    for number, task in enumerate(islice(random_rounds(seed), count), 1):
        yield number, difference(task)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_lim", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many rounds")
    parser.add_argument("--seed", default="1", help="the same seed draws the same rounds")
    asked = parser.parse_args()
    started, differences = time.monotonic(), 0
    for number, told in compared(asked.seed, asked.count):
        if told:
            differences += 1
            print(f"seed {asked.seed}, round {number}\n{told}\n", flush=True)
        if number % ROUNDS_BETWEEN_REPORTS == 0:
            print(f"{number} rounds, {differences} differences", flush=True)
    seconds = time.monotonic() - started
    print(f"seed {asked.seed}: {asked.count} rounds, {differences} differences, {seconds:.0f} s")


if __name__ == "__main__":
    main()
