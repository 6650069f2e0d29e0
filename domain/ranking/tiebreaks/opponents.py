"""Counted scores of every player's opponents: the raw material of Buchholz and Sonneborn-Berger."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.ranking.tiebreaks import unplayed
from domain.ranking.tiebreaks.field import Field, Reach
from domain.ranking.tiebreaks.rule import Cut
from domain.ranking.tiebreaks.unplayed import Ruleset, Stand, StandIn
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import PLAYED_CODES, Code


@dataclass(frozen=True, slots=True)
class Encounter:
    """One round of one player: the opponent taken to have been met, and that one's score in half-points."""

    round: int
    """From 0."""
    kind: StandIn
    score: int
    points: int
    voluntary: bool
    article: Article | None = None


class Met(NamedTuple):
    """The counted scores of a player's encounters under the ruleset. `counted` and `won` run in step."""

    counted: list[int]
    won: list[int]
    voluntary: Sequence[int] = ()
    """Places in `counted` that are voluntary unplayed rounds (C.07, 16.5)."""


def opposition(field: Field, forfeits_played: bool = False) -> list[Met]:
    """The encounters of everybody; remembered by the field.

    With predetermined pairings, or on request, forfeits are games (C.07, 15.2 and 16.6).
    """
    scores = adjusted_scores(field)
    foes, points, missed = field.foes, field.points, field.missed

    def met(players: Sequence[int]) -> list[Met]:
        return [
            _met(field, i, forfeits_played, scores) if i in missed else Met([scores[foe] for foe in foes[i]], points[i])
            for i in players
        ]

    key = "met", forfeits_played or field.context.predetermined
    return field.memory.list_of(key, Reach.OPPONENTS, met)


def _met(field: Field, i: int, forfeits_played: bool, scores: list[int]) -> Met:
    met = encounters(field, i, forfeits_played, scores)
    first = field.context.voluntary_cut and field.context.ruleset.c07
    voluntary = [at for at, e in enumerate(met) if e.voluntary] if first else ()
    return Met([e.score for e in met], [e.points for e in met], voluntary)


def game_codes(field: Field, forfeits_played: bool) -> frozenset[Code]:
    """The codes of games: forfeits among them on request, or with predetermined pairings (C.07, 15.2 and 16.6)."""
    return unplayed.PLAYED_OR_FORFEIT if forfeits_played or field.context.predetermined else PLAYED_CODES


def adjusted_scores(field: Field) -> list[int]:
    """The score that opponents may count of each player, in half-points (article 31; C.07, 16.3).

    /P changes whom a player met, not what the opponents count: a forfeit loss stays a voluntary
    unplayed round when it comes to who withdrew. So does FIDE's own server.
    """
    context, missed, codes = field.context, field.missed, field.codes
    if context.predetermined or (context.ruleset.c07 and not context.adjust):
        return field.scores

    def counted(players: Sequence[int]) -> list[int]:
        return [
            unplayed.adjusted(context.ruleset, codes(i), field.points[i], context.scoring)
            if i in missed
            else field.scores[i]
            for i in players
        ]

    return field.memory.list_of("adjusted", Reach.OWN, counted)


def encounters(field: Field, i: int, forfeits_played: bool, scores: list[int]) -> list[Encounter]:
    """Player `i` round by round. With predetermined pairings a round of rest is no round at all."""
    games = game_codes(field, forfeits_played)
    codes = field.codes(i)
    found = []
    for r, (code, foe, points) in enumerate(zip(codes, field.foes[i], field.points[i], strict=True)):
        if code in games and foe >= 0:
            kind = StandIn.OPPONENT if code in PLAYED_CODES else StandIn.SCHEDULED
            found.append(Encounter(r, kind, scores[foe], points, False, _adjustment(field, foe, scores)))
        elif not field.context.predetermined:
            scheduled = scores[foe] if foe >= 0 else None
            stand = _stand(field, i, r, codes, scheduled)
            found.append(Encounter(r, stand.kind, stand.score, points, code in unplayed.VOLUNTARY, stand.article))
    return found


def _stand(field: Field, i: int, r: int, codes: list[Code], scheduled: int | None) -> Stand:
    context = field.context
    if context.ruleset.c07 and not context.dummies:
        return Stand(StandIn.NOBODY, 0, unplayed.WITHOUT_DUMMIES)
    return unplayed.stand_in(context.ruleset, r, codes, field.points[i], scheduled, field.rounds, context.scoring)


def _adjustment(field: Field, foe: int, scores: list[int]) -> Article | None:
    """The article behind an opponent's adjusted score; None = the face value counts."""
    if scores[foe] == field.scores[foe]:
        return None
    ruleset = field.context.ruleset
    return unplayed.VIRTUAL_OPPONENT if ruleset is Ruleset.VO2009 else unplayed.ADJUSTED_SCORE if ruleset.c07 else None


# Contributions that a cut or a median leaves out (C.07, 14 and 16.5).

Cuts = dict[int, Cut]


def sum_without(counted: Sequence[int], low: int, high: int) -> int:
    """The sum without the `low` smallest and the `high` largest, where no round was missed by choice."""
    if low == 1 and high == 0:
        return sum(counted) - min(counted, default=0)
    return sum(sorted(counted)[low : max(low, len(counted) - high)])


def cut_by_score(counted: Sequence[int], voluntary: Sequence[int], low: int, high: int) -> Cuts:
    """The rounds that a Buchholz cut takes: one's own voluntary unplayed rounds first (C.07, 16.5).

    The lowest of them is taken even if an opponent counts less; a high cut knows no such exception.
    """
    cuts: Cuts = {}
    own = sorted(voluntary, key=lambda at: (counted[at], at))
    plain = sorted((at for at in range(len(counted))), key=lambda at: (counted[at], at))
    for _ in range(low):
        free = [at for at in own if at not in cuts]
        rest = [at for at in plain if at not in cuts]
        if free:
            cuts[free[0]] = Cut.VOLUNTARY
        elif rest:
            cuts[rest[0]] = Cut.LOW
    for at in [at for at in reversed(plain) if at not in cuts][:high]:
        cuts[at] = Cut.HIGH
    return cuts


def by_opponent(
    counted: Sequence[int], amounts: Sequence[int], voluntary: Sequence[int], low: int, *, lowest_score: bool
) -> Cuts:
    """The rounds that a Sonneborn-Berger cut takes (C.07, 14.1.2 and 16.5).

    The contribution of the lowest-scoring opponent, ties: the smaller one; instead of it the
    lowest voluntary unplayed round, if that contributes at least as much. `lowest_score` takes
    the voluntary round with the lowest dummy.
    """
    cuts: Cuts = {}
    plain = sorted(range(len(counted)), key=lambda at: (counted[at], amounts[at], at))
    first = (lambda at: (counted[at], amounts[at], at)) if lowest_score else (lambda at: (amounts[at], counted[at], at))
    own = sorted(voluntary, key=first)
    for _ in range(min(low, len(counted))):
        lowest = next(at for at in plain if at not in cuts)
        mine = next((at for at in own if at not in cuts), None)
        if mine is not None and amounts[mine] >= amounts[lowest]:
            cuts[mine] = Cut.VOLUNTARY
        else:
            cuts[lowest] = Cut.LOW
    return cuts


def lowest_contribution(counted: Sequence[int], amounts: Sequence[int]) -> int:
    """The contribution of the lowest-scoring opponent, where no round was missed by choice."""
    return min(zip(counted, amounts, strict=True), default=(0, 0))[1]
