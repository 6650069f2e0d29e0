"""Scores of clubs and federations in a tournament of players: the best so many of each are added up."""

from enum import StrEnum

from domain.records import dataclass


class TeamsBy(StrEnum):
    """What makes players a team. The values are stored in journals."""

    NOTHING = ""
    """There are no scores of teams."""
    CLUB = "club"
    FEDERATION = "federation"


class TeamMerit(StrEnum):
    """The figure that is added up. The values are stored in journals."""

    POINTS = "points"
    PLACES = "places"
    """The smallest sum is first."""


@dataclass(frozen=True, slots=True)
class TeamScoring:
    by: TeamsBy = TeamsBy.NOTHING
    best: int = 0
    """So many players of each team count; 0 where there are no scores."""
    merit: TeamMerit = TeamMerit.POINTS


NO_TEAM_SCORES = TeamScoring()
USUAL_BEST_PLAYERS = 4
