"""Single rounds that no event comes to, for the rules of 1998: made for articles that events seldom reach."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Code, Colour

OUTSIDE = 99
"""The number of a former opponent who is not in the field."""
ApartShare = Callable[[int, int], float]
"""Two numbers, the smaller first -> how likely they are kept apart."""


def random_wall(seed: str, most: int = 10) -> PairingTask:
    """One score group whose halves hardly meet: several have to be exchanged, and not the first of them (C.8, D.2)."""
    dice = Random(f"wall-{seed}")
    size = dice.randint(6, most)
    across, inside = dice.uniform(0.5, 0.95), dice.uniform(0.1, 0.5)
    colours = dice.choice(((None,), (Colour.WHITE, Colour.BLACK), (Colour.WHITE, Colour.WHITE, Colour.BLACK, None)))
    cards = [_card(dice, number, 0, colours) for number in range(1, size + 1)]
    middle = size // 2
    return _task(dice, cards, lambda a, b: across if a <= middle < b else inside)


def random_stuck(seed: str, most: int = 11) -> PairingTask:
    """Three score groups of which those moved down find few to meet: C.1 and C.12 in the middle, C.13 at the end."""
    dice = Random(f"stuck-{seed}")
    sizes = [dice.randint(2, 4), dice.randint(1, 4), dice.randint(1, max(1, most - 8))]
    scores = [score for score, many in zip((4, 2, 0), sizes, strict=True) for _ in range(many)]
    colours = dice.choice(((None,), (Colour.WHITE, Colour.BLACK, None)))
    shares = [[dice.choice((0.2, 0.6, 0.9)) for _ in range(3)] for _ in range(3)]
    cards = [_card(dice, number, score, colours) for number, score in enumerate(scores, 1)]
    return _task(dice, cards, lambda a, b: shares[scores[a - 1] // 2][scores[b - 1] // 2])


def random_clash(seed: str, most: int = 10) -> PairingTask:
    """Most are due the same colour and floated before, and many are kept apart: x is raised (C.9 to C.11)."""
    dice = Random(f"clash-{seed}")
    size, levels, apart = dice.randint(4, most), dice.choice((1, 2, 2, 3)), dice.uniform(0.2, 0.6)
    colours = (Colour.WHITE,) * dice.randint(1, 4) + (Colour.BLACK, None)
    scores = sorted((2 * dice.randrange(levels) for _ in range(size)), reverse=True)
    cards = [_card(dice, number, score, colours) for number, score in enumerate(scores, 1)]
    return _task(dice, cards, lambda a, b: apart)


def _card(dice: Random, number: int, points: int, colours: Sequence[Colour | None]) -> Card:
    """A round with a colour or a bye, and one that was missed; the floats of both are drawn."""
    colour, (float, earlier) = dice.choice(colours), dice.choices((0, 0, 1, -1), k=2)
    missed = CardLine(Code.ZERO_BYE, 0, ahead=earlier)
    if colour is None:
        return Card(number, lines=(missed, CardLine(Code.HALF_BYE, points, ahead=float)))
    return Card(number, lines=(missed, CardLine(Code.DRAW, points, OUTSIDE, colour, float)))


def _task(dice: Random, cards: list[Card], apart: ApartShare) -> PairingTask:
    pairs = combinations(range(1, len(cards) + 1), 2)
    forbidden = frozenset(frozenset(pair) for pair in pairs if dice.random() < apart(*pair))
    return PairingTask({card.number: card for card in cards}, 3, dice.choice((3, 9)), forbidden=forbidden)
