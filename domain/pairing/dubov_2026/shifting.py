"""G1 and G2 of a bracket, made equal by shifts, and the first pairing of S1 with T2 (3.2.3 to 3.2.5, 4.3, 4.4)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from domain.pairing.dubov_2026.bracket import Subgroups
from domain.pairing.dubov_2026.layout import Layout
from domain.pairing.graph.best_pairs import BestPairs, Selects
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.first_matching import first_in_order
from domain.pairing.graph.matching import Graph
from domain.pairing.swiss.places import Places
from domain.words.games import Colour

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Seekers:
    """The members of a bracket in two subgroups: White seekers in G1, Black seekers in G2 (3.2.3)."""

    layout: Layout
    g1: frozenset[int]
    g2: frozenset[int]

    @property
    def members(self) -> frozenset[int]:
        return self.g1 | self.g2

    @property
    def smaller(self) -> frozenset[int]:
        """G1, if their sizes are equal (3.2.4.1)."""
        return self.g1 if len(self.g1) <= len(self.g2) else self.g2

    @property
    def larger(self) -> frozenset[int]:
        return self.members - self.smaller

    def sorted(self, subgroup: Collection[int], like: Collection[int]) -> list[int]:
        """White seekers, those in G1, by ARO and number, Black seekers by number (4.3.2), whoever came to them."""
        return self.by_aro(subgroup) if like == self.g1 else sorted(subgroup)

    def by_aro(self, subgroup: Iterable[int]) -> list[int]:
        """Ascending ARO, then number (3.2.5, 4.3.2)."""
        return sorted(subgroup, key=lambda place: (self.layout.players[place].aro, place))

    def told(self, unavoidable: Places, equalising: Places) -> Subgroups:
        return Subgroups(tuple(self.by_aro(self.g1)), tuple(sorted(self.g2)), unavoidable, equalising)


def seekers_of(layout: Layout, members: int) -> Seekers:
    """G1 seeks White, G2 has the rest; where nobody has played yet, G1 is the first half by number (3.2.3)."""
    places = list(bits(members))
    if any(layout.players[place].colours for place in places):
        g1 = set(bits(members & layout.due[Colour.WHITE]))
    else:
        g1 = set(places[: len(places) // 2])
    return Seekers(layout, frozenset(g1), frozenset(places) - g1)


def from_the_middle(places: Sequence[int]) -> list[int]:
    """Sequence numbers of possible shifters: from the middle outwards, of two middles the higher first (4.3.3)."""
    middle = (len(places) - 1) / 2
    order = sorted(range(len(places)), key=lambda at: (abs(at - middle), at))
    return [places[at] for at in order]


def straight(seekers: Seekers) -> tuple[Subgroups, Pairs] | None:
    """The pairing after the first equalising shift of all, if it is legal and nobody has to be shifted before."""
    wanted = (len(seekers.larger) - len(seekers.smaller)) // 2
    larger = seekers.sorted(seekers.larger, seekers.larger)
    subgroups = seekers.told((), tuple(from_the_middle(larger)[:wanted]))
    pairs = transposed(seekers, subgroups)
    return None if pairs is None else (subgroups, pairs)


def shifted(seekers: Seekers, graph: Graph) -> tuple[Subgroups, Pairs]:
    """The pairing after the first shifts that keep C7 at its best; the graph has a complete pairing of the members."""
    unavoidable = _unavoidable(seekers, graph)
    subgroups = seekers.told(unavoidable, _equalising(seekers, graph, unavoidable))
    pairs = transposed(seekers, subgroups)
    assert pairs is not None, "the shifts leave a pairing"
    return subgroups, pairs


def _unavoidable(seekers: Seekers, graph: Graph) -> Places:
    """The first players of the smaller subgroup to leave it, as many as pairs in it are unavoidable (3.2.4.1)."""
    smaller = as_bits(seekers.smaller)
    best = BestPairs(graph, as_bits(seekers.members), complete=True)
    best.put(lambda a, b: (smaller >> a ^ smaller >> b) & 1, len(seekers.members).bit_length())
    inside = sum(smaller >> a & smaller >> b & 1 for a, b in best.matched().items()) // 2
    order = from_the_middle(seekers.sorted(seekers.smaller, seekers.smaller))
    return tuple(best.choose(order, _first_of_both(order), inside))


def _equalising(seekers: Seekers, graph: Graph, unavoidable: Places) -> Places:
    """The first players of the larger subgroup to leave it, half as many as it then has more (3.2.4.2)."""
    gone = as_bits(unavoidable)
    smaller = as_bits(seekers.smaller) & ~gone
    larger = as_bits(seekers.larger)
    allowed = dict.fromkeys(bits(larger), larger | smaller)
    allowed |= dict.fromkeys(bits(smaller), larger | gone) | dict.fromkeys(unavoidable, smaller)
    rest = {place: graph[place] & others for place, others in allowed.items()}
    wanted = len(seekers.larger) + 2 * len(unavoidable) - len(seekers.smaller)
    order = from_the_middle(seekers.sorted(seekers.larger | {*unavoidable}, seekers.larger))
    best = BestPairs(rest, larger | smaller | gone, complete=True)
    return tuple(best.choose(order, _first_of_both(order), wanted // 2))


def _first_of_both(order: Sequence[int]) -> Selects:
    """A pair inside the subgroup selects the one with the smaller sequence number."""
    number = {place: at for at, place in enumerate(order)}

    def selects(a: int, b: int) -> int | None:
        return min(a, b, key=number.__getitem__) if a in number and b in number else None

    return selects


def transposed(seekers: Seekers, subgroups: Subgroups) -> Pairs | None:
    """S1 by ARO with the first transposition of G2 that is legal (3.2.5, 4.4); None if there is none."""
    s1 = seekers.by_aro(subgroups.s1)
    rows, columns = as_bits(s1), as_bits(seekers.members - subgroups.s1)
    legal = seekers.layout.legal
    graph = {place: legal[place] & columns for place in s1} | {place: legal[place] & rows for place in bits(columns)}
    mates = first_in_order(graph, s1, len(s1))
    return None if mates is None else tuple((place, mates[place]) for place in s1)
