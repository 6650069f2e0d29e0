"""The first best set of upfloaters of a bracket (3.2.1, 3.2.2, 4.2), and a proof that the rest can be paired (C4)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from domain.pairing.dubov_2026.bracket import Bracket
from domain.pairing.dubov_2026.counted import pairs_bits
from domain.pairing.dubov_2026.criteria import C5, C6_TO_C10
from domain.pairing.dubov_2026.shifting import seekers_of, straight
from domain.pairing.graph.best_pairs import BestPairs
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.matching import Graph, Mates, largest
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set of upfloaters."""

    upfloaters: Places
    rest: Mates
    """A complete pairing of everybody who stays below."""


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
    best = BestPairs(near, bracket.residents | nearest, complete=False)
    best.put(lambda a, b: (bracket.residents >> a & 1) + (bracket.residents >> b & 1), pairs_bits(bracket))
    chosen = _first_set(bracket, best)
    if chosen is None or len(chosen) != fewest:
        return None
    rest = completed(graph, bracket.lower & ~as_bits(chosen), mates)
    return None if rest is None else Chosen(chosen, rest)


def _weighed(bracket: Bracket, graph: Graph) -> Chosen:
    """The best set of all, with everybody below weighed as well."""
    everybody = bracket.residents | bracket.lower
    chosen = _first_set(bracket, BestPairs(graph, everybody, complete=True))
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
    known = replace(bracket, most_upfloaters=wanted)
    for criterion in C6_TO_C10 if wanted else ():
        best.put(lambda a, b, row=criterion: row.adds(known, a, b), criterion.bits(known))  # type: ignore[misc]
    order = bracket.layout.ranked(bits(best.everybody & bracket.lower))
    return tuple(best.choose(order, lambda a, b: _upfloater(bracket, a, b), wanted))


def _upfloater(bracket: Bracket, a: int, b: int) -> int | None:
    """The lower one of a pair with a resident."""
    if bracket.residents >> a & bracket.lower >> b & 1:
        return b
    return a if bracket.residents >> b & bracket.lower >> a & 1 else None
