"""Events of pairing numbers, lots and orders given from outside."""

from typing import ClassVar

from domain.events.integrity import Event, Integrity
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.options import NumbersBy
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class InitialColourDrawn(Event):
    """The colour of number 1 in round 1 (A.7)."""

    colour: Colour
    seed: str = ""
    """The lot's seed; empty = set by the arbiter."""


@dataclass(frozen=True, slots=True)
class PairingNumbersIssued(Event):
    """Pairing number n belongs to `order[n - 1]` (A.2)."""

    integrity: ClassVar[Integrity] = Integrity.NUMBERING
    order: tuple[EntrantId, ...]
    during_round: int = 0
    """The newest round paired when it happened; 0 = before the start (an ordinary step)."""
    drawn_by: NumbersBy = NumbersBy.RATING
    seed: str = ""


@dataclass(frozen=True, slots=True)
class StartPositionDrawn(Event):
    """Chess960: what every board of a round begins from."""

    round: int
    position: int
    """0 to 959."""
    seed: str


@dataclass(frozen=True, slots=True)
class PairingNumbersExchanged(Event):
    """Two of equal rating and title have each other's number from now on (FIDE checklist, 147-150)."""

    integrity: ClassVar[Integrity] = Integrity.NUMBERING
    one: EntrantId
    other: EntrantId
    during_round: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn(Event):
    """The last resort between equals, drawn once: earlier in `order` is better."""

    seed: str
    order: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class EqualsOrdered(Event):
    """The order that the tie-break `MANUAL` goes by: earlier in `order` is better; replaces the order before."""

    order: tuple[EntrantId, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OutsideValue:
    player: EntrantId
    points: int
    """Half-points."""


@dataclass(frozen=True, slots=True)
class OutsideValuesGiven(Event):
    """Values for the tie-break `PLAYOFF`: points of games that are not in this tournament; replaces those before."""

    values: tuple[OutsideValue, ...]
    reason: str = ""
