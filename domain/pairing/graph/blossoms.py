"""The heaviest matching by Edmonds' algorithm, for weights of any length: duals, alternating trees and blossoms.

Vertices are 0, 1, 2 ...; a blossom, an odd cycle of vertices and smaller blossoms, has the next free number, and both
are nodes. No edge weighs more than the mean of the duals of its ends; an edge that weighs as much is tight, and only
tight edges are matched. A stage grows trees of tight edges from all free vertices, with the duals moved on the way,
until a path joins two of them, or until free vertices have the dual 0: then no matching is heavier.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from itertools import takewhile

from domain.records import dataclass

Edge = tuple[int, int]


class Parity(Enum):
    """The place of a node in a tree: an even or an odd number of edges away from the root."""

    OUTER = "outer"
    INNER = "inner"


@dataclass(slots=True)
class Blossom:
    """An odd cycle shrunk to one node. The mate of its first child, the base, is outside; others are mated in pairs."""

    children: list[int]
    links: list[Edge]
    """The edge from each child to the next, the last one's to the first."""
    dual: int = 0


@dataclass(slots=True)
class Trees:
    """Trees of outermost nodes."""

    side: dict[int, Parity] = field(default_factory=dict)
    """A node without a side is in no tree."""
    entry: dict[int, Edge] = field(default_factory=dict)
    """The edge by which an inner node was reached, from an outer vertex."""
    nearest: dict[int, Edge] = field(default_factory=dict)
    """The edge from an outer vertex to a node with the least slack."""
    least: dict[int, int] = field(default_factory=dict)
    """The slack of these edges."""
    queue: list[int] = field(default_factory=list)
    """Outer vertices whose edges are to be looked at."""


class HeaviestMatching:
    """A matching that grows until none is heavier."""

    def __init__(self, weights: Sequence[Mapping[int, int]]) -> None:
        """`weights` has for each vertex its neighbours, each with a weight above 0."""
        self.doubled = [{other: 2 * weight for other, weight in row.items()} for row in weights]
        self.mates: dict[int, int] = {}
        self.outermost = list(range(len(weights)))
        """By vertex the largest blossom that holds it, or itself."""
        self.within: dict[int, int] = {}
        """By node the smallest blossom that holds it."""
        self.dual = [max((weight for row in weights for weight in row.values()), default=0)] * len(weights)
        self.blossoms: dict[int, Blossom] = {}
        self.unused = len(weights)
        """The number of the next blossom."""
        while self._augmented():
            pass

    def _vertices(self, node: int) -> Iterator[int]:
        if node not in self.blossoms:
            yield node
        else:
            for child in self.blossoms[node].children:
                yield from self._vertices(child)

    def _base(self, node: int) -> int:
        """The vertex of a node that is matched outside of it, or free."""
        while node in self.blossoms:
            node = self.blossoms[node].children[0]
        return node

    def _slack(self, edge: Edge) -> int:
        one, other = edge
        return self.dual[one] + self.dual[other] - self.doubled[one][other]

    # Trees

    def _augmented(self) -> bool:
        """Match two more vertices; False: the matching is the heaviest."""
        trees = Trees()
        for node in set(self.outermost):
            if self._base(node) not in self.mates:
                self._make_outer(trees, node)
        while not self._grown(trees):
            if not self._moved(trees):
                return False
        return True

    def _make_outer(self, trees: Trees, node: int) -> None:
        trees.side[node] = Parity.OUTER
        trees.queue += self._vertices(node)

    def _grown(self, trees: Trees) -> bool:
        """Look at the edges of outer vertices; True as soon as two more are matched."""
        dual, outermost, entry, nearest, least = self.dual, self.outermost, trees.entry, trees.nearest, trees.least
        while trees.queue:
            one = trees.queue.pop()
            own, home = dual[one], outermost[one]
            for other, weight in self.doubled[one].items():
                node = outermost[other]
                if node == home or node in entry:
                    continue
                slack = own + dual[other] - weight
                if not slack:
                    if self._joined(trees, (one, other)):
                        return True
                    home = outermost[one]
                elif node not in nearest or slack < least[node]:
                    least[node], nearest[node] = slack, (one, other)
        return False

    def _joined(self, trees: Trees, edge: Edge) -> bool:
        """Take a tight edge from an outer vertex into the trees; True if it makes a path from root to root."""
        one, other = edge
        node = self.outermost[other]
        if node not in trees.side:
            trees.side[node], trees.entry[node] = Parity.INNER, edge
            self._make_outer(trees, self.outermost[self.mates[self._base(node)]])
            return False
        left, right = (list(self._to_root(trees, self.outermost[end])) for end in edge)
        above = {step[0] for step in left}
        top = next((step[0] for step in right if step[0] in above), None)
        if top is not None:
            self._shrink(trees, top, edge, *([*takewhile(lambda step: step[0] != top, way)] for way in (left, right)))
            return False
        self._match(trees, one, other)
        self._match(trees, other, one)
        return True

    def _to_root(self, trees: Trees, node: int) -> Iterator[tuple[int, Edge]]:
        """The nodes from an outer one to its root, each with the edge to the next; the root's leads nowhere."""
        while (base := self._base(node)) in self.mates:
            inner = self.outermost[self.mates[base]]
            yield node, (base, self.mates[base])
            outer, entered = trees.entry[inner]
            yield inner, (entered, outer)
            node = self.outermost[outer]
        yield node, (base, base)

    def _match(self, trees: Trees, one: int, other: int) -> None:
        """Match an outer vertex, and rematch the way from it to the root."""
        while True:
            node = self.outermost[one]
            before = self.mates.get(self._base(node))
            self._rebase(node, one)
            self.mates[one] = other
            if before is None:
                return
            inner = self.outermost[before]
            one, other = trees.entry[inner]
            self._rebase(inner, other)
            self.mates[other] = one

    def _moved(self, trees: Trees) -> bool:
        """Move the duals until an edge becomes tight or an inner blossom bursts; False: free vertices would be at 0."""
        near = {n: e for n, e in trees.nearest.items() if self.outermost[e[1]] == n and n not in trees.entry}
        steps = [trees.least[node] // (2 if node in trees.side else 1) for node in near]
        steps += [self.blossoms[node].dual // 2 for node in trees.entry if node in self.blossoms]
        step = min(steps, default=0)
        outer = [v for node, side in trees.side.items() if side is Parity.OUTER for v in self._vertices(node)]
        if not steps or any(self.dual[vertex] <= step for vertex in outer):
            return False
        for node, side in trees.side.items():
            sign = -1 if side is Parity.OUTER else 1
            for vertex in self._vertices(node):
                self.dual[vertex] += sign * step
            if node in self.blossoms:
                self.blossoms[node].dual -= 2 * sign * step
        trees.nearest, trees.least = near, {node: self._slack(edge) for node, edge in near.items()}
        trees.queue += [near[node][0] for node, slack in trees.least.items() if not slack]
        for node in [n for n in trees.entry if n in self.blossoms and not self.blossoms[n].dual]:
            self._burst(trees, node)
        return True

    # Blossoms

    def _shrink(
        self, trees: Trees, top: int, edge: Edge, left: Sequence[tuple[int, Edge]], right: Sequence[tuple[int, Edge]]
    ) -> None:
        """The odd cycle that the edge makes of two ways up to `top` becomes a blossom, all of it outer."""
        children = [top, *(node for node, _ in reversed(left)), *(node for node, _ in right)]
        links = [*((b, a) for _, (a, b) in reversed(left)), edge, *(up for _, up in right)]
        name, self.unused = self.unused, self.unused + 1
        for child in children:
            self.within[child] = name
            if trees.side.pop(child) is Parity.INNER:
                del trees.entry[child]
                trees.queue += self._vertices(child)
        self.blossoms[name], trees.side[name] = Blossom(children, links), Parity.OUTER
        self._look_at(trees, name)

    def _look_at(self, trees: Trees, node: int) -> None:
        """Take a node for outermost, with its nearest edge from an outer vertex."""
        vertices = list(self._vertices(node))
        for vertex in vertices:
            self.outermost[vertex] = node
        edges = [
            (one, other)
            for other in vertices
            for one in self.doubled[other]
            if trees.side.get(self.outermost[one]) is Parity.OUTER and self.outermost[one] != node
        ]
        trees.nearest.pop(node, None)
        if edges:
            trees.least[node], trees.nearest[node] = min((self._slack(edge), edge) for edge in edges)

    def _burst(self, trees: Trees, name: int) -> None:
        """Let the children of an inner blossom be outermost; those on the way to its base stay in the tree."""
        entry = trees.entry.pop(name)
        at, way = self._way(name, entry[1])
        blossom = self.blossoms.pop(name)
        del trees.side[name]
        holder = {vertex: child for child in blossom.children for vertex in self._vertices(child)}
        inner = [(blossom.children[at], entry), *((holder[link[1]], link) for link in way[1::2])]
        trees.side |= dict.fromkeys((child for child, _ in inner), Parity.INNER)
        trees.entry |= dict(inner)
        for child in blossom.children:
            del self.within[child]
            self._look_at(trees, child)
        for _, met in way[::2]:
            self._make_outer(trees, holder[met])

    def _way(self, name: int, vertex: int) -> tuple[int, list[Edge]]:
        """The child that holds the vertex, by its place, and the even way from it to the base, edge by edge.

        The first, third ... edges of the way are matched.
        """
        while self.within[vertex] != name:
            vertex = self.within[vertex]
        blossom = self.blossoms[name]
        at = blossom.children.index(vertex)
        return at, blossom.links[at:] if at % 2 else [(b, a) for a, b in reversed(blossom.links[:at])]

    def _rebase(self, node: int, vertex: int) -> None:
        """Match a node inside so that this vertex of it is left for the outside."""
        if node not in self.blossoms:
            return
        blossom = self.blossoms[node]
        at, way = self._way(node, vertex)
        self._rebase(blossom.children[at], vertex)
        for one, other in way[1::2]:
            for end in (one, other):
                self._rebase(blossom.children[self._way(node, end)[0]], end)
            self.mates[one], self.mates[other] = other, one
        blossom.children = blossom.children[at:] + blossom.children[:at]
        blossom.links = blossom.links[at:] + blossom.links[:at]
