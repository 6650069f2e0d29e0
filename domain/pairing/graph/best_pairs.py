"""The pairs of a graph on their way from the best matchings to the first of them.

Layers say what is better. Among the best, candidates are then chosen one after the other: each that some best matching
selects, given those chosen before, is in. Many such questions are put to one matching, a bit each.
"""

from collections.abc import Callable, Sequence

from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.layers import Layer, Layers
from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, heaviest

Selects = Callable[[int, int], int | None]
"""Two vertices, the smaller first -> the candidate whom their pair selects, if any."""

FEW_BITS = 24
"""With less room than this for questions, pairs that no best matching has are dropped first."""


class BestPairs:
    def __init__(self, graph: Graph, everybody: int, *, complete: bool) -> None:
        """With `complete` nobody stays alone; otherwise the layers have to say who must not."""
        self.everybody, self.complete = everybody, complete
        rows = {v: dict.fromkeys(bits(graph[v] & everybody & -(2 << v)), 0) for v in bits(everybody)}
        self.layers = Layers(rows, 0, (), complete=complete)

    def put(self, layer: Layer, wide: int) -> None:
        """Below all others, with so many bits; none: it says nothing."""
        if not wide:
            return
        if self.layers.bits and self.layers.bits + wide > MOST_BITS:
            self.layers.tighten(self.matched())
        self.layers.put(layer, wide)

    def matched(self) -> Mates:
        return self._heaviest({}, lambda a, b: None, 0)

    def choose(self, candidates: Sequence[int], selects: Selects, wanted: int) -> list[int]:
        """The first `wanted` candidates, in their order, that the best matchings can select together."""
        chosen: list[int] = []
        left = list(candidates)
        while len(chosen) < wanted:
            assert left, "all best matchings select so many"
            if MOST_BITS - self.layers.bits < FEW_BITS:
                self.layers.tighten(self.matched())
            asked, left = self._asked(left)
            worth: dict[int | None, int] = {one: 1 << at for at, one in enumerate(reversed(asked))}
            mates = self._heaviest(worth, selects, len(asked))
            selected = {selects(a, b) for a, b in mates.items() if a < b}
            taken = [candidate for candidate in asked if candidate in selected]
            self._decide(frozenset(asked), frozenset(taken), selects)
            chosen += taken
        return chosen

    def _asked(self, left: Sequence[int]) -> tuple[Sequence[int], list[int]]:
        room = max(1, MOST_BITS - self.layers.bits)
        return left[:room], list(left[room:])

    def _heaviest(self, bonus: dict[int | None, int], selects: Selects, wide: int) -> Mates:
        edges = [
            (a, b, (worth << wide) + bonus.get(selects(a, b), 0))
            for a, row in self.layers.rows.items()
            for b, worth in row.items()
        ]
        return heaviest(bits(self.everybody), edges, complete=self.complete)

    def _decide(self, asked: frozenset[int], taken: frozenset[int], selects: Selects) -> None:
        """Those taken keep only pairs that select them; the others lose these."""

        def stays(a: int, b: int) -> bool:
            one = selects(a, b)
            return (one in taken or one not in asked) and all(end == one for end in (a, b) if end in taken)

        for a, row in self.layers.rows.items():
            self.layers.rows[a] = {b: worth for b, worth in row.items() if stays(a, b)}
