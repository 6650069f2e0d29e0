"""A pairing bracket (1.3.2) and what was found for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.pairing.dubov_2026.layout import Layout
from domain.pairing.graph.bit_sets import bits
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Bracket:
    """Residents to be paired, and everybody with fewer points who has not been paired yet."""

    layout: Layout
    residents: int
    """As bits."""
    lower: int
    """Possible upfloaters, as bits."""
    levels: Mapping[int, int]
    """By score of a lower scoregroup: 0 for the nearest, 1 for the next ..."""
    most_upfloaters: int
    """No pairing looked at has more upfloaters than this."""

    def level(self, place: int) -> int:
        """The scoregroups between a possible upfloater and the residents."""
        return self.levels[self.layout.players[place].score]


def next_bracket(layout: Layout, left: int) -> Bracket:
    """The highest scoregroup of those left (3.2)."""
    groups = layout.groups(left)
    residents = groups[0]
    levels = {layout.players[next(bits(group))].score: level for level, group in enumerate(groups[1:])}
    return Bracket(layout, residents, left & ~residents, levels, residents.bit_count())


@dataclass(frozen=True, slots=True)
class Subgroups:
    """G1 and G2 as they were divided first (3.2.3), and what was shifted between them (3.2.4)."""

    g1: Places
    g2: Places
    unavoidable: Places
    """Players shifted out of the smaller subgroup because pairs within it were unavoidable (3.2.4.1)."""
    equalising: Places
    """Shifted out of the larger one afterwards."""

    @property
    def s1(self) -> frozenset[int]:
        """G1 after all shifts."""
        return frozenset(self.g1) ^ frozenset(self.unavoidable) ^ frozenset(self.equalising)


@dataclass(frozen=True, slots=True)
class Found:
    """The pairing of a bracket."""

    upfloaters: Places
    """In the order of 4.2."""
    subgroups: Subgroups
    pairs: tuple[tuple[int, int], ...]
    """S1 with T2 (3.2.5)."""
