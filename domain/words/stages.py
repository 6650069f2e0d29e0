"""Stages after each other: who goes on from one tournament into the next, and what they bring along."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.entrants import EntrantId

NOT_REGISTERED = EntrantId(0)


class Carry(StrEnum):
    """The points that entrants bring along into the next stage. The values are stored in journals."""

    NONE = "none"
    POINTS = "points"
    """All points of the stage before."""
    MUTUAL = "mutual-results"
    """Those of the games against others who qualified; these pairs do not play again."""


class Seeding(StrEnum):
    """The way entrants are put into groups. The values are stored in journals."""

    SNAKE = "snake"
    """By rating: 1, 2, 3, 4 into the four groups, then 5, 6, 7, 8 in the opposite direction."""
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who goes on into the next stage."""

    origin: EntrantId
    """Their id in the stage before."""
    place: int
    """In its table."""
    carried: int = 0
    """Half-points brought along."""
    entrant: EntrantId = NOT_REGISTERED
    """Their id in the next stage; 0 = not registered there."""

    @property
    def brings(self) -> tuple[EntrantId, int]:
        """The part that matters to the next stage: who comes, with how many half-points."""
        return self.origin, self.carried
