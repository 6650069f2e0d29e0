"""C4 and C5: a complete legal pairing of everybody who is not paired yet, kept as a proof that there is one."""

from collections.abc import Iterator

from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import Graph, Mates, largest

FEW_FREE = 6
"""So many without an opponent are matched one after the other: that leaves most pairs as they are."""
MANY_VERTICES = 128
"""From here on the library takes longer to be told the graph."""


def completed(graph: Graph, open: int, mates: Mates) -> Mates | None:
    """A perfect matching of the open vertices that grows out of `mates`; None if there is none."""
    mates = {a: b for a, b in mates.items() if open >> a & 1 and open >> b & 1 and graph[a] >> b & 1}
    free = open & ~as_bits(mates)
    for vertex in bits(free):
        choice = graph[vertex] & free
        if free >> vertex & 1 and choice:
            other = (choice & -choice).bit_length() - 1
            mates[vertex], mates[other] = other, vertex
            free &= ~(1 << vertex | 1 << other)
    if free.bit_count() > FEW_FREE and open.bit_count() < MANY_VERTICES:
        mates = largest({vertex: graph[vertex] & open for vertex in bits(open)})
        free = open & ~as_bits(mates)
    while free:
        root = (free & -free).bit_length() - 1
        longer = _augmented(graph, open, mates, root, free & ~(1 << root))
        if longer is None:
            return None
        mates = longer
        free &= ~as_bits(mates)
    return mates


def _augmented(graph: Graph, open: int, mates: Mates, root: int, free: int) -> Mates | None:
    """`mates` with the root and one more free vertex matched."""
    forest = Forest(graph, mates, root, open & ~free)
    outer = forest.grown()
    for other in bits(free):
        able = outer & graph[other]
        if able:
            joined = (able & -able).bit_length() - 1
            longer = forest.with_left_over(joined)
            longer[joined], longer[other] = other, joined
            return longer
    return None


def with_bye(layout: Layout, takers: int) -> dict[int, int]:
    """The graph of all legal pairs, the bye being one more vertex that only the takers may meet."""
    bye = 1 << layout.bye_place
    graph = {place: others | (bye if takers >> place & 1 else 0) for place, others in enumerate(layout.legal)}
    return graph | {layout.bye_place: takers}


def bye_takers(layout: Layout) -> Iterator[tuple[int, int]]:
    """C5: (score, players who may take the bye), the lowest score first."""
    for group in reversed(layout.groups):
        takers = as_bits(group) & layout.bye
        if takers:
            yield layout.players[group[0]].score, takers
