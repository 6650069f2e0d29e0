"""The kinds of steps that may touch the integrity of the pairings."""

from enum import StrEnum
from typing import ClassVar

from domain.records import dataclass


class Integrity(StrEnum):
    """The meaning of a step for the integrity of the pairings (FIDE checklist, questions 112-115)."""

    NONE = "none"
    ALTERATION = "MPA"
    IMPORT = "Import"
    NUMBERING = "TPN"
    CORRECTION = "Correction"
    ADJOURNMENT = "Adjournment"
    CONFIGURATION = "Configuration"
    BYE = "Bye"
    """A full-point bye (question 179)."""


EVENTS: "dict[str, type[Event]]" = {}
"""By the name that the journal stores: every event of a tournament, in the order of the files."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a tournament: an ordinary one, unless it declares another integrity."""

    integrity: ClassVar[Integrity] = Integrity.NONE

    def __init_subclass__(cls) -> None:
        EVENTS[cls.__name__] = cls
