"""Facts of an account that several systems of 2026 tell alike: data for `web/wording/pairing/`, no sentences."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """The virtual points of an accelerated event for the pairing of this round alone (C.04.7)."""

    half_points: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMet:
    """A criterion that this bracket could not meet in full, and how often it is not met."""

    times: int


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """Players whom a criterion does not suit."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The bye of a system that gives it before anybody is paired."""

    player: int
    score: int
    games: int
    """Games played, of Double-Swiss matches."""
    barred: tuple[int, ...]
    """Players before them in the order of the bye who cannot have it (C2)."""
    needed: tuple[int, ...]
    """Players before them without whom the others cannot all be paired."""


@dataclass(frozen=True, slots=True)
class FloatUp:
    """The upfloaters of a bracket; below it those who come before one of them in the order and did not float up."""

    players: tuple[int, ...]
    more: int = 0
    """Others who come before, of whom nothing is said."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody whose floating up the article of the step forbids, or meets worse; no article: see below."""

    player: int
    stranded: tuple[int, ...] = ()
    """Players who could not all be paired then. Empty and no article: their sets come later in the order."""
    met: bool = False
    """Those are two who have met."""


class Reason(StrEnum):
    """The reason two players do not meet, in a system that gives the bye first."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    """One of them has the bye, which is given first."""
    FORBIDDEN = "forbidden"
    """An absolute criterion, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    """One of them is in a bracket to which the other does not belong."""
    NOT_COMPLETED = "not-completed"
    """With this pair not everybody else could be paired, whoever has the bye."""
    NOT_BELOW = "not-below"
    """With this pair not all others could be paired who are left after the bye and the brackets above."""
    WORSE = "worse"
    """The best pairing with this pair meets a criterion worse."""
    LATER = "later"
    """Just as good, but it comes later in the order of the system."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criterion that would be met worse, or those that forbid the pair, are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
