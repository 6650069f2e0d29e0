"""The choices about a Swiss that no edition of FIDE leaves open: the rules of portals and clubs."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.formats.numbers import NumbersBy

FIDE_COLOUR_RUN = 2
"""FIDE: nobody has one colour three times in a row."""
COLOUR_RUNS = (FIDE_COLOUR_RUN, 3)
"""Games in a row with one colour that can be allowed."""


class OddField(StrEnum):
    """The answer to an odd number of players. The values are stored in journals."""

    BYE = "bye"
    REFUSED = "refused"
    """No round is paired until somebody enters or leaves."""


class ByeRule(StrEnum):
    """The way the bye of an odd field is given. The values are stored in journals."""

    OF_THE_SYSTEM = "system"
    LAST = "last"
    """The last of the lowest score group who has had none, before anybody is paired."""


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """The defaults are the rules of the pairing system."""

    odd_field: OddField = OddField.BYE
    bye: ByeRule = ByeRule.OF_THE_SYSTEM
    colour_run: int = FIDE_COLOUR_RUN
    """The most games in a row with one colour."""
    numbers: NumbersBy = NumbersBy.RATING
    """By rating, by lot, or by lot only where nobody has a rating: who meets whom in round 1 follows."""
