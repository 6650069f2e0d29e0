"""Decisions about a festival: `(Festival, ...) -> [event]`, or a Refusal. No event comes of what changes nothing."""

from collections.abc import Sequence
from dataclasses import replace

from domain.decisions.setup.announcing import checked_face
from domain.festival.events import (
    DecisionUndone,
    DeliveryDelayed,
    EntryAsked,
    EntryTurnedDown,
    EntryWithdrawn,
    FestivalAnnounced,
    FestivalDetails,
    FestivalDetailsAmended,
    FestivalEvent,
    FestivalFaceDrafted,
    FestivalFaceShown,
    MailingDropped,
    MailingWritten,
    MessagesDelivered,
    PetitionDeclined,
    PetitionOpened,
    PetitionSigned,
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
from domain.festival.state import Festival, undone_versions
from domain.fields import iso_day, text, whole_number
from domain.refusals import (
    AlreadyASection,
    BadField,
    CannotUndoDecision,
    LinkedInACircle,
    NoSuchSection,
    SectionTitleTaken,
)
from domain.words.faces import EventFace
from domain.words.festivals import Carry

LONGEST_FESTIVAL_NAME = 120
LONGEST_SECTION_TITLE = 60
MOST_PLACES = 100


def announce_festival(details: FestivalDetails) -> list[FestivalEvent]:
    """A festival comes into being, without sections. Raises BadField."""
    return [FestivalAnnounced(_checked(details))]


def amend_festival(festival: Festival, details: FestivalDetails) -> list[FestivalEvent]:
    """Raises BadField."""
    details = _checked(details)
    return [] if details == festival.details else [FestivalDetailsAmended(details)]


def draft_festival_face(festival: Festival, face: EventFace) -> list[FestivalEvent]:
    """Nobody but the desk sees it before it is shown. Raises BadField."""
    face = checked_face(face)
    return [] if face == festival_face_at_desk(festival) else [FestivalFaceDrafted(face)]


def show_festival_face(festival: Festival) -> list[FestivalEvent]:
    """Show the draft to everybody; without one nothing changes."""
    draft = festival.face_draft
    return [] if draft is None or draft == festival.face else [FestivalFaceShown(draft)]


def festival_face_at_desk(festival: Festival) -> EventFace:
    return festival.face if festival.face_draft is None else festival.face_draft


def add_section(festival: Festival, tournament: str, title: str) -> list[FestivalEvent]:
    """Raises AlreadyASection, SectionTitleTaken or BadField. That the tournament exists is known outside."""
    if tournament in festival.sections:
        raise AlreadyASection(tournament, festival.sections[tournament])
    return [SectionAdded(tournament, _title(festival, tournament, title))]


def rename_section(festival: Festival, tournament: str, title: str) -> list[FestivalEvent]:
    """Raises NoSuchSection, SectionTitleTaken or BadField."""
    before = _known(festival, tournament)
    title = _title(festival, tournament, title)
    return [] if title == before else [SectionRenamed(tournament, title)]


def remove_section(festival: Festival, tournament: str) -> list[FestivalEvent]:
    """Twice changes nothing."""
    return [SectionRemoved(tournament)] if tournament in festival.sections else []


def order_sections(festival: Festival, tournaments: Sequence[str]) -> list[FestivalEvent]:
    """All sections, each once. Raises NoSuchSection or BadField."""
    for tournament in tournaments:
        _known(festival, tournament)
    if len(set(tournaments)) != len(tournaments) or len(tournaments) != len(festival.sections):
        raise BadField("sections", ", ".join(tournaments), "each-once")
    return [] if tuple(tournaments) == tuple(festival.sections) else [SectionsOrdered(tuple(tournaments))]


def move_section(festival: Festival, tournament: str, *, up: bool) -> list[FestivalEvent]:
    """One place up or down; at the end of the list it stays. Raises NoSuchSection."""
    _known(festival, tournament)
    order = list(festival.sections)
    at = order.index(tournament)
    to = at - 1 if up else at + 1
    if 0 <= to < len(order):
        order[at], order[to] = order[to], order[at]
    return order_sections(festival, order)


def link_sections(
    festival: Festival, sources: Sequence[str], places: int, into: str, carry: Carry = Carry.NONE, least_games: int = 1
) -> list[FestivalEvent]:
    """The best of each source go on into a section. Raises NoSuchSection, LinkedInACircle or BadField."""
    wanted = tuple(dict.fromkeys(sources))
    for tournament in (*wanted, into):
        _known(festival, tournament)
    if not wanted:
        raise BadField("sources", "", "nobody-ticked")
    whole_number("qualifying_places", places, 1, MOST_PLACES)
    whole_number("least_games", least_games, 0, MOST_PLACES)
    if into in wanted or festival.leads_to(into).intersection(wanted):
        raise LinkedInACircle(festival.sections[into])
    link = SectionsLinked(wanted, places, into, carry, least_games)
    return [] if festival.links.get(into) == link else [link]


def unlink_sections(festival: Festival, into: str) -> list[FestivalEvent]:
    """Twice changes nothing."""
    return [SectionsUnlinked(into)] if into in festival.links else []


def _known(festival: Festival, tournament: str) -> str:
    if tournament not in festival.sections:
        raise NoSuchSection(tournament)
    return festival.sections[tournament]


def _title(festival: Festival, tournament: str, title: str) -> str:
    wanted = text("title", title, longest=LONGEST_SECTION_TITLE, required=True)
    others = (known for address, known in festival.sections.items() if address != tournament)
    if wanted.casefold() in map(str.casefold, others):
        raise SectionTitleTaken(wanted)
    return wanted


def _checked(details: FestivalDetails) -> FestivalDetails:
    first, last = iso_day("start", details.start), iso_day("end", details.end)
    if first and last and last < first:
        raise BadField("end", last, f"not-before:{first}")
    return replace(
        details,
        name=text("name", details.name, longest=LONGEST_FESTIVAL_NAME, required=True),
        city=text("city", details.city, longest=LONGEST_FESTIVAL_NAME),
        start=first,
        end=last,
    )


# Undo of the last decision about a festival.

UNDOABLE = (
    FestivalDetailsAmended,
    FestivalFaceDrafted,
    FestivalFaceShown,
    SectionAdded,
    SectionRenamed,
    SectionRemoved,
    SectionsOrdered,
    SectionsLinked,
    SectionsUnlinked,
    SeriesSet,
    SeriesEnded,
    PetitionDeclined,
    DecisionUndone,
)
"""Decisions that nothing outside the festival has followed from yet."""

NO_DECISIONS = (
    StageReported,
    MailingWritten,
    MessagesDelivered,
    DeliveryDelayed,
    MailingDropped,
    EntryAsked,
    EntryTurnedDown,
    EntryWithdrawn,
    PetitionOpened,
    PetitionSigned,
)
"""Deeds of players and of the program, on which no decision rests and which rest on none."""


def undoable(history: Sequence[FestivalEvent]) -> int | None:
    """The version of the last decision that counts, if it can be undone: an undo right after it, or the newest one.

    None: there is none, or others rest on it by now (groups were drawn, an edition was scheduled).
    """
    out = undone_versions(history)
    for version in range(len(history), 0, -1):
        event = history[version - 1]
        if version in out or isinstance(event, NO_DECISIONS):
            continue
        if isinstance(event, DecisionUndone) and version != _last_decision(history):
            continue
        return version if isinstance(event, UNDOABLE) else None
    return None


def undo_decision(festival: Festival, version: int) -> list[FestivalEvent]:
    """Raises CannotUndoDecision for any but the last."""
    if undoable(festival.history) != version:
        raise CannotUndoDecision(version)
    return [DecisionUndone(version)]


def _last_decision(history: Sequence[FestivalEvent]) -> int:
    return max((n for n, event in enumerate(history, 1) if not isinstance(event, NO_DECISIONS)), default=0)
