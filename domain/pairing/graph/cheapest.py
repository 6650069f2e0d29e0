"""Perfect matchings: any, or one with the least sum of prices, for which a bound is tried before the library."""

from domain.pairing.graph.alternating import MANY_VERTICES, completed
from domain.pairing.graph.matching import Graph, Mates, Prices, as_bits, bits, cheapest_of_all
from domain.pairing.graph.transport import Alike, at_bound


def any_perfect(graph: Graph) -> Mates | None:
    """A perfect matching; None if there is none."""
    return completed(graph, as_bits(graph), {})


def cheapest(graph: Graph, prices: Prices, alike: Alike | None = None) -> Mates | None:
    """A perfect matching with the least sum of prices; None if there is no perfect one.

    With `alike` all edges from one sort of vertices to another have one price, so that few of them are asked for.
    """
    if len(graph) % 2 or not all(graph.values()):
        return None
    found = _at_bound(graph, prices, alike) if len(graph) >= MANY_VERTICES else None
    return found or cheapest_of_all(graph, prices)


def _at_bound(graph: Graph, prices: Prices, alike: Alike | None) -> Mates | None:
    if alike is None:
        return any_perfect(_tight(graph, prices))
    found = at_bound(graph, alike, lambda a, b: -prices(a, (b,))[0])
    return found[1] if found else None


def _tight(graph: Graph, prices: Prices) -> dict[int, int]:
    """The edges that cost the mean of the least that each of their ends can pay: no matching is cheaper than theirs."""
    rows = {vertex: _by_price(vertex, graph[vertex] & -(2 << vertex), prices) for vertex in sorted(graph)}
    reached: dict[int, int] = {}
    for vertex, row in rows.items():
        for price, others in row.items():
            reached[price] = reached.get(price, 0) | others | 1 << vertex
    paying: dict[int, int] = {}
    """By price the vertices that can pay no less."""
    known = 0
    for price in sorted(reached):
        paying[price] = reached[price] & ~known
        known |= reached[price]
    least = {vertex: price for price, vertices in paying.items() for vertex in bits(vertices)}
    tight = dict(graph)
    for vertex, row in rows.items():
        for price, others in row.items():
            dear = others & ~paying.get(2 * price - least[vertex], 0)
            tight[vertex] &= ~dear
            for other in bits(dear):
                tight[other] &= ~(1 << vertex)
    return tight


def _by_price(vertex: int, higher: int, prices: Prices) -> dict[int, int]:
    """The higher neighbours of a vertex by the price of the edge, as bits."""
    others = list(bits(higher))
    row = prices(vertex, others)
    if not others:
        return {}
    if row.count(row[0]) == len(row):
        return {row[0]: higher}
    found: dict[int, int] = {}
    for other, price in zip(others, row, strict=True):
        found[price] = found.get(price, 0) | 1 << other
    return found
