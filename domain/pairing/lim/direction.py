"""Upward pairing is the mirror of downward pairing: every order of the articles turns round."""

from collections.abc import Sequence
from enum import Enum

from domain.pairing.lim.players import LimPlayer


class Direction(Enum):
    DOWNWARD = 1
    """From the highest group to the median, the median included."""
    UPWARD = -1
    """From the lowest group to just below the median."""

    def in_order(self, places: Sequence[int]) -> list[int]:
        """Number 1 first when pairing downward, the last number first when pairing upward."""
        return sorted(places, key=lambda place: self.value * place)

    def floats_first(self, place: int) -> int:
        """The smaller, the sooner it floats: the lowest numbered downward, the highest numbered upward (3.2.4)."""
        return -self.value * place

    def paired_first(self, players: Sequence[LimPlayer], place: int) -> tuple[int, int]:
        """Floaters of this side: downward by score descending, then number; upward the mirror (3.6, 3.7)."""
        return (-self.value * players[place].score, self.value * place)
