"""Rounds as JSON: boards, seats, results, and matches of teams."""

from typing import NotRequired, TypedDict

from domain.cards.card import Float
from domain.round import RoundState
from domain.words.choices.handicap import Clocks, ClockTime
from domain.words.games import Colour, GameKind, Result, start_position
from projections.player.team_page import MatchPage
from projections.round import pairings as paired
from projections.round.results import Latest
from projections.round.seats import SeatRow
from web.api import people as p

NO_BYE = "U"
"""The code of the report file for somebody who has no bye."""


class StartPositionJson(TypedDict):
    """Of Chess960; `pieces` is White's first rank."""

    number: int
    pieces: str


class SeatJson(p.PersonWithPointsJson):
    """One side of a board; points are those before the round."""

    float: Float | None


class _PlaceInHall(TypedDict, total=False):
    room: str
    kept: bool


class ClockJson(TypedDict):
    seconds: int
    increment: int


class ClocksJson(TypedDict):
    """The times of both sides in a handicap game."""

    white: ClockJson
    black: ClockJson


class _ClocksOfBoard(TypedDict, total=False):
    clocks: ClocksJson


class BoardJson(TypedDict):
    """A board of a round; `game` counts the games of its match, `kind` is there for a later one.

    `clocks` is there in a handicap game.

    `room` is there where rooms have names, `kept` where opponents come to the board of somebody who cannot move.
    """

    board: int
    room: NotRequired[str]
    kept: NotRequired[bool]
    game: int
    kind: NotRequired[GameKind]
    white: SeatJson
    black: SeatJson
    result: Result | None
    armageddon: NotRequired[Result]
    clocks: NotRequired[ClocksJson]
    mark: paired.Mark


class _KindOfGame(TypedDict, total=False):
    kind: GameKind


class ArmageddonJson(TypedDict, total=False):
    armageddon: Result


def board(row: paired.BoardRow) -> BoardJson:
    return {
        "board": row.board,
        **_place_in_hall(row),
        "game": row.game,
        **_kind_of_game(row),
        "white": _seat(row.white),
        "black": _seat(row.black),
        "result": row.result,
        **armageddon(row.armageddon),
        **_clocks(row.clocks),
        "mark": row.mark,
    }


def _clocks(times: Clocks | None) -> _ClocksOfBoard:
    if times is None:
        return {}
    return {"clocks": {"white": _clock(times[0]), "black": _clock(times[1])}}


def _clock(time: ClockTime) -> ClockJson:
    return {"seconds": time.seconds, "increment": time.increment}


def _place_in_hall(row: paired.BoardRow | paired.TeamMatch | None) -> _PlaceInHall:
    place: _PlaceInHall = {}
    if row is not None and row.room:
        place["room"] = row.room
    if row is not None and row.kept:
        place["kept"] = True
    return place


def armageddon(won: Result | None) -> ArmageddonJson:
    """Who won it after a draw; nothing where nobody did."""
    return {"armageddon": won} if won else {}


def _kind_of_game(row: paired.BoardRow) -> _KindOfGame:
    """Of a game after the first of its match; nothing for a first one."""
    return {"kind": row.kind} if row.game > 1 else {}


def _seat(seat: paired.Seat) -> SeatJson:
    return {**p.person(seat.person), "points": p.points_json(seat.points), "float": seat.floated}


class UnpairedJson(p.PersonWithPointsJson):
    """Somebody without a board in this round; `bye` is a code of the report file."""

    bye: str


class RoundProgressJson(TypedDict):
    games: int
    open: int


class PairingsHeadJson(RoundProgressJson):
    round: int
    rounds: int
    state: RoundState
    stage: RoundState
    start: str
    start_position: NotRequired[StartPositionJson]
    default_time: NotRequired[str]
    arena: NotRequired[bool]
    """All games in play of an arena, whatever their rounds; `bye` of those who wait for the next is `waits`."""
    arena_ends: NotRequired[str]


def progress(head: paired.PairingsHead) -> RoundProgressJson:
    return {"games": head.games, "open": head.open}


def pairings_head(head: paired.PairingsHead) -> PairingsHeadJson:
    made: PairingsHeadJson = {
        "round": head.round,
        "rounds": head.rounds,
        "state": head.state,
        "stage": head.state,  # the word of 0.1, kept for one release
        "start": head.start,
        "games": head.games,
        "open": head.open,
    }
    if (number := head.start_position) is not None:
        made["start_position"] = {"number": number, "pieces": start_position(number)}
    if head.default_time:
        made["default_time"] = head.default_time
    if head.arena:
        made["arena"] = True
    if head.arena_ends:
        made["arena_ends"] = head.arena_ends
    return made


class MatchSideJson(TypedDict):
    """A team in a match: points before the round, score of the match."""

    team: p.PersonJson
    points: p.Points
    score: p.Points


class MatchBoardJson(TypedDict):
    """A board of a match; the result is that of the first team, whichever colour it has."""

    board: str
    first: p.PersonJson | None
    second: p.PersonJson | None
    first_has: p.WhiteOrBlack
    result: Result | None
    mark: paired.Mark


class MatchScoreJson(TypedDict):
    match: int
    room: NotRequired[str]
    kept: NotRequired[bool]
    first: MatchSideJson
    second: MatchSideJson
    open: int


class MatchJson(MatchScoreJson):
    """A match of two teams."""

    boards: list[MatchBoardJson]


def match(one: paired.TeamMatch) -> MatchScoreJson:
    return {
        "match": one.board,
        **_place_in_hall(one),
        "first": _team_side(one.first),
        "second": _team_side(one.second),
        "open": one.open,
    }


def _team_side(side: paired.TeamSide) -> MatchSideJson:
    return {"team": p.person(side.person), "points": p.points_json(side.points), "score": p.points_json(side.score)}


def match_board(line: paired.MatchLine) -> MatchBoardJson:
    return {
        "board": line.spot,
        "first": p.person_or_none(line.first),
        "second": p.person_or_none(line.second),
        "first_has": "white" if line.white else "black",
        "result": line.result,
        "mark": line.mark,
    }


def whole_match(one: paired.TeamMatch) -> MatchJson:
    return {**match(one), "boards": [match_board(line) for line in one.lines]}


class RoundJson(PairingsHeadJson):
    boards: list[BoardJson]
    unpaired: list[UnpairedJson]


class PairingsJson(RoundJson):
    """A round, board by board; of teams also match by match."""

    matches: NotRequired[list[MatchJson]]


def unpaired(row: paired.Unpaired) -> UnpairedJson:
    return {**p.person(row.person), "points": p.points_json(row.points), "bye": row.kind or NO_BYE}


class _Matches(TypedDict, total=False):
    matches: list[MatchJson]


def pairings(view: paired.Pairings) -> PairingsJson:
    matches: _Matches = {"matches": [whole_match(one) for one in view.matches]} if view.matches else {}
    return {
        **pairings_head(view.head),
        "boards": [board(row) for row in view.boards],
        "unpaired": [unpaired(row) for row in view.unpaired],
        **matches,
    }


class MatchPageJson(MatchJson):
    """A match; `expected` are the lineups by the order of the boards, where none is given yet."""

    round: int
    expected: dict[str, list[p.PersonJson]]


def match_page(view: MatchPage) -> MatchPageJson:
    expected = {str(team): [p.person(one) for one in players] for team, players in view.expected.items()}
    return {"round": view.round, **whole_match(view.match), "expected": expected}


class SeatOfPlayerJson(TypedDict):
    """The seat of somebody in a round."""

    player: p.PersonJson
    points: p.Points
    board: int | None
    room: NotRequired[str]
    kept: NotRequired[bool]
    board_of_match: NotRequired[int]
    team: NotRequired[p.PersonJson]
    colour: p.ColourLetter | None
    opponent: p.PersonJson | None
    result: Result | None
    bye: str | None


class _SeatInMatch(TypedDict, total=False):
    board_of_match: int
    team: p.PersonJson


def seat_row(row: SeatRow) -> SeatOfPlayerJson:
    board = row.board
    in_match: _SeatInMatch = {"board_of_match": board.game, "team": p.person(row.team)} if board and row.team else {}
    return {
        "player": p.person(row.person),
        "points": p.points_json(row.points),
        "board": board.board if board else None,
        **_place_in_hall(board),
        **in_match,
        "colour": (Colour.WHITE if row.white else Colour.BLACK) if board else None,
        "opponent": p.person_or_none(row.opponent),
        "result": board.result if board else None,
        "bye": None if board else row.kind or NO_BYE,
    }


class LatestResultJson(BoardJson):
    position: int
    round: int


class LatestJson(TypedDict):
    """The last results entered, the newest first."""

    results: list[LatestResultJson]


def latest(rows: tuple[Latest, ...]) -> LatestJson:
    return {"results": [latest_row(row) for row in rows]}


def latest_row(row: Latest) -> LatestResultJson:
    return {"position": row.position, "round": row.round, **board(row.row)}
