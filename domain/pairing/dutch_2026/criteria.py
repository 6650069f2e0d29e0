"""C1 to C21 as one table in the order of the Handbook: it drives the choice, the explanation, the checker and the
validator of pairings by hand."""

from domain.pairing.dutch_2026 import counted as c
from domain.pairing.dutch_2026.absolute import is_topscorer, same_absolute_without_topscorers, stranded_players
from domain.pairing.dutch_2026.competitors import Competitor
from domain.pairing.dutch_2026.counted import CountedCriterion
from domain.pairing.dutch_2026.scale import Zone
from domain.pairing.swiss.absolute import (
    BarsFromBye,
    BarsFromColour,
    ForbidsPair,
    LeavesPairing,
    had_bye,
    have_met,
    too_many_of_one_colour,
    too_often_running,
)
from domain.pairing.swiss.legality import AbsoluteRow

Absolute = ForbidsPair[Competitor] | BarsFromBye[Competitor] | LeavesPairing[Competitor]
Criterion = Absolute | CountedCriterion

CRITERIA_TABLE: tuple[Criterion, ...] = (
    ForbidsPair("C1", have_met),
    BarsFromBye("C2", had_bye),
    ForbidsPair("C3", same_absolute_without_topscorers),
    LeavesPairing("C4", stranded_players),
    CountedCriterion("C5", Zone.BYE, c.c5_bye, c.one_bits),
    CountedCriterion("C6", Zone.HERE, c.c6_pairs, c.pairs_bits),
    CountedCriterion("C7", Zone.HERE, c.c7_scores, c.scores_of_moved_bits),
    CountedCriterion("C8", Zone.NEXT, c.c8_pairs, c.pairs_next_bits),
    CountedCriterion("C8", Zone.NEXT, c.c8_scores, c.scores_next_bits),
    CountedCriterion("C9", Zone.BYE, c.c9_unplayed, c.unplayed_bits),
    CountedCriterion("C10", Zone.HERE, c.c10_difference, c.topscorers_bits),
    CountedCriterion("C11", Zone.HERE, c.c11_third_colour, c.topscorers_bits),
    CountedCriterion("C12", Zone.HERE, c.c12_preferences, c.pairs_bits),
    CountedCriterion("C13", Zone.HERE, c.c13_strong, c.pairs_bits),
    CountedCriterion("C14", Zone.HERE, c.c14_down, c.down_bits(0)),
    CountedCriterion("C15", Zone.HERE, c.c15_up, c.up_bits(0)),
    CountedCriterion("C16", Zone.HERE, c.c16_down, c.down_bits(1)),
    CountedCriterion("C17", Zone.HERE, c.c17_up, c.up_bits(1)),
    CountedCriterion("C18", Zone.HERE, c.c18_scores, c.scores_of_down_bits(0)),
    CountedCriterion("C19", Zone.HERE, c.c19_scores, c.scores_of_up_bits(0)),
    CountedCriterion("C20", Zone.HERE, c.c20_scores, c.scores_of_down_bits(1)),
    CountedCriterion("C21", Zone.HERE, c.c21_scores, c.scores_of_up_bits(1)),
)

ABSOLUTE_CRITERIA = tuple(row for row in CRITERIA_TABLE if not isinstance(row, CountedCriterion))
KEPT_BY_HAND: tuple[AbsoluteRow[Competitor], ...] = (
    *ABSOLUTE_CRITERIA,
    BarsFromColour("C.04.1, 6", too_many_of_one_colour, is_topscorer),
    BarsFromColour("C.04.1, 7", too_often_running, is_topscorer),
)
"""With the limits of the colours, which bind neither topscorers nor their opponents (C3, C10, C11)."""
FORBIDDING = tuple(row for row in CRITERIA_TABLE if isinstance(row, ForbidsPair))
BARRING = tuple(row for row in CRITERIA_TABLE if isinstance(row, BarsFromBye))
COUNTED_CRITERIA = tuple(row for row in CRITERIA_TABLE if isinstance(row, CountedCriterion))
C5_TO_C7 = COUNTED_CRITERIA[:3]
