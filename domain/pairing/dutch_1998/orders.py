"""D.1 and D.2: the place of a transposition or an exchange in the order in which they are tried.

The engine never walks through these orders; its account counts in them what it has found.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm

OrderExchange = tuple[tuple[int, ...], tuple[int, ...]]
"""Numbers leaving S1 and numbers leaving S2, each ascending."""

MOST_COUNTED = 400
"""Players of S1 times players exchanged, up to which an exchange is given its number."""


def exchange_order(exchange: OrderExchange) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    out, into = exchange
    return (len(out), sum(into) - sum(out), tuple(-number for number in reversed(out)), into)


def transposition_number(s2: Sequence[int], opponents: Sequence[int]) -> int:
    """The number of arrangements of S2's leading places before this one; those behind make no pair."""
    left, number = list(s2), 0
    for places_behind, opponent in zip(range(len(opponents) - 1, -1, -1), opponents, strict=True):
        before = left.index(opponent)
        left.remove(opponent)
        number += before * perm(len(left), places_behind)
    return number


def exchange_number(s1: int, size: int, exchange: OrderExchange) -> int | None:
    """The place of an exchange in D.2, 1 being the first; None: too far out to be counted.

    `exchange` is in ranks inside the group, 1 to `size`, the first `s1` of which are S1.
    """
    out, into = exchange
    k, s2 = len(out), size - s1
    if not k:
        return 0
    if max(s1, s2) * k > MOST_COUNTED:
        return None
    shifted = tuple(rank - s1 for rank in into)
    difference = sum(shifted) - sum(out)
    smaller = sum(comb(s1, i) * comb(s2, i) for i in range(1, k))
    return smaller + _nearer(s1, s2, k, difference) + _tied_before(s1, s2, out, shifted) + 1


@lru_cache(maxsize=4096)
def _sums(numbers: int, k: int) -> Counter[int]:
    """The number of sets of `k` numbers from 1 to `numbers`, by their sum."""
    if k == 0:
        return Counter({0: 1})
    if k > numbers:
        return Counter()
    found = Counter(_sums(numbers - 1, k))
    for total, sets in _sums(numbers - 1, k - 1).items():
        found[total + numbers] += sets
    return found


def _nearer(s1: int, s2: int, k: int, difference: int) -> int:
    """Exchanges of the same size with a smaller difference."""
    ours, theirs = _sums(s1, k), _sums(s2, k)
    return sum(a * b for out, a in ours.items() for into, b in theirs.items() if into - out < difference)


def _tied_before(s1: int, s2: int, out: tuple[int, ...], into: tuple[int, ...]) -> int:
    """Exchanges of the same size and difference with lower players of S1, or the same and higher ones of S2."""
    difference, theirs = sum(into) - sum(out), _sums(s2, len(into))
    before = sum(sets * theirs[total + difference] for total, sets in _lower_sets(s1, out).items())
    mirrored = tuple(sorted(s2 + 1 - number for number in into))
    return before + _lower_sets(s2, mirrored)[sum(mirrored)]


def _lower_sets(numbers: int, chosen: tuple[int, ...]) -> Counter[int]:
    """Sets with larger numbers first than `chosen`, compared from the largest number down, by their sum."""
    found: Counter[int] = Counter()
    fixed, limit = 0, numbers
    for place, number in enumerate(reversed(chosen)):
        for larger in range(number + 1, limit + 1):
            for total, sets in _sums(larger - 1, len(chosen) - place - 1).items():
                found[fixed + larger + total] += sets
        fixed, limit = fixed + number, number - 1
    return found
