"""The height of the letters on a screen, from the size of its glass and the distance from which it is read."""

from domain.screens.state import Screen

CAPITAL_MM_PER_METRE = 2.6
"""The height of a capital for each metre of distance: nine minutes of arc, where normal sight reads five."""

SHORT_SIDE_MM_PER_INCH = 25.4 * 9 / (9**2 + 16**2) ** 0.5
"""The short side of a glass of 16 to 9, for each inch of its diagonal."""

LEAST_CAPITAL_SHARE, LARGEST_CAPITAL_SHARE = 0.012, 0.1
"""Capitals are never lower or higher than this share of the short side: no dots to draw them, or no room for a list."""


def capital_share(screen: Screen) -> float:
    """The least height of capitals on this screen, as a share of the short side of its glass."""
    wanted = CAPITAL_MM_PER_METRE * screen.metres / short_side_mm(screen.inches)
    return min(LARGEST_CAPITAL_SHARE, max(LEAST_CAPITAL_SHARE, wanted))


def capital_mm(screen: Screen) -> float:
    return capital_share(screen) * short_side_mm(screen.inches)


def readable_metres(screen: Screen) -> int:
    """The distance up to which the screen can be read."""
    return int(capital_mm(screen) / CAPITAL_MM_PER_METRE + 0.01)


def short_side_mm(inches: int) -> float:
    return SHORT_SIDE_MM_PER_INCH * inches
