"""The Sonneborn-Berger family: opponents' scores weighted with what was won against them
(article 32.3.2; C.07, 9.1), for teams also across match and game points (C.07, 13.2)."""

from fractions import Fraction
from operator import mul

from domain.tiebreaks.buchholz import contributions, looked_at
from domain.tiebreaks.cuts import Cuts, by_opponent, cheapest
from domain.tiebreaks.descriptor import Reference, Tiebreak
from domain.tiebreaks.field import Column, Field, LowestVoluntary
from domain.tiebreaks.opponents import Opposition, opposition
from domain.tiebreaks.rule import How
from domain.tiebreaks.working import Contribution


def sonneborn_berger(field: Field, tiebreak: Tiebreak) -> Column:
    """SB: the sum of each opponent's score times the points won from him, in quarters.

    A cut takes the contribution of the lowest-scoring opponent, not the smallest (C.07, 14.1.2).
    """
    seen = looked_at(field, tiebreak)
    met = opposition(seen, tiebreak.forfeits_played)
    return _products(seen, met, met.won, tiebreak.cut)


def team_sonneborn_berger(field: Field, tiebreak: Tiebreak) -> Column:
    """ESB: the opponents' total of one score times the own points of one score (C.07, 13.2).

    The second letter names the opponents' score, the third one's own: EMGSB, opponents' match
    points times own game points.
    """
    totals, own = _two_scores(field, tiebreak)
    met = opposition(totals, tiebreak.forfeits_played)
    return _products(totals, met, opposition(own, tiebreak.forfeits_played).won, tiebreak.cut)


def _two_scores(field: Field, tiebreak: Tiebreak) -> tuple[Field, Field]:
    letters = {"M": Reference.MATCH, "G": Reference.GAME}
    total, own = (letters[letter] for letter in tiebreak.code[1:3])
    return field.referring(total, str(tiebreak)), field.referring(own, str(tiebreak))


def _products(field: Field, met: Opposition, won: list[list[int]], cut: int) -> Column:
    if not cut:
        return Column([sum(map(mul, s, w)) for s, w in zip(met.counted, won, strict=True)], 4)
    raw = []
    for i, (counted, mine) in enumerate(zip(met.counted, won, strict=True)):
        amounts = list(map(mul, counted, mine))
        if cut == 1 and i not in met.voluntary:
            raw.append(sum(amounts) - cheapest(counted, amounts))
        else:
            raw.append(sum(amounts) - sum(amounts[at] for at in _cuts(field, met, i, amounts, cut)))
    return Column(raw, 4)


def _cuts(field: Field, met: Opposition, i: int, amounts: list[int], cut: int) -> Cuts:
    by_dummy = field.context.lowest_voluntary is LowestVoluntary.SCORE
    return by_opponent(met.counted[i], amounts, met.voluntary.get(i, ()), cut, lowest_score=by_dummy)


def doubled_sonneborn_berger(field: Field, tiebreak: Tiebreak) -> Column:
    """SBX2: twice the scores of the beaten and once of those drawn with (seed 003).

    Under 1, 1/2, 0 it is twice SB; under other points it is not, so the formula is applied.
    """
    met = opposition(field, tiebreak.forfeits_played)
    weights = [[_weight(field, p) for p in mine] for mine in met.won]
    return Column([sum(map(mul, s, w)) for s, w in zip(met.counted, weights, strict=True)], 2)


def _weight(field: Field, points: int) -> int:
    scoring = field.context.scoring
    return 2 if points >= scoring.win else 1 if points == scoring.draw else 0


def sonneborn_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """How player `i` came by his Sonneborn-Berger, plain or doubled."""
    seen = looked_at(field, tiebreak)
    met = opposition(seen, tiebreak.forfeits_played)
    doubled = tiebreak.code == "SBX2"
    weights = [_weight(seen, p) for p in met.won[i]] if doubled else met.won[i]
    return _rounds(seen, tiebreak, i, met, weights, 2 if doubled else 4)


def team_sonneborn_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """How team `i` came by its ESB."""
    totals, own = _two_scores(field, tiebreak)
    met = opposition(totals, tiebreak.forfeits_played)
    return _rounds(totals, tiebreak, i, met, opposition(own, tiebreak.forfeits_played).won[i], 4)


def _rounds(
    field: Field, tiebreak: Tiebreak, i: int, met: Opposition, weights: list[int], unit: int
) -> list[Contribution]:
    amounts = list(map(mul, met.counted[i], weights))
    cuts = _cuts(field, met, i, amounts, tiebreak.cut)
    return contributions(field, tiebreak, i, met, [Fraction(x, unit) for x in amounts], cuts)


SONNEBORN = How(sonneborn_berger, rounds=sonneborn_rounds)
DOUBLED = How(doubled_sonneborn_berger, rounds=sonneborn_rounds)
TEAMS = How(team_sonneborn_berger, rounds=team_sonneborn_rounds)
