"""Games of boards as JSON: one game with its moves, and the positions of a round."""

from typing import NotRequired, TypedDict

from domain.moves.openings import OpeningName
from domain.moves.position import Move, square_name
from domain.words.games import Result
from projections.round import games as shown
from projections.round.live_boards import Diagram, LiveBoard, LiveBoardsPage
from web.api import people as p
from web.api.rounds import armageddon


class LiveBoardJson(TypedDict):
    """`squares` are 64 letters as in FEN from a1 to h8, with points for empty squares; clocks are in seconds."""

    board: int
    game: int
    white: p.PersonJson
    black: p.PersonJson
    squares: str
    last_move: list[str] | None
    half_moves: int
    clocks: list[int | None]
    result: Result | None
    armageddon: NotRequired[Result]


class LiveBoardsJson(TypedDict):
    """A page of the boards of a round: those that play first, then those whose games are over."""

    round: int
    boards: list[LiveBoardJson]
    page: int
    pages: int


def live_board(one: LiveBoard) -> LiveBoardJson:
    return {
        "board": one.board,
        "game": one.game,
        "white": p.person(one.white),
        "black": p.person(one.black),
        "squares": one.squares,
        "last_move": _squares_of(one.last),
        "half_moves": one.moves,
        "clocks": list(one.clocks),
        "result": one.result,
        **armageddon(one.armageddon),
    }


def live_boards(view: LiveBoardsPage) -> LiveBoardsJson:
    boards = [live_board(one) for one in view.boards]
    return {"round": view.round, "boards": boards, "page": view.page, "pages": view.pages}


def _squares_of(move: Move | None) -> list[str] | None:
    return [square_name(square) for square in move[:2]] if move else None


class OpeningJson(TypedDict):
    """Its code in the Encyclopaedia of Chess Openings, and its English name."""

    code: str
    name: str


class DiagramJson(TypedDict):
    squares: str
    last_move: list[str] | None


class PlyJson(DiagramJson):
    """A move of one side with the position after it; `clock` and `used` are seconds left and thought."""

    letters: str
    clock: int | None
    used: int | None


class MoveRowJson(TypedDict):
    number: int
    white: PlyJson | None
    black: PlyJson | None


class TimeRowJson(TypedDict):
    """The time of a move in hundredths of the longest of the game."""

    number: int
    white: int
    black: int


class GameSideJson(TypedDict):
    """A photo lies at `photo` below the tournament; there is none where the organiser shows none."""

    player: p.PersonJson
    points: p.Points | None
    clock: int | None
    running: bool
    photo: NotRequired[str]


class GameHeadJson(TypedDict):
    """`next` is the address of a game that goes on, when this one is over."""

    round: int
    board: str
    result: Result | None
    white_to_move: bool
    half_moves: int
    unreadable: str
    next: str | None
    armageddon: NotRequired[Result]


class LatenessJson(TypedDict):
    """By how much moves and clocks are shown late."""

    minutes: int
    moves: int


class GameJson(GameHeadJson):
    """A game move by move; the position of each side's last move stands beside it."""

    white: GameSideJson
    black: GameSideJson
    opening: OpeningJson | None
    start: str
    moves: list[MoveRowJson]
    late: LatenessJson


def game(view: shown.GameView) -> GameJson:
    return {
        **game_head(view.head),
        "white": side(view.white),
        "black": side(view.black),
        "opening": opening(view.opening),
        "start": view.start.squares,
        "moves": [move_row(row) for row in view.rows],
        "late": lateness(view.head),
    }


def game_head(one: shown.GameHead) -> GameHeadJson:
    return {
        "round": one.round,
        "board": one.board,
        "result": one.result,
        "white_to_move": one.white_to_move,
        "half_moves": one.plies,
        "unreadable": one.unreadable,
        "next": f"{one.round}.{one.next.spot}" if one.next else None,
        **armageddon(one.armageddon),
    }


def lateness(one: shown.GameHead) -> LatenessJson:
    return {"minutes": one.late.minutes, "moves": one.late.moves}


def opening(named: OpeningName | None) -> OpeningJson | None:
    return {"code": named.code, "name": named.name} if named else None


def side(one: shown.GameSide) -> GameSideJson:
    points = None if one.points is None else p.points_json(one.points)
    return {
        "player": p.person(one.person),
        "points": points,
        "clock": one.clock,
        "running": one.running,
        **p.photo_json(one.photo),
    }


def diagram(one: Diagram) -> DiagramJson:
    return {"squares": one.squares, "last_move": _squares_of(one.last)}


def move_row(row: shown.MoveRow) -> MoveRowJson:
    return {"number": row.number, "white": _ply(row.white), "black": _ply(row.black)}


def _ply(one: shown.Ply | None) -> PlyJson | None:
    return {"letters": one.letters, **diagram(one.diagram), "clock": one.clock, "used": one.used} if one else None


def time_row(row: shown.TimeRow) -> TimeRowJson:
    return {"number": row.number, "white": row.white, "black": row.black}
