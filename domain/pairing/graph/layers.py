"""A number for each pair of a bracket, one layer a criterion, put next to each other in one weight.

The earlier layer stands above the later, each with as many bits as its sum can need, so that the heaviest matching
is the best candidate. A layer whose optimum is proven by a bound for each player needs no bits: only the pairs that
reach the bound stay.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, as_bits, bits, heaviest

# A proof that a matching is a heaviest one, by which all others as heavy are known: a share for each vertex.
# No edge weighs more than half of the shares of its two ends, no share is below 0 where a vertex may stay alone, and
# the shares of all vertices are twice the weight of the matching. Then every matching as heavy has only edges that
# weigh exactly half of their shares. Some graphs with odd cycles have no such proof; then nothing is said.

Neighbours = Mapping[int, Mapping[int, int]]
"""By vertex the weights of its edges, by the other end. With a loop of weight 0 a vertex may stay alone."""

PATIENCE_ROUNDS = 5
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


WeightRows = dict[int, dict[int, int]]
"""By higher place: the lower ones it may meet, with a number for each pair. The bye is the last place of all."""

Layer = Callable[[int, int], int]
"""Two places, the higher first -> the amount that their pair adds (more is better)."""

Shares = Mapping[int, int]
"""By place: of no pair is twice the number more than the shares of its two; places without a share have 0."""


class Layers:
    """The pairs that a best candidate can still have, and what they are worth."""

    def __init__(self, rows: WeightRows, bits: int, stack: Sequence[Layer], *, complete: bool) -> None:
        self.rows = rows
        """All layers in one number for each pair left."""
        self.bits = bits
        """Bits that the sum of the numbers over a matching can need."""
        self.stack = list(stack)
        self.complete = complete
        """Nobody stays alone in any matching asked for."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, row in self.rows.items() for b in row)

    def put(self, layer: Layer, wide: int) -> None:
        for a, row in self.rows.items():
            self.rows[a] = {b: (worth << wide) + layer(a, b) for b, worth in row.items()}
        self.stack.append(layer)
        self.bits += wide

    def keep_below(self, place: int, among: int) -> None:
        """The place is not the higher one of a pair with any but these."""
        self.rows[place] = {b: worth for b, worth in self.rows[place].items() if among >> b & 1}

    def drop_above(self, place: int, among: int) -> None:
        """The place is not the lower one of a pair with any of these."""
        for a, row in self.rows.items():
            if place in row and among >> a & 1:
                del row[place]

    def settle(self, one: int, other: int) -> None:
        """Neither has any other opponent from now on."""
        higher, lower = min(one, other), max(one, other)
        self.keep_below(higher, 1 << lower)
        self.keep_below(lower, 0)
        self.drop_above(higher, -1)
        self.drop_above(lower, ~(1 << higher))

    def heaviest(self, vertices: int, bonus: WeightRows, width: int) -> Mates:
        """The best matching of these, the bonus of so many bits deciding between equals."""
        edges: list[tuple[int, int, int]] = []
        for a, row in self.rows.items():
            if extra := bonus.get(a):
                edges += [(a, b, (worth << width) + extra.get(b, 0)) for b, worth in row.items()]
            elif width:
                edges += [(a, b, worth << width) for b, worth in row.items()]
            else:
                edges += [(a, b, worth) for b, worth in row.items()]
        return heaviest(bits(vertices), edges, complete=self.complete)

    def tighten(self, mates: Mates) -> None:
        """Drop pairs that nothing as good as `mates` can have, `mates` being the best there is.

        Pairs that all layers together do not rule out are tried with each layer.
        """
        if self.tightened(mates):
            return
        stack, self.stack, self.bits = self.stack, [], 0
        self.rows = {a: dict.fromkeys(row, 0) for a, row in self.rows.items()}
        for layer in stack:
            here = {a: {b: layer(a, b) for b in row} for a, row in self.rows.items()}
            proven = self._shares(here, mates)
            if proven is None:
                self.put(layer, room(here))
            else:
                self._keep(layer, proven)

    def tightened(self, mates: Mates) -> bool:
        """Drop the pairs that all layers together rule out; False: they prove nothing."""
        together = self._shares(self.rows, mates)
        if together is None:
            return False
        self.stack, self.bits = [], 0
        rows, self.rows = self.rows, {a: dict.fromkeys(row, 0) for a, row in self.rows.items()}
        self._keep(lambda a, b: rows[a][b], together)
        return True

    def _shares(self, rows: WeightRows, mates: Mates) -> Shares | None:
        graph: dict[int, dict[int, int]] = {}
        for a, row in rows.items():
            for b, worth in row.items():
                graph.setdefault(a, {})[b] = worth
                graph.setdefault(b, {})[a] = worth
        if not self.complete:
            for place, others in graph.items():
                others[place] = 0
        return shares(graph, mates)

    def _keep(self, layer: Layer, shares: Shares) -> None:
        """Keeps the pairs that reach their shares; a layer for those who are paired in every best candidate."""
        for a, row in self.rows.items():
            self.rows[a] = {b: worth for b, worth in row.items() if 2 * layer(a, b) == shares[a] + shares[b]}
        needed = as_bits(place for place, share in shares.items() if share > 0)
        if needed and not self.complete:
            self.put(lambda a, b: (needed >> a & 1) + (needed >> b & 1), needed.bit_count().bit_length())


def room(rows: WeightRows) -> int:
    """Bits for the sum of a layer: no two matchings differ by more."""
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    for a, row in rows.items():
        for b, value in row.items():
            for place in (a, b):
                best[place] = max(best.get(place, 0), value)
                worst[place] = min(worst.get(place, 0), value)
    return ((sum(best.values()) - sum(worst.values())) // 2 + 1).bit_length()


# Candidates chosen one after the other among the best matchings: each that some of them selects, given those chosen
# before, is in. Many such questions are put to one matching, a bit each.

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
            room = max(1, MOST_BITS - self.layers.bits)
            asked, left = left[:room], left[room:]
            worth: dict[int | None, int] = {one: 1 << at for at, one in enumerate(reversed(asked))}
            mates = self._heaviest(worth, selects, len(asked))
            selected = {selects(a, b) for a, b in mates.items() if a < b}
            taken = [candidate for candidate in asked if candidate in selected]
            self._decide(frozenset(asked), frozenset(taken), selects)
            chosen += taken
        return chosen

    def _heaviest(self, bonus: dict[int | None, int], selects: Selects, wide: int) -> Mates:
        edges = [
            (a, b, (worth << wide) + bonus.get(selects(a, b), 0))
            for a, row in self.layers.rows.items()
            for b, worth in row.items()
        ]
        return heaviest(bits(self.everybody), edges, complete=self.complete)

    def _decide(self, asked: frozenset[int], taken: frozenset[int], selects: Selects) -> None:
        def stays(a: int, b: int) -> bool:
            one = selects(a, b)
            return (one in taken or one not in asked) and all(end == one for end in (a, b) if end in taken)

        for a, row in self.layers.rows.items():
            self.layers.rows[a] = {b: worth for b, worth in row.items() if stays(a, b)}
