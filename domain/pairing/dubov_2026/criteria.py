"""C1 to C10 as one table in the order of the Handbook: it drives the choice, the explanation, the checker and the
validator of pairings by hand.
"""

from collections.abc import Callable

from domain.pairing.dubov_2026.competitors import Bracket, Competitor, laid_out
from domain.pairing.swiss.criteria import (
    AbsoluteRow,
    BarsFromBye,
    BarsFromColour,
    ForbidsPair,
    LeavesPairing,
    had_bye,
    have_met,
    leaves_pairing_of,
    same_absolute,
    too_many_of_one_colour,
    too_often_running,
)
from domain.records import dataclass

# C5 to C10: what a pair of a bracket adds to each criterion, and how many bits the sum can need.

Amount = Callable[[Bracket, int, int], int]
"""A resident and the opponent -> what their pair adds (more is better)."""

Bits = Callable[[Bracket], int]


@dataclass(frozen=True, slots=True)
class CountedCriterion:
    number: str
    amount: Amount
    bits: Bits
    """Bits for the greatest difference between two candidates; 0 = the criterion cannot tell them apart."""

    def adds(self, bracket: Bracket, a: int, b: int) -> int:
        """The amount of any pair; a pair without a resident belongs to a lower bracket."""
        if bracket.residents >> a & 1:
            return self.amount(bracket, a, b)
        return self.amount(bracket, b, a) if bracket.residents >> b & 1 else 0


def _upfloats(bracket: Bracket, other: int) -> bool:
    return bool(bracket.lower >> other & 1)


def c5_upfloaters(bracket: Bracket, resident: int, other: int) -> int:
    """C5: fewest upfloaters (2.3.1)."""
    return -int(_upfloats(bracket, other))


def c6_differences(bracket: Bracket, resident: int, other: int) -> int:
    """C6: smallest score differences to the upfloaters, the greatest difference first (2.3.2)."""
    if not _upfloats(bracket, other):
        return 0
    return -(1 << bracket.level(other) * bracket.most_upfloaters.bit_length())


def c7_preferences(bracket: Bracket, resident: int, other: int) -> int:
    """C7: fewest players without the colour they prefer (2.3.3)."""
    players = bracket.layout.players
    return -int(players[resident].preference.colour is players[other].preference.colour)


def _held_back(bracket: Bracket, other: int) -> bool:
    """C8 to C10 are not for the last round."""
    return not bracket.layout.last_round and _upfloats(bracket, other)


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
    return len(bracket.levels) * bracket.most_upfloaters.bit_length()


def pairs_bits(bracket: Bracket) -> int:
    return bracket.residents.bit_count().bit_length()


def held_back_bits(bracket: Bracket) -> int:
    return 0 if bracket.layout.last_round else bracket.most_upfloaters.bit_length()


def times_bits(bracket: Bracket) -> int:
    most = max(player.upfloats for player in bracket.layout.players)
    return 0 if bracket.layout.last_round else (bracket.most_upfloaters * most).bit_length()


Criterion = ForbidsPair[Competitor] | BarsFromBye[Competitor] | LeavesPairing[Competitor] | CountedCriterion


CRITERIA_TABLE: tuple[Criterion, ...] = (
    ForbidsPair("C1", have_met),
    BarsFromBye("C2", had_bye),
    ForbidsPair("C3", same_absolute),
    leaves_pairing_of("C4", laid_out),
    CountedCriterion("C5", c5_upfloaters, pairs_bits),
    CountedCriterion("C6", c6_differences, differences_bits),
    CountedCriterion("C7", c7_preferences, pairs_bits),
    CountedCriterion("C8", c8_maximum, held_back_bits),
    CountedCriterion("C9", c9_times, times_bits),
    CountedCriterion("C10", c10_again, held_back_bits),
)

ABSOLUTE_CRITERIA = tuple(row for row in CRITERIA_TABLE if not isinstance(row, CountedCriterion))
KEPT_BY_HAND: tuple[AbsoluteRow[Competitor], ...] = (
    *ABSOLUTE_CRITERIA,
    BarsFromColour("C.04.1, 6", too_many_of_one_colour),
    BarsFromColour("C.04.1, 7", too_often_running),
)
FORBIDDING = tuple(row for row in CRITERIA_TABLE if isinstance(row, ForbidsPair))
BARRING = tuple(row for row in CRITERIA_TABLE if isinstance(row, BarsFromBye))
COUNTED_CRITERIA = tuple(row for row in CRITERIA_TABLE if isinstance(row, CountedCriterion))
C5, *C6_TO_C10 = COUNTED_CRITERIA
