"""A pairing bracket (1.3) and what was found for it."""

from dataclasses import dataclass

from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired with each other, and what they have to leave possible."""

    moved: Places
    """Moved-down players (MDPs), in the order of 1.2."""
    residents: Places
    following: Places
    """Residents of the next bracket (C8); empty for the last one."""
    rest: int
    """Everybody below the next bracket, as bits."""
    takers: int = 0
    """Players who may take the bye, as bits; 0 = no bye, or taken already."""

    @property
    def members(self) -> Places:
        """In the order of 1.2: whoever was moved down has more points."""
        return self.moved + self.residents

    @property
    def byes_inside(self) -> int:
        """Takers of the bye in this bracket."""
        return self.takers & as_bits(self.members)


@dataclass(frozen=True, slots=True)
class Found:
    """The pairing of a bracket."""

    heads: tuple[tuple[int, int], ...]
    """MDPs with their opponents."""
    remainder: tuple[tuple[int, int], ...]
    """S1 with S2 of the residents left: a homogeneous bracket has nothing else."""
    floaters: Places
    """Downfloaters, the bye among them."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return self.heads + self.remainder
