"""Chances as JSON: numbers between 0 and 1, each with its standard error, and how they were made."""

from datetime import datetime
from typing import TypedDict

from projections.moment.chances_found import AimKind, ChancesFound, NeedKind, Share
from projections.player.chances import (
    AimInReach,
    GameAhead,
    LikelyWinner,
    LikelyWinners,
    PlayerChances,
    Rival,
    ScoresOfMember,
)
from projections.table.norms_in_reach import NormInReach
from projections.table.ratings_in_reach import RatingInReach
from web.api import people as p
from web.wording.chess.chances import EXPECTED_SCORES


class ShareJson(TypedDict):
    chance: float
    error: float


class ChancesMadeJson(TypedDict):
    """How figures were made: the endings of the event that were played out, and the largest standard error."""

    at: p.Moment
    after_round: int
    endings: int
    error: float
    expected_scores: str
    draws: str
    strengths: str


class GameAheadJson(TypedDict):
    """A game that is paired (`likely` is null) or likely; `won` and so on are null where no two players meet."""

    round: int
    opponent: p.PersonJson | None
    colour: p.ColourLetter | None
    likely: ShareJson | None
    won: float | None
    drawn: float | None
    lost: float | None


class AimJson(TypedDict):
    """The points with which an aim is certain (`enough`) and possible (`needed`), from here; null = none is."""

    aim: AimKind
    places: int
    chance: ShareJson
    need: NeedKind
    enough: p.Points | None
    needed: p.Points | None


class ChanceAfterRoundJson(TypedDict):
    round: int
    first: ShareJson


class WinnerJson(TypedDict):
    player: p.PersonJson
    first: ShareJson


class LikelyWinnerJson(TypedDict):
    player: p.PersonJson
    points: p.Points
    first: ShareJson
    first_three: ShareJson | None


class LikelyWinnersJson(TypedDict):
    """Those who can still win, the likeliest first."""

    players: list[LikelyWinnerJson]
    made: ChancesMadeJson


class NormInReachJson(TypedDict):
    """A title norm that can still be made: points needed of the games to come, against opponents of this average."""

    norm: str
    points: p.Points
    games: int
    average: int
    opponents_known: bool


class RatingInReachJson(TypedDict):
    """A rating that a title asks for and that this event can still bring, as a norm in reach."""

    rating: int
    points: p.Points
    games: int
    average: int
    opponents_known: bool


class MemberScoresJson(TypedDict):
    """What a player of a team can still reach."""

    player: p.PersonJson
    norms: list[NormInReachJson]
    ratings: list[RatingInReachJson]


class WithPointsJson(TypedDict):
    """The chances with so many points from here."""

    points: p.Points
    first: ShareJson
    first_three: ShareJson


class PlayerChancesJson(TypedDict):
    """What comes next for a player, and how likely what is."""

    games: list[GameAheadJson]
    aims: list[AimJson]
    norms: list[NormInReachJson]
    ratings: list[RatingInReachJson]
    members: list[MemberScoresJson]
    with_points: list[WithPointsJson]
    line: list[ChanceAfterRoundJson]
    rivals: list[WinnerJson]
    made: ChancesMadeJson


def player_chances_json(view: PlayerChances) -> PlayerChancesJson:
    return {
        "games": games_to_come(view),
        "aims": aims_in_reach(view),
        "norms": [norm_json(one) for one in view.scores.norms],
        "ratings": [_rating_json(one) for one in view.scores.ratings],
        "members": [_member_json(one) for one in view.scores.members],
        "with_points": with_points(view),
        "line": chance_line(view),
        "rivals": [winner(one) for one in view.rivals],
        "made": made(view.found),
    }


def games_to_come(view: PlayerChances) -> list[GameAheadJson]:
    return [_game(one) for one in view.games]


def aims_in_reach(view: PlayerChances) -> list[AimJson]:
    return [_aim(one) for one in view.aims]


def with_points(view: PlayerChances) -> list[WithPointsJson]:
    return [
        {"points": p.points_json(one.points), "first": share(one.first), "first_three": share(one.first_three)}
        for one in view.with_points
    ]


def chance_line(view: PlayerChances) -> list[ChanceAfterRoundJson]:
    points = view.line.points if view.line else ()
    return [{"round": one.round, "first": share(one.first)} for one in points]


def made(found: ChancesFound) -> ChancesMadeJson:
    return made_of(found.at, found.after_round, found.runs, found.error)


def made_of(at: datetime, after_round: int, runs: int, error: float) -> ChancesMadeJson:
    return {
        "at": at.isoformat(),
        "after_round": after_round,
        "endings": runs,
        "error": _rounded(error),
        "expected_scores": EXPECTED_SCORES,
        "draws": "davidson-1970",
        "strengths": "glickman-1999",
    }


def winner(one: Rival) -> WinnerJson:
    return {"player": p.person(one.person), "first": share(one.first)}


def likely_winners_json(view: LikelyWinners) -> LikelyWinnersJson:
    return {"players": [_likely_winner(one) for one in view.rows], "made": made(view.found)}


def _likely_winner(one: LikelyWinner) -> LikelyWinnerJson:
    return {
        "player": p.person(one.person),
        "points": p.points_json(one.points),
        "first": share(one.first),
        "first_three": share(one.first_three) if one.first_three else None,
    }


def share(one: Share) -> ShareJson:
    return {"chance": _rounded(one.chance), "error": _rounded(one.error)}


def _rounded(number: float) -> float:
    return round(number, 4)


def _game(one: GameAhead) -> GameAheadJson:
    won, drawn, lost = map(_rounded, one.ends) if one.ends else (None, None, None)
    return {
        "round": one.round,
        "opponent": p.person_or_none(one.opponent),
        "colour": one.colour,
        "likely": share(one.likely) if one.likely else None,
        "won": won,
        "drawn": drawn,
        "lost": lost,
    }


def _aim(one: AimInReach) -> AimJson:
    return {
        "aim": one.aim.kind,
        "places": one.aim.places,
        "chance": share(one.share),
        "need": one.need.kind,
        "enough": _points_or_none(one.need.enough),
        "needed": _points_or_none(one.need.needed),
    }


def norm_json(one: NormInReach) -> NormInReachJson:
    return {
        "norm": one.norm,
        "points": p.points_json(one.half_points),
        "games": one.games,
        "average": one.average,
        "opponents_known": one.known,
    }


def _member_json(one: ScoresOfMember) -> MemberScoresJson:
    return {
        "player": p.person(one.person),
        "norms": [norm_json(norm) for norm in one.norms],
        "ratings": [_rating_json(rating) for rating in one.ratings],
    }


def _rating_json(one: RatingInReach) -> RatingInReachJson:
    return {
        "rating": one.rating,
        "points": p.points_json(one.half_points),
        "games": one.games,
        "average": one.average,
        "opponents_known": one.known,
    }


def _points_or_none(half_points: int | None) -> p.Points | None:
    return None if half_points is None else p.points_json(half_points)
