"""Matchings: the cheapest perfect one of any graph, and the first one in order of a two-sided graph.

A graph is a mapping from each vertex to the set of its neighbours, as the bits of an int;
it holds every edge twice. The only file that knows the matching library.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, repeat

import rustworkx

Graph = Mapping[int, int]
Mates = dict[int, int]
Prices = Callable[[int, Sequence[int]], Sequence[int]]
"""Of the edges from one vertex to these higher ones."""

MOST_BITS = 120
"""Prices beyond this may overflow inside the library, which counts in 128 bits."""


def largest(graph: Graph) -> Mates:
    """As many pairs as possible."""
    vertices, found = _match(graph, None)
    return _both_ways(vertices, found)


def cheapest(graph: Graph, prices: Prices | None = None) -> Mates | None:
    """A perfect matching with the least sum of prices; None if there is no perfect one."""
    if len(graph) % 2 or not all(graph.values()):
        return None
    vertices, found = _match(graph, prices)
    return _both_ways(vertices, found) if 2 * len(found) == len(vertices) else None


def _match(graph: Graph, prices: Prices | None) -> tuple[list[int], set[tuple[int, int]]]:
    vertices = sorted(graph)
    net = rustworkx.PyGraph()
    net.add_nodes_from(vertices)
    net.add_edges_from(_edges(graph, vertices, prices))
    return vertices, rustworkx.max_weight_matching(net, max_cardinality=True, weight_fn=int if prices else None)


def _both_ways(vertices: Sequence[int], found: set[tuple[int, int]]) -> Mates:
    pairs = [(vertices[a], vertices[b]) for a, b in found]
    return dict(pairs + [(b, a) for a, b in pairs])


def _edges(graph: Graph, vertices: Sequence[int], prices: Prices | None) -> list[tuple[int, int, int]]:
    index = {vertex: i for i, vertex in enumerate(vertices)}
    edges: list[tuple[int, int, int]] = []
    for vertex in vertices:
        higher = f"{graph[vertex] >> vertex + 1:b}"
        others = list(compress(range(vertex + 1, vertex + 1 + len(higher)), map(int, reversed(higher))))
        payload = [-price for price in prices(vertex, others)] if prices else repeat(1)
        edges += zip(repeat(index[vertex]), map(index.__getitem__, others), payload, strict=False)
    return edges


def first_in_order(graph: Graph, rows: Sequence[int], ordered: int) -> Mates | None:
    """Of all ways to give each row its own neighbour, the first: lowest neighbour of row 0, then of row 1 ...

    Only the leading `ordered` rows count for the order. Rows and their neighbours are different
    vertices, as many of the one as of the other. None if there is no way.
    """
    seats = _Seats(graph, rows)
    if not all(seats.seat(row) for row in rows):
        return None
    for row in rows[:ordered]:
        seats.lower(row)
        seats.settle(row)
    return seats.mate


class _Seats:
    """A matching of rows and columns under repair."""

    def __init__(self, graph: Graph, rows: Sequence[int]) -> None:
        self.graph = graph
        self.mate: Mates = {}
        self.open_rows = sum(1 << row for row in rows)
        self.open_columns = 0
        for row in rows:
            self.open_columns |= graph[row]
        self.empty = self.open_columns

    def seat(self, row: int) -> bool:
        """Give the row a column, if need be by moving others along an alternating path."""
        unseen, queue, came_from = self.open_columns, [row], {}
        for asking in queue:
            found = self.graph[asking] & unseen
            if found & self.empty:
                column = _lowest(found & self.empty)
                came_from[column] = asking
                self.empty ^= 1 << column
                self._shift(column, came_from, row)
                return True
            unseen &= ~found
            while found:
                column = _lowest(found)
                found &= found - 1
                came_from[column] = asking
                queue.append(self.mate[column])
        return False

    def _shift(self, column: int, came_from: Mates, start: int) -> None:
        while True:
            row = came_from[column]
            left = self.mate.get(row)
            self.mate[row], self.mate[column] = column, row
            if row == start or left is None:
                return
            column = left

    def lower(self, row: int) -> None:
        """Move the row to the lowest column that still leaves everybody one."""
        own = self.mate[row]
        wanted = self.graph[row] & self.open_columns & ((1 << own) - 1)
        if not wanted:
            return
        reached, next_column = self._able_to_take(own, row, _lowest(wanted))
        if not wanted & reached:
            return
        column = _lowest(wanted & reached)
        displaced = self.mate[column]
        self.mate[row], self.mate[column] = column, row
        while True:
            takes = next_column[displaced]
            owner = self.mate[takes]
            self.mate[displaced], self.mate[takes] = takes, displaced
            if takes == own:
                return
            displaced = owner

    def _able_to_take(self, column: int, row: int, goal: int) -> tuple[int, Mates]:
        """Columns whose owners could make room by a chain of moves that ends in `column`; who would move where."""
        unseen = self.open_rows & ~(1 << row)
        reached, queue, takes = 0, [column], {}
        for target in queue:
            found = self.graph[target] & unseen
            unseen &= ~found
            while found:
                taker = _lowest(found)
                found &= found - 1
                takes[taker] = target
                queue.append(self.mate[taker])
                reached |= 1 << self.mate[taker]
            if reached >> goal & 1:
                break
        return reached, takes

    def settle(self, row: int) -> None:
        """From now on row and column stay together."""
        self.open_rows &= ~(1 << row)
        self.open_columns &= ~(1 << self.mate[row])


def _lowest(places: int) -> int:
    return (places & -places).bit_length() - 1
