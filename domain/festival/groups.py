"""Groups of a stage: how many, how large, and who plays in which."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from domain.refusals import BadField

T = TypeVar("T")

LEAST_GROUP, MOST_GROUP = 4, 10
"""Entrants of a group, where nothing else is said (the dossier's reading of automatic groups)."""


def group_sizes(entrants: int, least: int = LEAST_GROUP, most: int = MOST_GROUP) -> tuple[int, ...]:
    """The sizes of the groups, as equal as they can be, the larger first. Raises BadField where none fit.

    A power of two of them where one fits, so that the winners fill a bracket; of several numbers that fit, the one
    whose groups are nearest to the middle of `least` and `most`, the larger groups of two that are equally near.
    """
    if not 2 <= least <= most:
        raise BadField("least", str(least), f"whole:2:{most}")
    fitting = range(-(-entrants // most), entrants // least + 1)
    powers = [number for number in fitting if number > 1 and number & (number - 1) == 0]
    several = [number for number in fitting if number > 1]
    choice = powers or several or [number for number in fitting if number]
    if not choice:
        raise BadField("least", str(entrants), f"groups:{least}:{most}")
    middle = Fraction(least + most, 2)
    number = min(choice, key=lambda groups: (abs(Fraction(entrants, groups) - middle), groups))
    size, larger = divmod(entrants, number)
    return (size + 1,) * larger + (size,) * (number - larger)


def snake(order: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """The entrants, strongest first, dealt to and fro over the groups until each has its size."""
    groups: list[list[T]] = [[] for _ in sizes]
    waiting, forward = list(reversed(order)), True
    while waiting:
        row = range(len(sizes)) if forward else reversed(range(len(sizes)))
        for at in row:
            if waiting and len(groups[at]) < sizes[at]:
                groups[at].append(waiting.pop())
        forward = not forward
    return tuple(map(tuple, groups))


def in_turn(order: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """The entrants in drawn order, the first group filled first."""
    groups, start = list[tuple[T, ...]](), 0
    for size in sizes:
        groups.append(tuple(order[start : start + size]))
        start += size
    return tuple(groups)
