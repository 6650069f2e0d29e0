"""The state of one festival: its poster and its sections in order."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from domain.festival.events import (
    EditionExtended,
    EditionPostponed,
    EditionScheduled,
    EditionStarted,
    FestivalAnnounced,
    FestivalDetails,
    FestivalDetailsAmended,
    FestivalEvent,
    GroupsAnnounced,
    GroupsDrawn,
    ParticipantsTold,
    SectionAdded,
    SectionRemoved,
    SectionRenamed,
    SectionsLinked,
    SectionsOrdered,
    SectionsUnlinked,
    SeriesEnded,
    SeriesSet,
)


@dataclass(frozen=True, slots=True)
class ScheduledEdition:
    """An edition of a series."""

    number: int
    tournament: str
    starts_at: str
    """ISO, UTC."""
    postponed: int = 0
    extended: bool = False
    started: bool = False


@dataclass(slots=True)
class Festival:
    """The state. Build it with `replay_festival`; look, do not touch."""

    details: FestivalDetails = field(default_factory=lambda: FestivalDetails(""))
    sections: dict[str, str] = field(default_factory=dict)
    """Address of the tournament to the section's title, in the order in which they are shown."""
    links: dict[str, SectionsLinked] = field(default_factory=dict)
    """By the section that entrants go on into."""
    groups: dict[str, GroupsDrawn] = field(default_factory=dict)
    """By the section whose entrants were put into groups."""
    announced: dict[str, GroupsAnnounced] = field(default_factory=dict)
    """The tournaments of those groups, by the same section."""
    series: SeriesSet | None = None
    """None = it is no series, or no longer one."""
    editions: list[ScheduledEdition] = field(default_factory=list)
    told: set[tuple[str, str]] = field(default_factory=set)
    """Tournaments and starts of which the participants have been told."""
    version: int = 0

    def leads_to(self, tournament: str) -> frozenset[str]:
        """The sections that its entrants can reach, through others too."""
        found: set[str] = set()
        waiting = [tournament]
        while waiting:
            one = waiting.pop()
            further = {into for into, link in self.links.items() if one in link.sources} - found
            found |= further
            waiting += further
        return frozenset(found)


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
        case SectionsLinked(into=into):
            festival.links[into] = event
        case SectionsUnlinked(into):
            festival.links.pop(into, None)
        case GroupsDrawn(pool=pool):
            festival.groups[pool] = event
        case GroupsAnnounced(pool=pool):
            festival.announced[pool] = event
        case SeriesSet():
            festival.series = event
        case SeriesEnded():
            festival.series = None
        case EditionScheduled(number, starts_at, tournament):
            festival.editions.append(ScheduledEdition(number, tournament, starts_at))
        case EditionPostponed(starts_at=starts_at):
            last = festival.editions[-1]
            festival.editions[-1] = replace(last, starts_at=starts_at, postponed=last.postponed + 1)
        case EditionExtended(starts_at=starts_at):
            festival.editions[-1] = replace(festival.editions[-1], starts_at=starts_at, extended=True)
        case EditionStarted():
            festival.editions[-1] = replace(festival.editions[-1], started=True)
        case ParticipantsTold(tournament, starts_at):
            festival.told.add((tournament, starts_at))
        case SectionsOrdered(tournaments):
            festival.sections = {tournament: festival.sections[tournament] for tournament in tournaments}
