"""Baku acceleration (C.04.7 of 2026): in the first rounds the upper half has virtual points for the pairing alone.

Older texts know only 1 and ½ point, which is the same where a win is one point.
"""

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType

from domain.words.games import Scoring
from domain.words.players import PairingNumber

VirtualByRound = Mapping[PairingNumber, tuple[int, ...]]
"""By pairing number: virtual half-points in round 1, 2, ..., without zeros at the end."""

NO_VIRTUAL_POINTS: VirtualByRound = MappingProxyType({})


def suits_baku(scoring: Scoring) -> bool:
    """It is defined only where a win is worth two draws and a loss nothing."""
    return scoring.win == 2 * scoring.draw and scoring.loss == 0


def baku_points(rounds: int, scoring: Scoring) -> tuple[int, ...]:
    """Half-points of each accelerated round: the points of a win in the first half of them, then of a draw.

    The first half of all rounds is accelerated; halves are rounded up.
    """
    accelerated = (rounds + 1) // 2
    whole = (accelerated + 1) // 2
    return (scoring.win,) * whole + (scoring.draw,) * (accelerated - whole)


def last_of_upper_group(order: Sequence[int], started: Container[int]) -> int | None:
    """The last member of group GA: half of those who start, rounded up to an even number; None if nobody starts."""
    starting = [one for one in order if one in started]
    return starting[2 * -(-len(starting) // 4) - 1] if starting else None


def virtual_points(order: Sequence[int], last: int | None, points: tuple[int, ...]) -> VirtualByRound:
    """Numbers in the place of the ids in `order`: everybody down to `last`, late entries by their rank."""
    if last is None:
        return {}
    return {PairingNumber(number): points for number in range(1, order.index(last) + 2)}
