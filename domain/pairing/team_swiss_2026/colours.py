"""Article 4: which of two paired teams has White on board 1."""

from domain.cards.card import Pair
from domain.pairing.swiss.allocation import (
    Allocation,
    Coloured,
    allocate,
    alternate,
    both_new,
    both_preferences,
    higher_ranked,
    other_alternation,
    own_alternation,
    stronger_preference,
)
from domain.pairing.swiss.colours import colour_difference
from domain.pairing.team_swiss_2026.teams import PairedTeam
from domain.words.games import Colour


def only_preference(first: Coloured, other: Coloured, initial: Colour) -> Colour | None:
    """Grant the preference of the one team that has one."""
    if (first.preference.colour is None) is (other.preference.colour is None):
        return None
    return both_preferences(first, other, initial)


def lower_difference(first: Coloured, other: Coloured, initial: Colour) -> Colour | None:
    """White to the team with the lower colour difference."""
    mine, theirs = colour_difference(first.colours), colour_difference(other.colours)
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


ALLOCATION: Allocation = (
    ("4.3.1", both_new),
    ("4.3.2", only_preference),
    ("4.3.3", both_preferences),
    ("4.3.4", stronger_preference),
    ("4.3.5", lower_difference),
    ("4.3.6", alternate),
    ("4.3.7", higher_ranked),
    ("4.3.8", own_alternation),
    ("4.3.9", other_alternation),
)
"""In order of priority; one of them always decides."""


def coloured(one: PairedTeam, other: PairedTeam, initial: Colour) -> tuple[str, Pair]:
    """The article that decides, and the match."""
    first, second = sorted((one, other), key=lambda team: team.rank)
    article, colour = allocate(ALLOCATION, first, second, initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return article, Pair(white.number, black.number)
