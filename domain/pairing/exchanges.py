"""The first exchange of D.2 after which a group can be paired.

A pairing shows by itself which exchange leads to it: of a pair inside S1 the lower player has to
leave, of a pair inside S2 the higher one has to come, and whoever of S1 stays unpaired leaves.
Every other exchange leading there is larger. So the order of D.2 is a price on edges.
"""

from collections.abc import Callable

from domain.pairing.brackets import Places, divided
from domain.pairing.chart import Chart, as_bits
from domain.pairing.group import Group
from domain.pairing.matching import MOST_BITS, Graph, Mates, Price, cheapest
from domain.pairing.prices import Tariff


def exchanged(chart: Chart, group: Group, graph: Graph) -> Places:
    """S1 after the first exchange that works (C.8). The group must be known to be pairable, but not as it stands."""
    search = _Exchanges(chart, group, dict(graph))
    search.settle((), 0)
    if search.size == 1:
        search.settle_single()
    else:
        search.settle_all()
    return tuple(sorted((set(search.s1) - search.leaving) | search.coming))


class _Exchanges:
    """D.2: fewest players, smallest difference, then the lowest players of S1, then the highest of S2."""

    def __init__(self, chart: Chart, group: Group, graph: dict[int, int]) -> None:
        self.chart, self.group, self.graph = chart, group, graph
        self.s1, self.s2 = divided(group.members, group.pairs)
        self.rank = {place: i for i, place in enumerate(group.members, 1)}
        self.upper = as_bits(self.s1)
        self.lower = as_bits(self.s2)
        size = len(group.members)
        self.difference_bits = (size * size).bit_length()
        self.order_bits = self.difference_bits + size.bit_length() + 1
        self.leaving: set[int] = set()
        self.coming: set[int] = set()

    @property
    def size(self) -> int:
        return len(self.coming)

    def moves(self, a: int, b: int) -> tuple[int | None, int | None]:
        """Who leaves S1 and who leaves S2 because of this edge, its lower vertex first."""
        if self.upper >> a & 1:
            if self.upper >> b & 1:
                return b, None
            return (None, None) if self.lower >> b & 1 else (a, None)
        if self.upper >> b & 1:
            return (None, None) if self.lower >> a & 1 else (b, None)
        return (None, a) if self.lower >> a & self.lower >> b & 1 else (None, None)

    def settle(self, deciding: Places, finer: int, bonus: Callable[[int], int] = lambda place: 0) -> None:
        """One matching: size and difference first, then `bonus` for each player exchanged."""
        tariff = Tariff(self.chart, self.group, self.order_bits + finer)
        mates = cheapest(self.graph, self._price(tariff, finer, bonus))
        assert mates is not None, "the group can be paired"
        self.leaving, self.coming = self._exchange(mates)
        for place in deciding:
            self._fix(place)

    def _price(self, tariff: Tariff, finer: int, bonus: Callable[[int], int]) -> Price:
        one, rank, moves = 1 << self.difference_bits + finer, self.rank, self.moves

        def price(a: int, b: int) -> int:
            leaves, comes = moves(a, b)
            total = tariff.price(a, b)
            if leaves is not None:
                total -= (rank[leaves] << finer) + bonus(leaves)
            if comes is not None:
                total += one + (rank[comes] << finer) - bonus(comes)
            return total

        return price

    def _exchange(self, mates: Mates) -> tuple[set[int], set[int]]:
        moved = [self.moves(a, b) for a, b in mates.items() if a < b]
        return {out for out, _ in moved if out is not None}, {into for _, into in moved if into is not None}

    def settle_single(self) -> None:
        """One for one: the lowest player of S1 says it all."""
        width = len(self.group.members).bit_length()
        self.settle((), width, lambda place: self.rank[place] if self.upper >> place & 1 else 0)

    def settle_all(self) -> None:
        """S1 from its lowest player upwards, then S2 from its highest downwards, as many as fit into a price."""
        order = (*reversed(self.s1), *self.s2)
        step = MOST_BITS - self.order_bits - Tariff(self.chart, self.group).bits - 2
        for start in range(0, len(order), step):
            chunk = order[start : start + step]
            bonus = {place: 1 << i for i, place in enumerate(reversed(chunk))}
            self.settle(chunk, len(chunk) + 1, lambda place, bonus=bonus: bonus.get(place, 0))  # type: ignore[misc]

    def _fix(self, place: int) -> None:
        """Keep this player's part of the exchange in all matchings to come."""
        mine = self.upper if self.upper >> place & 1 else self.lower
        after = mine & ~((2 << place) - 1)
        if mine == self.upper:
            banned = self.lower | after if place in self.leaving else ~(self.lower | after)
        else:
            banned = ~after if place in self.coming else after
        for other in list(self.graph):
            if banned >> other & 1:
                self.graph[other] &= ~(1 << place)
        self.graph[place] &= ~banned
