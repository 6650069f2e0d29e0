"""C1 to C10 as tables in the order of the Handbook, which drive the choice, the explanation, the checker and the
validator of pairings by hand.
"""

from collections.abc import Callable

from domain.pairing.dubov_2026.competitors import Bracket, Competitor, laid_out
from domain.pairing.swiss import criteria
from domain.pairing.swiss.criteria import ForbidsPair
from domain.records import dataclass

# C5 to C10: what a pair of a bracket adds to each criterion, and how many bits the sum can need.


@dataclass(frozen=True, slots=True)
class CountedCriterion:
    number: str
    amount: Callable[[Bracket, int, int], int]
    """A resident and the opponent -> what their pair adds (more is better)."""
    bits: Callable[[Bracket], int]
    """Bits for the greatest difference between two candidates; 0 = the criterion cannot tell them apart."""

    def adds(self, bracket: Bracket, a: int, b: int) -> int:
        """The amount of any pair; a pair without a resident belongs to a lower bracket."""
        if bracket.residents >> a & 1:
            return self.amount(bracket, a, b)
        return self.amount(bracket, b, a) if bracket.residents >> b & 1 else 0


def c5_upfloaters(bracket: Bracket, resident: int, other: int) -> int:
    """C5: fewest upfloaters (2.3.1)."""
    return -(bracket.lower >> other & 1)


def c6_differences(bracket: Bracket, resident: int, other: int) -> int:
    """C6: smallest score differences to the upfloaters, the greatest difference first (2.3.2)."""
    if not bracket.lower >> other & 1:
        return 0
    return -(1 << bracket.level(other) * bracket.most_upfloaters.bit_length())


def c7_preferences(bracket: Bracket, resident: int, other: int) -> int:
    """C7: fewest players without the colour they prefer (2.3.3)."""
    players = bracket.layout.players
    return -int(players[resident].preference.colour is players[other].preference.colour)


def _held_back(bracket: Bracket, other: int) -> bool:
    """C8 to C10 are not for the last round."""
    return not bracket.layout.last_round and bool(bracket.lower >> other & 1)


def c8_maximum(bracket: Bracket, resident: int, other: int) -> int:
    """C8: fewest maximum upfloaters among the upfloaters, unless it is the last round (2.3.4)."""
    return -int(_held_back(bracket, other) and bracket.layout.players[other].maximum)


def c9_times(bracket: Bracket, resident: int, other: int) -> int:
    """C9: maximum upfloaters who were upfloated the fewest times, unless it is the last round (2.3.5)."""
    player = bracket.layout.players[other]
    return -player.upfloats if _held_back(bracket, other) and player.maximum else 0


def c10_again(bracket: Bracket, resident: int, other: int) -> int:
    """C10: fewest upfloaters who upfloated in the previous round, unless it is the last round (2.3.6)."""
    return -int(_held_back(bracket, other) and bracket.layout.players[other].upfloated_last)


def differences_bits(bracket: Bracket) -> int:
    return (max(bracket.levels.values(), default=-1) + 1) * bracket.most_upfloaters.bit_length()


def pairs_bits(bracket: Bracket) -> int:
    return bracket.residents.bit_count().bit_length()


def held_back_bits(bracket: Bracket) -> int:
    return 0 if bracket.layout.last_round else bracket.most_upfloaters.bit_length()


def times_bits(bracket: Bracket) -> int:
    most = max(player.upfloats for player in bracket.layout.players)
    return 0 if bracket.layout.last_round else (bracket.most_upfloaters * most).bit_length()


KEPT_BY_HAND: tuple[criteria.AbsoluteRow[Competitor], ...] = (
    ForbidsPair("C1", criteria.have_met),
    criteria.BarsFromBye("C2", criteria.had_bye),
    ForbidsPair("C3", criteria.same_absolute),
    criteria.leaves_pairing_of("C4", laid_out),
    *criteria.colour_limits(),
)
FORBIDDING = tuple(row for row in KEPT_BY_HAND if isinstance(row, ForbidsPair))

COUNTED_CRITERIA = (
    CountedCriterion("C5", c5_upfloaters, pairs_bits),
    CountedCriterion("C6", c6_differences, differences_bits),
    CountedCriterion("C7", c7_preferences, pairs_bits),
    CountedCriterion("C8", c8_maximum, held_back_bits),
    CountedCriterion("C9", c9_times, times_bits),
    CountedCriterion("C10", c10_again, held_back_bits),
)
C5, C6, *C7_TO_C10 = COUNTED_CRITERIA
