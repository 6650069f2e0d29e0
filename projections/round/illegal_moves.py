"""Illegal moves that were noted in a round, for each side of a game, and the loss that the Laws say."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from domain.decisions.rounds.illegal_moves import LOSES, illegal_moves
from domain.tournament import Tournament
from domain.words.games import Colour, Result
from projections.round.pairings import BoardRow, Pairings

LOST_BY = {Colour.WHITE: Result.BLACK_WINS, Colour.BLACK: Result.WHITE_WINS}


class IllegalMovesRow(NamedTuple):
    """The illegal moves of one side of a game."""

    row: BoardRow
    colour: Colour
    times: tuple[datetime, ...]
    loss: Result | None
    """What the Laws say now; None = not yet, or the game has ended."""


def illegal_moves_in(t: Tournament, view: Pairings) -> Iterator[IllegalMovesRow]:
    for row in view.boards if t.illegal_moves else ():
        game = t.round(view.round).game(row.board, row.game)
        for colour in Colour:
            if noted := illegal_moves(t, view.round, game, colour):
                times = tuple(datetime.fromisoformat(one.noted_at) for one in noted)
                lost = len(noted) >= LOSES and not game.decided
                yield IllegalMovesRow(row, colour, times, LOST_BY[colour] if lost else None)
