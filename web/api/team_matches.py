"""Matches of teams for other people's programs: the running score, and each board as the first team sees it."""

from projections.moment.people import Person
from projections.round.pairings import Pairings
from projections.round.team_matches import MatchLine, TeamMatch, TeamSide
from web.api import views
from web.api.views import Json


def round_with_matches(view: Pairings) -> dict[str, Json]:
    """A round; of an event of teams also match by match."""
    matches: dict[str, Json] = {"matches": [whole_match(one) for one in view.matches]} if view.matches else {}
    return {**views.pairings(view), **matches}


def match(one: TeamMatch) -> dict[str, Json]:
    return {"match": one.board, "first": _side(one.first), "second": _side(one.second), "open": one.open}


def whole_match(one: TeamMatch) -> dict[str, Json]:
    return {**match(one), "boards": [match_board(line) for line in one.lines]}


def match_board(line: MatchLine) -> dict[str, Json]:
    """`result` is that of the first team, whichever colour it has."""
    return {
        "board": line.spot,
        "first": _player(line.first),
        "second": _player(line.second),
        "first_has": "white" if line.white else "black",
        "result": line.result.value if line.result is not None else None,
        "mark": line.mark.value,
    }


def _player(who: Person | None) -> Json:
    return views.person(who) if who is not None else None


def _side(side: TeamSide) -> dict[str, Json]:
    return {
        "team": views.person(side.person),
        "points": views.points_json(side.points),
        "score": views.points_json(side.score),
    }
