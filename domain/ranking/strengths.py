"""How strong players may really be: a rating is an estimate with an error, and the results so far say more of it.

The error, and the step from the results so far to a new estimate, are those of M. E. Glickman ("Parameter estimation in
large dynamic paired comparison experiments", Applied Statistics 48, 1999), with the expected scores and variances of
`game_chances`. White's move counts as points of rating, as R. R. Davidson and R. J. Beaver have it ("On Extending the
Bradley-Terry Model to Incorporate Within-Pair Order Effects", Biometrics 33, 1977).
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from domain.ranking.game_chances import USUAL_RATING, along, game_chances

ERROR_LEVELS = (1400, 2200, 2600)
ERRORS_OF_RATINGS = (130, 85, 25)
"""The standard error of ratings at these `ERROR_LEVELS`, as held events have it (tests/benchmarks/README.md)."""
ERROR_WITHOUT_RATING = 350
"""Glickman's, for a player of whom nothing is known."""
WHITE_IS_WORTH = 35
"""Points of rating, as held events have it."""
POINTS_OF_SCALE = 400 / log(10)
STEPS_TO_STRENGTH = 3
"""Towards the likeliest strength."""


class LikelyStrength(NamedTuple):
    """On the scale of ratings."""

    mean: float
    deviation: float


class GameHeld(NamedTuple):
    """A game that was played."""

    opponent: int
    """The place among the players."""
    white: bool
    score: float


def strengths(ratings: Sequence[int], played: Sequence[Iterable[GameHeld]]) -> list[LikelyStrength]:
    """Of players with these ratings (0 = none) after the games that each has played."""
    before = [LikelyStrength(rating or USUAL_RATING, error_of(rating)) for rating in ratings]
    return [_after(one, games, before) for one, games in zip(before, played, strict=True)]


def error_of(rating: int) -> float:
    """The standard error of a rating; 0 = no rating."""
    return along(ERROR_LEVELS, ERRORS_OF_RATINGS, rating) if rating else ERROR_WITHOUT_RATING


def _after(one: LikelyStrength, games: Iterable[GameHeld], before: Sequence[LikelyStrength]) -> LikelyStrength:
    """The likeliest strength: one step is Glickman's, further ones matter to players of whom little is known."""
    mean, known, games = one.mean, one.deviation**-2, tuple(games)
    for _ in range(STEPS_TO_STRENGTH if games else 0):
        known, moved = one.deviation**-2, (one.mean - mean) * one.deviation**-2
        for game in games:
            other, ahead = before[game.opponent], WHITE_IS_WORTH if game.white else -WHITE_IS_WORTH
            chances = game_chances(round(mean + ahead), round(other.mean))
            slope = chances.expected * (1 - chances.expected) / POINTS_OF_SCALE
            doubt = chances.variance + (slope * other.deviation) ** 2
            known += slope**2 / doubt
            moved += slope * (game.score - chances.expected) / doubt
        mean += moved / known
    return LikelyStrength(mean, known**-0.5)
