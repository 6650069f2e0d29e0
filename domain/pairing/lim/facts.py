"""Facts of the account of a pairing by Lim: data for `web/wording/pairing/lim.py`, no sentences."""

from dataclasses import dataclass
from enum import StrEnum

from domain.pairing.lim.colours import ColourReason
from domain.pairing.lim.engine import NAME
from domain.pairing.lim.floaters import FloaterType
from domain.pairing.lim.scrutiny import PairedAs
from domain.words.articles import Article


def article(number: str) -> Article:
    """An article of this edition."""
    return Article(NAME, number)


class GroupPart(StrEnum):
    """The part of the field that a group lies in."""

    ABOVE = "above"
    BELOW = "below"
    MEDIAN = "median"


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """One group (2.2); its steps follow."""

    number: int
    """In the order in which they are paired; the median is the last."""
    score: int
    """Half-points."""
    part: GroupPart
    residents: tuple[int, ...]
    came_in: tuple[int, ...]
    """Floaters of the groups before it, in the order in which they are paired."""


@dataclass(frozen=True, slots=True)
class FloatsOut:
    """One who goes on to the next group (3.9)."""

    player: int
    type: FloaterType
    again: bool
    """Floated in the previous round too."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A player who did not take the first opponent of the order."""

    player: int
    opponent: int
    passed: tuple[int, ...]
    """Opponents earlier in the order."""
    role: PairedAs
    for_colour: bool
    """One of them was free to be taken, but due the same colour."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A pair that was cracked for the median group (2.6)."""

    players: tuple[int, int]
    part: GroupPart


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the one of the rule that gave the colours."""

    board: int
    white: int
    black: int
    group: int
    colours: ColourReason


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    barred: tuple[int, ...]
    """Players before them in the order of the bye who may not have it."""
    needed: tuple[int, ...]
    """Players before them without whom the rest could not be paired."""


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    """They have met, their colours cannot be given (2.1), or the arbiter keeps them apart."""
    OTHER_GROUPS = "other-groups"
    TAKEN = "taken"
    """Somebody whose turn came first took one of them."""
    NOT_COMPLETED = "not-completed"
    """With this pair the rest of the group could not be paired."""
    COLOUR = "colour"
    """One of them took somebody who is due the other colour (5.2)."""
    LATER = "later"
    """One of them took somebody who comes first in the order."""


@dataclass(frozen=True, slots=True)
class Unsuited:
    """Two whom a rule keeps from meeting."""

    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The rules that forbid the pair are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    group: int = 0
    """The group where they could have met; 0 = none."""
    instead: tuple[int, int] | None = None
    """The player whose turn it was, and the opponent taken; None where no turn decided."""
