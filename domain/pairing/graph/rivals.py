"""Vertices that cannot all be matched, and who stands in whose way."""

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.matching import Graph, Mates, largest

MOST_STARTS = 16
"""Vertices left over from which the search for a small set starts."""


def left_over(graph: Graph) -> tuple[int, ...]:
    """Two that a largest matching leaves over if neither can change places with another, else a smallest conflict."""
    mates = largest(graph)
    left = sorted(vertex for vertex in graph if vertex not in mates)
    competing = [rivals(graph, mates, vertex) for vertex in left[:MOST_STARTS]]
    if len(left) == 2 and all(len(some) == 1 for some in competing):
        return tuple(left)
    smallest = min(competing, key=lambda some: (len(some), sorted(some)))
    return tuple(sorted(smallest))


def rivals(graph: Graph, mates: Mates, root: int) -> set[int]:
    """Everybody whom an alternating path from `root` could leave over instead, `root` included.

    They and `root` cannot all be matched, but all of them save any one can.
    """
    return set(bits(Forest(graph, mates, root, -1).grown()))
