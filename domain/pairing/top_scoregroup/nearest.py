"""Several upfloaters of the next score, found with everybody below left out: no set can meet C4 and C5 better."""

from domain.pairing.graph.best_pairs import BestPairs
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.matching import largest
from domain.pairing.top_scoregroup.waiting import Places, TopScoregroup


def fewest_without_rest(waiting: TopScoregroup) -> int:
    """Residents who find no opponent among themselves: with fewer upfloaters they cannot be paired (C4)."""
    inside = as_bits(waiting.residents)
    graph = {place: waiting.graph[place] & inside for place in waiting.residents}
    return len(graph) - len(largest(graph))


def from_next_score(waiting: TopScoregroup) -> Places:
    """As few as can be, and by C7 and 3.5.4 the first; nobody if the others or C6 have a say in it."""
    residents, nearest = as_bits(waiting.residents), as_bits(waiting.groups[1])
    near = {place: waiting.graph[place] & (residents | nearest) for place in waiting.residents}
    near |= {place: waiting.graph[place] & residents for place in waiting.groups[1]}

    def upfloater(one: int, other: int) -> int | None:
        if nearest >> one & 1:
            return one
        return other if nearest >> other & 1 else None

    def floats_again(one: int, other: int) -> int:
        rising = upfloater(one, other)
        return -(waiting.floated >> rising & 1) if rising is not None else 0

    best, wide = BestPairs(near, residents | nearest, complete=False), (2 * len(waiting.residents)).bit_length()
    best.put(lambda one, other: (residents >> one & 1) + (residents >> other & 1), wide)
    best.put(lambda one, other: -int(upfloater(one, other) is not None), wide)
    best.put(floats_again, wide)
    mates = best.matched()
    wanted = sum(place in mates for place in waiting.groups[1])
    if wanted != fewest_without_rest(waiting) or any(place not in mates for place in waiting.residents):
        return ()
    return tuple(best.choose(waiting.groups[1], upfloater, wanted))
