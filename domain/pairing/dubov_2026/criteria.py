"""C1 to C10 as one table in the order of the Handbook: it drives the choice, the explanation, the checker and the
validator of pairings by hand."""

from collections.abc import Collection

from domain.cards.card import PairingTask
from domain.pairing.dubov_2026 import counted as c
from domain.pairing.dubov_2026.competitors import Competitor
from domain.pairing.dubov_2026.counted import CountedCriterion
from domain.pairing.dubov_2026.layout import laid_out
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss.absolute import (
    BarsFromBye,
    BarsFromColour,
    ForbidsPair,
    LeavesPairing,
    had_bye,
    have_met,
    same_absolute,
    too_many_of_one_colour,
    too_often_running,
)
from domain.pairing.swiss.legality import AbsoluteRow
from domain.words.players import PairingNumber

Criterion = ForbidsPair[Competitor] | BarsFromBye[Competitor] | LeavesPairing[Competitor] | CountedCriterion


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    layout = laid_out(task.among(left))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))


CRITERIA_TABLE: tuple[Criterion, ...] = (
    ForbidsPair("C1", have_met),
    BarsFromBye("C2", had_bye),
    ForbidsPair("C3", same_absolute),
    LeavesPairing("C4", stranded_players),
    CountedCriterion("C5", c.c5_upfloaters, c.pairs_bits),
    CountedCriterion("C6", c.c6_differences, c.differences_bits),
    CountedCriterion("C7", c.c7_preferences, c.pairs_bits),
    CountedCriterion("C8", c.c8_maximum, c.held_back_bits),
    CountedCriterion("C9", c.c9_times, c.times_bits),
    CountedCriterion("C10", c.c10_again, c.held_back_bits),
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
