"""The rating tie-breaks reckoned a second time, game by game, without the program's own sums (32.4; C.07, 10)."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings

from domain.ranking.tiebreaks import (
    UNDEFINED,
    Context,
    Divisor,
    Ruleset,
    Unrated,
    Value,
    parse_tiebreak,
    values,
    working,
)
from domain.words.games import Code
from tests.ranking.crosstables import CASES, cards_of
from tests.ranking.strategies import CONTEXTS, Cards, events
from tests.tiers import tries

DP: list[int] = CASES["tables"]["p_to_dp"]
LAST: list[int] = CASES["tables"]["pd_upper_bounds"]["upper"]
WORTH = {Code.WIN: 2, Code.UNRATED_WIN: 2, Code.DRAW: 1, Code.UNRATED_DRAW: 1}
STAYED_AWAY = (Code.HALF_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS)


def rounded(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def chance(difference: int) -> int:
    """Percent expected, by the second table."""
    ahead = 50 + sum(abs(difference) > last for last in LAST)
    return ahead if difference >= 0 else 100 - ahead


@dataclass(frozen=True)
class Literal:
    cards: Cards
    context: Context
    unrated: int

    @property
    def nobody(self) -> bool:
        told = self.unrated or self.context.unrated is not Unrated.UNDEFINED
        return self.context.ruleset.c07 and not told and any(not card.rating for card in self.cards.values())

    def met(self, number: int) -> list[tuple[int, int]] | None:
        """(rating of the opponent, half-points) of each game over the board; None: one of them has no rating."""
        found = []
        for line in self.cards[number].lines:
            if line.opponent is None or not line.code.played:
                continue
            floored = self.context.floor if self.context.unrated is Unrated.FLOOR else 0
            rating = self.cards[line.opponent].rating or self.unrated or floored
            if not rating and self.context.unrated is Unrated.SKIPPED:
                continue
            if not rating:
                return None
            open_halves = line.points if line.code.open else 0
            found.append((rating, WORTH.get(line.code, open_halves)))
        return found

    def average(self, number: int, cut: int, median: int) -> int | None:
        met = self.met(number)
        if not met:
            return None
        ratings = sorted(rating for rating, _ in met)
        for _ in range(cut + median):
            ratings = ratings[1:]
        for _ in range(median):
            ratings = ratings[:-1]
        if not ratings:
            return None
        rounds = len(self.cards[number].lines)
        games = len(ratings) if self.context.divisor is Divisor.GAMES else max(1, rounds - cut - 2 * median)
        return rounded(Fraction(sum(ratings), games))

    def performance(self, number: int, limited: bool = False) -> int | None:
        met = self.met(number)
        away = sum(line.code in STAYED_AWAY for line in self.cards[number].lines)
        if not met or (self.context.short_schedule_last and away > 2):
            return None
        own = self.cards[number].rating
        ratings = [rating for rating, _ in met]
        if limited and own:
            ratings = [min(max(rating, own - 400), own + 400) for rating in ratings]
        percent = rounded(Fraction(100 * sum(halves for _, halves in met), 2 * len(met)))
        return rounded(Fraction(sum(ratings), len(ratings))) + DP[percent]

    def perfect(self, number: int) -> int | None:
        met = self.met(number)
        if not met:
            return None
        lowest, score = min(rating for rating, _ in met), sum(halves for _, halves in met)
        if not score:
            return lowest - 800
        own = lowest - 800
        while 2 * sum(chance(own - rating) for rating, _ in met) < 100 * score:
            own += 1
        return own

    def averaged(self, number: int, of: str) -> int | None:
        foes = [line.opponent for line in self.cards[number].lines if line.opponent and line.code.played]
        each = [self.performance(foe) if of == "APRO" else self.perfect(foe) for foe in foes]
        known = [value for value in each if value is not None]
        return rounded(Fraction(sum(known), len(known))) if known else None

    def value(self, number: int, text: str) -> Value:
        name, *changes = text.split("/")
        cut = next((int(one[1:]) for one in changes if one[0] == "C"), 0)
        median = next((int(one[1:]) for one in changes if one[0] == "M"), 0)
        if self.nobody:
            return UNDEFINED
        match name:
            case "ARO":
                found = self.average(number, cut, median)
            case "TPR" | "TPR400":
                found = self.performance(number, limited=name == "TPR400")
            case "PTP":
                found = self.perfect(number)
            case "RTNG":
                found = self.cards[number].rating or None
            case _:
                found = self.averaged(number, name)
        return UNDEFINED if found is None else found


PLAIN = [
    "ARO",
    "ARO/C1",
    "ARO/C2",
    "ARO/M1",
    "ARO/M2",
    "ARO/U1500",
    "TPR",
    "TPR/U1500",
    "TPR400",
    "PTP",
    "PTP/U1500",
    "APRO",
    "APRO/U1500",
    "APPO",
    "RTNG",
]


@pytest.mark.parametrize("text", PLAIN)
@given(events(most_players=7, most_rounds=6), CONTEXTS)
@settings(max_examples=tries(40), deadline=None)
def test_each_rating_tie_break_is_the_sum_of_its_games(text: str, cards: Cards, context: Context) -> None:
    literal = Literal(cards, context, 1500 if text.endswith("U1500") else 0)
    assert values(cards, parse_tiebreak(text), context) == {number: literal.value(number, text) for number in cards}


SEVEN = cards_of(
    {1: ["+w2", "=b3", "+w4", "+b5", "-w6"], **{n: ["Z"] * 5 for n in range(2, 7)}},
    {1: 2000, 2: 1500, 3: 2500, 4: 1900, 5: 2100, 6: 2000},
)


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("ARO", {}),
        ("ARO/C1", {1500: "LOW"}),
        ("ARO/C2", {1500: "LOW", 1900: "LOW"}),
        ("ARO/M1", {1500: "LOW", 2500: "HIGH"}),
        ("ARO/M2", {1500: "LOW", 1900: "LOW", 2500: "HIGH", 2100: "HIGH"}),
    ],
)
def test_the_working_marks_what_is_cut_at_which_end(text: str, cuts: dict[int, str]) -> None:
    context = Context(Ruleset.VO2009)
    shown = working(SEVEN, 1, parse_tiebreak(text), context).contributions
    assert {int(one.counted): one.cut.name for one in shown if one.cut is not None} == cuts
    assert [one.round for one in shown] == [1, 2, 3, 4, 5]
