"""The Double-Swiss engine beside the literal twin in random rounds of matches.

    python -m tests.pairing.compare_double_swiss --count 10000 --seed 1

Pairs, colours, the bye and refusals are compared.
"""

from collections.abc import Iterator

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing import to_the_letter_double_swiss as literal
from tests.pairing.comparing import answer_of, by_turns, compare_rounds, difference
from tests.pairing.random_matches import random_round_apart, random_round_of_matches
from tests.pairing.random_rounds import described

KINDS = (random_round_of_matches, random_round_apart)
"""Drawn in turn."""


def by_engine(task: PairingTask) -> RoundPairing | None:
    return answer_of("double-swiss-2026", task)


def differ(task: PairingTask) -> str:
    """The two answers, where they are not the same."""
    return difference(task, by_engine(task), literal.pair(task), described_matches)


def described_matches(task: PairingTask) -> Iterator[str]:
    """As `described`, with the codes of the games."""
    yield from described(task)
    for number, card in task.cards.items():
        yield f"{number:3} games {' '.join(''.join(line.games) or line.code for line in card.lines)}"
    yield f"virtual {dict(task.virtual)}"


compared = by_turns(KINDS, literal.pair, differ)

if __name__ == "__main__":
    compare_rounds("tests.pairing.compare_double_swiss", __doc__, compared)
