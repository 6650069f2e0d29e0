"""Who may do what at the desk. A small event stream of its own, named `stewards`.

Whoever knows the desk's password is the chief arbiter. Everybody else is invited: for a role, a
tournament, a range of boards and a time. An invitation is named by an id that is no secret; the
link that proves it is signed outside and never enters the journal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias, get_args

from domain.events import Event, ResultDisputed, ResultRecorded, boards_of
from domain.fields import text
from domain.refusals import BadField, Refusal

LONGEST_NAME = 60
MOST_BOARDS = 9999


class Role(StrEnum):
    CHIEF = "chief"
    """Everything."""
    ARBITER = "arbiter"
    """Everything about the tournaments given, but no invitations."""
    ENTRY = "entry"
    """Results of a range of boards: fills empty ones, and disputes what others have entered."""
    READER = "reader"
    """Looks and changes nothing."""


COVERS: dict[Role, frozenset[Role]] = {
    Role.CHIEF: frozenset(Role),
    Role.ARBITER: frozenset({Role.ARBITER, Role.ENTRY, Role.READER}),
    Role.ENTRY: frozenset({Role.ENTRY}),
    Role.READER: frozenset({Role.READER}),
}
"""A role may do what those it covers may do."""


# What can happen


@dataclass(frozen=True, slots=True)
class StewardInvited:
    id: str
    name: str
    role: Role
    tournament: str = ""
    """The tournament's address; empty = all of them."""
    first_board: int = 0
    last_board: int = 0
    """The range for result entry; 0 = every board."""
    until: str = ""
    """ISO time with its zone; empty = until dismissed."""


@dataclass(frozen=True, slots=True)
class StewardDismissed:
    id: str


StewardEvent: TypeAlias = StewardInvited | StewardDismissed

STEWARD_EVENTS: dict[str, type[StewardEvent]] = {cls.__name__: cls for cls in get_args(StewardEvent)}
"""Bare name, as the journal stores it, to class."""


# Why not


class Forbidden(Refusal):
    """It may be possible, but not for this person: such refusals are audited."""


@dataclass(eq=False)
class NoSuchSteward(Refusal):
    id: str


@dataclass(eq=False)
class NameTaken(Refusal):
    """Two people of one name could not be told apart in a dispute."""

    name: str


@dataclass(eq=False)
class InvitationEnded(Forbidden):
    """`until` is empty for somebody who was dismissed."""

    name: str
    until: str = ""


@dataclass(eq=False)
class RoleTooSmall(Forbidden):
    role: Role
    needed: Role


@dataclass(eq=False)
class NotYourTournament(Forbidden):
    """Says nothing about the other one, not even that it exists."""

    yours: str


@dataclass(eq=False)
class NotYourBoard(Forbidden):
    board: int
    first: int
    last: int


@dataclass(eq=False)
class OnlyAnArbiter(Forbidden):
    """Result entry fills empty boards and does nothing else with them."""

    board: int


# What is therefore true


@dataclass(frozen=True, slots=True)
class Steward:
    """Somebody at the desk and what was agreed with them."""

    id: str
    name: str
    role: Role
    tournament: str = ""
    first_board: int = 0
    last_board: int = 0
    until: str = ""
    dismissed: bool = False

    def expired(self, now: datetime) -> bool:
        return bool(self.until) and now >= datetime.fromisoformat(self.until)

    def ended(self, now: datetime) -> bool:
        return self.dismissed or self.expired(now)

    @property
    def only_fills(self) -> bool:
        """They give empty boards their results, and dispute those that others have entered."""
        return self.role is Role.ENTRY

    def has_board(self, board: int) -> bool:
        return not self.last_board or self.first_board <= board <= self.last_board

    def knows(self, tournament: str) -> bool:
        """Whether this tournament concerns them at all."""
        return self.tournament in ("", tournament)


@dataclass(slots=True)
class Stewards:
    """The state. Build it with `replay`; look, do not touch."""

    invited: dict[str, Steward] = field(default_factory=dict)
    version: int = 0

    def steward(self, id: str) -> Steward:
        """Raises NoSuchSteward."""
        if id not in self.invited:
            raise NoSuchSteward(id)
        return self.invited[id]


def replay(events: Iterable[StewardEvent], into: Stewards | None = None) -> Stewards:
    stewards = into if into is not None else Stewards()
    for event in events:
        evolve(stewards, event)
    return stewards


def evolve(stewards: Stewards, event: StewardEvent) -> None:
    """One step."""
    stewards.version += 1
    match event:
        case StewardInvited(id=id):
            boards = (event.first_board, event.last_board)
            stewards.invited[id] = Steward(id, event.name, event.role, event.tournament, *boards, event.until)
        case StewardDismissed(id=id):
            stewards.invited[id] = replace(stewards.invited[id], dismissed=True)


# Decisions


def invite(stewards: Stewards, wanted: Steward, now: datetime) -> list[StewardEvent]:
    """`wanted.id` is new and made outside. Result entry needs a tournament and its boards; nobody else has boards."""
    name = text("name", wanted.name, longest=LONGEST_NAME, required=True)
    if any(s.name.casefold() == name.casefold() and not s.ended(now) for s in stewards.invited.values()):
        raise NameTaken(name)
    if wanted.until and _moment(wanted.until) <= now:
        raise BadField("until", wanted.until, "future")
    tournament = "" if wanted.role is Role.CHIEF else wanted.tournament
    first, last = (0, 0)
    if wanted.role is Role.ENTRY:
        _boards_given(wanted)
        first, last = wanted.first_board, wanted.last_board
    return [StewardInvited(wanted.id, name, wanted.role, tournament, first, last, wanted.until)]


def dismiss(stewards: Stewards, id: str) -> list[StewardEvent]:
    """At once and for good; dismissing twice changes nothing."""
    return [] if stewards.steward(id).dismissed else [StewardDismissed(id)]


def _boards_given(wanted: Steward) -> None:
    if not wanted.tournament:
        raise BadField("tournament", "", "required")
    if not 1 <= wanted.first_board <= MOST_BOARDS:
        raise BadField("first_board", str(wanted.first_board), f"whole:1:{MOST_BOARDS}")
    if not wanted.first_board <= wanted.last_board <= MOST_BOARDS:
        raise BadField("last_board", str(wanted.last_board), f"whole:{wanted.first_board}:{MOST_BOARDS}")


def _moment(until: str) -> datetime:
    """An ISO time with its zone, so that it means the same everywhere."""
    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        raise BadField("until", until, "date") from None
    if moment.tzinfo is None:
        raise BadField("until", until, "date")
    return moment


# Questions


def may(steward: Steward, needed: Role | None, now: datetime, tournament: str = "", board: int = 0) -> bool:
    return obstacle(steward, needed, now, tournament, board) is None


def obstacle(
    steward: Steward, needed: Role | None, now: datetime, tournament: str = "", board: int = 0
) -> Forbidden | None:
    """What stands in the way; None = nothing.

    `needed` None = whoever is in. No tournament = the desk as a whole, which takes somebody who
    was not invited for one alone. No board = none in particular.
    """
    if steward.ended(now):
        return InvitationEnded(steward.name, "" if steward.dismissed else steward.until)
    if steward.tournament and tournament and tournament != steward.tournament:
        return NotYourTournament(steward.tournament)
    if needed is not None and needed not in COVERS[steward.role]:
        return RoleTooSmall(steward.role, needed)
    if needed is not None and steward.tournament and not tournament:
        return NotYourTournament(steward.tournament)
    if board and not steward.has_board(board):
        return NotYourBoard(board, steward.first_board, steward.last_board)
    return None


def permitted(steward: Steward, events: Sequence[Event]) -> None:
    """The last look at what a decision would write, whatever page it came from. Raises Forbidden."""
    if Role.ARBITER in COVERS[steward.role]:
        return
    if steward.role is not Role.ENTRY:
        raise RoleTooSmall(steward.role, Role.ARBITER)
    for event in events:
        boards = [board for _, board in boards_of(event)]
        if outside := [board for board in boards if not steward.has_board(board)]:
            raise NotYourBoard(outside[0], steward.first_board, steward.last_board)
        if not isinstance(event, ResultRecorded | ResultDisputed):
            raise OnlyAnArbiter(boards[0] if boards else 0)
