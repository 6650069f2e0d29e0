"""Tie-breaks of McMahon: the McMahon score, and the sums of the opponents' scores that Go ranks by."""

from collections.abc import Sequence
from dataclasses import replace

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn
from domain.ranking.tiebreaks.rule import Contribution, Fact, How, contribution
from domain.ranking.tiebreaks.unplayed import StandIn
from domain.words.games import points as in_points


def sum_of_sums(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """SOSOS: the SOS of the opponents, added up; of an unplayed round the own one."""
    sums = _sums(field)

    def work(players: Sequence[int]) -> list[int]:
        return [sum(sums[i if foe < 0 else foe] for foe in _opponents(field, i)) for i in players]

    return TiebreakColumn(field.memory.list_of("SOSOS", Reach.THEIR_OPPONENTS, work), 2)


def sum_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    counted = _sums(field) if tiebreak.code == "SOSOS" else _scores(field)
    return [_contribution(field, i, r, foe, counted, tiebreak.code) for r, foe in enumerate(_opponents(field, i))]


def _contribution(field: Field, i: int, r: int, foe: int, counted: Sequence[int], code: str) -> Contribution:
    own = counted[i] if code == "SOSOS" else _before(field, i, r)
    kind = StandIn.SELF if foe < 0 else StandIn.OPPONENT
    made = contribution(field, i, r, kind, in_points(own if foe < 0 else counted[foe]), None)
    return replace(made, face=None if foe < 0 else made.counted)


def _scores(field: Field) -> list[int]:
    """MMS: starting points and points scored."""
    return field.memory.list_of("MMS", Reach.OWN, lambda players: [_start(field, i) + field.scores[i] for i in players])


def _sums(field: Field) -> list[int]:
    """SOS: the McMahon scores of the opponents, added up; of an unplayed round the own one at its start."""
    scores = _scores(field)

    def work(players: Sequence[int]) -> list[int]:
        return [
            sum(_before(field, i, r) if foe < 0 else scores[foe] for r, foe in enumerate(_opponents(field, i)))
            for i in players
        ]

    return field.memory.list_of("SOS", Reach.OPPONENTS, work)


def _opponents(field: Field, i: int) -> list[int]:
    """By round the opponent met over the board; -1 = unplayed."""
    away = field.missed.get(i)
    return field.foes[i] if away is None else [-1 if r in away else foe for r, foe in enumerate(field.foes[i])]


def _start(field: Field, i: int) -> int:
    return field.context.start.get(field.cards[i].number, 0)


def _before(field: Field, i: int, r: int) -> int:
    """The player's own McMahon score before round `r`, from 0."""
    return _start(field, i) + field.scores[i] - sum(field.points[i][r:])


STARTING = How(
    lambda field, _: TiebreakColumn([_start(field, i) for i in range(len(field))], 2), reach=Reach.OWN, only_shown=True
)
MMS = How(
    lambda field, _: TiebreakColumn(_scores(field), 2),
    facts=lambda field, _, i: {Fact.START: in_points(_start(field, i)), Fact.SCORED: in_points(field.scores[i])},
    reach=Reach.OWN,
)
SOS = How(lambda field, _: TiebreakColumn(_sums(field), 2), rounds=sum_rounds)
SOSOS = How(sum_of_sums, rounds=sum_rounds, reach=Reach.THEIR_OPPONENTS)
