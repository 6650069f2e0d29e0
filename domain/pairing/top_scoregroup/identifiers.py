"""The pairing of a bracket with the first identifier (3.6): who are the top members, then who are their opponents.

In each pair the place with the smaller number is the top member. An identifier is the top members in their order, then
their opponents in the same order: 11-24, 16-6, 10-9, 8-4 gives 4 6 9 11, 8 16 10 24.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.first_matching import first_in_order
from domain.pairing.graph.matching import Graph, Mates, cheapest
from domain.pairing.graph.shares import shares

PairCost = Callable[[int, int], int]
"""The cost of two places who meet; its sum over the bracket has to be least before the identifier counts."""
PairOfPlaces = tuple[int, int]


def first_identifier(bracket: Sequence[int], graph: Graph, cost: PairCost) -> list[PairOfPlaces]:
    """The pairs of the bracket, top members ascending. The bracket can be paired."""
    inside = as_bits(bracket)
    legal = {place: graph[place] & inside for place in sorted(bracket)}
    prices = _prices(legal, cost)
    if found := _first_with(
        {one: as_bits(other for other, price in row.items() if not price) for one, row in prices.items()}, {}
    ):
        return found
    least = cheapest(legal, lambda one, others: [prices[one][other] for other in others])
    assert least is not None, "the bracket can be paired"
    share = shares({one: {other: -price for other, price in row.items()} for one, row in prices.items()}, least)
    if share is None:
        return _Search(legal, least, cost, _total(least, cost)).pairs()
    return _first_with(
        {
            one: as_bits(other for other, price in row.items() if -2 * price == share[one] + share[other])
            for one, row in prices.items()
        },
        least,
    )


def _prices(graph: Graph, cost: PairCost) -> dict[int, dict[int, int]]:
    """The price of each edge, from both of its ends."""
    rows: dict[int, dict[int, int]] = {place: {} for place in graph}
    for one, others in graph.items():
        for other in bits(others >> one << one):
            rows[one][other] = rows[other][one] = cost(one, other)
    return rows


def _first_with(graph: dict[int, int], mates: Mates) -> list[PairOfPlaces]:
    """The first identifier with the edges of this graph alone; nobody if they leave somebody over."""
    places = list(graph)
    half = len(places) // 2
    if halves := _opponents(graph, places[:half], as_bits(places[half:])):
        return halves
    whole = completed(graph, as_bits(places), mates)
    return _Search(graph, whole).pairs() if whole is not None else []


def _opponents(graph: Graph, tops: Sequence[int], below: int) -> list[PairOfPlaces]:
    """The first opponents that these top members can all have among those below; nobody if there are none."""
    above = as_bits(tops)
    sides = {top: graph[top] & below for top in tops} | {one: graph[one] & above for one in bits(below)}
    first = first_in_order(sides, tops, len(tops))
    return [(top, first[top]) for top in tops] if first is not None else []


def _total(mates: Mates, cost: PairCost) -> int:
    return sum(cost(one, other) for one, other in mates.items() if one < other)


@dataclass(slots=True)
class _Search:
    """Each place in turn becomes a top member if a pairing is left, else an opponent of one before it."""

    graph: dict[int, int]
    mates: Mates
    """A pairing that keeps to all that is settled."""
    cost: PairCost | None = None
    least: int = 0
    tops: list[int] = field(default_factory=list)
    below: int = 0
    """Opponents of top members, as bits."""

    def pairs(self) -> list[PairOfPlaces]:
        tops = 0
        for place in self.graph:
            if len(self.tops) < len(self.graph) // 2 and self._parted(place, tops | self.below):
                self.tops.append(place)
                tops |= 1 << place
            else:
                self.below |= 1 << place
                assert self._parted(place, ~tops), "everybody is a top member or the opponent of one"
        if self.cost is None:
            return _opponents(self.graph, self.tops, self.below)
        return [self._opponent(top) for top in self.tops]

    def _parted(self, place: int, others: int) -> bool:
        """The place meets none of these any more, if a pairing of the least cost is left without them."""
        cut = self.graph[place] & others
        self._toggle(place, cut)
        mates = self._matched() if cut >> self.mates[place] & 1 else self.mates
        if mates is None:
            self._toggle(place, cut)
            return False
        self.mates = mates
        return True

    def _toggle(self, place: int, others: int) -> None:
        """The edges from the place to these are taken away, or put back."""
        self.graph[place] ^= others
        for other in bits(others):
            self.graph[other] ^= 1 << place

    def _matched(self) -> Mates | None:
        if self.cost is None:
            return completed(self.graph, as_bits(self.graph), self.mates)
        cost = self.cost
        mates = cheapest(self.graph, lambda one, others: [cost(one, other) for other in others])
        return mates if mates is not None and _total(mates, cost) == self.least else None

    def _opponent(self, top: int) -> PairOfPlaces:
        """The first opponent with whom all others can still be paired."""
        other = next(one for one in bits(self.graph[top]) if self._parted(top, ~(1 << one)))
        self._parted(other, ~(1 << top))
        return top, other
