"""Refusals about teams and their lineups."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId
from domain.words.teams import LineupRule


@dataclass(eq=False)
class UnknownTeam(Refusal):
    team: EntrantId


@dataclass(eq=False)
class TeamNameTaken(Refusal):
    name: str


@dataclass(eq=False)
class AlreadyInATeam(Refusal):
    player: EntrantId
    name: str
    """The name of the team that the player belongs to."""
    called: str = ""
    """The player, where the list they stand on is not registered yet."""


@dataclass(eq=False)
class NotInTheTeam(Refusal):
    team: EntrantId
    players: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class ProblemOfATeam:
    """Something of a list of teams that cannot be: of the team itself (board 0), or of a player of it."""

    team: str
    board: int
    player: str
    refusal: Refusal


@dataclass(eq=False)
class TeamsCannotEnter(Refusal):
    """Every problem of the teams that were to be registered: none of them is."""

    problems: tuple[ProblemOfATeam, ...]


@dataclass(eq=False)
class InALineup(Refusal):
    """The player sits in the lineup of a round that is not over."""

    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class LineupBreach:
    """A rule that a lineup breaks; board 0 = of the lineup as a whole."""

    rule: LineupRule
    board: int = 0
    player: EntrantId | None = None
    other: EntrantId | None = None
    """The player who sits above."""


@dataclass(eq=False)
class LineupBreaksRules(Refusal):
    """An arbiter may let it stand with a reason; a captain gives another one."""

    team: EntrantId
    round: int
    breaches: tuple[LineupBreach, ...]


@dataclass(eq=False)
class NoMatchInRound(Refusal):
    """The round is paired, and the team has no opponent there."""

    team: EntrantId
    round: int
