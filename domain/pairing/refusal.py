"""Nothing legal is left, and who is to blame: the smallest set of players who cannot all be paired."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.pairing.chart import Chart, bits
from domain.pairing.matching import Graph, Mates, largest

ATTEMPTS = 16
"""Players left over from whom the search for a small set starts."""


@dataclass(eq=False)
class NoLegalPairing(Exception):
    """B.1 and B.2 leave no complete pairing. The arbiter decides (C.13).

    `conflict` names players who cannot all be paired at once, and none of whom could be left
    out of the list: without any one of them the others can.
    """

    conflict: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.conflict))


def conflict(chart: Chart) -> tuple[int, ...]:
    """Pairing numbers that compete for too few opponents.

    In an odd field the bye must be given as well, so it competes, too; if nobody may have it,
    everybody is named.
    """
    graph = dict(enumerate(chart.legal))
    bye = len(graph)
    if bye % 2:
        graph |= {place: others | (chart.bye >> place & 1) << bye for place, others in graph.items()}
        graph[bye] = chart.bye
    mates = largest(graph)
    left = sorted((v for v in graph if v not in mates), key=lambda v: (graph[v].bit_count(), v))
    competing = (rivals(graph, mates, v) - {bye} for v in left[:ATTEMPTS])
    smallest = min(competing, key=lambda players: (len(players), sorted(players))) or range(bye)
    return tuple(sorted(chart.field.players[place].number for place in smallest))


def rivals(graph: Graph, mates: Mates, root: int) -> set[int]:
    """Everybody whom an alternating path from `root` could leave over in his stead, himself included.

    They and `root` cannot all be matched, but all of them save any one can. (Edmonds' search for
    an augmenting path, with odd cycles shrunk onto their base; there is none to find.)
    """
    return _Forest(graph, mates, root).grown()


class _Forest:
    def __init__(self, graph: Graph, mates: Mates, root: int) -> None:
        self.graph, self.mates, self.root = graph, mates, root
        self.base = {vertex: vertex for vertex in graph}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = [root]

    def grown(self) -> set[int]:
        for vertex in self.queue:
            for other in bits(self.graph[vertex]):
                if self.base[vertex] == self.base[other] or self.mates.get(vertex) == other:
                    continue
                if other in self.outer:
                    self._shrink(vertex, other)
                elif other not in self.parent:
                    self.parent[other] = vertex
                    self._add(self.mates[other])
        return self.outer

    def _add(self, vertex: int) -> None:
        if vertex not in self.outer:
            self.outer.add(vertex)
            self.queue.append(vertex)

    def _shrink(self, a: int, b: int) -> None:
        """An odd cycle: all its vertices are outer now."""
        top = self._meeting_point(a, b)
        cycle = {*self._mark(a, top, b), *self._mark(b, top, a)}
        for vertex in self.base:
            if self.base[vertex] in cycle:
                self.base[vertex] = top
                self._add(vertex)

    def _to_root(self, vertex: int) -> Iterator[int]:
        vertex = self.base[vertex]
        yield vertex
        while vertex != self.base[self.root]:
            vertex = self.base[self.parent[self.mates[vertex]]]
            yield vertex

    def _meeting_point(self, a: int, b: int) -> int:
        above = set(self._to_root(a))
        return next(vertex for vertex in self._to_root(b) if vertex in above)

    def _mark(self, vertex: int, top: int, child: int) -> Iterator[int]:
        while self.base[vertex] != top:
            mate = self.mates[vertex]
            yield self.base[vertex]
            yield self.base[mate]
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
