"""The ways in which the entrants of a format get their numbers before the first round."""

from enum import StrEnum


class NumbersBy(StrEnum):
    """The values are stored in journals."""

    RATING = "rating"
    """In the order of the initial ranking."""
    LOT = "lot"
    RATING_OR_LOT = "rating-or-lot"
    """By rating, and by lot where nobody has one: for a Swiss alone, which is told which of the two it is."""
    VARMA = "varma"
    """By lot within sets of numbers, so that players of a federation meet early (C.05, Annex 2)."""


class FirstLot(StrEnum):
    """The lot that has to be drawn before anything can be paired."""

    NONE = ""
    COLOUR = "colour"
    """The colour of number 1 in round 1."""
    COLOURS = "colours"
    """The colours of all games of a table."""
    LINES = "lines"
    """The lines of a bracket that is drawn."""
    NUMBERS = "numbers"
