"""C1 to C8 as one table in the order of the Handbook (C.04.4.2 of 2026, 2): it drives the choice, the explanation,
the checker and the validator of pairings by hand."""

from domain.pairing.burstein_2026 import counted as c
from domain.pairing.burstein_2026.absolute import stranded_players
from domain.pairing.burstein_2026.competitors import Competitor
from domain.pairing.burstein_2026.counted import CountedCriterion
from domain.pairing.burstein_2026.scale import Zone
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

Criterion = ForbidsPair[Competitor] | BarsFromBye[Competitor] | LeavesPairing[Competitor] | CountedCriterion

CRITERIA_TABLE: tuple[Criterion, ...] = (
    ForbidsPair("C1", have_met),
    BarsFromBye("C2", had_bye),
    ForbidsPair("C3", same_absolute),
    LeavesPairing("C4", stranded_players),
    CountedCriterion("C5", Zone.HERE, c.c5_pairs, c.pairs_bits),
    CountedCriterion("C6", Zone.HERE, c.c6_scores, c.scores_bits),
    CountedCriterion("C7", Zone.NEXT, c.c7_pairs, c.pairs_next_bits),
    CountedCriterion("C7", Zone.NEXT, c.c7_scores, c.scores_next_bits),
    CountedCriterion("C8", Zone.HERE, c.c8_preferences, c.pairs_bits),
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
