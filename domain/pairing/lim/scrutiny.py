"""Pairs inside a group: floaters who came in first (3.6 to 3.8), then top half against bottom half (2.4, article 4)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.lim.floaters import MAXI_BAND
from domain.pairing.lim.players import LimPlayer, colours_suit


class PairedAs(StrEnum):
    """The part that the one who chose has in the group."""

    FLOATER = "floater"
    SCRUTINISED = "scrutinised"


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn, and the opponent it took."""

    chooser: int
    chosen: int
    role: PairedAs
    order: tuple[int, ...]
    """Opponents in the order in which they are tried."""
    unavailable: frozenset[int]
    """Those tried who are not compatible, or leave a rest of the group that cannot be paired."""
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
        """Every pair of the group; floaters in the order in which they are paired."""
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
            if first is not None and not self._better_colour(chooser, place, first[0]):
                continue
            mates = self._rest(chooser, place)
            if mates is None:
                unavailable.add(place)
            elif first is not None or colours_suit(self.players[chooser], self.players[place]):
                self._settle(chooser, place, mates)
                return Turn(chooser, place, role, tuple(order), frozenset(unavailable), first is not None)
            else:
                first = place, mates
        assert first is not None, "everybody left can be paired"
        self._settle(chooser, *first)
        return Turn(chooser, first[0], role, tuple(order), frozenset(unavailable), for_colour=False)

    def _better_colour(self, chooser: int, place: int, first: int) -> bool:
        """Due the other colour, and near the first available one in a maxi-tournament (3.8, 5.7)."""
        near = not self.maxi or abs(self.players[place].rating - self.players[first].rating) <= MAXI_BAND
        return near and colours_suit(self.players[chooser], self.players[place])

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
