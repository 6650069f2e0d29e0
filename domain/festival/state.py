"""The state of one festival: its poster and its sections in order."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from domain.festival.events import (
    DeliveryDelayed,
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
    MailingDropped,
    MailingWritten,
    MessagesDelivered,
    ParticipantsTold,
    SectionAdded,
    SectionRemoved,
    SectionRenamed,
    SectionsLinked,
    SectionsOrdered,
    SectionsUnlinked,
    SeriesEnded,
    SeriesSet,
    StageReported,
)
from domain.words.entrants import EntrantId
from domain.words.mailings import Occasion


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


@dataclass(frozen=True, slots=True)
class Mailing:
    """Messages of one occasion, and how far they have come."""

    written: MailingWritten
    waiting: tuple[EntrantId, ...]
    delivered: int = 0
    lost: int = 0
    attempts: int = 0
    """In which the mail server was not reached."""
    not_before: str = ""
    """ISO, UTC: the next attempt; empty = at once."""
    trouble: str = ""
    """Of the last attempt that failed."""
    dropped: bool = False


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
    told: set[tuple[Occasion, str, str]] = field(default_factory=set)
    """Occasions, stages and starts of which messages have been written."""
    mailings: dict[int, Mailing] = field(default_factory=dict)
    """By number."""
    reported: tuple[str, ...] = ()
    """The sections that are over, in the order of the news."""
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
            festival.told.add((Occasion.START if starts_at else Occasion.STAGE, tournament, starts_at))
        case MailingWritten() | MessagesDelivered() | DeliveryDelayed() | MailingDropped():
            _evolve_mailings(festival, event)
        case StageReported(tournament):
            festival.reported = (*festival.reported, tournament)
        case SectionsOrdered(tournaments):
            festival.sections = {tournament: festival.sections[tournament] for tournament in tournaments}


def _evolve_mailings(
    festival: Festival, event: MailingWritten | MessagesDelivered | DeliveryDelayed | MailingDropped
) -> None:
    if isinstance(event, MailingWritten):
        festival.told.add((event.occasion, event.tournament, event.starts_at))
        festival.mailings[event.number] = Mailing(event, event.to)
        return
    before = festival.mailings[event.mailing]
    match event:
        case MessagesDelivered(_, to, lost):
            waiting = tuple(id for id in before.waiting if id not in {*to, *lost})
            delivered, all_lost = before.delivered + len(to), before.lost + len(lost)
            after = replace(before, waiting=waiting, delivered=delivered, lost=all_lost)
        case DeliveryDelayed(_, until, trouble):
            after = replace(before, attempts=before.attempts + 1, not_before=until, trouble=trouble)
        case MailingDropped():
            after = replace(before, waiting=(), dropped=bool(before.waiting))
    festival.mailings[event.mailing] = after
