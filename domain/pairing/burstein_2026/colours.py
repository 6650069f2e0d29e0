"""Article 5.2: which of two paired players gets White."""

from domain.pairing.burstein_2026.competitors import Competitor
from domain.pairing.swiss import allocation as rules
from domain.pairing.swiss.allocation import Allocation, allocate
from domain.words.games import Colour

ALLOCATION: Allocation = (
    ("5.2.1", rules.both_new),
    ("5.2.2", rules.both_preferences),
    ("5.2.3", rules.stronger_preference),
    ("5.2.4", rules.alternate),
    ("5.2.5", rules.higher_ranked),
)
"""In order of priority. C3 forbids two absolute preferences for one colour to meet, so 5.2.3 never compares two."""


def coloured(one: Competitor, other: Competitor, initial: Colour) -> tuple[str, Competitor, Competitor]:
    """The article that decides, White and Black.

    Where nobody has played, the higher ranked is the one with more points, then the smaller number (5.2.1);
    otherwise the one who is higher in the ranking of 1.8.
    """
    new = not one.colours and not other.colours
    higher, lower = sorted((one, other), key=lambda p: (p.score, -p.number) if new else p.ranking, reverse=True)
    article, colour = allocate(ALLOCATION, higher, lower, initial)
    return (article, higher, lower) if colour is Colour.WHITE else (article, lower, higher)
