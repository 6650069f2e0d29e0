"""Single rounds that no event comes to, for the rules of 2026: made for criteria that events seldom ask."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Code, Colour
from tests.pairing.random_events_2026 import POINT_SYSTEMS, REQUESTED_BYES

W, B = Colour.WHITE, Colour.BLACK
FORMER_CODES = (Code.WIN, Code.WIN, Code.DRAW, Code.DRAW, Code.LOSS, Code.LOSS, Code.PAIRING_BYE, *REQUESTED_BYES)
OUTSIDE = 100
"""The number of a former opponent who is not in the field."""
WHITES = ((W, W, B, W), (None, B, W, W), (B, W, B, W), (B, B, W, W), (W, B, W, W), (None, W, B, W))
"""The colours of four rounds after which most prefer Black; nobody has a colour difference of more than two."""
BLACKS = tuple(tuple(colour and colour.opposite for colour in colours) for colours in WHITES)


def random_field(seed: str, most: int = 10) -> PairingTask:
    """A field in which little is legal: many pairs kept apart, any colours, floats and byes in the rounds before."""
    dice = Random(f"2026-{seed}")
    size, played, apart = dice.randint(4, most), dice.randint(1, 4), dice.uniform(0.1, 0.75)
    codes = dice.choices(FORMER_CODES, k=dice.choice((1, 2, 3, 12)))
    cards = {n: Card(n, lines=tuple(_former(dice, codes) for _ in range(played))) for n in range(1, size + 1)}
    kept_apart = frozenset(frozenset(pair) for pair in combinations(cards, 2) if dice.random() < apart)
    return PairingTask(cards, played + 1, played + dice.choice((1, 1, 3)), dice.choice((W, B)), kept_apart)


def random_descent(seed: str, most: int = 11) -> PairingTask:
    """A field in which many of high scores cannot meet, so that several move down at once, and most floated before."""
    dice = Random(f"2026-{seed}")
    size = dice.randint(4, most)
    upper = dice.randint(2, max(2, size // 2))
    high, low = dice.choice(((8,), (8, 6), (8, 6, 4))), dice.choice(((0,), (0, 0, 2)))
    colours = dice.choice(((None,), (None, W), (W, B)))
    cards = {}
    for n in range(1, size + 1):
        floats = (_scored(0, dice.choice(colours), dice.choice((-1, -1, 0, 1, 1))) for _ in range(2))
        cards[n] = Card(n, lines=(_scored(dice.choice(high if n <= upper else low)), *floats))
    kept_apart = (pair for pair in combinations(cards, 2) if dice.random() < (0.8 if pair[1] <= upper else 0.1))
    return PairingTask(cards, 4, dice.choice((4, 9)), forbidden=frozenset(map(frozenset, kept_apart)))


def random_finish(seed: str, most: int = 11) -> PairingTask:
    """The last round of a field of topscorers and others of whom most prefer the same colour, many absolutely."""
    dice = Random(f"2026-{seed}")
    size, white = dice.randint(4, most), dice.uniform(0.5, 1)
    cards = {}
    for n in range(1, size + 1):
        colours = dice.choice(WHITES if dice.random() < white else BLACKS)
        points = dice.choice((6, 6, 8, 0))
        cards[n] = Card(n, lines=(_scored(points), *(_scored(0, colour) for colour in colours)))
    kept_apart = (pair for pair in combinations(cards, 2) if dice.random() < 0.15)
    return PairingTask(cards, 6, 6, dice.choice((W, B)), frozenset(map(frozenset, kept_apart)))


def _scored(points: int, colour: Colour | None = None, ahead: int = 0) -> CardLine:
    """A game that gave so many half-points."""
    return CardLine(Code.DRAW, points, OUTSIDE, colour, ahead)


def _former(dice: Random, codes: Sequence[Code]) -> CardLine:
    code = dice.choice(codes)
    points = POINT_SYSTEMS[0].points(code)
    if not code.played:
        return CardLine(code, points)
    return CardLine(code, points, OUTSIDE, dice.choice((W, B)), dice.choice((0, 0, -1, 1, 2)))
