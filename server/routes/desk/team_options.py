"""The fields of an event of teams in the form of the regulations."""

from dataclasses import replace

from domain.words.games import Scoring
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import (
    USUAL_MATCH_POINTS,
    BoardOrder,
    ColourPreferences,
    PrimaryScore,
    TeamOptions,
    TeamStrength,
)
from server.routes.forms import Form
from server.routes.points import scoring_from, worth


def entrants_from(form: Form, before: Regulations) -> Entrants:
    return form.choice("entrants", Entrants, before.entrants)


def points_of_event(form: Form, before: Regulations) -> Scoring:
    """As typed. An event that becomes one of teams begins with the usual match points, if nobody typed others."""
    typed = scoring_from(form, before.scoring)
    turned = entrants_from(form, before) is Entrants.TEAMS and before.entrants is Entrants.PLAYERS
    return USUAL_MATCH_POINTS if turned and typed == before.scoring else typed


def team_options(form: Form, before: TeamOptions) -> TeamOptions:
    """A form without the field for boards carries none of these options."""
    if "team_boards" not in form.fields:
        return before
    return TeamOptions(
        primary=form.choice("primary_score", PrimaryScore, before.primary),
        game=replace(
            before.game,
            win=worth(form, "game_win", before.game.win, "game_scoring"),
            draw=worth(form, "game_draw", before.game.draw, "game_scoring"),
            loss=worth(form, "game_loss", before.game.loss, "game_scoring"),
        ),
        bye_game_points=form.half_points("bye_game_points") if form.text("bye_game_points") else None,
        preferences=form.choice("preferences", ColourPreferences, before.preferences),
        strength=form.choice("strength", TeamStrength, before.strength),
        board_order=form.choice("board_order", BoardOrder, before.board_order),
        most_reserves=form.whole("most_reserves") if form.text("most_reserves") else None,
        lineup_minutes=form.whole("lineup_minutes") if form.text("lineup_minutes") else None,
        open_lineups=form.ticked("open_lineups"),
        primary_alone=form.ticked("primary_alone"),
    )
