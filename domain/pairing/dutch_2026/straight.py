"""The first candidate that meets every criterion at a bound found by counting.

No candidate can be better than these bounds, so the first one that reaches all of them is the answer. Most
brackets end here; a bracket that does not is weighed (`weighing`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.pairing.dutch_2026.bracket import Bracket, Found
from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits, bits, lowest
from domain.pairing.graph.first_matching import first_in_order
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Bounds:
    """Pairs that may meet if C10 to C13 are to stay at the least that counting allows."""

    layout: Layout
    members: int
    majority: int
    """Players with a preference that at least as many have as can be granted it; 0 = there is no such colour."""
    other_majority: int
    """The same for the other colour, where both are equally wanted."""
    unmet: int
    """Pairs of two players with the same preference that cannot be avoided (C12)."""

    def leavers(self) -> int:
        """Downfloaters that keep the bounds."""
        allowed = self.members
        for majority in (self.majority, self.other_majority):
            if majority:
                allowed &= majority
        return allowed & ~self._bound_mild()

    def opponents(self, place: int) -> int:
        """Legal opponents that keep the bounds."""
        layout, me = self.layout, 1 << place
        allowed = layout.legal[place] & self.members
        colour = layout.players[place].preference.colour
        same = layout.due[colour] if colour else 0
        if not self.unmet:
            allowed &= ~same
        for majority in (self.majority, self.other_majority):
            if majority and not majority & me:
                allowed &= majority
        if self.unmet and self.majority & me:
            allowed &= ~(same & ~self._partners_of_like(place))
        if layout.last_round and layout.absolute & me:
            allowed &= ~(layout.absolute & same)
        bound = self._bound_mild()
        if bound & me:
            return allowed & self.majority & ~layout.mild
        return allowed & ~bound if not self.majority & ~layout.mild & me else allowed

    def _partners_of_like(self, place: int) -> int:
        """C13: of two with the same preference one has a mild one, as long as there are enough of those."""
        mild = self.majority & self.layout.mild & self.members
        if not mild or mild.bit_count() < self.unmet or mild >> place & 1:
            return -1
        return mild

    def _bound_mild(self) -> int:
        """C13: where mild preferences are fewer than unmet ones, each of them has to spare a strong one."""
        mild = self.majority & self.layout.mild & self.members
        return mild if self.unmet and mild.bit_count() < self.unmet else 0


def bounds(layout: Layout, members: Places) -> Bounds:
    """The least C12 allows: preferences for one colour beyond the boards and the downfloater."""
    inside, room = as_bits(members), len(members) - len(members) // 2
    excess = {colour: (layout.due[colour] & inside).bit_count() - room for colour in Colour}
    majorities = [layout.due[colour] & inside for colour in Colour if excess[colour] >= 0]
    first, second = (*majorities, 0, 0)[:2]
    return Bounds(layout, inside, first, second, max(0, *excess.values()))


def straight(layout: Layout, bracket: Bracket) -> Found | None:
    """The first candidate at all bounds, C4 and C8 left to the caller; None: nothing is said."""
    members = bracket.members
    pairs, odd = divmod(len(members), 2)
    if not pairs:
        return Found((), (), members)
    if len(bracket.moved) > min(pairs, len(bracket.residents)) or not _bye_is_plain(bracket, odd):
        return None
    limits = bounds(layout, members)
    heads = _first_opponents(layout, bracket, limits)
    if heads is None:
        return None
    taken = {place for pair in heads for place in pair}
    rest = tuple(place for place in members if place not in taken)
    leavers = limits.leavers() & _downfloaters(layout, bracket) if odd else 0
    return _remainder(layout, limits, heads, rest, pairs - len(heads), leavers)


def _bye_is_plain(bracket: Bracket, odd: int) -> bool:
    """Nobody here takes the bye, or the one downfloater of the residents does."""
    return not bracket.byes_inside or (odd == 1 and not bracket.takers & as_bits(bracket.moved))


def _downfloaters(layout: Layout, bracket: Bracket) -> int:
    """Residents at the bounds of C2, C9, C14 and C16."""
    allowed = as_bits(bracket.residents) & ~(layout.down[0] | layout.down[1])
    if bracket.byes_inside:
        able = list(bits(bracket.byes_inside))
        fewest = min(layout.players[place].unplayed for place in able)
        allowed &= as_bits(place for place in able if layout.players[place].unplayed == fewest)
    return allowed


def _first_opponents(layout: Layout, bracket: Bracket, limits: Bounds) -> tuple[tuple[int, int], ...] | None:
    """Each MDP takes the first resident at the bounds of C15 and C17 who is free."""
    free = as_bits(bracket.residents) & ~(layout.up[0] | layout.up[1])
    heads = []
    for place in bracket.moved:
        choice = limits.opponents(place) & free
        if not choice:
            return None
        opponent = lowest(choice)
        free &= ~(1 << opponent)
        heads.append((place, opponent))
    return tuple(heads)


def _remainder(
    layout: Layout, limits: Bounds, heads: tuple[tuple[int, int], ...], rest: Places, pairs: int, leavers: int
) -> Found | None:
    """S1 and S2 as they stand (3.4), the first transposition of S2 (4.2) at the bounds."""
    s1, s2 = rest[:pairs], rest[pairs:]
    graph = two_sided(limits, s1, s2)
    exits = tuple(range(layout.bye_place + 1, layout.bye_place + 1 + len(s2) - len(s1)))
    upper, lower = as_bits(s1), as_bits(s2) & leavers
    for place in bits(lower):
        graph[place] |= as_bits(exits)
    mates = first_in_order(graph | dict.fromkeys(exits, lower), (*s1, *exits), pairs)
    if mates is None:
        return None
    return Found(heads, tuple((place, mates[place]) for place in bits(upper)), tuple(mates[e] for e in exits))


def two_sided(limits: Bounds, s1: Sequence[int], s2: Sequence[int]) -> dict[int, int]:
    """The pairs between S1 and S2 that keep the bounds."""
    upper, lower = as_bits(s1), as_bits(s2)
    graph = {place: limits.opponents(place) & lower for place in s1}
    return graph | {place: limits.opponents(place) & upper for place in s2}
