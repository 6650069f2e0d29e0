"""C1 to C21 as tables in the order of the Handbook, which drive the choice, the explanation, the checker and the
validator of pairings by hand.
"""

from collections.abc import Callable

from domain.pairing.dutch_2026.competitors import Bracket, Competitor, Layout, laid_out
from domain.pairing.graph.matching import as_bits, bits
from domain.pairing.swiss import criteria
from domain.pairing.swiss.colours import same_preference
from domain.pairing.swiss.criteria import CountedCriterion, ForbidsPair, ScoreLadder, Zone, each_pair, ladder
from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    layout: Layout
    moved: int
    residents: int
    following: int
    pairs: int
    here: ScoreLadder
    opponents: ScoreLadder
    next: ScoreLadder
    single_bye: bool
    """The only downfloater takes the bye (C9)."""

    def zone(self, higher: int, lower: int) -> Zone:
        """The lower player of a pair says where it counts: nobody is paired above their own bracket."""
        if self.residents >> lower & 1:
            return Zone.HERE
        if self.following >> lower & 1:
            return Zone.NEXT
        return Zone.BYE if lower == self.layout.bye_place else Zone.ELSEWHERE

    def score_here(self, place: int) -> int:
        return self.here.worth[self.layout.players[place].score]

    def score_of_opponent(self, place: int) -> int:
        return self.opponents.worth[self.layout.players[place].score]

    def score_next(self, place: int) -> int:
        return self.next.worth[self.layout.players[place].score]


@dataclass(frozen=True, slots=True)
class Moved:
    """MDPs by their scores, as far as C7 alone has decided about them; each place as a bit."""

    sure: int = 0
    """All MDPs of the score are paired."""
    out: int = 0


UNDECIDED = Moved()


def scale(layout: Layout, bracket: Bracket, single_bye: bool, known: Moved = UNDECIDED) -> Scale:
    moved, residents, following = map(as_bits, (bracket.moved, bracket.residents, bracket.following))
    pairs = min(len(bracket.residents), len(bracket.members) // 2)
    score = {place: layout.players[place].score for place in bracket.members}
    sure = {score[place] for place in bits(known.sure)}
    paired = [score[place] for place in bracket.moved if not known.out >> place & 1]
    leaving = [score[place] for place in bracket.members if not known.sure >> place & 1]
    opponents = ladder(paired, pairs)
    here = ladder(paired, pairs, sure) if sure else opponents
    next = ladder(leaving, len(bracket.following))
    return Scale(layout, moved, residents, following, pairs, here, opponents, next, single_bye)


# C5 to C21: what a pair adds to each criterion, and how many bits the sum over a candidate can need.

Amount = Callable[[Scale, int, int], int]
Bits = Callable[[Scale], int]


def c7_scores(s: Scale, a: int, b: int) -> int:
    """C7: lowest scores of the downfloaters, so highest ones of the MDPs paired."""
    return s.score_here(a) if s.moved >> a & 1 else 0


def c8_scores(s: Scale, a: int, b: int) -> int:
    """C8: highest scores paired there (its C7)."""
    return 0 if s.following >> a & 1 else s.score_next(a)


def c9_unplayed(s: Scale, a: int, b: int) -> int:
    """C9: fewest unplayed games of the only downfloater, who takes the bye."""
    return -s.layout.players[a].unplayed if s.single_bye else 0


def _same_absolute(s: Scale, a: int, b: int) -> bool:
    both = s.layout.absolute >> a & s.layout.absolute >> b & 1
    return bool(both) and same_preference(s.layout.players[a], s.layout.players[b])


def c10_difference(s: Scale, a: int, b: int) -> int:
    """C10: fewest topscorers or opponents of theirs whom a colour takes to a difference above 2.

    Above 3 where the regulations allow three games in a row with one colour.
    Somebody who had a wider one before and gets the other colour comes nearer and does not count.
    """
    players = s.layout.players
    return -int(_same_absolute(s, a, b) and players[a].far_ahead and players[b].far_ahead)


def c11_third_colour(s: Scale, a: int, b: int) -> int:
    """C11: fewest topscorers or opponents of theirs with the same colour three times running.

    The one with the wider colour difference has the preference granted, the other one may have had the colour twice.
    Four times where the regulations allow three.
    """
    if not _same_absolute(s, a, b):
        return 0
    one, two = s.layout.players[a], s.layout.players[b]
    if one.imbalance == two.imbalance:
        return -int(one.repeated and two.repeated)
    return -int(two.repeated if one.imbalance > two.imbalance else one.repeated)


def c12_preferences(s: Scale, a: int, b: int) -> int:
    """C12: fewest players without the colour they prefer."""
    return -int(same_preference(s.layout.players[a], s.layout.players[b]))


def c13_strong(s: Scale, a: int, b: int) -> int:
    """C13: fewest players without the colour they strongly prefer."""
    mild, absolute, players = s.layout.mild, s.layout.absolute, s.layout.players
    counts = not ((mild >> a | mild >> b | absolute >> a & absolute >> b) & 1)
    return -int(counts and same_preference(players[a], players[b]))


def down_again(ago: int) -> Amount:
    """C14: fewest resident downfloaters who floated down in the previous round; C16: in the one before."""

    def amount(s: Scale, a: int, b: int) -> int:
        """Counts the residents who are paired here instead."""
        had = s.layout.down[ago] & s.residents
        return (had >> a & 1) + (had >> b & 1)

    return amount


def up_again(ago: int) -> Amount:
    """C15: fewest opponents of MDPs who floated up in the previous round; C17: in the one before."""
    return lambda s, a, b: -(s.moved >> a & s.layout.up[ago] >> b & 1)


def scores_down_again(ago: int) -> Amount:
    """C18, C20: smallest score differences of MDPs who floated down then, so highest ones paired."""
    return lambda s, a, b: s.score_here(a) if s.moved & s.layout.down[ago] & 1 << a else 0


def scores_up_again(ago: int) -> Amount:
    """C19, C21: smallest score differences of opponents of MDPs who floated up then."""
    return lambda s, a, b: -s.score_of_opponent(a) if s.moved >> a & s.layout.up[ago] >> b & 1 else 0


# Bits for the greatest difference between two candidates; none = the criterion cannot tell them apart


def pairs_bits(s: Scale) -> int:
    return s.pairs.bit_length()


def pairs_next_bits(s: Scale) -> int:
    return s.following.bit_count().bit_length()


def unplayed_bits(s: Scale) -> int:
    return max(player.unplayed for player in s.layout.players).bit_length() if s.single_bye else 0


def topscorers_bits(s: Scale) -> int:
    return pairs_bits(s) if s.layout.last_round else 0


def down_bits(ago: int) -> Bits:
    return lambda s: (s.layout.down[ago] & s.residents).bit_count().bit_length()


def up_bits(ago: int) -> Bits:
    return lambda s: pairs_bits(s) if s.moved and s.layout.up[ago] & s.residents else 0


def scores_of_down_bits(ago: int) -> Bits:
    return lambda s: s.here.bits if s.moved & s.layout.down[ago] else 0


def scores_of_up_bits(ago: int) -> Bits:
    return lambda s: s.opponents.bits if s.layout.up[ago] & s.residents else 0


# C1 to C4: what a pairing must keep. The layout has the same as sets of places, for the choice.


def same_absolute_without_topscorers(one: Competitor, other: Competitor) -> bool:
    """C3: two who are not topscorers, with the same absolute preference."""
    return criteria.same_absolute(one, other) and not one.topscorer and not other.topscorer


KEPT_BY_HAND: tuple[criteria.AbsoluteRow[Competitor], ...] = (
    ForbidsPair("C1", criteria.have_met),
    criteria.BarsFromBye("C2", criteria.had_bye),
    ForbidsPair("C3", same_absolute_without_topscorers),
    criteria.leaves_pairing_of("C4", laid_out),
    *criteria.colour_limits(lambda player: player.topscorer),
)
"""With the limits of the colours, which bind neither topscorers nor their opponents (C3, C10, C11)."""
FORBIDDING = tuple(row for row in KEPT_BY_HAND if isinstance(row, ForbidsPair))

COUNTED_CRITERIA: tuple[CountedCriterion[Scale], ...] = (
    CountedCriterion("C5", Zone.BYE, each_pair, lambda s: 1),  # the bye goes to one of its takers
    CountedCriterion("C6", Zone.HERE, each_pair, pairs_bits),  # fewest downfloaters, so most pairs
    CountedCriterion("C7", Zone.HERE, c7_scores, lambda s: s.here.bits),
    CountedCriterion("C8", Zone.NEXT, each_pair, pairs_next_bits),  # most pairs of the next bracket (its C6)
    CountedCriterion("C8", Zone.NEXT, c8_scores, lambda s: s.next.bits),
    CountedCriterion("C9", Zone.BYE, c9_unplayed, unplayed_bits),
    CountedCriterion("C10", Zone.HERE, c10_difference, topscorers_bits),
    CountedCriterion("C11", Zone.HERE, c11_third_colour, topscorers_bits),
    CountedCriterion("C12", Zone.HERE, c12_preferences, pairs_bits),
    CountedCriterion("C13", Zone.HERE, c13_strong, pairs_bits),
    CountedCriterion("C14", Zone.HERE, down_again(0), down_bits(0)),
    CountedCriterion("C15", Zone.HERE, up_again(0), up_bits(0)),
    CountedCriterion("C16", Zone.HERE, down_again(1), down_bits(1)),
    CountedCriterion("C17", Zone.HERE, up_again(1), up_bits(1)),
    CountedCriterion("C18", Zone.HERE, scores_down_again(0), scores_of_down_bits(0)),
    CountedCriterion("C19", Zone.HERE, scores_up_again(0), scores_of_up_bits(0)),
    CountedCriterion("C20", Zone.HERE, scores_down_again(1), scores_of_down_bits(1)),
    CountedCriterion("C21", Zone.HERE, scores_up_again(1), scores_of_up_bits(1)),
)
C5_TO_C7 = COUNTED_CRITERIA[:3]
C10_TO_C21 = COUNTED_CRITERIA[6:]
