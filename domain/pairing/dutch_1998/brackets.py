"""Score brackets, S1 and S2, and x: articles A.3, A.6 and A.8. Places ascend: that is the order of A.2."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.pairing.dutch_1998.field import PairingField
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired with each other (A.3)."""

    moved: Places
    """Moved down from higher brackets."""
    residents: Places
    last: bool = False
    """Nobody is below; an odd player out gets the bye (A.5)."""
    everybody: bool = False
    """Nobody is above either, all others having been joined to it (C.13): treated as homogeneous."""

    @property
    def members(self) -> Places:
        return tuple(sorted(self.moved + self.residents))

    @property
    def mixed(self) -> bool:
        """At least half were moved down: the whole bracket is treated as homogeneous (A.3, Q15)."""
        half = 2 * len(self.moved) >= len(self.moved) + len(self.residents)
        return bool(self.moved) and (half or self.everybody)

    @property
    def heterogeneous(self) -> bool:
        return bool(self.moved) and not self.mixed

    @property
    def most_pairs(self) -> int:
        return (len(self.moved) + len(self.residents)) // 2

    def without(self, places: Sequence[int]) -> "Bracket":
        moved, residents = without_these(self.moved, places), without_these(self.residents, places)
        return Bracket(moved, residents, self.last, self.everybody)


def without_these(places: Places, gone: Iterable[int]) -> Places:
    """The same places in the same order, save those."""
    away = set(gone)
    return tuple(place for place in places if place not in away)


def score_groups(field: PairingField) -> list[Places]:
    """Places by score, highest first (A.3)."""
    ranked = enumerate(field.players)
    return [tuple(place for place, _ in group) for _, group in groupby(ranked, key=lambda pair: pair[1].score)]


def divided(members: Places, pairs: int) -> tuple[Places, Places]:
    """S1: the `pairs` highest; S2: all others (A.6, C.4)."""
    return members[:pairs], members[pairs:]


def in_excess(field: PairingField, members: Places, pairs: int, colour: Colour) -> int:
    """Pairs that at least join two players due `colour` if `pairs` of them are made; below 0: players to spare.

    With all pairs made this is the x of A.8 before it is cut off at 0; every pair that C.14
    gives up lowers it by one.
    """
    due = sum(field.players[place].preference.colour is colour for place in members)
    return due - (len(members) - pairs)


def least_clashes(field: PairingField, members: Places, pairs: int) -> int:
    """x (A.8), lowered by C.14 where pairs were given up, never below 0."""
    return max(0, *(in_excess(field, members, pairs, colour) for colour in Colour))
