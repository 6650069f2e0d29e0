"""A check before the first round that all planned rounds of a Swiss can be paired (FIDE checklist, 62).

Nobody meets anybody twice and nobody has the bye of an odd field twice, in every edition. So a player can be paired
as often as there are others to meet, once more in an odd field. How long everybody has somebody to meet, whatever the
results, follows from Dirac's theorem: a graph of n players has a perfect matching while everybody has n/2 neighbours.
"""

from collections.abc import Sequence

from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    rounds: int
    apart: int = 0
    """The number of the others whom they may never meet."""


@dataclass(frozen=True, slots=True)
class RoundsOutlook:
    players: int
    planned: int
    most: int
    """More rounds than this cannot be paired with everybody in each of them."""
    safe: int
    """Up to this round everybody has somebody left to meet, whatever the results; colours may still forbid it."""
    possible: bool
    """Nobody is to be paired more often than there are others to meet."""


def rounds_outlook(planned: int, field: Sequence[PlannedEntry]) -> RoundsOutlook:
    """The plan for this field; byes that are granted already are rounds in which somebody is not paired."""
    odd = len(field) % 2
    seats = len(field) + odd
    apart = max((entry.apart for entry in field), default=0)
    uneven = any(entry.rounds != planned for entry in field)
    possible = all(entry.rounds <= len(field) - 1 - entry.apart + max(odd, uneven) for entry in field)
    return RoundsOutlook(len(field), planned, max(0, seats - 1 - apart), max(0, seats // 2 - apart), possible)
