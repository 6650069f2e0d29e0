"""Teams: who is in them, in the order of their boards."""

from dataclasses import dataclass, replace
from typing import NewType

from domain.words.entrants import EntrantId
from domain.words.players import PlayerId

TeamId = NewType("TeamId", EntrantId)
"""An entrant that is a team. Teams and players of a tournament share one numbering."""


EMPTY_BOARD = PlayerId(EntrantId(0))
"""In a lineup: nobody sits at this board, and somebody sits at a later one."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team as published."""

    id: TeamId
    name: str
    captain: str = ""
    federation: str = ""
    """Three letters, as FIDE writes them."""
    club: str = ""
    squad: tuple[PlayerId, ...] = ()
    """In the order of the boards."""
    reserves: tuple[PlayerId, ...] = ()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.squad + self.reserves

    def without(self, player: PlayerId) -> "Team":
        """The team when this player has left it."""
        squad, reserves = (tuple(p for p in part if p != player) for part in (self.squad, self.reserves))
        return replace(self, squad=squad, reserves=reserves)

    def joined_by(self, *players: PlayerId, reserve: bool) -> "Team":
        """The team with these players on its last boards, or as its last reserves."""
        if reserve:
            return replace(self, reserves=self.reserves + players)
        return replace(self, squad=self.squad + players)
