"""The number of rounds of a Swiss by five methods (document 003), and the one that fits an open best.

recommended(40, 3) -> RoundsAdvice(methods, recommended, fewest, most, forced)
"""

from collections.abc import Mapping
from enum import StrEnum
from math import isqrt

from domain.records import dataclass


class RoundsMethod(StrEnum):
    """The names are those of the JSON."""

    FLOORS = "floors"
    """Rounded down: log2 of the players, and log2 of the prize places without one."""
    NEAREST = "nearest"
    """Rounded to the nearest: log2 of the players and log2 of the prize places."""
    SQUARE_ROOT = "square-root"
    """The root of N players and 2k orders the first k + 1; it grows far too fast in a large field."""
    KNOCKOUT = "knock-out"
    """As many as a knock-out of so many players: enough for one winner."""
    TABLE = "table"
    """The table for the first three places: two rounds more than a knock-out."""


FEWEST_FOR_ADVICE = 2


@dataclass(frozen=True, slots=True)
class RoundsAdvice:
    players: int
    places: int
    """Prize places whose order counts."""
    methods: Mapping[RoundsMethod, int]
    """As the formulas have them; the root rounded up."""
    method: RoundsMethod
    """The one that is recommended: a knock-out for one winner, else the table, which is made for individual opens."""
    recommended: int
    """Its rounds, for more or fewer places than three as many as log2 of them differ; never more than opponents."""
    fewest: int
    """With fewer there may be no single winner."""
    most: int
    """Nobody has more opponents."""
    forced_from: int
    """With as many rounds and more the pairings are hardly by the scores any more."""


def recommended(players: int, places: int = 3) -> RoundsAdvice:
    """All five methods for a field of at least two. Raises ValueError for less, and for no place."""
    if players < FEWEST_FOR_ADVICE or places < 1:
        raise ValueError(players, places)
    methods = {
        RoundsMethod.FLOORS: _floor_log2(players) + (_floor_log2(places - 1) if places > 1 else 0),
        RoundsMethod.NEAREST: _nearest_log2(players) + _nearest_log2(places),
        RoundsMethod.SQUARE_ROOT: 1 + isqrt(players + 2 * (places - 1) - 1),  # rounded up
        RoundsMethod.KNOCKOUT: _ceiling_log2(players),
        RoundsMethod.TABLE: _ceiling_log2(players) + 2,
    }
    fewest, most = _ceiling_log2(players), players - 1
    wanted = fewest + _nearest_log2(places)
    return RoundsAdvice(
        players,
        places,
        methods,
        RoundsMethod.TABLE if places > 1 else RoundsMethod.KNOCKOUT,
        min(wanted, most),
        fewest,
        most,
        players // 2 + 1,
    )


def _floor_log2(number: int) -> int:
    return number.bit_length() - 1


def _ceiling_log2(number: int) -> int:
    return (number - 1).bit_length()


def _nearest_log2(number: int) -> int:
    floor = _floor_log2(number)
    return floor + (number * number >= 1 << 2 * floor + 1)
