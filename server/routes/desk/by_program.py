"""The parts of a program's command that no form of the desk has."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from domain.decisions.players.registering import NewPlayer, read_player
from domain.events import Event
from domain.refusals import MovedOn
from server.routes.forms import Form


class Previewed(Exception):
    """The events that a command would write: they were asked for, and nothing was written."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self.events = events


class PreviewedInFestival(Exception):
    """The same of a command about a festival, whose events may be of a section too."""

    def __init__(self, events: Sequence[object]) -> None:
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

    def before_another_stream(self, version: int, events: Sequence[Event]) -> None:
        """Before a step writes elsewhere first. Raises MovedOn, or Previewed with what it would write here."""
        if self.preview:
            raise Previewed(events)
        self.check(version)


def players_of_program(form: Form, name: str) -> tuple[NewPlayer, ...]:
    """The players in this field: of each its own fields, as JSON."""
    typed = (msgspec.json.decode(one, type=dict[str, str]) for one in form.all(name))
    return tuple(read_player(Form(fields)) for fields in typed)
