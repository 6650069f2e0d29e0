"""Article 5.2: which of two paired players gets White."""

from collections.abc import Callable

from domain.pairing.dutch_2026.competitors import Competitor
from domain.pairing.swiss.colours import Strength
from domain.words.games import Colour

ColourRule = Callable[[Competitor, Competitor, Colour], Colour | None]
"""Higher player, lower player, the initial colour -> the colour of the higher; None: the next rule decides."""


def both_preferences(higher: Competitor, lower: Competitor, initial: Colour) -> Colour | None:
    """Grant both preferences; a player without one lets the opponent have theirs (5.2.1)."""
    mine, theirs = higher.preference.colour, lower.preference.colour
    if mine is not None:
        return mine if theirs is not mine else None
    return theirs.opposite if theirs is not None else None


def stronger_preference(higher: Competitor, lower: Competitor, initial: Colour) -> Colour | None:
    """Grant the stronger preference; of two absolute ones that of the wider colour difference (5.2.2)."""
    mine, theirs = _weight(higher), _weight(lower)
    if mine == theirs or higher.preference.colour is None or lower.preference.colour is None:
        return None
    return higher.preference.colour if mine > theirs else lower.preference.colour.opposite


def _weight(player: Competitor) -> tuple[int, int]:
    strength = player.preference.strength
    return strength, player.imbalance if strength is Strength.ABSOLUTE else 0


def alternate(higher: Competitor, lower: Competitor, initial: Colour) -> Colour | None:
    """Alternate to the latest games in which the two had different colours (5.2.3)."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not theirs:
            return mine.opposite
    return None


def higher_ranked(higher: Competitor, lower: Competitor, initial: Colour) -> Colour | None:
    """Grant the preference of the higher ranked player (5.2.4)."""
    return higher.preference.colour


def by_initial_colour(higher: Competitor, lower: Competitor, initial: Colour) -> Colour | None:
    """An odd number of the higher ranked player has the initial colour, an even one the other (5.2.5)."""
    return initial if higher.parity % 2 else initial.opposite


ALLOCATION: tuple[tuple[str, ColourRule], ...] = (
    ("5.2.1", both_preferences),
    ("5.2.2", stronger_preference),
    ("5.2.3", alternate),
    ("5.2.4", higher_ranked),
    ("5.2.5", by_initial_colour),
)
"""In order of priority."""


def allocate(higher: Competitor, lower: Competitor, initial: Colour) -> tuple[str, Colour]:
    """The article that decides, and the colour of the higher ranked player (5.2)."""
    decided = ((article, rule(higher, lower, initial)) for article, rule in ALLOCATION)
    return next((article, colour) for article, colour in decided if colour is not None)
