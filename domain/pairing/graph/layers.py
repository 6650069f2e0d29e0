"""A number for each pair of a bracket, one layer a criterion, put next to each other in one weight.

The earlier layer stands above the later, each with as many bits as its sum can need, so that the heaviest matching
is the best candidate. A layer whose optimum is proven by a bound for each player needs no bits: only the pairs that
reach the bound stay.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from domain.pairing.graph.alternating import MANY_VERTICES, PerfectMatchings, completed
from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, as_bits, bits, heaviest_at
from domain.pairing.graph.transport import Alike, at_bound

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
        self.needed = 0
        """Those who are paired in every best candidate, as far as pairs were dropped for it."""

    def graph(self) -> dict[int, int]:
        """The pairs left as sets of neighbours."""
        graph = {a: as_bits(row) for a, row in self.rows.items()}
        for a, b in self.pairs():
            graph[b] |= 1 << a
        return graph

    def pairs(self) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, row in self.rows.items() for b in row)

    def put(self, layer: Layer, wide: int) -> None:
        for a, row in self.rows.items():
            self.rows[a] = {b: (worth << wide) + layer(a, b) for b, worth in row.items()}
        self.stack.append(layer)
        self.bits += wide

    def put_among(self, among: int, layers: Sequence[tuple[Mapping[int, int], int]]) -> None:
        """As `put` for each layer and its bits: a pair of two of these adds the amount of its higher place."""
        wide = sum(width for _, width in layers)
        for a, row in self.rows.items():
            more = 0
            for amounts, width in layers if among >> a & 1 else ():
                more = (more << width) + amounts.get(a, 0)
            if more:
                self.rows[a] = {b: (worth << wide) + (more if among >> b & 1 else 0) for b, worth in row.items()}
            else:
                self.rows[a] = {b: worth << wide for b, worth in row.items()}
        self.stack += [partial(_amount_among, among, amounts) for amounts, _ in layers]
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
        known, edges = list(bits(vertices)), list[tuple[int, int, int]]()
        at = {vertex: i for i, vertex in enumerate(known)}
        for a, row in self.rows.items():
            if not row:
                continue
            one = at[a]
            if extra := bonus.get(a):
                edges += [(one, at[b], (worth << width) + extra.get(b, 0)) for b, worth in row.items()]
            elif width:
                edges += [(one, at[b], worth << width) for b, worth in row.items()]
            else:
                edges += [(one, at[b], worth) for b, worth in row.items()]
        return heaviest_at(known, edges, complete=self.complete)

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
        self.needed = needed = as_bits(place for place, share in shares.items() if share > 0)
        if needed and not self.complete:
            self.put(lambda a, b: (needed >> a & 1) + (needed >> b & 1), needed.bit_count().bit_length())


def _amount_among(among: int, amounts: Mapping[int, int], a: int, b: int) -> int:
    return amounts.get(a, 0) if among >> a & among >> b & 1 else 0


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
# before, is in. Where the pairs of all best matchings are known, each question is an alternating path. Else many such
# questions are put to one matching, a bit each.

Selects = Callable[[int], int]
"""A candidate -> all those, as bits, with whom a pair selects the candidate; no pair selects two."""

FEW_BITS = 24
"""With less room than this for questions, pairs that no best matching has are dropped first."""


class BestPairs:
    def __init__(self, graph: Graph, everybody: int, *, complete: bool, alike: Alike = lambda vertex: vertex) -> None:
        """With `complete` nobody stays alone; otherwise the layers have to say who must not.

        All layers say the same of vertices that are `alike`.
        """
        self.everybody, self.complete, self.alike = everybody, complete, alike
        paired = {v: graph[v] & everybody for v in bits(everybody)}
        self.tight = paired if complete else _with_nobody(paired, everybody)
        """Every pair that a best matching can have, by the layers answered so far."""
        self.mates: Mates = {}
        """A best matching by these layers."""
        self.fresh: list[tuple[Layer, int]] = []
        """Layers not answered yet."""
        self.layers: Layers | None = None
        """The weights, where no bound is reached."""

    def put(self, layer: Layer, wide: int) -> None:
        """Below all others, with so many bits; none: it says nothing."""
        if not wide:
            return
        if self.layers is not None:
            self._weigh(self.layers, layer, wide)
        else:
            self.fresh.append((layer, wide))

    def matched(self) -> Mates:
        if self._at_bound():
            return {a: b for a, b in self.mates.items() if self.everybody >> a & self.everybody >> b & 1}
        return self._heaviest({}, lambda one: 0, 0)

    def _at_bound(self) -> bool:
        """True if all layers are answered by the bound of `transport`; False: they are weighed."""
        if self.layers is None and (self.fresh or not self.mates):
            found = self._found_at_bound()
            if found is None:
                self.layers = self._weights()
            else:
                self.tight, self.mates = found
            self.fresh.clear()
        return self.layers is None

    def _found_at_bound(self) -> tuple[dict[int, int], Mates] | None:
        if not self.fresh:
            mates = completed(self.tight, as_bits(self.tight), {})
            return (self.tight, mates) if mates is not None else None
        if self.everybody.bit_count() < MANY_VERTICES:
            return None
        beyond = self.everybody.bit_length()

        def worth(a: int, b: int) -> int:
            total = 0
            for layer, wide in self.fresh if b < beyond else ():
                total = (total << wide) + layer(a, b)
            return total

        return at_bound(self.tight, lambda v: self.alike(v) if v < beyond else None, worth)

    def _weights(self) -> Layers:
        rows = {v: dict.fromkeys(bits(self.tight[v] & self.everybody & -(2 << v)), 0) for v in bits(self.everybody)}
        layers = Layers(rows, 0, (), complete=self.complete)
        needed = as_bits(v for v in rows if not self.tight[v] & ~self.everybody)
        if needed and not self.complete:
            layers.put(lambda a, b: (needed >> a & 1) + (needed >> b & 1), needed.bit_count().bit_length())
        for layer, wide in self.fresh:
            self._weigh(layers, layer, wide)
        return layers

    def _weigh(self, layers: Layers, layer: Layer, wide: int) -> None:
        if layers.bits and layers.bits + wide > MOST_BITS:
            layers.tighten(layers.heaviest(self.everybody, {}, 0))
        layers.put(layer, wide)

    def _proven(self, mates: Mates) -> bool:
        """True if the pairs of all best matchings are known from one of them; some odd cycles give no proof."""
        assert self.layers is not None
        if not self.layers.tightened(mates):
            return False
        graph = self.layers.graph()
        if not self.complete:
            graph = _with_nobody(graph, self.everybody & ~self.layers.needed)
        whole = completed(graph, as_bits(graph), mates)
        assert whole is not None, "those who are alone may be"
        self.tight, self.mates, self.layers = graph, whole, None
        return True

    def matched_by(self, layer: Layer, wide: int) -> Mates:
        """A best matching by one more layer, which is forgotten again."""
        if self.layers is None:
            self.layers = self._weights()
        extra = {a: {b: layer(a, b) for b in row} for a, row in self.layers.rows.items()}
        return self.layers.heaviest(self.everybody, extra, wide)

    def drop(self, some: int, others: int) -> None:
        """No pairs of some with these others are asked for any more; not all best matchings have one."""
        assert self.layers is not None
        for a, row in self.layers.rows.items():
            gone = (others if some >> a & 1 else 0) | (some if others >> a & 1 else 0)
            self.layers.rows[a] = {b: worth for b, worth in row.items() if not gone >> b & 1}

    def choose(self, candidates: Sequence[int], selects: Selects, wanted: int) -> list[int]:
        """The first `wanted` candidates, in their order, that the best matchings can select together."""
        chosen: list[int] = []
        left = list(candidates)
        mates: Mates = {}
        asks_proof = True
        while len(chosen) < wanted:
            if mates and asks_proof and len(left) > self._room():
                asks_proof = self._proven(mates)
            if self._at_bound():
                return chosen + self._chosen_along_paths(left, selects, wanted - len(chosen))
            assert left, "all best matchings select so many"
            assert self.layers is not None
            if self._room() < FEW_BITS:
                self.layers.tighten(self.matched())
            room = max(1, self._room())
            asked, left = left[:room], left[room:]
            mates = self._heaviest({one: 1 << at for at, one in enumerate(reversed(asked))}, selects, len(asked))
            taken = [one for one in asked if one in mates and selects(one) >> mates[one] & 1]
            self._decide(asked, frozenset(taken), selects)
            chosen += taken
        return chosen

    def _room(self) -> int:
        return MOST_BITS - self.layers.bits if self.layers else MOST_BITS

    def _chosen_along_paths(self, candidates: Sequence[int], selects: Selects, wanted: int) -> list[int]:
        left = PerfectMatchings(self.tight, self.mates)
        chosen: list[int] = []
        for one in candidates:
            if len(chosen) == wanted:
                break
            if left.keep_with(one, selects(one) & self.everybody):
                chosen.append(one)
        self.tight, self.mates = left.graph, left.mates
        return chosen

    def _heaviest(self, bonus: Mapping[int, int], selects: Selects, wide: int) -> Mates:
        assert self.layers is not None
        extra = WeightRows()
        for one, amount in bonus.items():
            for other in bits(selects(one) & self.tight[one] & self.everybody):
                extra.setdefault(min(one, other), {})[max(one, other)] = amount
        return self.layers.heaviest(self.everybody, extra, wide)

    def _decide(self, asked: Sequence[int], taken: frozenset[int], selects: Selects) -> None:
        assert self.layers is not None
        gone = {one: ~selects(one) if one in taken else selects(one) for one in asked}
        for a, row in self.layers.rows.items():
            out = gone.get(a, 0)
            self.layers.rows[a] = {b: worth for b, worth in row.items() if not (out >> b | gone.get(b, 0) >> a) & 1}


def _with_nobody(graph: Graph, alone: int) -> dict[int, int]:
    """The graph with as many vertices that stand for staying alone as there are who may, one more in an odd field."""
    first, many = max(graph) + 1, alone.bit_count()
    nobody = ((1 << many + (len(graph) + many) % 2) - 1) << first
    wider = {vertex: others | (nobody if alone >> vertex & 1 else 0) for vertex, others in graph.items()}
    return wider | {vertex: (alone | nobody) & ~(1 << vertex) for vertex in bits(nobody)}
