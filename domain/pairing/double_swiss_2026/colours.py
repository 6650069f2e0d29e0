"""Article 4: which of two paired players begins the match with White."""

from domain.cards.card import Pair
from domain.pairing.double_swiss_2026.players import MatchPlayer, whites
from domain.pairing.swiss.allocation import (
    Allocation,
    Coloured,
    allocate,
    alternate,
    both_new,
    other_alternation,
    own_alternation,
)
from domain.words.games import Colour


def fewer_whites(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """White to the one who began fewer matches with it."""
    mine, theirs = whites(higher.colours), whites(lower.colours)
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


ALLOCATION: Allocation = (
    ("4.3.1", both_new),
    ("4.3.2", fewer_whites),
    ("4.3.3", alternate),
    ("4.3.4", own_alternation),
    ("4.3.5", other_alternation),
)
"""In order of priority; one of them always decides."""


def coloured(one: MatchPlayer, other: MatchPlayer, initial: Colour) -> tuple[str, Pair]:
    """The article that decides, and the board as it is in the first game."""
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    article, colour = allocate(ALLOCATION, higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return article, Pair(white.number, black.number)
