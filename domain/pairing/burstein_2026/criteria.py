"""C1 to C8 as one table in the order of the Handbook (C.04.4.2 of 2026, 2): it drives the choice, the explanation,
the checker and the validator of pairings by hand.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum

from domain.cards.card import PairingTask
from domain.pairing.burstein_2026.competitors import Bracket, Competitor, Layout, laid_out
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss.criteria import (
    AbsoluteRow,
    BarsFromBye,
    BarsFromColour,
    ForbidsPair,
    LeavesPairing,
    ScoreLadder,
    had_bye,
    have_met,
    ladder,
    same_absolute,
    too_many_of_one_colour,
    too_often_running,
)
from domain.words.players import PairingNumber

# Facts that the counted criteria (C5 to C8) ask about a bracket, and the places where a pair counts.


class Zone(Enum):
    """Pairs that a criterion counts."""

    HERE = "here"
    """A pair of two players of the bracket."""
    NEXT = "next"
    """A pair of the next bracket: one of its residents with another, or with a floater from here."""
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Scale:
    layout: Layout
    members: int
    following: int
    here: ScoreLadder
    """For scores of players who are paired here."""
    next: ScoreLadder
    """For scores of floaters who are paired in the next bracket."""

    def zone(self, a: int, b: int) -> Zone:
        """The place where the pair counts."""
        inside = (self.members >> a & 1) + (self.members >> b & 1)
        if inside == 2:
            return Zone.HERE
        return Zone.NEXT if inside + (self.following >> a & 1) + (self.following >> b & 1) == 2 else Zone.ELSEWHERE

    def score_here(self, place: int) -> int:
        return self.here.worth[self.layout.players[place].score]

    def score_next(self, place: int) -> int:
        return self.next.worth[self.layout.players[place].score]


def scale(layout: Layout, bracket: Bracket) -> Scale:
    members, following = as_bits(bracket.members), as_bits(bracket.following)
    scores = [layout.players[place].score for place in bracket.members]
    here, next = ladder(scores, len(scores)), ladder(scores, min(len(scores), len(bracket.following)))
    return Scale(layout, members, following, here, next)


# C5 to C8: what a pair adds to each criterion, and how many bits the sum over a pairing can need.

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


# C4 for a pairing made by hand: those who are left must be able to be paired.


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    layout = laid_out(task.among(left))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))


Criterion = ForbidsPair[Competitor] | BarsFromBye[Competitor] | LeavesPairing[Competitor] | CountedCriterion

CRITERIA_TABLE: tuple[Criterion, ...] = (
    ForbidsPair("C1", have_met),
    BarsFromBye("C2", had_bye),
    ForbidsPair("C3", same_absolute),
    LeavesPairing("C4", stranded_players),
    CountedCriterion("C5", Zone.HERE, c5_pairs, pairs_bits),
    CountedCriterion("C6", Zone.HERE, c6_scores, scores_bits),
    CountedCriterion("C7", Zone.NEXT, c7_pairs, pairs_next_bits),
    CountedCriterion("C7", Zone.NEXT, c7_scores, scores_next_bits),
    CountedCriterion("C8", Zone.HERE, c8_preferences, pairs_bits),
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
