"""Heaviest perfect matchings by a bound that sorts of vertices give, without looking at a single edge.

Vertices of one sort are worth the same with everybody they may meet. How much of each sort goes to each other sort in
the best case is a transportation problem with a row and a column for each sort. Its prices are a share for each
sort: no edge weighs more than half of the shares of its two ends. A perfect matching of edges that weigh exactly
that is a heaviest one, and then these edges, the tight ones, have no other perfect matchings than heaviest ones.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits, lowest
from domain.records import dataclass

Worth = Callable[[int, int], int]
"""Two vertices, the smaller first -> the weight of their edge."""
Alike = Callable[[int], Hashable]
"""A vertex -> what those of its sort have in common."""

MOST_SORTS = 60
"""With more sorts than this the transportation problem takes longer than the weights of all edges."""


@dataclass(frozen=True, slots=True)
class Sorts:
    """Sets of vertices, and for each two of them an edge from the one to the other, if there is any."""

    members: Sequence[int]
    edges: Mapping[tuple[int, int], tuple[int, int]]


def at_bound(graph: Graph, alike: Alike, worth: Worth, most: int = 0) -> tuple[dict[int, int], Mates] | None:
    """The tight edges, and a perfect matching of them; None: the bound is not reached, or there are too many sorts.

    `most`: sorts for which it pays off, where these are fewer than usual.
    """
    sorts = _sorts(graph, alike, most or MOST_SORTS)
    if sorts is None:
        return None
    weights: list[dict[int, int]] = [{} for _ in sorts.members]
    for (one, other), (a, b) in sorts.edges.items():
        weights[one][other] = worth(min(a, b), max(a, b))
    shares = _shares([some.bit_count() for some in sorts.members], weights)
    if shares is None:
        return None
    tight: dict[int, int] = {}
    for one, row in enumerate(weights):
        met = 0
        for other, weight in row.items():
            if 2 * weight == shares[one] + shares[other]:
                met |= sorts.members[other]
        tight |= {vertex: graph[vertex] & met for vertex in bits(sorts.members[one])}
    mates = completed(tight, as_bits(graph), {})
    return (tight, mates) if mates is not None else None


def _sorts(graph: Graph, alike: Alike, most: int) -> Sorts | None:
    """Vertices that are alike and may meet as many of each sort, or, if these are too many sorts, some of each."""
    plain = _grouped(graph, alike)
    if len(plain) > most:
        return None
    by_number = _refined(graph, plain, int.bit_count)
    groups = by_number if len(by_number) <= most else _refined(graph, plain, bool)
    return Sorts(groups, dict(_edges(graph, groups))) if len(groups) <= most else None


def _grouped(graph: Graph, alike: Alike) -> list[int]:
    groups: dict[Hashable, int] = {}
    for vertex in graph:
        sort = alike(vertex)
        groups[sort] = groups.get(sort, 0) | 1 << vertex
    return list(groups.values())


def _refined(graph: Graph, plain: Sequence[int], measure: Callable[[int], int]) -> list[int]:
    found: list[int] = []
    for group in plain:
        within: dict[tuple[int, ...], int] = {}
        for vertex in bits(group):
            key = tuple([measure(graph[vertex] & other) for other in plain])
            within[key] = within.get(key, 0) | 1 << vertex
        found += within.values()
    return found


def _edges(graph: Graph, groups: Sequence[int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for one, group in enumerate(groups):
        left = dict(enumerate(groups))
        for vertex in bits(group):
            for other, members in list(left.items()):
                if met := graph[vertex] & members:
                    yield (one, other), (vertex, lowest(met))
                    del left[other]
            if not left:
                break


def _shares(sizes: Sequence[int], weights: Sequence[Mapping[int, int]]) -> list[int] | None:
    """The prices of both sides of each sort together; None: the sorts cannot be matched, not even in parts."""
    if not all(weights):
        return None
    problem = _Transport(sizes, weights)
    while any(problem.supply):
        if not problem.moved():
            return None
    return [row + column for row, column in zip(problem.row_prices, problem.column_prices, strict=True)]


class _Transport:
    """Each sort sends all of its members, and takes as many; the heaviest way, found along cheapest chains."""

    def __init__(self, sizes: Sequence[int], weights: Sequence[Mapping[int, int]]) -> None:
        self.weights = weights
        self.supply, self.demand = list(sizes), list(sizes)
        self.row_prices = [max(row.values()) for row in weights]
        self.column_prices = [0] * len(sizes)
        self.sent: list[dict[int, int]] = [{} for _ in sizes]
        """By column: how many each row sends to it."""

    def moved(self) -> bool:
        """Send as many as possible along the cheapest chain from a row with some left to a column with room."""
        far_rows = {row: 0 for row, left in enumerate(self.supply) if left}
        far_columns: dict[int, int] = {}
        from_row: dict[int, int] = {}
        from_column: dict[int, int] = {}
        done: set[int] = set()
        fresh = list(far_rows)
        while True:
            for row in fresh:
                base = far_rows[row] + self.row_prices[row]
                for column, weight in self.weights[row].items():
                    way = base + self.column_prices[column] - weight
                    if column not in done and (column not in far_columns or way < far_columns[column]):
                        far_columns[column], from_row[column] = way, row
            open = [column for column in far_columns if column not in done]
            if not open:
                return False
            nearest = min(open, key=far_columns.__getitem__)
            done.add(nearest)
            if self.demand[nearest]:
                break
            fresh = [row for row in self.sent[nearest] if row not in far_rows]
            far_rows |= dict.fromkeys(fresh, far_columns[nearest])
            from_column |= dict.fromkeys(fresh, nearest)
        self._reprice(far_rows, {column: far_columns[column] for column in done}, far_columns[nearest])
        self._send(nearest, from_row, from_column)
        return True

    def _reprice(self, far_rows: Mapping[int, int], far_columns: Mapping[int, int], most: int) -> None:
        for row, far in far_rows.items():
            self.row_prices[row] -= most - far
        for column, far in far_columns.items():
            self.column_prices[column] += most - far

    def _send(self, end: int, from_row: Mapping[int, int], from_column: Mapping[int, int]) -> None:
        chain = [(from_row[end], end)]
        many = self.demand[end]
        while (row := chain[-1][0]) in from_column:
            back = from_column[row]
            many = min(many, self.sent[back][row])
            chain.append((from_row[back], back))
        many = min(many, self.supply[row])
        self.supply[row] -= many
        self.demand[end] -= many
        for row, column in chain:
            self.sent[column][row] = self.sent[column].get(row, 0) + many
            if row in from_column:
                fed = self.sent[from_column[row]]
                fed[row] -= many
                if not fed[row]:
                    del fed[row]
