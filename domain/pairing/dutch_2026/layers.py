"""Numbers for each pair of a bracket, one layer a criterion, put next to each other in one weight.

The earlier layer stands above the later, each with as many bits as its sum can need, so that the heaviest matching
is the best candidate. A layer whose optimum is proven by a bound for each player needs no bits: only the pairs that
reach the bound stay.
"""

from collections.abc import Iterable, Iterator, Mapping

from domain.pairing.graph.matching import Mates
from domain.pairing.graph.shares import shares

Edge = tuple[int, int]
"""The higher place first; the bye is the last place of all."""

Layer = Mapping[Edge, int]
"""The amount that each pair adds (more is better); pairs that add nothing are left out."""

Shares = Mapping[int, int]
"""By place: of no pair is twice the number more than the shares of its two; places without a share have 0."""


class Layers:
    """The pairs that a best candidate can still have, and what they are worth."""

    def __init__(self, edges: Iterable[Edge], *, complete: bool) -> None:
        self.at: dict[int, dict[int, Edge]] = {}
        """By place: the pairs left to it, by the other place."""
        for edge in edges:
            for one, other in (edge, edge[::-1]):
                self.at.setdefault(one, {})[other] = edge
        self.complete = complete
        """Nobody stays alone in any matching asked for."""
        self.stack: list[tuple[Layer, int]] = []
        """Each with its bits, the earliest first."""

    @property
    def bits(self) -> int:
        """Bits that the sum of the weights over a matching can need."""
        return sum(width for _, width in self.stack)

    def of(self, place: int) -> Mapping[int, Edge]:
        """The pairs left to a place, by the other place."""
        return self.at.get(place, {})

    def edges(self) -> Iterator[Edge]:
        """All pairs left."""
        return (edge for place, others in self.at.items() for edge in others.values() if edge[0] == place)

    def holds(self, edge: Edge) -> bool:
        """The pair is left."""
        return edge[1] in self.of(edge[0])

    def weights(self) -> dict[Edge, int]:
        """All layers in one number for each pair left."""
        found = dict.fromkeys(self.edges(), 0)
        lower = 0
        for layer, width in reversed(self.stack):
            for edge, value in layer.items():
                if edge in found:
                    found[edge] += value << lower
            lower += width
        return found

    def put(self, layer: Layer) -> None:
        """Below all others."""
        if layer:
            self.stack.append((layer, room(layer)))

    def drop(self, unwanted: Iterable[Edge]) -> None:
        """No candidate shall have these pairs."""
        for one, other in list(unwanted):
            del self.at[one][other], self.at[other][one]

    def tighten(self, mates: Mates) -> None:
        """Drop pairs that nothing as good as `mates` can have, `mates` being the best there is.

        What all layers together do not prove is tried with each of them.
        """
        together = self.weights()
        stack, self.stack = self.stack, []
        proven = self._shares(together, mates)
        if proven is not None:
            self.put(self._kept(together, proven))
            return
        for layer, _ in stack:
            here = {edge: value for edge, value in layer.items() if self.holds(edge)}
            shares = self._shares(here, mates)
            self.put(here if shares is None else self._kept(here, shares))

    def _shares(self, weights: Layer, mates: Mates) -> Shares | None:
        graph = {a: {b: weights.get(edge, 0) for b, edge in others.items()} for a, others in self.at.items() if others}
        if not self.complete:
            for place, others in graph.items():
                others[place] = 0
        return shares(graph, mates)

    def _kept(self, weights: Layer, shares: Shares) -> Layer:
        """Keeps the pairs that reach their shares; a layer for those who are paired in every best candidate."""
        self.drop(e for e in self.edges() if 2 * weights.get(e, 0) < shares[e[0]] + shares[e[1]])
        if self.complete:
            return {}
        return {(a, b): needed for a, b in self.edges() if (needed := (shares[a] > 0) + (shares[b] > 0))}


def room(layer: Layer) -> int:
    """Bits for the sum of a layer: no two matchings differ by more."""
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    for edge, value in layer.items():
        extreme = best if value > 0 else worst
        for place in edge:
            if abs(value) > abs(extreme.get(place, 0)):
                extreme[place] = value
    return ((sum(best.values()) - sum(worst.values())) // 2 + 1).bit_length()
