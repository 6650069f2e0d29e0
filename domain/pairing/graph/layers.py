"""A number for each pair of a bracket, one layer a criterion, put next to each other in one weight.

The earlier layer stands above the later, each with as many bits as its sum can need, so that the heaviest matching
is the best candidate. A layer whose optimum is proven by a bound for each player needs no bits: only the pairs that
reach the bound stay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import Mates, heaviest
from domain.pairing.graph.shares import shares

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
        """The earliest first."""
        self.complete = complete
        """Nobody stays alone in any matching asked for."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, row in self.rows.items() for b in row)

    def put(self, layer: Layer, wide: int) -> None:
        """Below all others, with so many bits."""
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
            extra = bonus.get(a)
            if extra:
                edges += [(a, b, (worth << width) + extra.get(b, 0)) for b, worth in row.items()]
            else:
                edges += [(a, b, worth << width) for b, worth in row.items()]
        return heaviest(bits(vertices), edges, complete=self.complete)

    def tighten(self, mates: Mates) -> None:
        """Drop pairs that nothing as good as `mates` can have, `mates` being the best there is.

        Pairs that all layers together do not rule out are tried with each layer.
        """
        together = self._shares(self.rows, mates)
        stack, self.stack, self.bits = self.stack, [], 0
        if together is not None:
            rows, self.rows = self.rows, {a: dict.fromkeys(row, 0) for a, row in self.rows.items()}
            self._keep(lambda a, b: rows[a][b], together)
            return
        self.rows = {a: dict.fromkeys(row, 0) for a, row in self.rows.items()}
        for layer in stack:
            here = {a: {b: layer(a, b) for b in row} for a, row in self.rows.items()}
            proven = self._shares(here, mates)
            if proven is None:
                self.put(layer, room(here))
            else:
                self._keep(layer, proven)

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
