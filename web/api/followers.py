"""Followed players and people found by a search, for other people's programs."""

from projections.lists.followed import Followed, FollowedGame, FollowedPlace
from projections.lists.name_search import FoundRow, NamesFound
from web.api.team_matches import whole_match
from web.api.views import Json, person, points_json, seat_row


def followed(view: tuple[Followed, ...]) -> dict[str, Json]:
    return {"players": [{**followed_game(one.game), **followed_place(one.place)} for one in view]}


def followed_game(one: FollowedGame) -> dict[str, Json]:
    """The game of the round that is played; None for somebody who is not in it."""
    return {
        "player": person(one.person),
        "points": points_json(one.points),
        "round": one.round,
        "start": one.start,
        "game": seat_row(one.seat) if one.seat else None,
        **({"match": whole_match(one.match)} if one.match else {}),
    }


def followed_place(one: FollowedPlace) -> dict[str, Json]:
    return {"player": person(one.person), "place": one.place or None}


def found(view: NamesFound) -> dict[str, Json]:
    return {"found": len(view.rows) + view.more, "players": [_found(row) for row in view.rows]}


def _found(row: FoundRow) -> Json:
    return {
        "player": person(row.person),
        "place": row.place or None,
        "points": points_json(row.points),
        "board": row.seat.spot if row.seat and row.seat.board else None,
        **({"team": person(row.team)} if row.team else {}),
    }
