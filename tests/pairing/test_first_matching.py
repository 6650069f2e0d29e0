"""The first matching, found by chains, against all matchings tried one after the other."""

from collections.abc import Iterator
from random import Random

import pytest

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.first_matching import first_in_order, first_of_any, tightened

Graph = dict[int, int]
Mates = dict[int, int]


def two_sided(dice: Random, size: int, spare: int) -> tuple[Graph, list[int]]:
    """Rows 0.., columns behind them; `spare` columns more than rows would need are left out of the rows."""
    rows = list(range(size))
    columns = range(size, 2 * size)
    graph: Graph = dict.fromkeys((*rows, *columns), 0)
    for row in rows:
        for column in columns:
            if dice.random() < 0.35 + 0.1 * spare:
                graph[row] |= 1 << column
                graph[column] |= 1 << row
    return graph, rows


def neighbours(graph: Graph, vertex: int) -> list[int]:
    return [other for other in graph if graph[vertex] >> other & 1]


def assignments(graph: Graph, rows: list[int], taken: frozenset[int] = frozenset()) -> Iterator[list[int]]:
    """Every way to give each row its own neighbour, the first in order first."""
    if not rows:
        yield []
        return
    for column in neighbours(graph, rows[0]):
        if column not in taken:
            yield from ([column, *rest] for rest in assignments(graph, rows[1:], taken | {column}))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_the_first_of_a_two_sided_graph(size: int) -> None:
    dice = Random(f"two-sided-{size}")
    for _ in range(120):
        graph, rows = two_sided(dice, size, dice.randint(0, 4))
        dice.shuffle(rows)
        ordered = dice.randint(0, size)
        every = list(assignments(graph, rows))
        found = first_in_order(graph, rows, ordered)
        if not every:
            assert found is None
            continue
        assert found is not None
        mine = [found[row] for row in rows]
        assert mine[:ordered] == every[0][:ordered]
        assert sorted(mine) == sorted(set(mine))
        assert all(graph[row] >> column & 1 and found[column] == row for row, column in zip(rows, mine, strict=True))


def perfect(graph: Graph, left: frozenset[int]) -> Iterator[Mates]:
    if not left:
        yield {}
        return
    one = min(left)
    for other in neighbours(graph, one):
        if other in left:
            for rest in perfect(graph, left - {one, other}):
                yield rest | {one: other, other: one}


def any_graph(dice: Random, rows: int, others: int) -> Graph:
    """Rows have no edges among each other."""
    graph: Graph = dict.fromkeys(range(rows + others), 0)
    for a in graph:
        for b in graph:
            if a < b and b >= rows and dice.random() < 0.5:
                graph[a] |= 1 << b
                graph[b] |= 1 << a
    return graph


@pytest.mark.parametrize(("rows", "others"), [(1, 1), (1, 3), (2, 2), (2, 4), (3, 3), (3, 5), (4, 4), (4, 6)])
def test_the_first_of_any_graph(rows: int, others: int) -> None:
    dice = Random(f"any-{rows}-{others}")
    for _ in range(150):
        graph = any_graph(dice, rows, others)
        every = list(perfect(graph, frozenset(graph)))
        if not every:
            continue
        found = first_of_any(graph, range(rows), dice.choice(every))
        assert [found[row] for row in range(rows)] == min([mates[row] for row in range(rows)] for mates in every)
        assert found in every


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_what_is_left_of_a_two_sided_graph_are_its_cheapest_matchings(size: int) -> None:
    dice = Random(f"tight-{size}")
    for _ in range(120):
        graph, rows = two_sided(dice, size, 3)
        alike = {vertex: sum(1 << other for other in graph if dice.random() < 0.5) for vertex in graph}
        every = list(assignments(graph, rows))
        if not every:
            continue
        costs = {tuple(one): sum(alike[c] >> r & 1 for r, c in zip(rows, one, strict=True)) for one in every}
        least = min(costs.values())
        cheapest = [one for one in every if costs[tuple(one)] == least]
        chosen = dice.choice(cheapest)
        mates = dict(zip(rows, chosen, strict=True)) | dict(zip(chosen, rows, strict=True))
        left = tightened(graph, rows, mates, alike.__getitem__)
        assert all(bool(left[a] >> b & 1) == bool(left[b] >> a & 1) for a in left for b in left)
        assert list(assignments(left, rows)) == cheapest


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_forest_reaches_whom_another_matching_leaves_over(size: int) -> None:
    """From a matching that leaves one vertex over: who could be left over instead."""
    dice = Random(f"forest-{size}")
    for _ in range(150):
        graph = any_graph(dice, 0, size)
        root = dice.randrange(size)
        every = list(perfect(graph, frozenset(graph) - {root}))
        if not every:
            continue
        forest = Forest(graph, dice.choice(every), root, (1 << size) - 1)
        able = {vertex for vertex in graph if next(perfect(graph, frozenset(graph) - {vertex}), None) is not None}
        assert {vertex for vertex in graph if forest.grown() >> vertex & 1} == able
        over = dice.choice(sorted(able))
        mates = {a: b for a, b in forest.with_left_over(over).items() if a != over}
        assert mates in list(perfect(graph, frozenset(graph) - {over}))
