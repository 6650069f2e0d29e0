"""Whether clubs or federations have a table of their own in a tournament of players."""

from domain import events as e
from domain.fields import whole_number
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.team_scores import NO_TEAM_SCORES, TeamsBy, TeamScoring

MOST_COUNTED_PLAYERS = 100


def set_team_scoring(tournament: Tournament, scoring: TeamScoring) -> list[e.Event]:
    """Also when the tournament is over: no game depends on it. Raises BadField, for an event of teams too."""
    if scoring.by is TeamsBy.NOTHING:
        scoring = NO_TEAM_SCORES
    elif tournament.regulations.of_teams:
        raise BadField("teams_by", scoring.by.value, "players-only")
    else:
        whole_number("best_players", scoring.best, 1, MOST_COUNTED_PLAYERS)
    return [] if scoring == tournament.team_scoring else [e.TeamScoringSet(scoring)]
