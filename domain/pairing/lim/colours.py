"""Colours of a pair (articles 5 and 7.2)."""

from collections.abc import Callable
from enum import StrEnum

from domain.cards.card import Pair
from domain.pairing.lim.players import LimPlayer
from domain.pairing.swiss.allocation import alternate
from domain.words.games import Colour

LimColourRule = Callable[[LimPlayer, LimPlayer, Colour, bool], Colour | None]
"""Higher ranked, lower ranked, the initial colour, median or above -> the colour of the higher; None: the next rule."""


def within_limits(higher: LimPlayer, lower: LimPlayer, initial: Colour, upper: bool) -> Colour | None:
    """The only giving that keeps both inside the limits (5.1, 5.3)."""
    able = [colour for colour in Colour if colour in higher.limits and colour.opposite in lower.limits]
    return able[0] if len(able) == 1 else None


def both_due(higher: LimPlayer, lower: LimPlayer, initial: Colour, upper: bool) -> Colour | None:
    """Each the colour that is due, where that can be."""
    if higher.due is not None:
        return higher.due if lower.due is not higher.due else None
    return lower.due.opposite if lower.due is not None else None


def latest_difference(higher: LimPlayer, lower: LimPlayer, initial: Colour, upper: bool) -> Colour | None:
    """Each the other colour than in the latest games in which the two had different ones (5.4)."""
    return alternate(higher, lower, initial)


def by_side(higher: LimPlayer, lower: LimPlayer, initial: Colour, upper: bool) -> Colour | None:
    """The colour due to the higher ranked, in the median group and above; below it to the lower ranked (5.4).

    Comes after `both_due`: the same colour is due to both, or none to either.
    """
    if higher.due is None:
        return None
    return higher.due if upper else higher.due.opposite


def by_lot(higher: LimPlayer, lower: LimPlayer, initial: Colour, upper: bool) -> Colour | None:
    """7.2: an odd smaller number has number 1's colour, an even one the other."""
    smaller = min(higher, lower, key=lambda player: player.number)
    colour = initial if smaller.parity % 2 else initial.opposite
    return colour if smaller is higher else colour.opposite


class ColourReason(StrEnum):
    """The rule that gave the colours of a board."""

    LIMITS = "limits"
    DUE = "due"
    LATEST = "latest"
    HIGHER = "higher"
    LOWER = "lower"
    LOT = "lot"

    @property
    def article(self) -> str:
        return {ColourReason.LIMITS: "5.1", ColourReason.DUE: "5.2", ColourReason.LOT: "7.2"}.get(self, "5.4")


COLOUR_RULES: tuple[tuple[ColourReason, LimColourRule], ...] = (
    (ColourReason.LIMITS, within_limits),
    (ColourReason.DUE, both_due),
    (ColourReason.LATEST, latest_difference),
    (ColourReason.HIGHER, by_side),
    (ColourReason.LOT, by_lot),
)
"""In order of priority; the last one always decides."""


def coloured(one: LimPlayer, other: LimPlayer, initial: Colour, *, upper: bool) -> tuple[ColourReason, Pair]:
    """The rule that decides, and the board. `upper`: the pair was made in the median group or above it."""
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    decided = ((reason, rule(higher, lower, initial, upper)) for reason, rule in COLOUR_RULES)
    reason, colour = next((reason, colour) for reason, colour in decided if colour is not None)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    if reason is ColourReason.HIGHER and not upper:
        reason = ColourReason.LOWER
    return reason, Pair(white.number, black.number)
