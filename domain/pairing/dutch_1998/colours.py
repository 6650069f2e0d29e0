"""Colours: what B.2 lets a player have, and who gets White (section E)."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.pairing.swiss.colours import Colours, Preference, colour_difference
from domain.words.games import Colour


def bears(colours: Colours, colour: Colour, run: int = 2) -> bool:
    """One more game with `colour` keeps B.2: difference within two, not three in a row, or within another `run`."""
    ahead = colour_difference(colours) + (1 if colour is Colour.WHITE else -1)
    return -run <= ahead <= run and colours[-run:] != (colour,) * run


@dataclass(frozen=True, slots=True)
class Side:
    """One of two players about to get colours."""

    number: int
    colours: Colours
    preference: Preference
    may: frozenset[Colour]
    """Colours that keep B.2, or both where it is waived."""


ColourRule = Callable[[Side, Side, Colour], Colour | None]
"""Higher player, lower player, the colour drawn by lot -> the colour of the higher, or None: the next rule decides."""


def e0_only_legal_colours(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.0: B.2 stands above section E: where it leaves one way, that is the way."""
    ways = [colour for colour in Colour if colour in higher.may and colour.opposite in lower.may]
    return ways[0] if len(ways) == 1 else None


def e1_both_preferences(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.1: grant both preferences; a player without one lets the opponent have theirs."""
    wanted = higher.preference.colour, lower.preference.colour
    match wanted:
        case (None, None):
            return None
        case (None, Colour() as theirs):
            return theirs.opposite
        case (Colour() as mine, None):
            return mine
        case (mine, theirs):
            return mine if mine is not theirs else None


def e2_stronger_preference(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.2: grant the stronger preference."""
    mine, theirs = higher.preference, lower.preference
    if mine.strength > theirs.strength:
        return mine.colour
    if mine.strength < theirs.strength:
        return theirs.colour.opposite if theirs.colour else None
    return None


def e3_alternate(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.3: alternate to the latest round in which they had different colours (F.3)."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not theirs:
            return mine.opposite
    return None


def e4_higher_ranked(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.4: grant the preference of the higher ranked player."""
    return higher.preference.colour


def e5_lot(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """E.5: odd numbers of S1 get the colour drawn by lot, even numbers the other."""
    return lot if higher.number % 2 else lot.opposite


SECTION_E: tuple[tuple[str, ColourRule], ...] = (
    ("E.1", e1_both_preferences),
    ("E.2", e2_stronger_preference),
    ("E.3", e3_alternate),
    ("E.4", e4_higher_ranked),
    ("E.5", e5_lot),
)
"""In order of priority. E.5 is written for round 1; two who never played meet under it later, too."""


def allocate(higher: Side, lower: Side, lot: Colour) -> tuple[str, Colour]:
    """The article that decides, and the colour of the higher player. E.0 is named only where it overrules."""
    decided = ((article, rule(higher, lower, lot)) for article, rule in SECTION_E)
    article, colour = next((article, colour) for article, colour in decided if colour is not None)
    only = e0_only_legal_colours(higher, lower, lot)
    return (article, colour) if only in (None, colour) else ("E.0", colour.opposite)
