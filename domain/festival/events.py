"""Everything that can happen to a festival, in the past tense. These names and shapes are for ever."""

from dataclasses import dataclass
from typing import TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class FestivalDetails:
    """The facts on the poster of all its tournaments together."""

    name: str
    city: str = ""
    start: str = ""
    """ISO date, empty = not announced."""
    end: str = ""
    one_prize_each: bool = False
    """The regulations give a player one prize in all sections together, the greatest."""


@dataclass(frozen=True, slots=True)
class FestivalAnnounced:
    details: FestivalDetails


@dataclass(frozen=True, slots=True)
class FestivalDetailsAmended:
    details: FestivalDetails


@dataclass(frozen=True, slots=True)
class SectionAdded:
    """A tournament stands beside the others from now on."""

    tournament: str
    """Its address."""
    title: str
    """Its name inside the festival, such as `A` or `Seniors`."""


@dataclass(frozen=True, slots=True)
class SectionRenamed:
    tournament: str
    title: str


@dataclass(frozen=True, slots=True)
class SectionRemoved:
    """It is no section any more; the tournament itself goes on."""

    tournament: str


@dataclass(frozen=True, slots=True)
class SectionsOrdered:
    """The order in which the sections are shown: every one of them, by address."""

    tournaments: tuple[str, ...]


FestivalEvent: TypeAlias = (
    FestivalAnnounced | FestivalDetailsAmended | SectionAdded | SectionRenamed | SectionRemoved | SectionsOrdered
)

FESTIVAL_EVENTS: dict[str, type[FestivalEvent]] = {cls.__name__: cls for cls in get_args(FestivalEvent)}
"""Bare name, as the journal stores it, to class."""
