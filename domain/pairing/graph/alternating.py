"""Edmonds' search for alternating paths in any graph: who could be left over in somebody's stead?"""

from collections.abc import Iterator

from domain.pairing.graph.bit_sets import bits, lowest
from domain.pairing.graph.matching import Graph, Mates


class Forest:
    """All alternating paths from one unmatched vertex, odd cycles shrunk onto their base.

    `open` are the vertices to be looked at. Nobody else among them may be unmatched.
    """

    def __init__(self, graph: Graph, mates: Mates, root: int, open: int) -> None:
        self.graph, self.mates, self.root, self.open = graph, mates, root, open
        self.base = {root: root}
        self.parent: dict[int, int] = {}
        self.cycles: dict[int, int] = {root: 1 << root}
        """By base: the vertices shrunk onto it, as bits."""
        self.tree = self.outer = 1 << root
        self.queue = [root]

    def grown(self, goal: int = 0) -> int:
        """Vertices any of which could be left over instead of the root, itself included, as bits.

        As soon as one of the `goal` is among them, the others are not looked for.
        """
        for vertex in self.queue:
            if self.outer & goal:
                break
            fresh = self.graph[vertex] & self.open & ~self.tree
            for other in bits(fresh):
                if not self.tree >> other & 1:
                    self._attach(vertex, other)
            while meets := self.graph[vertex] & self.outer & ~self.cycles[self.base[vertex]]:
                self._shrink(vertex, lowest(meets))
        return self.outer

    def _attach(self, vertex: int, other: int) -> None:
        mate = self.mates[other]
        self.parent[other] = vertex
        self.tree |= 1 << other | 1 << mate
        for new in (other, mate):
            self.base[new] = new
            self.cycles[new] = 1 << new
        self._reach(mate)

    def _reach(self, vertex: int) -> None:
        if not self.outer >> vertex & 1:
            self.outer |= 1 << vertex
            self.queue.append(vertex)

    def _shrink(self, a: int, b: int) -> None:
        """An odd cycle: all its vertices are outer now."""
        top = self._meeting_point(a, b)
        bases = {*self._mark(a, top, b), *self._mark(b, top, a)} - {top}
        for base in bases:
            shrunk = self.cycles.pop(base)
            self.cycles[top] |= shrunk
            for vertex in bits(shrunk):
                self.base[vertex] = top
                self._reach(vertex)

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
        """Bases on the way up to `top`; from now on the paths of its inner vertices lead round the cycle."""
        while self.base[vertex] != top:
            mate = self.mates[vertex]
            yield self.base[vertex]
            yield self.base[mate]
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]

    def with_left_over(self, vertex: int) -> Mates:
        """The matching in which an outer vertex is left over instead of the root."""
        mates = dict(self.mates)
        if vertex == self.root:
            return mates
        free = mates[vertex]
        while True:
            taken = self.parent[free]
            following = mates.get(taken, free)
            mates[free], mates[taken] = taken, free
            if taken == self.root:
                return mates
            free = following
