"""Koya: points against those who scored at least half (articles 32.1.2 and 32.1.3; C.07, 9.2)."""

from collections.abc import Sequence

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, TiebreakColumn, Value
from domain.ranking.tiebreaks.progressive import own_round
from domain.ranking.tiebreaks.remembering import Reach
from domain.ranking.tiebreaks.rule import How
from domain.ranking.tiebreaks.unplayed import PLAYED_OR_FORFEIT
from domain.ranking.tiebreaks.working import Contribution, Fact
from domain.words.games import points as in_points


def koya(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """KS: points won against all opponents with at least 50 % of the possible score.

    /L+1 and /L-1 move the limit by half-points, the extended Koya. Only for a round robin:
    elsewhere the value is undefined. Only points count, no stand-ins (end of article 31).
    """
    if not field.context.predetermined:
        return TiebreakColumn([None] * len(field), 2)
    least = koya_limit(field, tiebreak)

    def sums(players: Sequence[int]) -> list[int]:
        return [sum(points for _, points in _against(field, least, i)) for i in players]

    return TiebreakColumn(field.memory.list_of(("KS", least), Reach.OPPONENTS, sums), 2)


def koya_limit(field: Field, tiebreak: Tiebreak) -> int:
    """The least score that counts, in half-points. A round of rest is not part of the maximum."""
    games = max((sum(foe >= 0 for foe in foes) for foes in field.foes), default=0)
    return -(-games * field.context.scoring.win // 2) + tiebreak.limit


def _against(field: Field, least: int, i: int) -> list[tuple[int, int]]:
    """(round, points) of the games, forfeits among them, against those with at least so many half-points."""
    return [
        (r, field.points[i][r])
        for r, foe in enumerate(field.foes[i])
        if foe >= 0 and field.scores[foe] >= least and field.line(i, r).code in PLAYED_OR_FORFEIT
    ]


def koya_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """The games of player `i` that count; none where the value is undefined."""
    if not field.context.predetermined:
        return []
    return [own_round(field, i, r, in_points(points)) for r, points in _against(field, koya_limit(field, tiebreak), i)]


def koya_facts(field: Field, tiebreak: Tiebreak, i: int) -> dict[Fact, Value]:
    """The least score that counts."""
    return {Fact.LIMIT: in_points(koya_limit(field, tiebreak))}


KOYA = How(koya, rounds=koya_rounds, facts=koya_facts)
