"""The Lim engine beside the literal twin in random rounds.

    python -m tests.pairing.compare_lim --count 1000 --seed 1

Four kinds of rounds by turns: fields paired at random before, the same with colours given at will, groups in
which little is legal, and rounds of events that the engine has paired. Pairs with their colours, the bye and
refusals are compared, boards as a set.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing import to_the_letter_lim as literal
from tests.pairing.comparing import Told, answer_of, compare_rounds, difference
from tests.pairing.random_events import rounds_of
from tests.pairing.random_rounds import described, random_group, random_round

MOST_PLAYERS = 12
EVENTS = ("small", "dense", "tiny", "messy")


def by_engine(task: PairingTask) -> RoundPairing | None:
    return answer_of("lim", task)


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


def differ(task: PairingTask) -> str:
    """The two answers, where they are not the same."""
    return difference(task, by_engine(task), literal.pair(task), described_ratings)


def described_ratings(task: PairingTask) -> Iterator[str]:
    """As `described`, with all that a maxi-tournament asks for."""
    yield from described(task)
    yield f"maxi {task.maxi}, { ({n: card.rating for n, card in task.cards.items()}) }"


def compared(seed: str, count: int) -> Iterator[Told]:
    """The number of each round, and how the two differ in it."""
    for number, task in enumerate(islice(random_rounds(seed), count), 1):
        yield number, differ(task)


if __name__ == "__main__":
    compare_rounds("tests.pairing.compare_lim", __doc__, compared)
