"""The choices that McMahon leaves to the organiser: the points that players begin with.

From Go (BGA Organisers' Handbook), with ratings in the place of grades.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

HALVES_OF_A_POINT = 2
AT_THE_BAR: Mapping[int, tuple[int, int]] = {
    3: (4, 8),
    4: (5, 10),
    5: (6, 12),
    6: (7, 15),
    7: (8, 18),
    8: (9, 22),
    9: (10, 26),
}
"""By rounds planned: the fewest and the most players who should begin at the bar (BGA Organisers' Handbook, 4)."""
MOST_STARTING_POINTS = 49
"""A report file has room for 99.5 points, starting points and all."""


@dataclass(frozen=True, slots=True)
class McMahonOptions:
    """Starting points by rating. There is no handicap: chess has none."""

    bar: int = 2000
    """The rating from which on everybody begins level."""
    band: int = 100
    """Rating points for one starting point below the bar."""
    floor: int = 0
    """The rating at which starting points begin; 0 = the lowest rating of a participant before round 1."""

    def lowest(self, ratings: Iterable[int]) -> int:
        """The rating at which starting points begin among players of these ratings; the bar where nobody has one."""
        return self.floor or min((rating for rating in ratings if rating), default=self.bar)

    def top(self, floor: int) -> int:
        """Starting half-points of players at the bar, where starting points begin at the rating `floor`."""
        return HALVES_OF_A_POINT * max(0, _begun_bands(self.bar - floor, self.band))

    def start(self, rating: int, floor: int) -> int:
        """Starting half-points: for each band begun below the bar one point less; 0 without a rating."""
        below = _begun_bands(max(0, self.bar - rating), self.band)
        return max(0, self.top(floor) - HALVES_OF_A_POINT * below) if rating >= max(1, floor) else 0


def _begun_bands(points: int, band: int) -> int:
    return -(-points // band)
