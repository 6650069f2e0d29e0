"""The first pairing that meets every criterion at a bound found by counting.

No pairing can be better than these bounds, so the first one that reaches all of them is the answer. Most brackets
end here; a bracket that does not is weighed (`choosing`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.pairing.burstein_2026.bracket import Bracket, Found
from domain.pairing.burstein_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits, bits, lowest
from domain.pairing.graph.completion import completed, staying_alone
from domain.pairing.graph.first_matching import first_of_any
from domain.pairing.graph.matching import Mates


@dataclass(frozen=True, slots=True)
class Bounds:
    """Pairs that may meet if C8 is to stay at the least that counting allows."""

    layout: Layout
    members: int
    majority: int
    """Players with a preference that at least as many have as can be granted it; 0 = there is no such colour."""

    def opponents(self, place: int) -> int:
        """Legal opponents that keep the bound."""
        allowed = self.layout.legal[place] & self.members
        if self.majority:
            return allowed if self.majority >> place & 1 else allowed & self.majority
        colour = self.layout.players[place].preference.colour
        return allowed & ~self.layout.due[colour] if colour else allowed


def bounds(layout: Layout, members: int) -> Bounds:
    """C8: if more want a colour than can have it, everybody else gives it to one of them."""
    many = members.bit_count() - members.bit_count() // 2
    wanted = (layout.due[colour] & members for colour in layout.due)
    return Bounds(layout, members, next((mine for mine in wanted if mine.bit_count() >= many), 0))


def straight(layout: Layout, bracket: Bracket, known: Mates) -> Found | None:
    """The first pairing that meets all bounds, with at most one floater; None if this search does not find it."""
    members = as_bits(bracket.members)
    limits = bounds(layout, members)
    graph = {place: limits.opponents(place) for place in bracket.members}
    exit = len(layout.players)
    if members.bit_count() % 2:
        leavers = entering(layout, bracket, known) & as_bits(bracket.residents) & (limits.majority or -1)
        if not leavers:
            return None
        graph |= {place: graph[place] | 1 << exit for place in bits(leavers)} | {exit: leavers}
    elif completed(dict(enumerate(layout.legal)), bracket.below, known) is None:
        return None
    mates = completed(graph, as_bits(graph), _folded(graph, bracket.members))
    if mates is None:
        return None
    first = first_of_any(graph, bracket.members, mates)
    return found_in(bracket, first)


def found_in(bracket: Bracket, mates: Mapping[int, int]) -> Found:
    """Pairs inside the bracket; everybody else in it floats."""
    members = as_bits(bracket.members)
    inside = {place: mates[place] for place in bracket.members if place in mates and members >> mates[place] & 1}
    pairs = tuple((place, other) for place, other in inside.items() if place > other)
    return Found(pairs, tuple(place for place in bracket.members if place not in inside))


def _folded(graph: Mapping[int, int], rows: tuple[int, ...]) -> Mates:
    """Pair each player, from the top, with the lowest ranked opponent left; often this is the answer already."""
    free, mates = as_bits(graph), {}
    for row in rows:
        choice = graph[row] & free
        if free >> row & 1 and choice:
            other = lowest(choice)
            mates[row], mates[other] = other, row
            free &= ~(1 << row | 1 << other)
    return mates


def entering(layout: Layout, bracket: Bracket, known: Mates) -> int:
    """Players whom the next bracket can pair with one of its own, itself at the bounds of C5 and C6.

    Everybody below is paired then, too.

    That is C7 at its bound. If the next bracket is even, one of its residents floats on to those below it.
    """
    graph, near, rest = dict(enumerate(layout.legal)), as_bits(bracket.following), bracket.rest
    if near.bit_count() % 2:
        alone = staying_alone(graph, near, known) if completed(graph, rest, known) is not None else 0
        return _neighbours(layout, alone)
    below = _neighbours(layout, staying_alone(graph, rest, known)) & near
    exit = len(layout.players)
    graph |= {place: graph[place] | 1 << exit for place in bits(below)} | {exit: below}
    return _neighbours(layout, staying_alone(graph, near | 1 << exit, known) & near)


def _neighbours(layout: Layout, places: int) -> int:
    """Everybody who may meet one of these."""
    together = 0
    for place in bits(places):
        together |= layout.legal[place]
    return together
