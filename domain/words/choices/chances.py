"""Who sees what comes next: the next round as it would be now, and the chances."""

from enum import StrEnum


class ChancesFor(StrEnum):
    """Who sees them; what nobody sees is not worked out."""

    OFF = "off"
    DESK = "desk"
    PUBLIC = "public"


class OpenGames(StrEnum):
    """How games that are still played count for the next round as it would be now."""

    OPEN = "open"
    """As nothing yet."""
    RATING = "rating"
    """As won by the higher rating."""
    DRAWN = "drawn"
