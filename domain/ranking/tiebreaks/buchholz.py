"""The Buchholz family: sums and averages of what the opponents scored (article 32.3.1; C.07, 8)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from domain.ranking.tiebreaks import opponents
from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn
from domain.ranking.tiebreaks.rule import Contribution, How, contribution
from domain.ranking.tiebreaks.unplayed import StandIn
from domain.words.games import points as in_points


def looked_at(field: Field, tiebreak: Tiebreak) -> Field:
    """The field of the score meant, with the last round drawn where that is asked for."""
    meant = field.referring(tiebreak.reference, tiebreak)
    return meant.fore() if tiebreak.fore or tiebreak.code == "FB" else meant


def buchholz(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """BH: the sum of the scores of all opponents (article 32.3.1; C.07, 8.1).

    Left out: the `cut` lowest (32.3.1.3; 14.1), or the `median` lowest and then as many of the
    highest (32.3.1.1; 14.2). FB, fore Buchholz, is the same with the last round drawn (8.3).
    """
    seen = looked_at(field, tiebreak)
    met = opponents.opposition(seen, tiebreak.forfeits_played)
    low, high = tiebreak.cut + tiebreak.median, tiebreak.median

    def sums(players: Sequence[int]) -> list[int]:
        if not low:
            return [sum(met[i].counted) for i in players]
        return [_cut(met[i], low, high) for i in players]

    key = "BH", low, high, tiebreak.forfeits_played
    return TiebreakColumn(seen.memory.list_of(key, Reach.OPPONENTS, sums), 2)


def _cut(met: opponents.Met, low: int, high: int) -> int:
    if not met.voluntary:
        return opponents.sum_without(met.counted, low, high)
    cuts = opponents.cut_by_score(met.counted, met.voluntary, low, high)
    return sum(met.counted) - sum(met.counted[at] for at in cuts)


def buchholz_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    seen = looked_at(field, tiebreak)
    met = opponents.opposition(seen, tiebreak.forfeits_played)[i]
    low, high = tiebreak.cut + tiebreak.median, tiebreak.median
    cuts = opponents.cut_by_score(met.counted, met.voluntary, low, high)
    return contributions(seen, tiebreak, i, [in_points(x) for x in met.counted], cuts)


def contributions(
    field: Field, tiebreak: Tiebreak, i: int, amounts: list[Fraction], cuts: opponents.Cuts
) -> list[Contribution]:
    met = opponents.encounters(field, i, tiebreak.forfeits_played, opponents.adjusted_scores(field))
    return [
        replace(made, amount=amounts[at], article=e.article)
        for at, e in enumerate(met)
        for made in [contribution(field, i, e.round, e.kind, in_points(e.score), cuts.get(at))]
    ]


def average_of_buchholz(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """AOB: the mean Buchholz of the opponents met over the board (C.07, 8.2); /F of their fore Buchholz.

    With /F the values are those of drawn games in the last round, but who was met is what the board says: nobody is met
    in a game that is forfeited, or still to be played.
    """
    unit = lcm(*range(1, field.completed + 1))
    totals = _totals(field, tiebreak)
    return TiebreakColumn([total * (unit // games) if games else None for total, games in totals], 2 * unit)


def sum_of_buchholz(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """SOB: the sum of the Buchholz of the opponents met over the board (article 32.3.1.5)."""
    return TiebreakColumn([total for total, _ in _totals(field, tiebreak)], 2)


def _totals(field: Field, tiebreak: Tiebreak) -> list[tuple[int, int]]:
    meant, values = field.referring(tiebreak.reference, tiebreak), _opponents_buchholz(field, tiebreak)

    def totals(players: Sequence[int]) -> list[tuple[int, int]]:
        return [(sum(values[foe] for foe in met), len(met)) for met in map(meant.met, players)]

    key = "SOB", tiebreak.forfeits_played, tiebreak.fore
    return meant.memory.list_of(key, Reach.THEIR_OPPONENTS, totals)


def _opponents_buchholz(field: Field, tiebreak: Tiebreak) -> list[int]:
    plain = Tiebreak("BH", tiebreak.reference, forfeits_played=tiebreak.forfeits_played, fore=tiebreak.fore)
    return [x or 0 for x in buchholz(field, plain).raw]


def opponents_buchholz_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    seen, values = looked_at(field, tiebreak), _opponents_buchholz(field, tiebreak)
    meant = field.referring(tiebreak.reference, tiebreak)
    return [
        contribution(seen, i, r, StandIn.OPPONENT, in_points(values[foe]), None)
        for r, foe in enumerate(meant.foes[i])
        if foe >= 0 and r not in meant.missed.get(i, ())
    ]


BUCHHOLZ = How(buchholz, rounds=buchholz_rounds)
AVERAGE_BUCHHOLZ = How(average_of_buchholz, rounds=opponents_buchholz_rounds, reach=Reach.THEIR_OPPONENTS)
SUM = How(sum_of_buchholz, rounds=opponents_buchholz_rounds, reach=Reach.THEIR_OPPONENTS)
