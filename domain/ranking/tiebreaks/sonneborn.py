"""The Sonneborn-Berger family: opponents' scores weighted with what was won against them
(article 32.3.2; C.07, 9.1), for teams also across match and game points (C.07, 13.2)."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from domain.ranking.tiebreaks import opponents
from domain.ranking.tiebreaks.buchholz import contributions, looked_at
from domain.ranking.tiebreaks.context import LowestVoluntary
from domain.ranking.tiebreaks.descriptor import Reference, Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn, exact
from domain.ranking.tiebreaks.rule import Contribution, Cut, How
from domain.words.games import Code


def sonneborn_berger(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """SB: the sum of each opponent's score times the points won from them, in quarters.

    A cut takes the contribution of the lowest-scoring opponent, not the smallest (C.07, 14.1.2).
    """
    seen = looked_at(field, tiebreak)
    met = opponents.opposition(seen, tiebreak.forfeits_played)
    key = "SB", tiebreak.cut, tiebreak.forfeits_played
    sums = seen.memory.list_of(
        key, Reach.OPPONENTS, lambda players: [_sum(seen, met[i], met[i].won, tiebreak.cut) for i in players]
    )
    return TiebreakColumn(sums, 4)


def team_sonneborn_berger(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """ESB: the opponents' total of one score times the own points of one score (C.07, 13.2).

    The second letter names the opponents' score, the third one's own: EMGSB, opponents' match
    points times own game points.
    """
    totals, own = _two_scores(field, tiebreak)
    pairs = zip(*(opponents.opposition(score, tiebreak.forfeits_played) for score in (totals, own)), strict=True)
    return TiebreakColumn([_sum(totals, met, mine.won, tiebreak.cut) for met, mine in pairs], 4)


def olympiad_sonneborn_berger(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """OSB: the opponents' match points times the own game points, without the lowest (Olympiad, D.02).

    Left out is the round of the bye, and where a team had none the opponent with the fewest match points.
    """
    return TiebreakColumn([sum(_olympiad(field, tiebreak, i).kept) for i in range(len(field))], 4)


class _OlympiadSum(NamedTuple):
    met: opponents.Met
    amounts: list[int]
    cuts: opponents.Cuts

    @property
    def kept(self) -> list[int]:
        return [amount for at, amount in enumerate(self.amounts) if at not in self.cuts]


def _olympiad(field: Field, tiebreak: Tiebreak, i: int) -> _OlympiadSum:
    totals, own = (field.referring(reference, tiebreak) for reference in (Reference.MATCH, Reference.GAME))
    met, mine = (opponents.opposition(score, tiebreak.forfeits_played)[i] for score in (totals, own))
    amounts = list(map(mul, met.counted, mine.won))
    rounds = opponents.encounters(totals, i, tiebreak.forfeits_played, opponents.adjusted_scores(totals))
    byes = [at for at, e in enumerate(rounds) if totals.line(i, e.round).code is Code.PAIRING_BYE]
    if byes:
        return _OlympiadSum(met, amounts, {byes[0]: Cut.BYE})
    lowest = sorted(range(len(amounts)), key=lambda at: (met.counted[at], amounts[at]))[:1]
    return _OlympiadSum(met, amounts, dict.fromkeys(lowest, Cut.LOW))


def olympiad_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    _, amounts, cuts = _olympiad(field, tiebreak, i)
    totals = field.referring(Reference.MATCH, tiebreak)
    return contributions(totals, tiebreak, i, [exact(x, 4) for x in amounts], cuts)


def _two_scores(field: Field, tiebreak: Tiebreak) -> tuple[Field, Field]:
    letters = {"M": Reference.MATCH, "G": Reference.GAME}
    total, own = (letters[letter] for letter in tiebreak.code[1:3])
    return field.referring(total, tiebreak), field.referring(own, tiebreak)


def _sum(field: Field, met: opponents.Met, won: Sequence[int], cut: int) -> int:
    amounts: list[int] = list(map(mul, met.counted, won))
    if not cut:
        return sum(amounts)
    if cut == 1 and not met.voluntary:
        return sum(amounts) - opponents.lowest_contribution(met.counted, amounts)
    return sum(amounts) - sum(amounts[at] for at in _cuts(field, met, amounts, cut))


def _cuts(field: Field, met: opponents.Met, amounts: Sequence[int], cut: int) -> opponents.Cuts:
    by_dummy = field.context.lowest_voluntary is LowestVoluntary.SCORE
    return opponents.by_opponent(met.counted, amounts, met.voluntary, cut, lowest_score=by_dummy)


def doubled_sonneborn_berger(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """SBX2: twice the scores of the beaten and once of those drawn with (seed 003).

    Under 1, 1/2, 0 it is twice SB; under other points it is not, so the formula is applied.
    """
    met = opponents.opposition(field, tiebreak.forfeits_played)

    def sums(players: Sequence[int]) -> list[int]:
        return [sum(map(mul, met[i].counted, (_weight(field, p) for p in met[i].won))) for i in players]

    return TiebreakColumn(field.memory.list_of(("SBX2", tiebreak.forfeits_played), Reach.OPPONENTS, sums), 2)


def _weight(field: Field, points: int) -> int:
    scoring = field.context.scoring
    return 2 if points >= scoring.win else 1 if points == scoring.draw else 0


def sonneborn_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    seen = looked_at(field, tiebreak)
    met = opponents.opposition(seen, tiebreak.forfeits_played)[i]
    doubled = tiebreak.code == "SBX2"
    weights = [_weight(seen, p) for p in met.won] if doubled else met.won
    return _rounds(seen, tiebreak, i, met, weights, 2 if doubled else 4)


def team_sonneborn_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    totals, own = _two_scores(field, tiebreak)
    met, mine = (opponents.opposition(score, tiebreak.forfeits_played)[i] for score in (totals, own))
    return _rounds(totals, tiebreak, i, met, mine.won, 4)


def _rounds(
    field: Field, tiebreak: Tiebreak, i: int, met: opponents.Met, weights: Sequence[int], unit: int
) -> list[Contribution]:
    amounts = list(map(mul, met.counted, weights))
    cuts = _cuts(field, met, amounts, tiebreak.cut)
    return contributions(field, tiebreak, i, [exact(x, unit) for x in amounts], cuts)


SONNEBORN = How(sonneborn_berger, rounds=sonneborn_rounds)
DOUBLED = How(doubled_sonneborn_berger, rounds=sonneborn_rounds)
OLYMPIAD = How(olympiad_sonneborn_berger, rounds=olympiad_rounds)
TEAMS = How(team_sonneborn_berger, rounds=team_sonneborn_rounds)
