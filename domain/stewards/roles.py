"""What somebody is told who asks what they may do at the desk: a grant, or a refusal."""

from domain import events
from domain.records import dataclass
from domain.refusals import Refusal
from domain.stewards import events as e


class Forbidden(Refusal):
    pass


class InvitationEnded(Forbidden):
    """`until` is empty for somebody who was dismissed."""

    name: str
    until: str = ""


class RoleTooSmall(Forbidden):
    role: e.Role
    needed: e.Role


class ScopeMissing(Forbidden):
    scope: e.Scope


class NotYourTournament(Forbidden):
    """Says nothing about the other one, not even that it exists."""

    yours: str


class OnlyTheOperator(Forbidden):
    """It is about the server that several organisers share."""


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

    role: e.Role
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

    def checked(self, decided: list[events.Event]) -> list[events.Event]:
        """The events of a decision, if all may be written, whatever page they came from. Raises Forbidden."""
        if self.arbitrates:
            return decided
        if self.role.only_lines_up:  # by the rules: a lineup that breaks one is an arbiter's
            if any(not isinstance(o, events.LineupGiven) or o.team != self.team or o.against for o in decided):
                raise NotYourTeam
            return decided
        if not self.only_fills:
            raise RoleTooSmall(self.role, e.Role.ARBITER)
        of_results = events.ResultRecorded | events.ResultCleared | events.ResultDisputed
        for event in decided:
            boards = [board for _, board in events.boards_of(event)]
            if outside := [board for board in boards if not self.has_board(board)]:
                raise NotYourBoard(outside[0], self.first_board, self.last_board)
            if not isinstance(event, of_results | events.EntrantCheckedIn | events.CheckInUndone | events.PaymentMade):
                raise OnlyAnArbiter(boards[0] if boards else 0)
        return decided
