"""Sets of small numbers as the bits of an int: a question about two thousand of them is one operation."""

from collections.abc import Iterable, Iterator
from itertools import compress, count

ANYBODY = -1
"""The set of all numbers."""


def bits(numbers: int) -> Iterator[int]:
    """The members of a set, ascending."""
    return compress(count(), map(int, reversed(f"{numbers:b}")))


def as_bits(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    together = 0
    for number in numbers:
        together |= 1 << number
    return together


def lowest(numbers: int) -> int:
    """The smallest member of a set that is not empty."""
    return (numbers ^ numbers - 1).bit_length() - 1
