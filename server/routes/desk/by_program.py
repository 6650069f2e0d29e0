"""The wishes of a program about its command, which no form has."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.events import Event
from domain.refusals import MovedOn


class Previewed(Exception):
    """The events that a command would write: they were asked for, and nothing was written."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self.events = events


@dataclass(frozen=True, slots=True)
class ByProgram:
    preview: bool = False
    """Only to be told what would happen."""
    expected: int | None = None
    """The version it decided on; None = any."""

    def check(self, version: int) -> None:
        """Raises MovedOn."""
        if self.expected is not None and self.expected != version:
            raise MovedOn(self.expected, version)
