"""Events of teams: their squads and lineups."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.events.integrity import Integrity
from domain.words.players import PlayerId
from domain.words.teams import LineupRule, Team, TeamId


@dataclass(frozen=True, slots=True)
class TeamRegistered:
    """Its players are registered before it; a player belongs to one team at most."""

    integrity: ClassVar = Integrity.NONE
    team: Team
    from_round: int = 1


@dataclass(frozen=True, slots=True)
class TeamDetailsAmended:
    """All of the team's details as they are from now on, its squad and reserves among them."""

    integrity: ClassVar = Integrity.NONE
    team: Team
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class PlayerTransferred:
    """A player goes from one team to the end of another's squad, or of its reserves."""

    integrity: ClassVar = Integrity.NONE
    player: PlayerId
    origin: TeamId
    into: TeamId
    reserve: bool = False
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class LineupGiven:
    """The players of a team in a round, in the order of the boards; a later one replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    team: TeamId
    players: tuple[PlayerId, ...]
    against: tuple[LineupRule, ...] = ()
    """Rules that an arbiter let it break."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LineupsShown:
    """Everybody sees the lineups of a round from now on, of both teams of a match or of one."""

    integrity: ClassVar = Integrity.NONE
    round: int


TeamEvent: TypeAlias = TeamRegistered | TeamDetailsAmended | PlayerTransferred | LineupGiven | LineupsShown
