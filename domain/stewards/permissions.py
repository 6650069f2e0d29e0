"""Permissions of people at the desk: the question, the grant that answers it, and the refusals."""

from datetime import datetime

from domain.events import (
    CheckInUndone,
    EntrantCheckedIn,
    Event,
    LineupGiven,
    ResultCleared,
    ResultDisputed,
    ResultRecorded,
    boards_of,
)
from domain.records import dataclass
from domain.refusals import Refusal
from domain.stewards.events import Role, Scope
from domain.stewards.state import Steward

COVERS: dict[Role, frozenset[Role]] = {
    Role.CHIEF: frozenset(Role),
    Role.ARBITER: frozenset({Role.ARBITER, Role.ENTRY, Role.READER}),
    Role.ENTRY: frozenset({Role.ENTRY}),
    Role.CAPTAIN: frozenset({Role.CAPTAIN}),
    Role.READER: frozenset({Role.READER}),
}


class Forbidden(Refusal):
    pass


class InvitationEnded(Forbidden):
    """`until` is empty for somebody who was dismissed."""

    name: str
    until: str = ""


class RoleTooSmall(Forbidden):
    role: Role
    needed: Role


class ScopeMissing(Forbidden):
    scope: Scope


class NotYourTournament(Forbidden):
    """Says nothing about the other one, not even that it exists."""

    yours: str


class NotYourBoard(Forbidden):
    board: int
    first: int
    last: int


class NotYourTeam(Forbidden):
    pass


class OnlyAnArbiter(Forbidden):
    """Result entry fills empty boards and mends its own slips; it does nothing else with them."""

    board: int


@dataclass(frozen=True, slots=True)
class Grant:
    """The rights of a steward where they asked: the one answer about their role that the rest of the desk receives."""

    role: Role
    first_board: int = 0
    last_board: int = 0
    """0 = every board."""
    team: int = 0
    """The team of a captain; 0 = no captain."""

    @property
    def arbitrates(self) -> bool:
        return self.role.arbitrates

    @property
    def only_fills(self) -> bool:
        """They give empty boards their results, mend their own slips, and dispute what others have entered."""
        return self.role.only_fills

    def has_board(self, board: int) -> bool:
        return not self.last_board or self.first_board <= board <= self.last_board

    def checked(self, events: list[Event]) -> list[Event]:
        """The events of a decision, if all may be written, whatever page they came from. Raises Forbidden."""
        if self.arbitrates:
            return events
        if self.role.only_lines_up:
            return self._of_own_team(events)
        if not self.only_fills:
            raise RoleTooSmall(self.role, Role.ARBITER)
        for event in events:
            boards = [board for _, board in boards_of(event)]
            if outside := [board for board in boards if not self.has_board(board)]:
                raise NotYourBoard(outside[0], self.first_board, self.last_board)
            may = ResultRecorded | ResultCleared | ResultDisputed | EntrantCheckedIn | CheckInUndone
            if not isinstance(event, may):
                raise OnlyAnArbiter(boards[0] if boards else 0)
        return events

    def _of_own_team(self, events: list[Event]) -> list[Event]:
        """Lineups by the rules: what breaks one is an arbiter's. Raises NotYourTeam."""
        for event in events:
            if not isinstance(event, LineupGiven) or event.team != self.team or event.against:
                raise NotYourTeam
        return events


def granted(steward: Steward, needed: Role | None, now: datetime, tournament: str = "", playoff_of: str = "") -> Grant:
    """The rights of a steward, if they cover the role that is needed. Raises Forbidden.

    `needed` None = anybody who is in. No tournament = the desk as a whole, which takes somebody who
    was not invited for one alone. `playoff_of` is the tournament whose place is played for there: its roles hold.
    """
    if steward.ended(now):
        raise InvitationEnded(steward.name, "" if steward.dismissed else steward.until)
    if tournament and not steward.knows(tournament, playoff_of):
        raise NotYourTournament(steward.tournament)
    if needed is not None and needed not in COVERS[steward.role]:
        raise RoleTooSmall(steward.role, needed)
    if needed is not None and steward.tournament and not tournament:
        raise NotYourTournament(steward.tournament)
    return Grant(steward.role, steward.first_board, steward.last_board, steward.team)
