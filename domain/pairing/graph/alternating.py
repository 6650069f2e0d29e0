"""Alternating paths in any graph (Edmonds): who could be left over, complete pairings, and who stands in whose way."""

from collections.abc import Sequence

from domain.pairing.graph.matching import Graph, Mates, as_bits, bits, largest, lowest


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

    def grown(self, goal: int = 0, until: int = 0) -> int:
        """Vertices any of which could be left over instead of the root, itself included, as bits.

        As soon as one of the `goal` is among them, or all of `until`, the others are not looked for.
        """
        for vertex in self.queue:
            if self.outer & goal or (until and not until & ~self.outer):
                break
            fresh = self.graph[vertex] & self.open & ~self.tree
            self._attach(vertex, fresh)
            while meets := self.graph[vertex] & self.outer & ~self.cycles[self.base[vertex]]:
                self._shrink(vertex, lowest(meets))
        return self.outer

    def _attach(self, vertex: int, others: int) -> None:
        """Take these and their mates into the tree."""
        mates, base, cycles, parent, queue = self.mates, self.base, self.cycles, self.parent, self.queue
        tree, outer = self.tree, self.outer
        for other in bits(others):
            if not tree >> other & 1:
                mate = mates[other]
                inner_bit, outer_bit = 1 << other, 1 << mate
                base[other], base[mate], parent[other] = other, mate, vertex
                cycles[other], cycles[mate] = inner_bit, outer_bit
                tree |= inner_bit | outer_bit
                outer |= outer_bit
                queue.append(mate)
        self.tree, self.outer = tree, outer

    def _shrink(self, a: int, b: int) -> None:
        """An odd cycle: all its vertices are outer now."""
        base, cycles = self.base, self.cycles
        top = self._meeting_point(a, b)
        bases = {*self._mark(a, top, b), *self._mark(b, top, a)} - {top}
        for one in bases:
            shrunk = cycles.pop(one)
            cycles[top] |= shrunk
            for vertex in bits(shrunk) if shrunk & shrunk - 1 else (one,):
                base[vertex] = top
                if not self.outer >> vertex & 1:
                    self.outer |= 1 << vertex
                    self.queue.append(vertex)

    def _meeting_point(self, a: int, b: int) -> int:
        base, parent, mates = self.base, self.parent, self.mates
        vertex, root = base[a], base[self.root]
        above = {vertex}
        while vertex != root:
            vertex = base[parent[mates[vertex]]]
            above.add(vertex)
        vertex = base[b]
        while vertex not in above:
            vertex = base[parent[mates[vertex]]]
        return vertex

    def _mark(self, vertex: int, top: int, child: int) -> list[int]:
        """Bases on the way up to `top`; from now on the paths of its inner vertices lead round the cycle."""
        base, parent, mates = self.base, self.parent, self.mates
        found: list[int] = []
        while base[vertex] != top:
            mate = mates[vertex]
            found += base[vertex], base[mate]
            parent[vertex] = child
            child, vertex = mate, parent[mate]
        return found

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


class PerfectMatchings:
    """All perfect matchings of a graph, known by one of them; fewer from wish to wish."""

    def __init__(self, graph: Graph, mates: Mates) -> None:
        self.graph, self.mates = dict(graph), dict(mates)

    def keep_with(self, vertex: int, among: int) -> bool:
        """Only those that pair the vertex with one of these are left; False: none does, and all are left."""
        edges = self.graph[vertex]
        found = edges >> self.mates[vertex] & among >> self.mates[vertex] & 1 or self._turned(vertex, edges & among)
        gone = edges & ~among if found else edges & among
        self.graph[vertex] = edges & ~gone
        for other in bits(gone):
            self.graph[other] &= ~(1 << vertex)
        return bool(found)

    def _turned(self, vertex: int, wanted: int) -> bool:
        """Go over to a matching with one of these edges of the vertex, if there is any."""
        own = self.mates[vertex]
        takers = self.graph[own]
        for other in bits(wanted):
            mate = self.mates[other]
            if takers >> mate & 1:
                self._join(own, mate)
                self._join(vertex, other)
                return True
        forest = Forest(self.graph, self.mates, own, ~(1 << vertex))
        able = wanted and wanted & forest.grown(goal=wanted)
        if able:
            self.mates = forest.with_left_over(lowest(able))
            self._join(vertex, lowest(able))
        return bool(able)

    def _join(self, a: int, b: int) -> None:
        self.mates[a], self.mates[b] = b, a


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
    if free:
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
    apart = ~(1 << one | 1 << other)
    return {place: others & apart for place, others in graph.items()} | {one: 1 << other, other: 1 << one}


def with_rest(legal: Sequence[int], takers: int) -> dict[int, int]:
    """The legal opponents of each place; in an odd field the bye is one more vertex that only its takers may meet."""
    bye = len(legal)
    if bye % 2 == 0:
        return dict(enumerate(legal))
    return {place: others | (takers >> place & 1) << bye for place, others in enumerate(legal)} | {bye: takers}


def leaves_pairing(graph: Graph, one: int, other: int) -> bool:
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
    """The open vertices that may be left over, on the way from `mates`."""
    if not open.bit_count() % 2:
        return 0
    nobody = max(open.bit_length(), 1 + max(graph))
    with_nobody = {**graph, nobody: open} | {v: graph[v] | 1 << nobody for v in bits(open)}
    whole = completed(with_nobody, open | 1 << nobody, mates)
    if whole is None:
        return 0
    return Forest(graph, {a: b for a, b in whole.items() if nobody not in (a, b)}, whole[nobody], open).grown()


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
