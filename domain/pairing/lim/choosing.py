"""Choices in a group: floaters out of it (article 3), then pairs inside it by scrutiny (2.4, article 4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum, StrEnum

from domain.pairing.graph.alternating import MANY_VERTICES, Forest, completed
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits, largest
from domain.pairing.lim.competitors import Direction, LimPlayer, colours_suit
from domain.records import dataclass
from domain.words.games import Colour

# Floaters out of a group (article 3): as few as leave it all the pairs it can have.

MAXI_BAND = 100
"""Rating points between two of whom the one may take the other's part for the colours in a maxi-tournament."""


class FloaterType(IntEnum):
    """3.9: the disadvantage of a floater, the least first."""

    D = 0
    """Not floated into the group; has a compatible opponent in the next one."""
    C = 1
    """Not floated into the group; has none."""
    B = 2
    """Floated into the group already; has one."""
    A = 3
    """Floated into the group already; has none."""


@dataclass(frozen=True, slots=True)
class Floater:
    place: int
    type: FloaterType
    again: bool
    """Floated in the previous round too (3.10)."""


@dataclass(frozen=True, slots=True)
class NextGroup:
    """The residents of the group that floaters go to. `kept` has those that are kept for a floater."""

    graph: Graph
    residents: int
    """As bits."""

    def provides(self, place: int, kept: dict[int, int], tried: set[int]) -> bool:
        """Keep an opponent there for this place, beside the floaters who are provided for; False: there is none."""
        for resident in bits(self.graph[place] & self.residents):
            if resident in tried:
                continue
            tried.add(resident)
            if resident not in kept or self.provides(kept[resident], kept, tried):
                kept[resident] = place
                return True
        return False


@dataclass(frozen=True, slots=True)
class FloaterRules:
    """The player that a group gives away first."""

    players: Sequence[LimPlayer]
    direction: Direction
    came_in: frozenset[int]
    maxi: bool

    def first(
        self, able: Sequence[int], members: Sequence[int], following: NextGroup, chosen: Sequence[int]
    ) -> Floater:
        """The first to go of those who are able to: 3.9.2, 3.10, then 3.2.2 with 3.2.3, then 3.2.4."""
        types = self._types(able, following, chosen)
        floaters = [Floater(place, types[place], self.players[place].floated) for place in able]
        best = min((one.type, one.again) for one in floaters)
        equals = {one.place: one for one in floaters if (one.type, one.again) == best}
        usual = min(equals, key=self.direction.floats_first)
        dues = Counter([self.players[member].due for member in members])
        due = [p for p in equals if self._due_more(p, dues) and near(self.players, p, usual, self.maxi)]
        return equals[min(due, key=self.direction.floats_first)] if due else equals[usual]

    def _types(self, able: Sequence[int], following: NextGroup, chosen: Sequence[int]) -> dict[int, FloaterType]:
        """3.9, for which the opponents of floaters chosen already count as taken if these rank ahead (3.3, 3.4)."""
        types, kept = dict[int, FloaterType](), dict[int, int]()
        ranks = {place: self.direction.paired_first(self.players, place) for place in (*able, *chosen)}
        ahead = sorted(chosen, key=ranks.__getitem__, reverse=True)
        for place in sorted(able, key=ranks.__getitem__):
            while ahead and ranks[ahead[-1]] < ranks[place]:
                following.provides(ahead.pop(), kept, set())
            welcome = following.provides(place, {**kept}, set())
            types[place] = FloaterType(2 * (place in self.came_in) + (not welcome))
        return types

    def _due_more(self, place: int, dues: Counter[Colour | None]) -> bool:
        """The colour that is due to this place is due to more members than the other one."""
        own = self.players[place].due
        return own is not None and dues[own] > dues[own.opposite]


def near(players: Sequence[LimPlayer], one: int, other: int, maxi: bool) -> bool:
    """The one may take the other's part for the colours (3.8, 5.7)."""
    return not maxi or abs(players[one].rating - players[other].rating) <= MAXI_BAND


def floaters(
    members: Sequence[int], graph: Graph, rules: FloaterRules, following: NextGroup
) -> tuple[list[Floater], Mates]:
    """One after the other, each the first whose going leaves the largest number of pairs (3.10.2, 4.4).

    With them a complete pairing of those who stay.
    """
    left = set(members)
    mates = _most_pairs(members, graph)
    gone: list[Floater] = []
    while free := [place for place in left if place not in mates]:
        open = as_bits(left)
        forests = [Forest(graph, mates, root, open & ~as_bits(free)) for root in free]
        able = {place: forest for forest in forests for place in bits(forest.grown())}
        floater = rules.first(sorted(able), sorted(left), following, [one.place for one in gone])
        mates = able[floater.place].with_left_over(floater.place)
        left.discard(floater.place)
        gone.append(floater)
    return gone, mates


def _most_pairs(members: Sequence[int], graph: Graph) -> Mates:
    """The library is asked about small groups, and about those in which not all but one can be paired."""
    open = as_bits(members)
    inside = {place: graph[place] & open for place in members}
    mates = None
    if len(members) >= MANY_VERTICES and len(members) % 2 == 0:
        mates = completed(inside, open, {})
    elif len(members) >= MANY_VERTICES:
        nobody = max(members) + 1
        wider = {place: others | 1 << nobody for place, others in inside.items()} | {nobody: open}
        mates = completed(wider, open | 1 << nobody, {})
        if mates is not None:
            del mates[mates.pop(nobody)]
    return mates if mates is not None else largest(inside)


# Pairs inside a group: floaters who came in first (3.6 to 3.8), then top half against bottom half (2.4, article 4).


class PairedAs(StrEnum):
    FLOATER = "floater"
    SCRUTINISED = "scrutinised"


@dataclass(frozen=True, slots=True)
class Turn:
    chooser: int
    chosen: int
    role: PairedAs
    order: tuple[int, ...]
    unavailable: frozenset[int]
    """Players tried who are not compatible, or leave a rest of the group that cannot be paired."""
    for_colour: bool
    """An earlier one was available, but due the same colour as the chooser (5.2)."""

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.chooser, self.chosen))


@dataclass(slots=True)
class Scrutiny:
    """One group on its way: everybody left can be paired, as `mates` proves."""

    players: Sequence[LimPlayer]
    graph: Graph
    maxi: bool
    left: list[int]
    """In the order of scrutiny (4.1)."""
    mates: Mates

    def pairs(self, came_in: Iterable[int]) -> Iterator[Turn]:
        for floater in came_in:
            if floater in self.left:
                yield self._take(floater, [place for place in self.left if place != floater], PairedAs.FLOATER)
        while self.left:
            yield self._take(self.left[0], proposed(self.left), PairedAs.SCRUTINISED)

    def _take(self, chooser: int, order: Sequence[int], role: PairedAs) -> Turn:
        """The first available opponent who is due the other colour, else the first available one."""
        unavailable: set[int] = set()
        first: tuple[int, Mates] | None = None
        for place in order:
            suits = colours_suit(self.players[chooser], self.players[place])
            if first is not None and not (suits and near(self.players, place, first[0], self.maxi)):
                continue
            mates = self._rest(chooser, place)
            if mates is None:
                unavailable.add(place)
            elif first is not None or suits:
                self._settle(chooser, place, mates)
                return Turn(chooser, place, role, tuple(order), frozenset(unavailable), first is not None)
            else:
                first = place, mates
        assert first is not None, "everybody left can be paired"
        self._settle(chooser, *first)
        return Turn(chooser, first[0], role, tuple(order), frozenset(unavailable), for_colour=False)

    def _rest(self, one: int, other: int) -> Mates | None:
        """A complete pairing of all others, if the two may meet and there is one."""
        if not self.graph[one] >> other & 1:
            return None
        return completed(self.graph, as_bits(self.left) & ~(1 << one | 1 << other), self.mates)

    def _settle(self, chooser: int, chosen: int, mates: Mates) -> None:
        self.left = [place for place in self.left if place not in (chooser, chosen)]
        self.mates = mates


def proposed(left: Sequence[int]) -> list[int]:
    """The opponents of the first in the order of 4.2: the other half downwards, then its own half from below."""
    half = len(left) // 2
    return [*left[half:], *reversed(left[1:half])]
