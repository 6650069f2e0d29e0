"""Chances of a game by two ratings: FIDE's expected score, shared out to wins, draws and losses by Davidson.

The expected score is FIDE's table of probabilities (B.02, 8.1.2). The model of draws is that of R. R. Davidson ("On
Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments", Journal of the American
Statistical Association 65, 1970): won : drawn : lost = s : v : 1/s, where v says how often equals draw. Stronger
players draw more often, so v depends on the level of the two.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from math import fsum, sqrt
from typing import NamedTuple

from domain.ranking.elo import expected

DRAWING_LEVELS = (1400, 2200, 2600)
DRAWN_BETWEEN_EQUALS = (0.20, 0.35, 0.60)
"""Drawn games between equals at these `DRAWING_LEVELS`, as held events had them (tests/benchmarks/README.md)."""
WIDTH_OF_LEVEL = 50
"""Ratings of one level: the finer they are, the fewer games share an answer."""
USUAL_RATING = 1500
"""The rating taken for players who have none."""
LEAST_PERCENT = 1
"""Percent expected of the weaker at least: nobody is without a chance."""


class GameChances(NamedTuple):
    """Shares that add up to 1."""

    won: float
    drawn: float
    lost: float

    @property
    def expected(self) -> float:
        return self.won + self.drawn / 2

    @property
    def variance(self) -> float:
        return self.won + self.drawn / 4 - self.expected**2


def game_chances(mine: int, theirs: int) -> GameChances:
    """The outcome of a game for the player with the first rating; 0 = no rating. The colour does not matter."""
    one, other = mine or USUAL_RATING, theirs or USUAL_RATING
    return _outcome(max(-800, min(800, one - other)), (one + other) // (2 * WIDTH_OF_LEVEL) * WIDTH_OF_LEVEL)


@cache
def _outcome(difference: int, level: int) -> GameChances:
    percent = max(LEAST_PERCENT, min(100 - LEAST_PERCENT, expected(difference)))
    share, equals = percent / 100, drawn_between_equals(level)
    ties = 2 * equals / (1 - equals)
    # (1 - e) s^2 + v (1/2 - e) s - e = 0 follows from e = (s + v/2) / (s + v + 1/s).
    middle = ties * (0.5 - share)
    strength = (-middle + sqrt(middle**2 + 4 * (1 - share) * share)) / (2 * (1 - share))
    whole = strength + ties + 1 / strength
    return GameChances(strength / whole, ties / whole, 1 / strength / whole)


def match_chances(lead: int, games: Iterable[GameChances]) -> GameChances:
    """The outcome of a match by who wins more games; `lead` are the games won more so far, draws left out."""
    shares = {lead: 1.0}
    for game in games:
        after: dict[int, float] = defaultdict(float)
        for ahead, share in shares.items():
            for more, chance in zip((1, 0, -1), game, strict=True):
                after[ahead + more] += share * chance
        shares = after
    won = fsum(share for ahead, share in shares.items() if ahead > 0)
    lost = fsum(share for ahead, share in shares.items() if ahead < 0)
    return GameChances(won, shares.get(0, 0.0), lost)


def drawn_between_equals(level: int) -> float:
    """The share of drawn games between two players of this rating."""
    return along(DRAWING_LEVELS, DRAWN_BETWEEN_EQUALS, level)


def along(levels: Sequence[int], values: Sequence[float], level: float) -> float:
    """The value at a level: in between two levels it changes evenly, beyond the last ones it stays."""
    at = min(max(1, bisect_left(levels, level)), len(levels) - 1)
    low, high = levels[at - 1], levels[at]
    share = (min(max(level, low), high) - low) / (high - low)
    return values[at - 1] + share * (values[at] - values[at - 1])
