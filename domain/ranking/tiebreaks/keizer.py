"""The Keizer score of clubs: each place has a value, a win is worth the value of the opponent's place.

Keizer after two descriptions: values and the sum from Wikipedia's, shares and absences from KeizerForClubs'.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn, Value
from domain.ranking.tiebreaks.rule import Contribution, Fact, How, contribution
from domain.ranking.tiebreaks.unplayed import StandIn
from domain.words.games import WON_CODES, Code

HUNDREDTHS = 100
OF_THE_OPPONENT = dict.fromkeys(WON_CODES, HUNDREDTHS) | {Code.DRAW: 50, Code.UNRATED_DRAW: 50}
"""Hundredths of the value of the opponent's place; any other result against somebody gives nothing."""
OF_ONES_OWN = {Code.PAIRING_BYE: 50, Code.FULL_BYE: 70, Code.HALF_BYE: 35, Code.ZERO_BYE: 35}
"""Hundredths of one's own value: bye, away for the club, away with and without notice."""


def place_values(players: int) -> list[int]:
    """The values of the places, best first: each one less than the one before, the first about thrice the last."""
    first = max(players, 3 * (players - 1) // 2)
    return [first - place for place in range(players)]


def keizer_scores(field: Field) -> list[int]:
    """Everybody's score in hundredths, worked out again until the places that it gives are those it was made of.

    The first places are those of the pairing numbers, which also part equals. Where places come back without
    standing still, the first of those that came back hold.
    """
    return field.memory.list_of("KZ", Reach.EVERYBODY, lambda _: _settled(field))


def _settled(field: Field) -> list[int]:
    values, shares = place_values(len(field)), [_shares(field, i) for i in range(len(field))]
    seen: set[tuple[int, ...]] = set()
    while tuple(values) not in seen:
        seen.add(tuple(values))
        values = _values_by(_scores(shares, values))
    return _scores(shares, values)


def _values_by(scores: Sequence[int]) -> list[int]:
    values = [0] * len(scores)
    ranking = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    for i, value in zip(ranking, place_values(len(scores)), strict=True):
        values[i] = value
    return values


def _shares(field: Field, i: int) -> list[tuple[int, int]]:
    """Hundredths of whose value a player has, the own first."""
    own, of_others = HUNDREDTHS, list[tuple[int, int]]()
    for r in range(field.completed):
        code, foe = field.line(i, r).code, field.foes[i][r]
        if foe < 0:
            own += OF_ONES_OWN.get(code, 0)
        elif share := OF_THE_OPPONENT.get(code, 0):
            of_others.append((share, foe))
    return [(own, i), *of_others]


def _scores(shares: Sequence[Sequence[tuple[int, int]]], values: Sequence[int]) -> list[int]:
    return [sum([share * values[whose] for share, whose in mine]) for mine in shares]


def _gained(field: Field, values: Sequence[int], i: int, r: int) -> int:
    code, foe = field.line(i, r).code, field.foes[i][r]
    return OF_ONES_OWN.get(code, 0) * values[i] if foe < 0 else OF_THE_OPPONENT.get(code, 0) * values[foe]


def _column(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    return TiebreakColumn(keizer_scores(field), HUNDREDTHS)


def _rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    values = _values_by(keizer_scores(field))
    return [_contribution(field, values, i, r) for r in range(field.completed)]


def _contribution(field: Field, values: Sequence[int], i: int, r: int) -> Contribution:
    foe = field.foes[i][r]
    kind = StandIn.SELF if foe < 0 else StandIn.OPPONENT
    made = contribution(field, i, r, kind, Fraction(values[i if foe < 0 else foe]), None)
    return replace(made, face=None, amount=Fraction(_gained(field, values, i, r), HUNDREDTHS))


def _facts(field: Field, tiebreak: Tiebreak, i: int) -> dict[Fact, Value]:
    return {Fact.OWN_VALUE: Fraction(_values_by(keizer_scores(field))[i])}


KEIZER = How(_column, rounds=_rounds, reach=Reach.EVERYBODY, facts=_facts)
