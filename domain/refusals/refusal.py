"""The refusal that all others are, and those of any step."""

from typing import dataclass_transform

from domain.events import Event
from domain.records import dataclass
from domain.words.cautions import Caution


@dataclass_transform(eq_default=False)
class ExceptionWithData(Exception):
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)


class Refusal(ExceptionWithData):
    pass


class OfABoard(Refusal):
    round: int
    board: int


class OfBoards(Refusal):
    round: int
    boards: tuple[int, ...]


class BadField(Refusal):
    """A field of a form cannot be what was typed. `rule` names what it should be."""

    field: str
    value: str
    rule: str


class ReasonMissing(Refusal):
    what: str


class CannotUndo(Refusal):
    """`why` is `unknown`, `undone`, `permanent`, `payment`, `money`, `ground-gone`, `rests-on-undone` or
    `depended-on`.

    For the last two `dependents` are the versions that have to come first.
    """

    version: int
    why: str
    dependents: tuple[int, ...] = ()


class NeedsConfirmation(Refusal):
    """The step breaches the integrity of the pairings: `level` as in the FIDE checklist (2, 3 or 4)."""

    level: int
    what: str
    """The reason, by the gravest of the events or by what leaves FIDE mode; empty = for the cautions alone."""
    events: tuple[Event, ...]
    """The events that would be written; nothing has been yet."""
    cautions: tuple[Caution, ...] = ()
