"""A pairing bracket (1.2.2) and what was found for it."""

from dataclasses import dataclass

from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired with each other, and what they have to leave possible."""

    incoming: Places
    """Floaters of the bracket before."""
    residents: Places
    following: Places
    """Residents of the next bracket (C7); empty for the last one."""
    rest: int
    """Everybody below the next bracket, as bits."""

    @property
    def members(self) -> Places:
        """All of them in one ranking, whatever their scores (1.8, 4.1)."""
        return tuple(sorted(self.incoming + self.residents, reverse=True))

    @property
    def below(self) -> int:
        """Everybody who is in no bracket yet, as bits."""
        return as_bits(self.following) | self.rest


@dataclass(frozen=True, slots=True)
class Found:
    """The pairing of a bracket."""

    pairs: tuple[tuple[int, int], ...]
    """The higher ranked player of each first, in the order of their places."""
    floaters: Places
