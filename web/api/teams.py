"""A team with its players, and a match, for other people's programs."""

from projections.player.team_page import BoardGame, MatchPage, Member, TeamPage
from projections.table.standings import PointsBeside
from web.api import views
from web.api.team_matches import whole_match
from web.api.views import Json


def team_page(view: TeamPage) -> dict[str, Json]:
    """Games in the order of the rounds; a lineup that is not shown yet has none."""
    return {
        "team": views.person(view.team),
        "captain": view.captain,
        "matches": [{"round": round, "match": view.boards[round]} for round in view.rounds],
        "players": [_member(one) for one in view.members],
        "beside": [_beside(one) for one in view.beside],
    }


def _beside(one: PointsBeside) -> Json:
    return {
        "round": one.round,
        "points": views.points_json(one.points),
        "secondary": views.points_json(one.secondary),
    }


def _member(one: Member) -> Json:
    return {
        "player": views.person(one.person),
        "reserve": one.reserve,
        "left": one.left,
        "points": views.points_json(one.points),
        "games": [_game(game) for game in one.games.values()],
    }


def _game(game: BoardGame) -> Json:
    return {
        "round": game.round,
        "board": game.board,
        "colour": "white" if game.white else "black",
        "result": game.code.value,
        "opponent": views.person(game.opponent) if game.opponent else None,
    }


def match_page(view: MatchPage) -> dict[str, Json]:
    expected: dict[str, Json] = {
        str(team): [views.person(one) for one in players] for team, players in view.expected.items()
    }
    return {"round": view.round, **whole_match(view.match), "expected": expected}
