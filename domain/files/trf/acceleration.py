"""Fictitious points: by player in record XXA, by groups of players and rounds in record 250 (TRF26)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

AccelerationRecord = Mapping[int, tuple[int, ...]]
"""By starting rank the fictitious half-points of each round, without zeros at the end."""


class Span(NamedTuple):
    """One record 250: the same points for some rounds and a row of starting ranks."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int


def spread(spans: Iterable[Span], named: AccelerationRecord, players: Iterable[int]) -> AccelerationRecord:
    """The points that `named` players have already, and those of the spans; a span wins."""
    table = {number: list(values) for number, values in named.items()}
    numbers = sorted(players)
    for span in spans:
        for number in numbers:
            if span.first_player <= number <= span.last_player:
                values = table.setdefault(number, [])
                values += [0] * span.last_round
                rounds = span.last_round - span.first_round + 1
                values[span.first_round - 1 : span.last_round] = [span.points] * rounds
    return MappingProxyType({number: found for number, values in table.items() if (found := _without_zeros(values))})


def _without_zeros(values: list[int]) -> tuple[int, ...]:
    end = len(values)
    while end and not values[end - 1]:
        end -= 1
    return tuple(values[:end])


def gathered(table: AccelerationRecord, players: Iterable[int]) -> Iterator[Span]:
    numbers = sorted(players)
    place = {number: i for i, number in enumerate(numbers)}
    runs = sorted((run, number) for number in table for run in _runs(table[number]))
    for (first, last, points), same in groupby(runs, key=lambda pair: pair[0]):
        members = [number for _, number in same]
        for _, row in groupby(enumerate(members), key=lambda pair: place[pair[1]] - pair[0]):
            row_of = [number for _, number in row]
            yield Span(points, first, last, row_of[0], row_of[-1])


def _runs(values: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    for points, run in groupby(enumerate(values, 1), key=lambda pair: pair[1]):
        rounds = [round for round, _ in run]
        if points:
            yield rounds[0], rounds[-1], points
