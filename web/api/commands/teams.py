"""The commands about teams; the players of a new squad come with all that is known of them."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from web.api import fields as f
from web.api.commands import GrantBye, PlayerOfList, ProgramCommand, RevokeBye

MOST_OF_A_SQUAD = 60


class SquadPlayer(PlayerOfList):
    """A player of a new squad: registered with it, or found among those who are here already."""


SquadList = Annotated[list[SquadPlayer], msgspec.Meta(max_length=MOST_OF_A_SQUAD)]
MemberIds = Annotated[list[f.PlayerNumber], msgspec.Meta(max_length=MOST_OF_A_SQUAD)]


def _answers(players: Sequence[SquadPlayer]) -> dict[str, tuple[str, ...]]:
    return {f"namesake-{place}": (one.namesake,) for place, one in enumerate(players) if one.namesake}


class RegisterTeam(ProgramCommand, kw_only=True):
    """Register a team with its players, in the order of the boards."""

    team: f.NeededLine = msgspec.field(name="name")
    captain: f.OneLine = ""
    federation: f.Federation = ""
    club: f.OneLine = ""
    squad: SquadList = []
    reserves: SquadList = []
    from_round: f.Number = 0

    def form(self) -> dict[str, tuple[str, ...]]:
        players = {name: tuple(one.fields() for one in getattr(self, name)) for name in ("squad", "reserves")}
        return {**ProgramCommand.form(self), **players, **_answers([*self.squad, *self.reserves])}


class ChangeTeam(ProgramCommand):
    """Change what is known of a team; what is left out stays as it is."""

    team: f.NeededLine | None = msgspec.field(default=None, name="name")
    captain: f.OneLine | None = None
    federation: f.Federation | None = None
    club: f.OneLine | None = None


class OrderBoards(ProgramCommand):
    """Say who sits where in a team: the ids of its players board by board; somebody who is not named leaves it."""

    squad: MemberIds
    reserves: MemberIds = []
    reason: f.ReasonText = ""

    def __post_init__(self) -> None:
        """Raises ValueError for a player who is named twice."""
        if len({*self.squad, *self.reserves}) < len(self.squad) + len(self.reserves):
            raise ValueError("squad, reserves: twice")

    def form(self) -> dict[str, tuple[str, ...]]:
        boards = {f"board-{id}": (str(board),) for board, id in enumerate(self.squad, 1)}
        behind = {f"board-{id}": (f"R{place:02}",) for place, id in enumerate(self.reserves, 1)}
        return {"reason": (self.reason,), "confirmed": (str(self.confirmed),), **boards, **behind}


class AddToTeam(ProgramCommand):
    """Add new players to a team, behind those who are there."""

    players: Annotated[list[SquadPlayer], msgspec.Meta(min_length=1, max_length=MOST_OF_A_SQUAD)]
    reserve: bool = False
    reason: f.ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        added = {"players": tuple(one.fields() for one in self.players)}
        return {**ProgramCommand.form(self), **added, **_answers(self.players)}


class TransferPlayer(ProgramCommand):
    """Bring a player who is registered into this team."""

    player: f.PlayerNumber
    reserve: bool = False
    reason: f.ReasonText = ""


class GivePoints(ProgramCommand, kw_only=True):
    """Give or take points beside the results; other_points are of the score that the table does not go by."""

    round: f.RoundNumber
    points: f.GivenPoints = 0
    other_points: f.GivenPoints = 0
    reason: f.NeededReason


class GrantTeamBye(GrantBye):
    """Grant a team leave for one round."""


class RevokeTeamBye(RevokeBye):
    """Take back a team's leave for one round."""
