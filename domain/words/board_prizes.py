"""Prizes for the players of teams at one board, written as the first term of a category.

board:1     the best performance at board 1
score:1     the most points at board 1
board:R     the reserves'
board:1/5   among those with five games over the board; without a number, with two thirds of the rounds
"""

import re
from enum import StrEnum
from typing import NamedTuple

RESERVES = 0
"""The number of no board: players beyond those of a match."""


class BoardMerit(StrEnum):
    """The figure that wins a prize for a board. The values are stored in journals, in front of the colon."""

    PERFORMANCE = "board"
    SCORE = "score"


class BoardPrize(NamedTuple):
    """The players among whom a prize is given, and by what."""

    merit: BoardMerit
    board: int
    """In the list of the team; RESERVES for those behind."""
    least_games: int | None = None
    """Over the board; None = two thirds of the rounds."""


_WRITTEN = re.compile(r"(?P<merit>board|score):(?:(?P<board>[1-9]\d?)|R)(?:/(?P<games>[1-9]\d?))?", re.IGNORECASE)


def board_prize(term: str) -> BoardPrize | None:
    """The meaning of a term; None: it is about no board."""
    found = _WRITTEN.fullmatch(term.strip())
    if found is None:
        return None
    games = int(found["games"]) if found["games"] else None
    return BoardPrize(BoardMerit(found["merit"].lower()), int(found["board"] or RESERVES), games)
