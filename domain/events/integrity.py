"""The kinds of steps that may touch the integrity of the pairings."""

from enum import StrEnum


class Integrity(StrEnum):
    """The meaning of a step for the integrity of the pairings (FIDE checklist, questions 112-115)."""

    NONE = "none"
    """An ordinary step of an ordinary day."""
    ALTERATION = "MPA"
    """A pairing changed by hand."""
    IMPORT = "Import"
    NUMBERING = "TPN"
    CORRECTION = "Correction"
    ADJOURNMENT = "Adjournment"
    CONFIGURATION = "Configuration"
    BYE = "Bye"
    """A full-point bye (question 179)."""
