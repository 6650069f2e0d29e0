"""The state of one festival: its poster and its sections in order."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.festival.events import (
    FestivalAnnounced,
    FestivalDetails,
    FestivalDetailsAmended,
    FestivalEvent,
    SectionAdded,
    SectionRemoved,
    SectionRenamed,
    SectionsOrdered,
)


@dataclass(slots=True)
class Festival:
    """The state. Build it with `replay_festival`; look, do not touch."""

    details: FestivalDetails = field(default_factory=lambda: FestivalDetails(""))
    sections: dict[str, str] = field(default_factory=dict)
    """Address of the tournament to the section's title, in the order in which they are shown."""
    version: int = 0


def replay_festival(events: Iterable[FestivalEvent], into: Festival | None = None) -> Festival:
    """All events in order, from nothing or from where `into` stands."""
    festival = into if into is not None else Festival()
    for event in events:
        evolve_festival(festival, event)
    return festival


def evolve_festival(festival: Festival, event: FestivalEvent) -> None:
    """One step."""
    festival.version += 1
    match event:
        case FestivalAnnounced(details) | FestivalDetailsAmended(details):
            festival.details = details
        case SectionAdded(tournament, title) | SectionRenamed(tournament, title):
            festival.sections[tournament] = title
        case SectionRemoved(tournament):
            festival.sections.pop(tournament, None)
        case SectionsOrdered(tournaments):
            festival.sections = {tournament: festival.sections[tournament] for tournament in tournaments}
