"""C5 to C8: what a pair adds to each criterion, and how many bits the sum over a pairing can need."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.pairing.burstein_2026.scale import Scale, Zone

Amount = Callable[[Scale, int, int], int]
"""Two places -> what their pair adds (more is better)."""


@dataclass(frozen=True, slots=True)
class CountedCriterion:
    """A criterion to be met as well as it can be."""

    number: str
    zone: Zone
    amount: Amount
    """The amount that a pair of this zone adds."""
    bits: Callable[[Scale], int]
    """The bits that the sum takes; 0 = the criterion cannot tell two pairings apart."""

    def adds(self, scale: Scale, a: int, b: int) -> int:
        """The amount that any pair adds."""
        return self.amount(scale, a, b) if scale.zone(a, b) is self.zone else 0


def c5_pairs(s: Scale, a: int, b: int) -> int:
    """C5: most pairs, so fewest floaters (2.3.1)."""
    return 1


def c6_scores(s: Scale, a: int, b: int) -> int:
    """C6: lowest scores of the floaters, the highest of them first, so highest ones of those paired (2.3.2)."""
    return s.score_here(a) + s.score_here(b)


def c7_pairs(s: Scale, a: int, b: int) -> int:
    """C7: most pairs of the next bracket, its C5 (2.3.3)."""
    return 1


def c7_scores(s: Scale, a: int, b: int) -> int:
    """C7: lowest scores of the floaters that leave the next bracket, its C6 (2.3.3)."""
    return sum(s.score_next(place) for place in (a, b) if s.members >> place & 1)


def c8_preferences(s: Scale, a: int, b: int) -> int:
    """C8: fewest players without the colour they prefer (2.3.4)."""
    return -int(s.layout.same_preference(a, b))


def pairs_bits(s: Scale) -> int:
    return (s.members.bit_count() // 2).bit_length()


def scores_bits(s: Scale) -> int:
    """Among players of one score the number of pairs says all."""
    return s.here.bits if len(s.here.worth) > 1 else 0


def pairs_next_bits(s: Scale) -> int:
    return s.following.bit_count().bit_length()


def scores_next_bits(s: Scale) -> int:
    return s.next.bits if s.following else 0
