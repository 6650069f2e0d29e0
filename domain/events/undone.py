"""Undo is an event about an event."""

from dataclasses import dataclass
from typing import ClassVar

from domain.events.integrity import Integrity


@dataclass(frozen=True, slots=True)
class EventUndone:
    """The event at `version` counts as if it had never happened; it stays in the journal."""

    integrity: ClassVar = Integrity.CORRECTION
    version: int
    label: str = ""
    """The undone entry in the words of that moment: only in older entries, the others are told by what they undo."""
    reason: str = ""
    during_round: int = 0
