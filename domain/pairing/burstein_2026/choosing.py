"""The first of the best pairings of a bracket (3.2.2 and section 4), by matchings that prove what the best is.

C5 to C8 are layers of a weight. Below them stand the questions of the order in 4.3: whom does number 1 of the bracket
meet, whom number 2 ...? As many as fit are answered by one matching.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from domain.pairing.burstein_2026.competitors import Bracket, Found, Layout
from domain.pairing.burstein_2026.criteria import COUNTED_CRITERIA, scale
from domain.pairing.graph.alternating import completed, staying_alone
from domain.pairing.graph.first_matching import first_of_any
from domain.pairing.graph.layers import Layers, WeightRows
from domain.pairing.graph.matching import MOST_BITS, Mates, as_bits, bits, lowest
from domain.records import dataclass

FEW_BELOW = 12
"""The most players below the next bracket who are weighed at once; mostly they have to be in the end."""


def best(layout: Layout, graph: Mapping[int, int], bracket: Bracket, known: Mates) -> tuple[Found, Mates]:
    """The bracket's pairing, and a complete pairing of the rest that proves C4 and C7.

    Those below the next bracket, unless they are few, are first left out of the matching. Only if they cannot be
    completed with what was found are they weighed as well.
    """
    if bracket.rest.bit_count() > FEW_BELOW:
        choice = _Choice(layout, graph, bracket, whole=False)
        found, kept = choice.made()
        proof = completed(dict(graph), (as_bits(found.floaters) | bracket.below) & ~as_bits(kept), known)
        if proof is not None:
            return found, kept | proof
    return _Choice(layout, graph, bracket, whole=True).made()


class _Choice:
    def __init__(self, layout: Layout, graph: Mapping[int, int], bracket: Bracket, whole: bool) -> None:
        self.bracket, self.whole = bracket, whole
        self.members = as_bits(bracket.members)
        self.everybody = self.members | (bracket.below if whole else as_bits(bracket.following))
        above = {place: graph[place] & self.everybody & -(2 << place) for place in bits(self.everybody)}
        rows: WeightRows = {place: dict.fromkeys(bits(others), 0) for place, others in above.items()}
        self.layers = Layers(rows, 0, (), complete=whole)
        measured = scale(layout, bracket)
        for criterion in COUNTED_CRITERIA:
            if wide := criterion.bits(measured):
                if self.layers.bits + wide > MOST_BITS:
                    self._tighten()
                self.layers.put(partial(criterion.adds, measured), wide)

    def _tighten(self) -> None:
        """Remove pairs that no best matching by the criteria asked so far can have: this frees bits of the weights."""
        self.layers.tighten(self.layers.heaviest(self.everybody, {}, 0))

    def made(self) -> tuple[Found, Mates]:
        waiting = list(self.bracket.members)
        while waiting:
            many = self._ask(waiting)
            for place in waiting[:many]:
                self._settle(place)
            answered = as_bits(waiting[:many])
            waiting = [p for p in waiting[many:] if not (p in self.mates and answered >> self.mates[p] & 1)]
        found = found_in(self.bracket, self.mates)
        paired = {place for pair in found.pairs for place in pair}
        return found, {a: b for a, b in self.mates.items() if a not in paired}

    def _ask(self, rows: Sequence[int]) -> int:
        """Settle the opponents of the first of these, in the order of 4.3; returns how many of them are answered."""
        ranks = [(row, list(bits(self.members & ((1 << row) - 1)))) for row in rows]
        if MOST_BITS - self.layers.bits < len(ranks[0][1]).bit_length():
            self._tighten()
        many, width = 0, 0
        room = max(MOST_BITS - self.layers.bits, len(ranks[0][1]).bit_length())
        while many < len(ranks) and width + len(ranks[many][1]).bit_length() <= room:
            width += len(ranks[many][1]).bit_length()
            many += 1
        at, bonus = width, WeightRows()
        for row, lower in ranks[:many]:
            at -= len(lower).bit_length()
            for rank, other in enumerate(lower):
                bonus.setdefault(other, {})[row] = len(lower) - rank << at
        self.mates = self.layers.heaviest(self.everybody, bonus, width)
        return many

    def _settle(self, place: int) -> None:
        other = self.mates.get(place)
        if other is not None and self.members >> other & 1:
            self.layers.settle(place, other)
        else:
            self.layers.keep_below(place, ~self.members)
            self.layers.drop_above(place, self.members)


# The first pairing that meets every criterion at a bound found by counting.
# No pairing can be better than these bounds, so the first one that reaches all of them is the answer. Most brackets
# end here; a bracket that does not is weighed (`choosing`).


@dataclass(frozen=True, slots=True)
class Bounds:
    """Pairs that may meet if C8 is to stay at the least that counting allows."""

    layout: Layout
    members: int
    majority: int
    """Players with a preference that at least as many have as can be granted it; 0 = there is no such colour."""

    def opponents(self, place: int) -> int:
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
    together = 0
    for place in bits(places):
        together |= layout.legal[place]
    return together
