"""Teams: their squads, their lineups, and the options of an event of teams."""

from dataclasses import field, replace
from enum import StrEnum
from typing import NewType

from domain.records import dataclass
from domain.words.choices.prizes import BoardMerit
from domain.words.games import Scoring
from domain.words.players import EntrantId, PlayerId

TeamId = NewType("TeamId", EntrantId)


EMPTY_BOARD = PlayerId(EntrantId(0))
"""In a lineup: nobody sits at this board, and somebody sits at a later one."""


@dataclass(frozen=True, slots=True)
class Team:
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
        squad, reserves = (tuple(p for p in part if p != player) for part in (self.squad, self.reserves))
        return replace(self, squad=squad, reserves=reserves)

    def joined_by(self, *players: PlayerId, reserve: bool) -> "Team":
        if reserve:
            return replace(self, reserves=self.reserves + players)
        return replace(self, squad=self.squad + players)


class LineupRule(StrEnum):
    """A rule that an arbiter may set aside with a reason. The values are stored in journals."""

    BOARD_ORDER = "board-order"
    """Players sit in the order of the squad, reserves below as listed."""
    RESERVES = "reserves"
    DEADLINE = "deadline"
    SHOWN = "shown"
    PLAYED = "played"


USUAL_MATCH_POINTS = Scoring(win=4, draw=2, loss=0, pairing_bye=2)
"""In halves: 2, 1, 0, and a draw for the bye of an odd field (C.04.6)."""


class PrimaryScore(StrEnum):
    """The score that teams are paired and ranked by (C.04.6, 1.2; article 32.2). The values are stored in journals."""

    MATCH_POINTS = "match-points"
    GAME_POINTS = "game-points"


class ColourPreferences(StrEnum):
    """The colour preferences of teams (C.04.6, 1.7). The values are stored in journals."""

    TYPE_A = "type-a"
    TYPE_B = "type-b"
    NONE = "none"


class TeamStrength(StrEnum):
    """The rating of a team. The values are stored in journals."""

    FIRST_BOARDS = "first-boards"
    """The average of the first boards of the squad, as many as play in a match."""
    BEST = "best"
    AS_LISTED = "as-listed"
    """No rating: teams keep the order of their registration."""


class BoardOrder(StrEnum):
    """The order in which a team's players may sit at the boards. The values are stored in journals."""

    FIXED = "fixed"
    """That of the squad and then of the reserves; whoever does not play is left out, the others move up."""
    FREE = "free"


@dataclass(frozen=True, slots=True)
class TeamOptions:
    """The choices of an event of teams beside the boards of a match (`match_games`) and its points (`scoring`)."""

    primary: PrimaryScore = PrimaryScore.MATCH_POINTS
    game: Scoring = field(default_factory=Scoring)
    """The worth of one board, in half-points."""
    bye_game_points: int | None = None
    """Half-points that the bye of an odd field gives as game points; None = a draw on every board (C.04.6, 1.4)."""
    preferences: ColourPreferences = ColourPreferences.TYPE_A
    strength: TeamStrength = TeamStrength.FIRST_BOARDS
    board_order: BoardOrder = BoardOrder.FIXED
    most_reserves: int | None = None
    """Of a team; None = as many as it likes."""
    lineup_minutes: int | None = None
    """A lineup is due so many minutes before the time of its round; None = no deadline."""
    open_lineups: bool = False
    """A lineup is shown when it is given; else when the opponent's is there too, or when the arbiter shows both."""
    primary_alone: bool = False
    """The other points do not say which of two teams level in the primary score is the first-team (C.04.6, 4.2.2)."""
    boards_by: BoardMerit = BoardMerit.PERFORMANCE
    """The order of the players of a board in the tables by board."""
    least_board_games: int | None = None
    """Over the board, for a place in such a table; None = two thirds of the rounds."""
