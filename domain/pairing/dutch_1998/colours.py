"""Colours: what B.2 lets a player have, and who gets White (section E)."""

from dataclasses import dataclass

from domain.pairing.swiss.allocation import (
    Allocation,
    Coloured,
    alternate,
    both_preferences,
    by_initial_colour,
    higher_ranked,
)
from domain.pairing.swiss.allocation import allocate as by_priority
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
    """The colours of the games really played: unplayed rounds are squeezed out (F.3)."""
    preference: Preference
    may: frozenset[Colour]
    """Colours that keep B.2, or both where it is waived."""

    @property
    def parity(self) -> int:
        """The number that is odd or even in E.5."""
        return self.number


def e0_only_legal_colours(higher: Side, lower: Side, lot: Colour) -> Colour | None:
    """The only way that B.2 leaves, if there is one: B.2 stands above section E (E.0)."""
    ways = [colour for colour in Colour if colour in higher.may and colour.opposite in lower.may]
    return ways[0] if len(ways) == 1 else None


def e2_stronger_preference(higher: Coloured, lower: Coloured, lot: Colour) -> Colour | None:
    """E.2: grant the stronger preference."""
    mine, theirs = higher.preference, lower.preference
    if mine.strength > theirs.strength:
        return mine.colour
    if mine.strength < theirs.strength:
        return theirs.colour.opposite if theirs.colour else None
    return None


SECTION_E: Allocation = (
    ("E.1", both_preferences),
    ("E.2", e2_stronger_preference),
    ("E.3", alternate),
    ("E.4", higher_ranked),
    ("E.5", by_initial_colour),
)
"""In order of priority. E.5 is written for round 1; two who never played meet under it later, too."""


def allocate(higher: Side, lower: Side, lot: Colour) -> tuple[str, Colour]:
    """The article that decides, and the colour of the higher player. E.0 is named only where it overrules."""
    article, colour = by_priority(SECTION_E, higher, lower, lot)
    only = e0_only_legal_colours(higher, lower, lot)
    return (article, colour) if only in (None, colour) else ("E.0", colour.opposite)
