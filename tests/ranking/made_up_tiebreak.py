"""The rule file of a made-up tie-break: the file besides the row and the wording that a new one takes."""

from collections.abc import Sequence
from fractions import Fraction

from domain.ranking.tiebreaks import Field, Tiebreak, TiebreakColumn
from domain.ranking.tiebreaks.field import Reach
from domain.ranking.tiebreaks.own_results import own_round
from domain.ranking.tiebreaks.rule import Contribution, How
from domain.words.games import Code


def draws(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """The number of rounds that ended in a draw."""

    def counts(players: Sequence[int]) -> list[int]:
        return [len(draws_of(field, tiebreak, i)) for i in players]

    return TiebreakColumn(field.memory.list_of("draws", Reach.OWN, counts))


def draws_of(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """The rounds that count, each as one."""
    rounds = range(field.completed)
    return [own_round(field, i, r, Fraction(1)) for r in rounds if field.line(i, r).code is Code.DRAW]


DRAWS = How(draws, rounds=draws_of, reach=Reach.OWN)
