"""Events of those who come from an earlier stage."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.events.integrity import Integrity
from domain.words.festivals import Carry, Qualifier


@dataclass(frozen=True, slots=True)
class EntrantsQualified:
    """Entrants came from an earlier stage; a later one of the same source replaces it."""

    integrity: ClassVar = Integrity.NONE
    source: str
    """The address of the tournament they came from."""
    position: int
    """Its journal position that they were read at."""
    entrants: tuple[Qualifier, ...]
    places: int = 0
    """The number of entrants who go on from there."""
    carry: Carry = Carry.NONE
    least_games: int = 1
    """Games that somebody has to have played there."""
    reason: str = ""
    name: str = ""
    """The name of the source when they came; empty in older journals."""


@dataclass(frozen=True, slots=True)
class QualificationAccepted:
    """The entrants stay although the source says otherwise by now."""

    integrity: ClassVar = Integrity.NONE
    source: str
    position: int
    """Its journal position that was looked at."""
    instead: tuple[Qualifier, ...]
    """Those who would have come by then."""
    reason: str
    name: str = ""
    """The name of the source; empty in older journals."""


StageEvent: TypeAlias = EntrantsQualified | QualificationAccepted
