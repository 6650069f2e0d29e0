"""Refusals about teams and their lineups."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId
from domain.words.teams import LineupRule


class UnknownTeam(Refusal):
    team: EntrantId


class TeamNameTaken(Refusal):
    name: str


class AlreadyInATeam(Refusal):
    player: EntrantId
    name: str
    called: str = ""


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


class TeamsCannotEnter(Refusal):
    """Every problem of the teams that were to be registered: none of them is."""

    problems: tuple[ProblemOfATeam, ...]


class InALineup(Refusal):
    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class LineupBreach:
    """A rule that a lineup breaks; board 0 = of the lineup as a whole."""

    rule: LineupRule
    board: int = 0
    player: EntrantId | None = None
    other: EntrantId | None = None


class LineupBreaksRules(Refusal):
    """An arbiter may let it stand with a reason; a captain gives another one."""

    team: EntrantId
    round: int
    breaches: tuple[LineupBreach, ...]


class NoMatchInRound(Refusal):
    team: EntrantId
    round: int
