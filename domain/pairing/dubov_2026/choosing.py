"""Choices in a bracket: the upfloaters (3.2, 4.2), G1 and G2 made equal by shifts, the first pairing of S1 with T2."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from domain.pairing.dubov_2026.competitors import Bracket, Layout, Subgroups
from domain.pairing.dubov_2026.criteria import C5, C6, C7_TO_C10, differences_bits, pairs_bits
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.first_matching import first_in_order
from domain.pairing.graph.layers import BestPairs, Selects
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits, largest
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Colour

# G1 and G2 of a bracket, made equal by shifts, and the first pairing of S1 with T2 (3.2.3 to 3.2.5, 4.3, 4.4).

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
    best = BestPairs(graph, as_bits(seekers.members), complete=True, alike=lambda place: smaller >> place & 1)
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
    """Of two of these the earlier one is selected."""
    later, after = {}, 0
    for place in reversed(order):
        later[place] = after
        after |= 1 << place
    return later.__getitem__


def transposed(seekers: Seekers, subgroups: Subgroups) -> Pairs | None:
    """S1 by ARO with the first transposition of G2 that is legal (3.2.5, 4.4); None if there is none."""
    s1 = seekers.by_aro(subgroups.s1)
    rows, columns = as_bits(s1), as_bits(seekers.members - subgroups.s1)
    legal = seekers.layout.legal
    graph = {place: legal[place] & columns for place in s1} | {place: legal[place] & rows for place in bits(columns)}
    mates = first_in_order(graph, s1, len(s1))
    return None if mates is None else tuple((place, mates[place]) for place in s1)


# The first best set of upfloaters of a bracket (3.2.1, 3.2.2, 4.2), and a proof that the rest can be paired (C4).


@dataclass(frozen=True, slots=True)
class Chosen:
    upfloaters: Places
    rest: Mates


def upfloaters(bracket: Bracket, graph: Graph, mates: Mates) -> Chosen:
    """The first set that leaves the best bracket; `mates` is a complete pairing of the residents and those below."""
    simple = (
        _one_at_all_bounds(bracket, graph, mates) if bracket.residents.bit_count() % 2 else _none(bracket, graph, mates)
    )
    return simple or _from_nearest(bracket, graph, mates) or _weighed(bracket, graph)


def _none(bracket: Bracket, graph: Graph, mates: Mates) -> Chosen | None:
    """No upfloater at all, if the residents can be paired among themselves and the others as well."""
    plain = straight(seekers_of(bracket.layout, bracket.residents)) is not None
    if not plain and completed(graph, bracket.residents, mates) is None:
        return None
    rest = completed(graph, bracket.lower, mates)
    return None if rest is None else Chosen((), rest)


def _one_at_all_bounds(bracket: Bracket, graph: Graph, mates: Mates) -> Chosen | None:
    """The first of the nearest scoregroup with whom C5 to C10 are met as well as counting allows, if there is any."""
    for place in _ideal(bracket):
        if not _at_the_bound_of_c7(bracket, graph, place):
            continue
        rest = completed(graph, bracket.lower & ~(1 << place), mates)
        if rest is not None:
            return Chosen((place,), rest)
    return None


def _ideal(bracket: Bracket) -> Iterator[int]:
    """C6 to C10 have nothing against these; they seek the colour that fewer of the residents seek."""
    layout = bracket.layout
    white = (bracket.residents & layout.due[Colour.WHITE]).bit_count()
    fewer = Colour.WHITE if 2 * white < bracket.residents.bit_count() else Colour.BLACK
    for place in bits(bracket.lower & layout.due[fewer]):
        player = layout.players[place]
        if bracket.level(place) == 0 and (layout.last_round or not (player.maximum or player.upfloated_last)):
            yield place


def _at_the_bound_of_c7(bracket: Bracket, graph: Graph, place: int) -> bool:
    """True if with this upfloater everybody who seeks the rarer colour can meet somebody who seeks the other."""
    members = bracket.residents | 1 << place
    seekers = seekers_of(bracket.layout, members)
    if straight(seekers) is not None:
        return True
    smaller, larger = as_bits(seekers.smaller), as_bits(seekers.larger)
    apart = {v: graph[v] & (larger if smaller >> v & 1 else members) for v in bits(members)}
    return completed(apart, members, {}) is not None


def _from_nearest(bracket: Bracket, graph: Graph, mates: Mates) -> Chosen | None:
    """The best set from the nearest scoregroup, where no set can be smaller, with everybody else left out at first."""
    nearest = as_bits(place for place in bits(bracket.lower) if bracket.level(place) == 0)
    inside = {place: graph[place] & bracket.residents for place in bits(bracket.residents)}
    fewest = bracket.residents.bit_count() - len(largest(inside))
    near = {place: graph[place] & (bracket.residents | nearest) for place in bits(bracket.residents)}
    near |= {place: graph[place] & bracket.residents for place in bits(nearest)}
    best = BestPairs(near, bracket.residents | nearest, complete=False, alike=partial(_alike, bracket))
    best.put(lambda a, b: (bracket.residents >> a & 1) + (bracket.residents >> b & 1), pairs_bits(bracket))
    chosen = _first_set(bracket, best)
    if chosen is None or len(chosen) != fewest:
        return None
    rest = completed(graph, bracket.lower & ~as_bits(chosen), mates)
    return None if rest is None else Chosen(chosen, rest)


def _weighed(bracket: Bracket, graph: Graph) -> Chosen:
    everybody = bracket.residents | bracket.lower
    best = BestPairs(graph, everybody, complete=True, alike=partial(_alike, bracket))
    chosen = _first_set(bracket, best)
    assert chosen is not None, "there is a complete pairing"
    rest = completed(graph, bracket.lower & ~as_bits(chosen), {})
    assert rest is not None, "the matching was complete"
    return Chosen(chosen, rest)


def _first_set(bracket: Bracket, best: BestPairs) -> Places | None:
    """The first of the best sets (4.2); C5 comes first, since it says how much room the others need.

    None: not all residents can be paired.
    """
    best.put(lambda a, b: C5.adds(bracket, a, b), C5.bits(bracket))
    mates = best.matched()
    if any(place not in mates for place in bits(bracket.residents)):
        return None
    wanted = sum(bracket.residents >> mates[place] & 1 for place in bits(bracket.lower) if place in mates)
    known = _without_far_levels(replace(bracket, most_upfloaters=wanted), best) if wanted else bracket
    for criterion in (C6, *C7_TO_C10) if wanted else ():
        best.put(lambda a, b, row=criterion: row.adds(known, a, b), criterion.bits(known))  # type: ignore[misc]
    order = bracket.layout.ranked(bits(best.everybody & bracket.lower))
    return tuple(best.choose(order, lambda place: bracket.residents, wanted))


FEW_DIGITS = 60
"""Bits that C6 may take in the weights before it is asked from how far down upfloaters have to come at all."""


def _without_far_levels(bracket: Bracket, best: BestPairs) -> Bracket:
    """C6 puts the greatest difference first: nobody comes from further down than the fewest upfloaters need.

    Several levels taken for one say already from which of these.
    """
    known = bracket
    while (wide := differences_bits(known)) > FEW_DIGITS:
        many = -(-wide // FEW_DIGITS)
        rough = replace(known, levels={score: level // many for score, level in known.levels.items()})
        mates = best.matched_by(partial(C6.adds, rough), C6.bits(rough))
        risen = [mates[place] for place in bits(known.residents) if known.lower >> mates[place] & 1]
        reached = max(map(rough.level, risen))
        if reached == max(rough.levels.values()):
            break
        far = as_bits(place for place in bits(known.lower) if bracket.level(place) // many > reached)
        best.drop(known.residents, far)
        near = {score: level for score, level in known.levels.items() if level // many <= reached}
        known = replace(known, levels=near)
    return known


def _alike(bracket: Bracket, place: int) -> Hashable:
    """What C5 to C10 know of somebody."""
    player = bracket.layout.players[place]
    if bracket.residents >> place & 1:
        return player.preference.colour
    return bracket.level(place), player.preference.colour, player.maximum, player.upfloats, player.upfloated_last
