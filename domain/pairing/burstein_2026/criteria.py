"""C1 to C8 as tables in the order of the Handbook (C.04.4.2 of 2026, 2), which drive the choice, the explanation,
the checker and the validator of pairings by hand.
"""

from domain.pairing.burstein_2026.competitors import Bracket, Competitor, Layout, laid_out
from domain.pairing.graph.matching import as_bits
from domain.pairing.swiss import criteria
from domain.pairing.swiss.criteria import CountedCriterion, ForbidsPair, ScoreLadder, Zone, each_pair, ladder
from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    layout: Layout
    members: int
    following: int
    here: ScoreLadder
    next: ScoreLadder

    def zone(self, a: int, b: int) -> Zone:
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


def c6_scores(s: Scale, a: int, b: int) -> int:
    """C6: lowest scores of the floaters, the highest of them first, so highest ones of those paired (2.3.2)."""
    return s.score_here(a) + s.score_here(b)


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


KEPT_BY_HAND: tuple[criteria.AbsoluteRow[Competitor], ...] = (
    ForbidsPair("C1", criteria.have_met),
    criteria.BarsFromBye("C2", criteria.had_bye),
    ForbidsPair("C3", criteria.same_absolute),
    criteria.leaves_pairing_of("C4", laid_out),
    *criteria.colour_limits(),
)
FORBIDDING = tuple(row for row in KEPT_BY_HAND if isinstance(row, ForbidsPair))

COUNTED_CRITERIA: tuple[CountedCriterion[Scale], ...] = (
    CountedCriterion("C5", Zone.HERE, each_pair, pairs_bits),  # most pairs, so fewest floaters (2.3.1)
    CountedCriterion("C6", Zone.HERE, c6_scores, scores_bits),
    CountedCriterion("C7", Zone.NEXT, each_pair, pairs_next_bits),  # most pairs of the next bracket, its C5 (2.3.3)
    CountedCriterion("C7", Zone.NEXT, c7_scores, scores_next_bits),
    CountedCriterion("C8", Zone.HERE, c8_preferences, pairs_bits),
)
