"""The matches of a bracket: in which round and part each is played, and who comes to it."""

from enum import StrEnum
from typing import NamedTuple


class BracketPart(StrEnum):
    """A part of a bracket. The values stand in journals, report files and JSON."""

    MAIN = "main"
    LOWER = "lower"
    THIRD = "third"
    FINAL = "final"
    SECOND_FINAL = "second-final"
    """Only where the winner of the lower bracket has won the first: then both have lost once."""


class Origin(StrEnum):
    """The values are stored in journals."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class BracketPlace(NamedTuple):
    origin: Origin
    of: int
    """A seed, or the number of a match; seed 0 is nobody."""


NOBODY_COMES = BracketPlace(Origin.SEED, 0)


class BracketMatch(NamedTuple):
    """A match that a bracket has in any case, whoever plays in it."""

    number: int
    """From 1, round by round."""
    round: int
    part: BracketPart
    places: tuple[BracketPlace, BracketPlace]
