"""What comes next as JSON: provisional, and marked so in every part."""

from typing import TypedDict

from domain.words.choices.chances import OpenGames
from projections.chances.coming import ComingBoard, ComingHead, ComingSeat, ComingSide, WhatComesNext
from projections.chances.contenders import Contender, OpponentToCome
from projections.festivals.stages_to_come import MayCome, StageHead, StageStanding
from projections.moment.chances_found import AimKind, Need, NeedKind
from web.api.chances import ChancesMadeJson, ShareJson, made, made_of, share
from web.api.people import (
    ColourLetter,
    Moment,
    PersonJson,
    PersonWithPointsJson,
    Points,
    person,
    person_or_none,
    points_json,
)


class ProvisionalJson(TypedDict):
    provisional: bool


class ComingSideJson(PersonWithPointsJson):
    """Points without the game that is still `playing`."""

    playing: bool


class ComingBoardJson(ProvisionalJson):
    """A board of the next round if it ended now; board 0 is the bye, which has no Black."""

    board: int
    room: str
    white: ComingSideJson
    black: ComingSideJson | None


class LikelyOpponentJson(ShareJson):
    """No opponent is the bye."""

    opponent: PersonJson | None
    colour: ColourLetter | None


class ComingSeatJson(ProvisionalJson):
    """Somebody's next board if it ended now, and the likeliest opponents whatever the open games bring."""

    player: ComingSideJson
    board: int
    room: str
    colour: ColourLetter | None
    opponent: PersonJson | None
    likely: list[LikelyOpponentJson]


class AimSoughtJson(TypedDict):
    """`places` is the last place that fulfils it."""

    aim: AimKind
    places: int


class NeedJson(TypedDict):
    """What decides, whatever the others do: points from here that are enough, and that are needed at least."""

    need: NeedKind
    games: int
    enough: Points | None
    needed: Points | None


class ContenderJson(ProvisionalJson):
    """The chances of somebody and what they need, in step with the aims."""

    player: PersonWithPointsJson
    chances: list[ShareJson]
    needs: list[NeedJson]
    likely: list[LikelyOpponentJson]


class ComingHeadJson(ProvisionalJson):
    """Times are in UTC. Round 0: none is to be paired, or nothing is known of it yet.

    `draws`: how often the open games were decided by lot. `made`: how the chances were.
    """

    round: int
    rounds: int
    open_games: int
    open_games_count: OpenGames
    at: Moment | None
    draws: int
    legal: bool
    aims: list[AimSoughtJson]
    made: ChancesMadeJson | None


class ComingJson(ComingHeadJson):
    boards: list[ComingBoardJson]
    players: list[ComingSeatJson]
    contenders: list[ContenderJson]


def coming_json(view: WhatComesNext) -> ComingJson:
    return {
        **coming_head(view.head),
        "boards": [coming_board(row) for row in view.boards],
        "players": [coming_seat(row) for row in view.seats],
        "contenders": [contender_json(row) for row in view.contenders],
    }


def coming_head(head: ComingHead) -> ComingHeadJson:
    found = head.found
    return {
        "provisional": True,
        "round": head.round,
        "rounds": head.rounds,
        "open_games": head.open_games,
        "open_games_count": head.way,
        "at": head.at.isoformat() if head.at else None,
        "draws": head.draws,
        "legal": head.legal,
        "aims": [{"aim": aim.kind, "places": aim.places} for aim in found.aims],
        "made": made(found) if found.runs else None,
    }


def coming_board(row: ComingBoard) -> ComingBoardJson:
    black = _side(row.black) if row.black else None
    return {"provisional": True, "board": row.board, "room": row.room, "white": _side(row.white), "black": black}


def coming_seat(row: ComingSeat) -> ComingSeatJson:
    return {
        "provisional": True,
        "player": _side(row.side),
        "board": row.board,
        "room": row.at.room,
        "colour": row.colour,
        "opponent": person_or_none(row.opponent),
        "likely": [_likely(one) for one in row.likely],
    }


def contender_json(row: Contender) -> ContenderJson:
    return {
        "provisional": True,
        "player": {**person(row.person), "points": points_json(row.points)},
        "chances": [share(one) for one in row.shares],
        "needs": [_need(one) for one in row.needs],
        "likely": [_likely(one) for one in row.opponents],
    }


def _side(side: ComingSide) -> ComingSideJson:
    return {**person(side.person), "points": points_json(side.points), "playing": side.playing}


def _likely(one: OpponentToCome) -> LikelyOpponentJson:
    opponent = person_or_none(one.person)
    return {"opponent": opponent, "colour": one.likely.colour, **share(one.likely.share)}


def _need(one: Need) -> NeedJson:
    enough, needed = (None if points is None else points_json(points) for points in (one.enough, one.needed))
    return {"need": one.kind, "games": one.games, "enough": enough, "needed": needed}


class StageHeadJson(ProvisionalJson):
    """`working`: better figures, or figures after newer results, are on their way."""

    tournament: str
    state: StageStanding
    working: bool
    made: ChancesMadeJson | None


class MayComeJson(ProvisionalJson):
    """Somebody who may go on into a later stage, be first in it, and among its first three."""

    tournament: str
    player: PersonJson
    goes_on: ShareJson
    first: ShareJson
    first_three: ShareJson


def stage_head(head: StageHead) -> StageHeadJson:
    found = head.found
    return {
        "provisional": True,
        "tournament": head.into,
        "state": head.state,
        "working": head.working,
        "made": made_of(found.at, 0, found.runs, found.error) if found else None,
    }


def may_come(row: MayCome) -> MayComeJson:
    return {
        "provisional": True,
        "tournament": row.tournament,
        "player": person(row.person),
        "goes_on": share(row.chances.comes),
        "first": share(row.chances.first),
        "first_three": share(row.chances.three),
    }
