"""Floaters out of a group (article 3): as few as leave it all the pairs it can have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import Graph, Mates, largest
from domain.pairing.lim.direction import Direction
from domain.pairing.lim.players import LimPlayer
from domain.words.games import Colour

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
    """One who leaves a group unpaired."""

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

    def welcomes(self, place: int, kept: Mapping[int, int]) -> bool:
        """This place finds an opponent there beside the floaters who are provided for."""
        return self._augmented(place, dict(kept), set())

    def provide(self, place: int, kept: dict[int, int]) -> None:
        """Keep an opponent for this floater if there is one."""
        self._augmented(place, kept, set())

    def _augmented(self, place: int, kept: dict[int, int], tried: set[int]) -> bool:
        for resident in bits(self.graph[place] & self.residents):
            if resident in tried:
                continue
            tried.add(resident)
            if resident not in kept or self._augmented(kept[resident], kept, tried):
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
        due = [place for place in equals if self._due_more(place, members) and self._near(place, usual)]
        return equals[min(due, key=self.direction.floats_first)] if due else equals[usual]

    def _types(self, able: Sequence[int], following: NextGroup, chosen: Sequence[int]) -> dict[int, FloaterType]:
        """3.9, for which the opponents of floaters chosen already count as taken if these rank ahead (3.3, 3.4)."""
        types, kept = dict[int, FloaterType](), dict[int, int]()
        ahead = sorted(chosen, key=self._rank, reverse=True)
        for place in sorted(able, key=self._rank):
            while ahead and self._rank(ahead[-1]) < self._rank(place):
                following.provide(ahead.pop(), kept)
            types[place] = self._type(place, welcome=following.welcomes(place, kept))
        return types

    def _rank(self, place: int) -> tuple[int, int]:
        """The order in which the next group pairs its floaters (3.6, 3.7)."""
        return self.direction.paired_first(self.players, place)

    def _type(self, place: int, *, welcome: bool) -> FloaterType:
        if welcome:
            return FloaterType.B if place in self.came_in else FloaterType.D
        return FloaterType.A if place in self.came_in else FloaterType.C

    def _due_more(self, place: int, members: Sequence[int]) -> bool:
        """The colour that is due to this place is due to more members than the other one."""
        due = [self.players[member].due for member in members]
        white, black = due.count(Colour.WHITE), due.count(Colour.BLACK)
        more = Colour.WHITE if white > black else Colour.BLACK if black > white else None
        return more is not None and self.players[place].due is more

    def _near(self, place: int, usual: int) -> bool:
        return not self.maxi or abs(self.players[place].rating - self.players[usual].rating) <= MAXI_BAND


def floaters(
    members: Sequence[int], graph: Graph, rules: FloaterRules, following: NextGroup
) -> tuple[list[Floater], Mates]:
    """One after the other, each the first whose going leaves the largest number of pairs (3.10.2, 4.4).

    With them a complete pairing of those who stay.
    """
    left = set(members)
    mates: Mates = largest({place: graph[place] & as_bits(members) for place in members})
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
