"""Sets of vertices as bits, and matchings: as many pairs as possible, the cheapest perfect one, the heaviest.

A graph is a mapping from each vertex to the set of its neighbours, as the bits of an int; it holds every edge twice.
The only file that knows the matching library.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, count, repeat
from operator import itemgetter

import rustworkx

from domain.pairing.graph.blossoms import HeaviestMatching

ANYBODY = -1
"""The set of all numbers."""


THINLY = 12
"""In a set in which less than one number in so many is, each member is sought by itself."""
SET_BITS = bytes.maketrans(b"01", b"\0\1")


def bits(numbers: int) -> Iterator[int]:
    """The members of a set, the smallest first."""
    if numbers.bit_count() * THINLY >= numbers.bit_length():
        return compress(count(), f"{numbers:b}"[::-1].encode().translate(SET_BITS))
    members = []
    while numbers:
        others = numbers & numbers - 1
        members.append((numbers ^ others).bit_length() - 1)
        numbers = others
    return iter(members)


def as_bits(numbers: Iterable[int]) -> int:
    together = 0
    for number in numbers:
        together |= 1 << number
    return together


def lowest(numbers: int) -> int:
    """The smallest member of a set that is not empty."""
    return (numbers ^ numbers - 1).bit_length() - 1


Graph = Mapping[int, int]
Mates = dict[int, int]
Prices = Callable[[int, Sequence[int]], Sequence[int]]
"""The prices of the edges from one vertex to these higher ones."""

MOST_BITS = 120
"""Longer prices may overflow inside the fast library, which counts in 128 bits."""


def largest(graph: Graph) -> Mates:
    vertices, found = _match(graph, None)
    return _both_ways(vertices, found)


def cheapest_of_all(graph: Graph, prices: Prices) -> Mates | None:
    """A perfect matching with the least sum of prices by the library; None if there is no perfect one."""
    vertices, found = _match(graph, prices)
    return _both_ways(vertices, found) if 2 * len(found) == len(vertices) else None


def heaviest(vertices: Iterable[int], edges: Iterable[tuple[int, int, int]], *, complete: bool) -> Mates:
    """The matching with the greatest sum of weights; with `complete` among those with the most pairs."""
    known = list(vertices)
    at = {vertex: i for i, vertex in enumerate(known)}
    return heaviest_at(known, [(at[a], at[b], weight) for a, b, weight in edges], complete=complete)


def heaviest_at(known: Sequence[int], edges: Sequence[tuple[int, int, int]], *, complete: bool) -> Mates:
    """As `heaviest`, where edges say the positions of their ends in `known`: the library asks for those."""
    longest = max(map(abs, map(itemgetter(2), edges)), default=0).bit_length()
    if longest > MOST_BITS:
        return _heaviest_of_any_size(known, edges, longest, complete)
    net = rustworkx.PyGraph()
    net.add_nodes_from(known)
    net.add_edges_from(edges)
    found = rustworkx.max_weight_matching(net, max_cardinality=complete, weight_fn=int)
    return _both_ways(known, found)


def _heaviest_of_any_size(
    known: Sequence[int], edges: Sequence[tuple[int, int, int]], longest: int, complete: bool
) -> Mates:
    """The heaviest matching for weights of any length, many times slower."""
    pair = len(known) << longest if complete else 0
    """More than all weights can make up for."""
    rows: list[dict[int, int]] = [{} for _ in known]
    for a, b, weight in edges:
        if weight + pair > 0:
            rows[a][b] = rows[b][a] = weight + pair
    return {known[a]: known[b] for a, b in HeaviestMatching(rows).mates.items()}


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
        others = list(bits(graph[vertex] & -(2 << vertex)))
        payload = [-price for price in prices(vertex, others)] if prices else repeat(1)
        edges += zip(repeat(index[vertex]), map(index.__getitem__, others), payload, strict=False)
    return edges
