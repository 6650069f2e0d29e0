"""A proof that a matching is a heaviest one, by which all others as heavy are known: a share for each vertex.

No edge weighs more than half of the shares of its two ends, no share is below 0 where a vertex may stay alone, and
the shares of all vertices are twice the weight of the matching. Then every matching as heavy has only edges that
weigh exactly half of their shares. Some graphs with odd cycles have no such proof; then nothing is said.
"""

from collections import deque
from collections.abc import Mapping

from domain.pairing.graph.matching import Mates

Neighbours = Mapping[int, Mapping[int, int]]
"""By vertex the weights of its edges, by the other end. With a loop of weight 0 a vertex may stay alone."""

PATIENCE_ROUNDS = 12
"""Prices that still fall after each vertex was looked at so often are taken to fall for ever, round an odd cycle."""


def shares(graph: Neighbours, mates: Mates) -> dict[int, int] | None:
    """Twice what each vertex contributes to the weight of `mates`; None if that proves nothing.

    Each vertex stands on two sides, and the shares are the prices of the best assignment of the one side to the
    other: those that a chain of exchanges cannot improve (Bellman and Ford).
    """
    own = {vertex: graph[vertex][mates.get(vertex, vertex)] for vertex in graph}
    price = dict.fromkeys(graph, 0)
    queue, waiting = deque(graph), set(graph)
    for _ in range(PATIENCE_ROUNDS * len(graph)):
        if not queue:
            return {vertex: price[vertex] + own[vertex] - price[mates.get(vertex, vertex)] for vertex in graph}
        vertex = queue.popleft()
        waiting.discard(vertex)
        most = price[vertex] + own[vertex]
        for other, weight in graph[vertex].items():
            after = mates.get(other, other)
            if most - weight < price[after]:
                price[after] = most - weight
                if after not in waiting:
                    waiting.add(after)
                    queue.append(after)
    return None
