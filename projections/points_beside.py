"""Points that the arbiter gave or took away beside the results."""

from typing import NamedTuple

from domain.tournament import Tournament
from domain.words.players import EntrantId

NOTHING = (0, 0)


class PointsBeside(NamedTuple):
    """Those of one round, in half-points."""

    round: int
    points: int
    """Of the score that the table goes by."""
    secondary: int
    """Of a team's other score."""


def points_beside(t: Tournament, entrant: EntrantId) -> tuple[PointsBeside, ...]:
    """Round by round, without those that were taken back again."""
    rounds = sorted(round for round, one in t.adjustments if one == entrant)
    found = (PointsBeside(round, *t.adjusted_scores(entrant, round)) for round in rounds)
    return tuple(one for one in found if one[1:] != NOTHING)


def sums_beside(t: Tournament, after: int) -> dict[EntrantId, tuple[int, int]]:
    """Both scores up to round `after`; nobody without such points is listed."""
    sums: dict[EntrantId, tuple[int, int]] = {}
    for (round, entrant), given in t.adjustments.items():
        if round <= after:
            points, secondary = sums.get(entrant, NOTHING)
            sums[entrant] = points + sum(one.points for one in given), secondary + sum(one.secondary for one in given)
    return {entrant: both for entrant, both in sums.items() if both != NOTHING}
