"""Positions of live boards as a topic of the feed, and as data for other programs."""

from domain.moves.position import square_name
from projections.round.live_boards import LiveBoard, LiveBoards
from web.api import views
from web.public.topic_form import Pieces, TopicForm

LIVE_BOARDS = "live"
"""The topic below `t/<slug>/`."""
MOST_BOARDS_SHOWN = 12
"""Boards on the public page: the first ones of the round."""


def live_board(one: LiveBoard) -> dict[str, views.Json]:
    """`squares` are 64 letters as in FEN from a1 to h8, with points for empty squares; clocks are in seconds."""
    return {
        "board": one.board,
        "game": one.game,
        "white": views.person(one.white),
        "black": views.person(one.black),
        "squares": one.squares,
        "last_move": [square_name(square) for square in one.last[:2]] if one.last else None,
        "half_moves": one.moves,
        "clocks": list(one.clocks),
        "result": one.result.value if one.result is not None else None,
    }


def live_boards_json(view: LiveBoards) -> dict[str, views.Json]:
    return {"round": view.round, "boards": [live_board(one) for one in view.boards[:MOST_BOARDS_SHOWN]]}


_BOARD = TopicForm("live_boards", "board", live_board)


def live_board_pieces(view: LiveBoards) -> Pieces:
    """A part for each board: a move prints one of them again."""
    yield _BOARD, {one.key: one for one in view.boards[:MOST_BOARDS_SHOWN]}
