"""A complete pairing of a graph, kept as a proof that there is one, and who could stay alone beside one."""

from collections.abc import Sequence

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import as_bits, bits, lowest
from domain.pairing.graph.matching import Graph, Mates, largest

FEW_FREE = 6
"""Up to so many without an opponent are matched one after the other, which leaves most pairs as they are."""
MANY_VERTICES = 128
"""From here on the library takes longer to be told the graph."""


def completed(graph: Graph, open: int, mates: Mates) -> Mates | None:
    """A perfect matching of the open vertices that grows out of `mates`; None if there is none."""
    mates = {a: b for a, b in mates.items() if open >> a & 1 and open >> b & 1 and graph[a] >> b & 1}
    free = open & ~as_bits(mates)
    for vertex in bits(free):
        choice = graph[vertex] & free
        if free >> vertex & 1 and choice:
            other = lowest(choice)
            mates[vertex], mates[other] = other, vertex
            free &= ~(1 << vertex | 1 << other)
    free = _exchanged(graph, open, mates, free)
    if free.bit_count() > FEW_FREE and open.bit_count() < MANY_VERTICES:
        mates = largest({vertex: graph[vertex] & open for vertex in bits(open)})
        free = open & ~as_bits(mates)
    while free:
        root = lowest(free)
        longer = _augmented(graph, open, mates, root, free & ~(1 << root))
        if longer is None:
            return None
        mates = longer
        free &= ~as_bits(mates)
    return mates


def with_pair(graph: Graph, one: int, other: int) -> dict[int, int]:
    """The graph in which these two have nobody but each other."""
    apart = ~(1 << one | 1 << other)
    return {place: others & apart for place, others in graph.items()} | {one: 1 << other, other: 1 << one}


def with_rest(legal: Sequence[int], takers: int) -> dict[int, int]:
    """The legal opponents of each place; in an odd field the bye is one more vertex that only its takers may meet."""
    bye = len(legal)
    if bye % 2 == 0:
        return dict(enumerate(legal))
    return {place: others | (takers >> place & 1) << bye for place, others in enumerate(legal)} | {bye: takers}


def leaves_pairing(graph: Graph, one: int, other: int) -> bool:
    """All others can be paired if these two meet."""
    return completed(with_pair(graph, one, other), as_bits(graph), {}) is not None


def _exchanged(graph: Graph, open: int, mates: Mates, free: int) -> int:
    """The free vertices left once pairs have parted, each for two of them."""
    for vertex in bits(free):
        for other in bits(graph[vertex] & open & ~free) if free >> vertex & 1 else ():
            mate = mates[other]
            choice = graph[mate] & free & ~(1 << vertex)
            if choice:
                last = lowest(choice)
                mates[vertex], mates[other], mates[mate], mates[last] = other, vertex, last, mate
                free &= ~(1 << vertex | 1 << last)
                break
    return free


def _augmented(graph: Graph, open: int, mates: Mates, root: int, free: int) -> Mates | None:
    """`mates` with the root and one more free vertex matched."""
    forest = Forest(graph, mates, root, open & ~free)
    wanted = 0
    for other in bits(free):
        wanted |= graph[other]
    outer = forest.grown(goal=wanted)
    for other in bits(free):
        able = outer & graph[other]
        if able:
            joined = lowest(able)
            longer = forest.with_left_over(joined)
            longer[joined], longer[other] = other, joined
            return longer
    return None


def able_to_stay_alone(neighbours: Sequence[int]) -> int:
    """Vertices without any of which all others can be matched, as bits; 0 = there is none, or the number is even."""
    return staying_alone(dict(enumerate(neighbours)), (1 << len(neighbours)) - 1, {})


def staying_alone(graph: Graph, open: int, mates: Mates) -> int:
    """The same for the open vertices of a graph, on the way from `mates`."""
    if not open.bit_count() % 2:
        return 0
    nobody = max(open.bit_length(), 1 + max(graph))
    with_nobody = {**graph, nobody: open} | {v: graph[v] | 1 << nobody for v in bits(open)}
    whole = completed(with_nobody, open | 1 << nobody, mates)
    if whole is None:
        return 0
    return Forest(graph, {a: b for a, b in whole.items() if nobody not in (a, b)}, whole[nobody], open).grown()
