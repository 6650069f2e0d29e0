"""Editions of the Dutch system by the day they came into force: the rules for a report file that names none."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from domain.words.regulations import CorrectionPolicy


@dataclass(frozen=True, slots=True)
class Edition:
    """A text of the Handbook. Its system may be one that is not here."""

    system: str
    first_day: date
    order: tuple[str, ...]
    """Tie-breaks of a Swiss that names none."""
    corrections: CorrectionPolicy


DUTCH_EDITIONS: Final = (
    Edition("dutch-2026", date(2026, 2, 1), ("C07-SWISS",), CorrectionPolicy.HANDLING_2026),
    Edition("dutch-2017", date(2017, 7, 1), ("C07-SWISS",), CorrectionPolicy.HANDLING_2013),
    Edition("dutch-2012", date(2012, 1, 1), ("33.3.4",), CorrectionPolicy.HANDLING_2013),
    Edition("dutch-1998", date.min, ("F10",), CorrectionPolicy.F7_1998),
)
"""The texts, newest first. That of 1998 was in the Handbook until a day of 2011 that is not known."""

TODAYS: Final = DUTCH_EDITIONS[0]


def edition_on(day: date | None) -> Edition:
    """The edition in force on a day; today's for a file without one."""
    if day is None:
        return TODAYS
    return next(edition for edition in DUTCH_EDITIONS if edition.first_day <= day)


def edition_of(system: str) -> Edition:
    """The edition with this system, today's for one that is none of the Dutch."""
    return next((edition for edition in DUTCH_EDITIONS if edition.system == system), TODAYS)
