"""Ratings: expected scores, performances, changes, and conversions of old scales.

The tables are those of FIDE B.02, 8.1; probabilities are whole percents, as FIDE prints them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction

from domain.cards.card import Card, Cards
from domain.records import dataclass
from domain.words.games import Code, Scoring
from domain.words.players import PairingNumber

# fmt: off
DP: tuple[int, ...] = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383, -366, -351, -336, -322, -309, -296, -284, -273,
    -262, -251, -240, -230, -220, -211, -202, -193, -184, -175, -166, -158, -149, -141, -133, -125, -117, -110,
    -102, -95, -87, -80, -72, -65, -57, -50, -43, -36, -29, -21, -14, -7, 0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72,
    80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)
"""Rating difference by percentage scored, 0 to 100 (FIDE B.02, 8.1.1)."""

PD_BOUNDS: tuple[int, ...] = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517,
    559, 619, 735,
)
"""The last difference for an expected 50, 51 ... 99 percent; above the last it is 100 (FIDE B.02, 8.1.2)."""
# fmt: on

TOP_RATING = 2650
"""From this rating on the 400-point rule no longer applies (since 1 October 2025)."""

MAX_RATING_DIFFERENCE = 400
"""A greater difference counts as this one (FIDE B.02, 8.3.1)."""


def expected(difference: int) -> int:
    """Percent expected of a player rated `difference` above the opponent (FIDE B.02, 8.1.2)."""
    percent = 50 + bisect_left(PD_BOUNDS, abs(difference))
    return percent if difference >= 0 else 100 - percent


def half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def percentage(half_points: int, games: int) -> int:
    return half_up(100 * half_points, 2 * games)


def average(ratings: Sequence[int]) -> int:
    return half_up(sum(ratings), len(ratings))


def performance(ratings: Sequence[int], half_points: int) -> int:
    """Rating performance: the average of the opponents and the difference for the score."""
    return average(ratings) + DP[percentage(half_points, len(ratings))]


def perfect_performance(ratings: Sequence[int], half_points: int) -> int:
    """The lowest rating expected to score at least this (C.07, 10.3). No 400-point rule here.

    With no points it is 800 below the weakest opponent; with all of them the table itself
    gives 736 above the strongest.
    """
    if half_points <= 0:
        return min(ratings) - 800
    low, high = min(ratings) - 800, max(ratings) + 736
    while low < high:
        middle = (low + high) // 2
        if 2 * sum(expected(middle - rating) for rating in ratings) >= 100 * half_points:
            high = middle
        else:
            low = middle + 1
    return low


_HALVES = {Code.WIN: 2, Code.UNRATED_WIN: 2, Code.DRAW: 1, Code.UNRATED_DRAW: 1}


def rated_half_points(code: Code, points: int, scoring: Scoring) -> int:
    """A game as 1, 1/2, 0 whatever the event gives for it; an open one as its points say."""
    if not code.open:
        return _HALVES.get(code, 0)
    return 2 if points >= scoring.win else 1 if points >= scoring.draw > scoring.loss else 0


def from_ingo(ingo: int | Fraction) -> int:
    """The rating of a German Ingo number: 2840 - 8 Ingo (FIDE Dutch 1998, A.1)."""
    return round(2840 - 8 * ingo)


def from_bcf(bcf: int | Fraction) -> int:
    """The rating of a British grade: 600 + 8 BCF (FIDE Dutch 1998, A.1)."""
    return round(600 + 8 * bcf)


def development_coefficient(rating: int, games: int, age: int | None = None, reached_2400: bool = False) -> int:
    """K (FIDE B.02, 8.3.3): 40 for newcomers and for the young below 2300, 10 once 2400 was reached, else 20.

    `games`: rated games ever; `age`: on 31 December of the year, None = not known.
    """
    if games < 30:
        return 40
    if reached_2400 or rating >= 2400:
        return 10
    return 40 if age is not None and age <= 18 and rating < 2300 else 20


class FourHundred(StrEnum):
    """The rule by which a difference of more than 400 points counts as 400; it has changed several times."""

    ALWAYS = "always"
    ONCE = "once"
    """In one game of an event, that of the greatest difference in the player's disfavour."""
    BELOW_2650 = "below-2650"
    """In every game of players rated below 2650; from there on the real difference counts."""
    NEVER = "never"


def four_hundred_rule(end: date) -> FourHundred:
    """The rule in force when an event ended (FIDE B.02, 8.3.1; the dates are known second-hand)."""
    if end >= date(2025, 10, 1):
        return FourHundred.BELOW_2650
    if date(2022, 1, 1) <= end < date(2024, 3, 1):
        return FourHundred.ONCE
    return FourHundred.ALWAYS


@dataclass(frozen=True, slots=True)
class RatedGame:
    round: int
    opponent: PairingNumber
    difference: int
    """Own rating minus the opponent's, after the 400-point rule."""
    capped: bool
    """The rule has changed the difference."""
    score: Fraction
    expected: Fraction
    change: Fraction


@dataclass(frozen=True, slots=True)
class RatingChange:
    number: PairingNumber
    rating: int
    k: int
    games: tuple[RatedGame, ...]

    @property
    def change(self) -> Fraction:
        return sum((game.change for game in self.games), Fraction(0))

    @property
    def new_rating(self) -> int:
        """Rounded to the nearest whole number, one half up."""
        change = self.change
        return self.rating + half_up(change.numerator, change.denominator)


def limited_k(k: int, games: int) -> int:
    """K, lowered where K times the games would pass 700 (FIDE B.02, 8.3.3)."""
    return k if k * games <= 700 else 700 // games


def rating_changes(
    cards: Cards, k: Mapping[PairingNumber, int], rule: FourHundred = FourHundred.BELOW_2650
) -> dict[PairingNumber, RatingChange]:
    """Rating changes by pairing number; only games between rated players count (FIDE B.02, 8.3).

    `k`: the development coefficient by pairing number; who has none is left out.
    """
    return {n: _change(cards[n], cards, k[n], rule) for n in k if n in cards and cards[n].rating}


def _change(card: Card, cards: Cards, k: int, rule: FourHundred) -> RatingChange:
    lines = enumerate(card.lines, 1)
    games = [(r, line.opponent, code) for r, line in lines for code in line.games or (line.code,) if code.rated]
    met = [(r, foe, code) for r, foe, code in games if foe is not None and foe in cards and cards[foe].rating]
    differences = [card.rating - cards[foe].rating for _, foe, _ in met]
    coefficient = limited_k(k, len(met))
    rows = zip(met, differences, _counted(card.rating, differences, rule), strict=True)
    return RatingChange(
        card.number,
        card.rating,
        coefficient,
        tuple(_game(r, foe, code, used, used != real, coefficient) for (r, foe, code), real, used in rows),
    )


def _counted(own: int, differences: Sequence[int], rule: FourHundred) -> Iterable[int]:
    if rule is FourHundred.NEVER or (rule is FourHundred.BELOW_2650 and own >= TOP_RATING):
        return differences
    clamped = [max(-MAX_RATING_DIFFERENCE, min(MAX_RATING_DIFFERENCE, d)) for d in differences]
    if rule is not FourHundred.ONCE:
        return clamped
    once = max(range(len(differences)), key=lambda at: differences[at], default=-1)
    return [clamped[at] if at == once or d < 0 else d for at, d in enumerate(differences)]


def _game(round: int, foe: PairingNumber, code: Code, difference: int, capped: bool, k: int) -> RatedGame:
    score, chance = Fraction(_HALVES.get(code, 0), 2), Fraction(expected(difference), 100)
    return RatedGame(round, foe, difference, capped, score, chance, k * (score - chance))
