"""Undo of the last decision about a festival."""

from collections.abc import Sequence

from domain.festival.events import (
    DecisionUndone,
    DeliveryDelayed,
    EntryAsked,
    EntryTurnedDown,
    EntryWithdrawn,
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
from domain.refusals import CannotUndoDecision

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
