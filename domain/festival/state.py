"""The state of one festival: its poster and its sections in order."""

from collections.abc import Iterable, Sequence
from dataclasses import field, fields, replace
from enum import StrEnum

from domain.festival import events as e
from domain.records import dataclass
from domain.words.choices.bulletins import NO_BULLETINS, Bulletins
from domain.words.choices.faces import NO_FACE, EventFace
from domain.words.festivals import NOT_REGISTERED, Occasion, RankingRules
from domain.words.players import EntrantId, Player


class EntryStage(StrEnum):
    WAITING = "waiting"
    ADMITTED = "admitted"
    TURNED_DOWN = "turned-down"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class EntryRequest:
    number: int
    tournament: str
    player: Player
    stage: EntryStage = EntryStage.WAITING
    entrant: EntrantId = NOT_REGISTERED
    """Their id in the tournament; 0 = not registered there."""
    reason: str = ""
    language: str = ""
    """The code of the language that they are written to in; empty = that of the series."""


@dataclass(frozen=True, slots=True)
class Petition:
    opened: e.PetitionOpened
    signers: tuple[Player, ...] = ()
    tournament: str = ""
    """The address of the tournament that came of it; empty = none yet."""
    declined: bool = False
    reason: str = ""

    @property
    def open(self) -> bool:
        return not self.tournament and not self.declined


@dataclass(frozen=True, slots=True)
class Mailing:
    written: e.MailingWritten
    waiting: tuple[EntrantId, ...]
    delivered: int = 0
    lost: int = 0
    attempts: int = 0
    """In which the mail server was not reached."""
    not_before: str = ""
    """ISO, UTC: the next attempt; empty = at once."""
    trouble: str = ""
    dropped: bool = False


def evolve_mailings(mailings: dict[int, Mailing], event: object) -> None:
    match event:
        case e.MailingWritten(number=number, to=to):
            mailings[number] = Mailing(event, to)
        case e.MessagesDelivered(number, to, lost):
            before = mailings[number]
            waiting = tuple(id for id in before.waiting if id not in {*to, *lost})
            delivered, all_lost = before.delivered + len(to), before.lost + len(lost)
            mailings[number] = replace(before, waiting=waiting, delivered=delivered, lost=all_lost)
        case e.DeliveryDelayed(number, until, trouble):
            before = mailings[number]
            mailings[number] = replace(before, attempts=before.attempts + 1, not_before=until, trouble=trouble)
        case e.MailingDropped(number):
            before = mailings[number]
            mailings[number] = replace(before, waiting=(), dropped=bool(before.waiting))


def evolve_entries(entries: dict[int, EntryRequest], event: object) -> None:
    match event:
        case e.EntryAsked(number, tournament, player, language):
            entries[number] = EntryRequest(number, tournament, player, language=language)
        case e.EntryAdmitted(number, entrant):
            entries[number] = replace(entries[number], stage=EntryStage.ADMITTED, entrant=entrant)
        case e.EntryTurnedDown(number, reason):
            entries[number] = replace(entries[number], stage=EntryStage.TURNED_DOWN, reason=reason)
        case e.EntryWithdrawn(number):
            entries[number] = replace(entries[number], stage=EntryStage.WITHDRAWN)


def evolve_petitions(petitions: dict[int, Petition], event: object) -> None:
    match event:
        case e.PetitionOpened(number=number):
            petitions[number] = Petition(event)
        case e.PetitionSigned(number, player):
            petitions[number] = replace(petitions[number], signers=(*petitions[number].signers, player))
        case e.PetitionGranted(number, tournament):
            petitions[number] = replace(petitions[number], tournament=tournament)
        case e.PetitionDeclined(number, reason):
            petitions[number] = replace(petitions[number], declined=True, reason=reason)


@dataclass(frozen=True, slots=True)
class ScheduledEdition:
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

    details: e.FestivalDetails = field(default_factory=lambda: e.FestivalDetails(""))
    face: EventFace = NO_FACE
    face_draft: EventFace | None = None
    """The face that the desk looks at before everybody does; None = it is the one shown."""
    bulletins: Bulletins = NO_BULLETINS
    """News and information of the organiser."""
    sections: dict[str, str] = field(default_factory=dict)
    """Address of the tournament to the section's title, in the order in which they are shown."""
    links: dict[str, e.SectionsLinked] = field(default_factory=dict)
    """By the section that entrants go on into."""
    groups: dict[str, e.GroupsDrawn] = field(default_factory=dict)
    """By the section whose entrants were put into groups."""
    announced: dict[str, e.GroupsAnnounced] = field(default_factory=dict)
    series: e.SeriesSet | None = None
    """None = it is no series, or no longer one."""
    editions: list[ScheduledEdition] = field(default_factory=list)
    told: set[tuple[Occasion, str, str]] = field(default_factory=set)
    """Occasions, stages and starts of which everybody has been told. Of a start each is told by themselves."""
    mailings: dict[int, Mailing] = field(default_factory=dict)
    """By number."""
    reported: tuple[str, ...] = ()
    """The sections that are over, in the order of the news."""
    ranking: RankingRules | None = None
    """None = the sections count for no ranking."""
    ranking_closed: bool = False
    entries: dict[int, EntryRequest] = field(default_factory=dict)
    petitions: dict[int, Petition] = field(default_factory=dict)
    """By number."""
    history: list[e.FestivalEvent] = field(default_factory=list)

    @property
    def version(self) -> int:
        return len(self.history)

    @property
    def open_edition(self) -> ScheduledEdition | None:
        """The edition that takes entries; None = there is none."""
        last = self.editions[-1] if self.series and self.editions else None
        return last if last and not last.started else None

    def leads_to(self, tournament: str) -> frozenset[str]:
        found: set[str] = set()
        waiting = [tournament]
        while waiting:
            one = waiting.pop()
            further = {into for into, link in self.links.items() if one in link.sources} - found
            found |= further
            waiting += further
        return frozenset(found)


def replay_festival(events: Iterable[e.FestivalEvent], into: Festival | None = None) -> Festival:
    """All events in order, from nothing or from where `into` stands."""
    festival = into if into is not None else Festival()
    for event in events:
        evolve_festival(festival, event)
    return festival


def evolve_festival(festival: Festival, event: e.FestivalEvent) -> None:
    """One step. An undo replays what counts: a festival has few events, and undoes are rare."""
    festival.history.append(event)
    if not isinstance(event, e.DecisionUndone):
        _evolve(festival, event)
        return
    again = Festival()
    out = undone_versions(festival.history)
    for version, earlier in enumerate(festival.history, 1):
        if version not in out and not isinstance(earlier, e.DecisionUndone):
            _evolve(again, earlier)
    for name in (one.name for one in fields(Festival) if one.name != "history"):
        setattr(festival, name, getattr(again, name))


def undone_versions(history: Sequence[e.FestivalEvent]) -> set[int]:
    """Versions that no longer count; the newest undo is looked at first, for it may have undone another one."""
    out = set[int]()
    for version in range(len(history), 0, -1):
        event = history[version - 1]
        if version not in out and isinstance(event, e.DecisionUndone):
            out.add(event.version)
    return out


def _evolve(festival: Festival, event: e.FestivalEvent) -> None:
    match event:
        case e.FestivalAnnounced(details) | e.FestivalDetailsAmended(details):
            festival.details = details
        case e.FestivalFaceDrafted(face):
            festival.face_draft = face
        case e.FestivalFaceShown(face):
            festival.face, festival.face_draft = face, None
        case e.FestivalBulletinWritten(number, bulletin):
            festival.bulletins = festival.bulletins.written(number, bulletin)
        case e.FestivalBulletinWithdrawn(number):
            festival.bulletins = festival.bulletins.withdrawn(number)
        case e.SectionAdded(tournament, title) | e.SectionRenamed(tournament, title):
            festival.sections[tournament] = title
        case e.SectionRemoved(tournament):
            festival.sections.pop(tournament, None)
        case e.SectionsLinked(into=into):
            festival.links[into] = event
        case e.SectionsUnlinked(into):
            festival.links.pop(into, None)
        case e.SectionsOrdered(tournaments):
            festival.sections = {tournament: festival.sections[tournament] for tournament in tournaments}
        case e.RankingSet(rules):
            festival.ranking = rules
        case e.RankingClosed():
            festival.ranking_closed = True
        case e.RankingReopened():
            festival.ranking_closed = False
        case e.RankingRemoved():
            festival.ranking, festival.ranking_closed = None, False
        case e.GroupsDrawn(pool=pool):
            festival.groups[pool] = event
        case e.GroupsAnnounced(pool=pool):
            festival.announced[pool] = event
        case _:
            _evolve_series(festival, event)


def _evolve_series(festival: Festival, event: e.FestivalEvent) -> None:
    match event:
        case e.SeriesSet():
            festival.series = event
        case e.SeriesEnded():
            festival.series = None
        case e.EditionScheduled(number, starts_at, tournament):
            festival.editions.append(ScheduledEdition(number, tournament, starts_at))
        case e.EditionMoved(starts_at=starts_at):
            festival.editions[-1] = replace(festival.editions[-1], starts_at=starts_at)
        case e.EditionPostponed(starts_at=starts_at):
            last = festival.editions[-1]
            festival.editions[-1] = replace(last, starts_at=starts_at, postponed=last.postponed + 1)
        case e.EditionExtended(starts_at=starts_at):
            festival.editions[-1] = replace(festival.editions[-1], starts_at=starts_at, extended=True)
        case e.EditionStarted():
            festival.editions[-1] = replace(festival.editions[-1], started=True)
        case e.ParticipantsTold(tournament, starts_at):
            festival.told.add((Occasion.START if starts_at else Occasion.STAGE, tournament, starts_at))
        case e.StageReported(tournament):
            festival.reported = (*festival.reported, tournament)
        case e.MailingWritten(occasion=occasion, tournament=tournament, starts_at=starts_at):
            if occasion is not Occasion.START:
                festival.told.add((occasion, tournament, starts_at))
            evolve_mailings(festival.mailings, event)
        case _:
            evolve_entries(festival.entries, event)
            evolve_petitions(festival.petitions, event)
            evolve_mailings(festival.mailings, event)
