"""The first exchange of D.2 after which a group can be paired.

A pairing shows by itself which exchange leads to it: of a pair inside S1 the lower player has to
leave, of a pair inside S2 the higher one has to come, and whoever of S1 stays unpaired leaves.
Every other exchange leading there is larger. So the order of D.2 is a price on edges.
"""

from collections.abc import Callable, Sequence

from domain.pairing.dutch_1998.brackets import divided, without_these
from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.dutch_1998.group import Group
from domain.pairing.dutch_1998.prices import Tariff
from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, cheapest
from domain.pairing.swiss.places import Places


def exchanged(chart: Chart, group: Group, graph: Graph, works: Callable[[Places], bool]) -> Places:
    """S1 after the first exchange that works (C.8). The group must be known to be pairable, but not as it stands.

    `works` tells of an S1 whether it leads to a pairing.
    """
    search = _Exchanges(chart, group, dict(graph))
    search.settle_size()
    first = search.first_of_its_size()
    if works(first):
        return first
    if search.size == 1:
        search.settle_single()
    else:
        search.settle_all()
    return search.new_s1(search.leaving, search.coming)


class _Exchanges:
    """D.2: fewest players, smallest difference, then the lowest players of S1, then the highest of S2."""

    def __init__(self, chart: Chart, group: Group, graph: dict[int, int]) -> None:
        self.chart, self.group, self.graph = chart, group, graph
        self.s1, self.s2 = divided(group.members, group.pairs)
        self.rank = {place: i for i, place in enumerate(group.members)}
        self.upper, self.lower = frozenset(self.s1), frozenset(self.s2)
        size = len(group.members)
        self.difference_bits = (size * size).bit_length()
        self.order_bits = self.difference_bits + size.bit_length() + 1
        self.leaving: set[int] = set()
        self.coming: set[int] = set()
        self.mates: Mates = {}

    @property
    def size(self) -> int:
        return len(self.coming)

    def new_s1(self, leaving: set[int], coming: set[int]) -> Places:
        return tuple(sorted((self.upper - leaving) | coming))

    def first_of_its_size(self) -> Places:
        """The lowest of S1 for the highest of S2 is what D.2 has first; but some of S1 may have to leave anyway."""
        forced = {place for place in self.leaving if self._must_leave(place)}
        others = without_these(self.s1, forced)
        leaving = forced | set(others[len(others) - (self.size - len(forced)) :])
        return self.new_s1(leaving, set(self.s2[: self.size]))

    def _must_leave(self, place: int) -> bool:
        """No pairing at all gives this player an opponent inside the group."""
        if self.mates[place] in self.rank:
            return False
        everybody = as_bits(self.graph)
        able = Forest(self.graph, self.mates, self.mates[place], everybody & ~(1 << place)).grown()
        return not able & self.graph[place] & as_bits(self.group.members)

    def settle_size(self) -> None:
        """One matching: the fewest players exchanged."""
        tariff = Tariff(self.chart, self.group, len(self.group.members).bit_length())
        self._settle(tariff, dict.fromkeys(self.s1, 0), dict.fromkeys(self.s2, 1))

    def settle(self, bonus: Callable[[int], int], finer: int) -> None:
        """One matching: size and difference first, then `bonus` for each player exchanged."""
        one = 1 << self.difference_bits + finer
        leaves = {place: -(self.rank[place] << finer) - bonus(place) for place in self.s1}
        comes = {place: one + (self.rank[place] << finer) - bonus(place) for place in self.s2}
        self._settle(Tariff(self.chart, self.group, self.order_bits + finer), leaves, comes)

    def _settle(self, tariff: Tariff, leaves: dict[int, int], comes: dict[int, int]) -> None:
        """The cheapest pairing, where each player who leaves S1 or S2 has a price."""

        def prices(a: int, bs: Sequence[int]) -> Sequence[int]:
            base = tariff.prices(a, bs)
            if a in self.upper:
                own = [leaves[b] if b in self.upper else 0 if b in self.lower else leaves[a] for b in bs]
            elif a in self.lower:
                own = [comes[a] if b in self.lower else 0 for b in bs]
            else:
                own = [leaves[b] if b in self.upper else 0 for b in bs]
            return [one + other for one, other in zip(base, own, strict=True)]

        mates = cheapest(self.graph, prices)
        assert mates is not None, "the group can be paired"
        self.mates = mates
        self.coming = {a for a in self.s2 if a < mates[a] and mates[a] in self.lower}
        self.leaving = {
            b for b in self.s1 if mates[b] not in self.lower and not (b < mates[b] and mates[b] in self.upper)
        }

    def settle_single(self) -> None:
        """One for one: the lowest player of S1 says it all."""
        self.settle(lambda place: self.rank[place] if place in self.upper else 0, len(self.rank).bit_length())

    def settle_all(self) -> None:
        """S1 from its lowest player upwards, then S2 from its highest downwards, as many as fit into a price."""
        step = MOST_BITS - self.order_bits - Tariff(self.chart, self.group).bits - 2
        for order in (self.s1[::-1], self.s2):
            found = 0
            for start in range(0, len(order), step):
                if found == self.size:
                    break
                chunk = order[start : start + step]
                bonus = {place: 1 << i for i, place in enumerate(reversed(chunk))}
                self.settle(lambda place, bonus=bonus: bonus.get(place, 0), len(chunk) + 1)  # type: ignore[misc]
                found += len((self.leaving | self.coming) & bonus.keys())
                for place in chunk:
                    self._fix(place)

    def _fix(self, place: int) -> None:
        """Keep this player's part of the exchange in all matchings to come."""
        mine = self.upper if place in self.upper else self.lower
        for other in list(self.graph):
            if self._banned(place, other, after=other > place and other in mine):
                self.graph[other] &= ~(1 << place)
                self.graph[place] &= ~(1 << other)

    def _banned(self, place: int, other: int, *, after: bool) -> bool:
        if place in self.upper:
            return (place in self.leaving) == (after or other in self.lower)
        return (place in self.coming) != after
