"""Conditions of entry: who may play, in the words of prize categories (`domain/words/choices/prizes.py`)."""

from enum import StrEnum

from domain.records import dataclass

LONGEST_CONDITIONS_CHARS = 300


class RatingMeant(StrEnum):
    """The rating that the conditions ask for. The values are stored in journals."""

    COUNTS = ""
    """The one that counts in the tournament."""
    FIDE = "fide"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True)
class EntryConditions:
    who: str = ""
    """`R1600-1999&fed:BUL|W`; empty = everybody."""
    enforced: bool = False
    """Nobody else is registered; otherwise the arbiter is warned."""
    rating: RatingMeant = RatingMeant.COUNTS
    age_day: str = ""
    """ISO date: ages are those that are reached in its year; empty = the start of the event."""


OPEN_TO_ALL = EntryConditions()
