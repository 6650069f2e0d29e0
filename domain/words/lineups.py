"""Lineups of teams: the rules that one can break."""

from enum import StrEnum


class LineupRule(StrEnum):
    """A rule that an arbiter may set aside with a reason. The values are stored in journals."""

    BOARD_ORDER = "board-order"
    """Players sit in the order of the squad, reserves below as listed."""
    RESERVES = "reserves"
    """Only so many reserves play in one match."""
    DEADLINE = "deadline"
    """A lineup is in so many minutes before the round begins."""
    SHOWN = "shown"
    """The opponent has seen it."""
    PLAYED = "played"
    """The match has a result already."""
