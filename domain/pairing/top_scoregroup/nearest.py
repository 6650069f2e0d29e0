"""Several upfloaters of the next scores, found without the pairs among the rest: no set meets C4 and C5 better."""

from domain.pairing.graph.best_pairs import BestPairs
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.layers import Layer
from domain.pairing.graph.matching import largest
from domain.pairing.swiss.places import Places
from domain.pairing.top_scoregroup.waiting import TopScoregroup


def fewest_without_rest(waiting: TopScoregroup) -> int:
    """Residents who find no opponent among themselves: with fewer upfloaters they cannot be paired (C4)."""
    inside = as_bits(waiting.residents)
    graph = {place: waiting.graph[place] & inside for place in waiting.residents}
    return len(graph) - len(largest(graph))


def from_nearest_scores(waiting: TopScoregroup) -> Places:
    """As few as can be, of the highest scores, and by C7 and 3.5.4 the first; nobody if the others have a say in it."""
    wanted = fewest_without_rest(waiting)
    for deepest in range(1, len(waiting.groups)) if wanted else ():
        near = waiting.groups[1 : deepest + 1]
        if sum(map(len, near)) >= wanted and (up := _from(waiting, near, wanted)):
            return up
    return ()


def _from(waiting: TopScoregroup, near: tuple[Places, ...], wanted: int) -> Places:
    """So many of these groups; nobody if some resident is left without an opponent."""
    residents, lower = as_bits(waiting.residents), [place for group in near for place in group]
    nearest = as_bits(lower)
    graph = {place: waiting.graph[place] & (residents | nearest) for place in waiting.residents}
    graph |= {place: waiting.graph[place] & residents for place in lower}

    def upfloater(one: int, other: int) -> int | None:
        if nearest >> one & 1:
            return one
        return other if nearest >> other & 1 else None

    best, wide = BestPairs(graph, residents | nearest, complete=False), (2 * len(waiting.residents)).bit_length()
    best.put(lambda one, other: (residents >> one & 1) + (residents >> other & 1), wide)
    for unwanted in (nearest, *map(as_bits, near[:0:-1]), waiting.floated & nearest):
        best.put(_without(unwanted), wide)
    mates = best.matched()
    if sum(place in mates for place in lower) != wanted or any(place not in mates for place in waiting.residents):
        return ()
    return tuple(best.choose(lower, upfloater, wanted))


def _without(unwanted: int) -> Layer:
    """The fewest pairs with one of these."""
    return lambda one, other: -((unwanted >> one | unwanted >> other) & 1)
