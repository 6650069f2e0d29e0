"""Scores of clubs and federations in words."""

from collections.abc import Mapping

from domain.words.choices.prizes import BoardMerit
from domain.words.choices.team_scores import TeamMerit, TeamsBy, TeamScoring
from projections.table.board_tables import BoardTablesHead
from web.wording import N_, NN_, Language, said_by

TEAMS_BY: Mapping[TeamsBy, str] = {
    TeamsBy.NOTHING: N_("none"),
    TeamsBy.CLUB: N_("of clubs"),
    TeamsBy.FEDERATION: N_("of federations"),
}
TEAM_MERITS: Mapping[TeamMerit, str] = {
    TeamMerit.POINTS: N_("points, then the sum of places"),
    TeamMerit.PLACES: N_("places (the smallest sum is first), then points"),
}
HEADS_OF_TEAMS: Mapping[TeamsBy, str] = {
    TeamsBy.NOTHING: N_("Team"),
    TeamsBy.CLUB: N_("Club"),
    TeamsBy.FEDERATION: N_("Federation"),
}
teams_by = said_by(TEAMS_BY)
team_merit = said_by(TEAM_MERITS)
head_of_teams = said_by(HEADS_OF_TEAMS)


SCORINGS: Mapping[TeamMerit, tuple[str, str]] = {
    TeamMerit.POINTS: NN_(
        "Points of the best {n} player of each; equals go by the sum of places, then by the best player.",
        "Points of the best {n} players of each; equals go by the sum of places, then by the best player.",
    ),
    TeamMerit.PLACES: NN_(
        "Place of the best {n} player of each; equals go by points, then by the best player.",
        "Places of the best {n} players of each, the smallest sum first; equals go by points, then by the best player.",
    ),
}


def scoring_in_words(scoring: TeamScoring, words: Language) -> str:
    """What is added up, and what separates equals."""
    return words.ngettext(*SCORINGS[scoring.merit], scoring.best)


# The tables of the players of teams by board.

ORDERS_BY_BOARD: Mapping[BoardMerit, tuple[str, str]] = {
    BoardMerit.PERFORMANCE: NN_(
        "Best performance first; a place takes {n} game over the board.",
        "Best performance first; a place takes {n} games over the board.",
    ),
    BoardMerit.SCORE: NN_(
        "Most points first; a place takes {n} game over the board.",
        "Most points first; a place takes {n} games over the board.",
    ),
    BoardMerit.PERCENTAGE: NN_(
        "Best percentage first; a place takes {n} game over the board.",
        "Best percentage first; a place takes {n} games over the board.",
    ),
}


def order_by_board(head: BoardTablesHead, words: Language) -> str:
    return words.ngettext(*ORDERS_BY_BOARD[head.by], head.least_games)
