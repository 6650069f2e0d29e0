"""Decisions about a festival: `(Festival, ...) -> [event]`, or a Refusal; without a change there is no event."""

from collections.abc import Sequence
from dataclasses import replace

from domain import refusals as r
from domain.decisions.setup.announcing import checked_face
from domain.decisions.setup.bulletins import checked_bulletin
from domain.festival import events as e
from domain.festival.state import Festival, undone_versions
from domain.fields import iso_day, text, whole_number
from domain.words.choices.bulletins import Bulletin
from domain.words.choices.faces import EventFace
from domain.words.festivals import Carry

LONGEST_FESTIVAL_NAME = 120
LONGEST_SECTION_TITLE = 60
MOST_PLACES = 100


def announce_festival(details: e.FestivalDetails) -> list[e.FestivalEvent]:
    """A festival comes into being, without sections. Raises BadField."""
    return [e.FestivalAnnounced(_checked(details))]


def amend_festival(festival: Festival, details: e.FestivalDetails) -> list[e.FestivalEvent]:
    """Raises BadField."""
    details = _checked(details)
    return [] if details == festival.details else [e.FestivalDetailsAmended(details)]


def draft_festival_face(festival: Festival, face: EventFace) -> list[e.FestivalEvent]:
    """Nobody but the desk sees it before it is shown. Raises BadField."""
    face = checked_face(face)
    return [] if face == festival_face_at_desk(festival) else [e.FestivalFaceDrafted(face)]


def show_festival_face(festival: Festival) -> list[e.FestivalEvent]:
    """Show the draft to everybody; without one nothing changes."""
    draft = festival.face_draft
    return [] if draft is None or draft == festival.face else [e.FestivalFaceShown(draft)]


def festival_face_at_desk(festival: Festival) -> EventFace:
    return festival.face if festival.face_draft is None else festival.face_draft


def write_festival_bulletin(
    festival: Festival, number: int, bulletin: Bulletin, tell: bool = False
) -> list[e.FestivalEvent]:
    """Write a new one where `number` is 0, or change the one of this number; `tell` = followers hear of it.

    Raises BadField.
    """
    checked = checked_bulletin(festival.bulletins, number, bulletin)
    if checked == festival.bulletins.find(number) and not tell:
        return []
    return [e.FestivalBulletinWritten(number or festival.bulletins.last + 1, checked, tell)]


def withdraw_festival_bulletin(festival: Festival, number: int) -> list[e.FestivalEvent]:
    """Twice changes nothing."""
    return [e.FestivalBulletinWithdrawn(number)] if festival.bulletins.find(number) else []


def add_section(festival: Festival, tournament: str, title: str) -> list[e.FestivalEvent]:
    """Raises AlreadyASection, SectionTitleTaken or BadField. That the tournament exists is known outside."""
    if tournament in festival.sections:
        raise r.AlreadyASection(tournament, festival.sections[tournament])
    return [e.SectionAdded(tournament, _title(festival, tournament, title))]


def rename_section(festival: Festival, tournament: str, title: str) -> list[e.FestivalEvent]:
    """Raises NoSuchSection, SectionTitleTaken or BadField."""
    before = _known(festival, tournament)
    title = _title(festival, tournament, title)
    return [] if title == before else [e.SectionRenamed(tournament, title)]


def remove_section(festival: Festival, tournament: str) -> list[e.FestivalEvent]:
    """Twice changes nothing."""
    return [e.SectionRemoved(tournament)] if tournament in festival.sections else []


def order_sections(festival: Festival, tournaments: Sequence[str]) -> list[e.FestivalEvent]:
    """All sections, each once. Raises NoSuchSection or BadField."""
    for tournament in tournaments:
        _known(festival, tournament)
    if len(set(tournaments)) != len(tournaments) or len(tournaments) != len(festival.sections):
        raise r.BadField("sections", ", ".join(tournaments), "each-once")
    return [] if tuple(tournaments) == tuple(festival.sections) else [e.SectionsOrdered(tuple(tournaments))]


def move_section(festival: Festival, tournament: str, *, up: bool) -> list[e.FestivalEvent]:
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
) -> list[e.FestivalEvent]:
    """The best of each source go on into a section. Raises NoSuchSection, LinkedInACircle or BadField."""
    wanted = tuple(dict.fromkeys(sources))
    for tournament in (*wanted, into):
        _known(festival, tournament)
    if not wanted:
        raise r.BadField("sources", "", "nobody-ticked")
    whole_number("qualifying_places", places, 1, MOST_PLACES)
    whole_number("least_games", least_games, 0, MOST_PLACES)
    if into in wanted or festival.leads_to(into).intersection(wanted):
        raise r.LinkedInACircle(festival.sections[into])
    link = e.SectionsLinked(wanted, places, into, carry, least_games)
    return [] if festival.links.get(into) == link else [link]


def unlink_sections(festival: Festival, into: str) -> list[e.FestivalEvent]:
    """Twice changes nothing."""
    return [e.SectionsUnlinked(into)] if into in festival.links else []


def _known(festival: Festival, tournament: str) -> str:
    if tournament not in festival.sections:
        raise r.NoSuchSection(tournament)
    return festival.sections[tournament]


def _title(festival: Festival, tournament: str, title: str) -> str:
    wanted = text("title", title, longest=LONGEST_SECTION_TITLE, required=True)
    others = (known for address, known in festival.sections.items() if address != tournament)
    if wanted.casefold() in map(str.casefold, others):
        raise r.SectionTitleTaken(wanted)
    return wanted


def _checked(details: e.FestivalDetails) -> e.FestivalDetails:
    first, last = iso_day("start", details.start), iso_day("end", details.end)
    if first and last and last < first:
        raise r.BadField("end", last, f"not-before:{first}")
    name = text("name", details.name, longest=LONGEST_FESTIVAL_NAME, required=True)
    city = text("city", details.city, longest=LONGEST_FESTIVAL_NAME)
    return replace(details, name=name, city=city, start=first, end=last)


UNDOABLE = (
    e.FestivalDetailsAmended,
    e.FestivalFaceDrafted,
    e.FestivalFaceShown,
    e.SectionAdded,
    e.SectionRenamed,
    e.SectionRemoved,
    e.SectionsOrdered,
    e.SectionsLinked,
    e.SectionsUnlinked,
    e.SeriesSet,
    e.SeriesEnded,
    e.PetitionDeclined,
    e.RankingSet,
    e.RankingClosed,
    e.RankingReopened,
    e.RankingRemoved,
    e.DecisionUndone,
)
"""Decisions that nothing outside the festival has followed from yet."""

NO_DECISIONS = (
    e.StageReported,
    e.MailingWritten,
    e.MessagesDelivered,
    e.DeliveryDelayed,
    e.MailingDropped,
    e.EntryAsked,
    e.EntryTurnedDown,
    e.EntryWithdrawn,
    e.PetitionOpened,
    e.PetitionSigned,
)
"""Deeds of players and of the program, on which no decision rests and which rest on none."""


def undoable(history: Sequence[e.FestivalEvent]) -> int | None:
    """The version of the last decision that counts, if it can be undone: an undo right after it, or the newest one.

    None: there is none, or others rest on it by now (groups were drawn, an edition was scheduled).
    """
    out = undone_versions(history)
    last = max((n for n, event in enumerate(history, 1) if not isinstance(event, NO_DECISIONS)), default=0)
    for version in range(len(history), 0, -1):
        event = history[version - 1]
        if version in out or isinstance(event, NO_DECISIONS):
            continue
        if isinstance(event, e.DecisionUndone) and version != last:
            continue
        return version if isinstance(event, UNDOABLE) else None
    return None


def undo_decision(festival: Festival, version: int) -> list[e.FestivalEvent]:
    """Raises CannotUndoDecision for any but the last."""
    if undoable(festival.history) != version:
        raise r.CannotUndoDecision(version)
    return [e.DecisionUndone(version)]
