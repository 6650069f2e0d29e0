"""The progressive score, "progress": who was in front longer (article 32.1.1; seed 003)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from domain.ranking.tiebreaks.buchholz import looked_at
from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, TiebreakColumn
from domain.ranking.tiebreaks.remembering import Reach
from domain.ranking.tiebreaks.rule import How
from domain.ranking.tiebreaks.unplayed import StandIn
from domain.ranking.tiebreaks.working import Contribution, Cut
from domain.words.games import points as in_points


def progressive(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PS: the sum of the scores after each round (article 32.1.1; C.07, 7.5).

    A cut drops the scores after the first rounds (32.1.1.1), played or not. Only points count:
    neither the virtual opponent nor the dummy has a say (end of article 31).
    """
    seen = looked_at(field, tiebreak)

    def sums(players: Sequence[int]) -> list[int]:
        return [sum(list(accumulate(seen.points[i]))[tiebreak.cut :]) for i in players]

    return TiebreakColumn(seen.memory.list_of(("PS", tiebreak.cut), Reach.OWN, sums), 2)


def progressive_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """The working of player `i`'s progressive score."""
    seen = looked_at(field, tiebreak)
    running = accumulate(seen.points[i])
    return [own_round(seen, i, r, in_points(total), r < tiebreak.cut) for r, total in enumerate(running)]


def own_round(field: Field, i: int, r: int, amount: Fraction, cut: bool = False) -> Contribution:
    """A round in which only the player's own result counts."""
    line, foe = field.line(i, r), field.foes[i][r]
    return Contribution(
        round=r + 1,
        code=line.code,
        points=in_points(line.points),
        kind=StandIn.OPPONENT if line.code.played else StandIn.SCHEDULED if foe >= 0 else StandIn.NOBODY,
        opponent=field.cards[foe].number if foe >= 0 else None,
        face=in_points(field.scores[foe]) if foe >= 0 else None,
        counted=in_points(line.points),
        amount=amount,
        cut=Cut.BEGINNING if cut else None,
    )


PROGRESSIVE = How(progressive, rounds=progressive_rounds)
