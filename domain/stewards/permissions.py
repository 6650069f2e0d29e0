"""Permissions of people at the desk: questions, and the refusals that answer them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.events import Event, ResultDisputed, ResultRecorded, boards_of
from domain.refusals import Refusal
from domain.stewards.events import Role
from domain.stewards.state import Steward

COVERS: dict[Role, frozenset[Role]] = {
    Role.CHIEF: frozenset(Role),
    Role.ARBITER: frozenset({Role.ARBITER, Role.ENTRY, Role.READER}),
    Role.ENTRY: frozenset({Role.ENTRY}),
    Role.READER: frozenset({Role.READER}),
}
"""A role may do what those it covers may do."""


class Forbidden(Refusal):
    """It may be possible, but not for this person: such refusals are audited."""


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


def may(steward: Steward, needed: Role | None, now: datetime, tournament: str = "", board: int = 0) -> bool:
    return obstacle(steward, needed, now, tournament, board) is None


def obstacle(
    steward: Steward, needed: Role | None, now: datetime, tournament: str = "", board: int = 0
) -> Forbidden | None:
    """The obstacle in the way of a person; None = there is none.

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
