"""The kinds of steps that may touch the integrity of the pairings."""

from enum import StrEnum
from typing import ClassVar


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


class EventOfTournament:
    """An event of a tournament: an ordinary one, unless it declares another integrity."""

    __slots__ = ()
    integrity: ClassVar[Integrity] = Integrity.NONE
