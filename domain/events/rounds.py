"""Events of rounds: drafts, publication, changes by hand, the end."""

from typing import ClassVar

from domain.events.integrity import Event, Integrity
from domain.records import dataclass
from domain.words.players import EntrantId

BY_HAND = "by hand"

FROM_FILE = "file"


@dataclass(frozen=True, slots=True)
class Board:
    number: int
    white: EntrantId
    black: EntrantId


@dataclass(frozen=True, slots=True)
class RoundPaired(Event):
    """A draft: nobody but the desk sees it until it is published. A later draft replaces it."""

    round: int
    boards: tuple[Board, ...]
    bye: EntrantId | None
    numbers: tuple[EntrantId, ...]
    engine: str
    engine_version: str
    based_on: int
    byes: tuple[EntrantId, ...] = ()
    """Entrants who advance without a game in a bracket; `bye` is that of an odd field."""


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    round: int
    on: str = ""
    """The day at the venue (ISO), where the regulations have one round a day."""
    by_clock: bool = False
    """At the time that was set for it, and not by hand."""


@dataclass(frozen=True, slots=True)
class RoundWithdrawn(Event):
    """A published round taken back before it was played (F.6, F.7)."""

    integrity: ClassVar[Integrity] = Integrity.ALTERATION
    round: int
    reason: str
    overridden: bool = False


@dataclass(frozen=True, slots=True)
class DraftDiscarded(Event):
    round: int


@dataclass(frozen=True, slots=True)
class BoardsAltered(Event):
    """The whole round as it stands after a change by hand (F.6)."""

    integrity: ClassVar[Integrity] = Integrity.ALTERATION
    round: int
    boards: tuple[Board, ...]
    bye: EntrantId | None
    reason: str
    breaches: tuple[str, ...] = ()
    """Criteria the change breaks and the arbiter confirmed: `dutch-1998 B.2a`; from 0.1 without the edition."""
    overridden: bool = False
    both_colours_wrong: tuple[int, ...] = ()
    latecomer: EntrantId | None = None
    """Somebody who came after the round was published and plays whoever had its bye; the other boards stay."""


@dataclass(frozen=True, slots=True)
class HandPairingBegun(Event):
    """The arbiter seats a round by hand; until that ends nothing of it is published, entered or closed."""

    round: int


@dataclass(frozen=True, slots=True)
class HandPairingEnded(Event):
    """The boards stand; beside them what the system pairs (see `integrity_of`)."""

    integrity: ClassVar[Integrity] = Integrity.ALTERATION
    round: int
    engine: str = ""
    """The system asked; empty = none, because nothing was seated or no system pairs this format."""
    engine_version: str = ""
    boards: tuple[Board, ...] = ()
    """As the system pairs them; empty where it finds nothing legal."""
    bye: EntrantId | None = None
    differing: tuple[int, ...] = ()
    """Boards that the system pairs otherwise."""


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    round: int
