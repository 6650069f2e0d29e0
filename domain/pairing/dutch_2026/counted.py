"""C5 to C21: what a pair adds to each criterion, and how many bits the sum over a candidate can need."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.pairing.dutch_2026.scale import Scale, Zone

Amount = Callable[[Scale, int, int], int]
"""Two places, the higher first -> what their pair adds (more is better)."""

Bits = Callable[[Scale], int]


@dataclass(frozen=True, slots=True)
class CountedCriterion:
    """A criterion to be met as well as it can be."""

    number: str
    zone: Zone
    amount: Amount
    """The amount that a pair of this zone adds."""
    bits: Bits

    def adds(self, scale: Scale, a: int, b: int) -> int:
        """The amount that any pair adds."""
        return self.amount(scale, a, b) if scale.zone(a, b) is self.zone else 0


def c5_bye(s: Scale, a: int, b: int) -> int:
    """C5: the bye goes to one of its takers."""
    return 1


def c6_pairs(s: Scale, a: int, b: int) -> int:
    """C6: fewest downfloaters, so most pairs."""
    return 1


def c7_scores(s: Scale, a: int, b: int) -> int:
    """C7: lowest scores of the downfloaters, so highest ones of the MDPs paired."""
    return s.score_here(a) if s.moved >> a & 1 else 0


def c8_pairs(s: Scale, a: int, b: int) -> int:
    """C8: most pairs of the next bracket (its C6)."""
    return 1


def c8_scores(s: Scale, a: int, b: int) -> int:
    """C8: highest scores paired there (its C7)."""
    return 0 if s.following >> a & 1 else s.score_next(a)


def c9_unplayed(s: Scale, a: int, b: int) -> int:
    """C9: fewest unplayed games of the only downfloater, who takes the bye."""
    return -s.layout.players[a].unplayed if s.single_bye else 0


def _same_absolute(s: Scale, a: int, b: int) -> bool:
    both = s.layout.absolute >> a & s.layout.absolute >> b & 1
    return bool(both and _same_preference(s, a, b))


def _same_preference(s: Scale, a: int, b: int) -> bool:
    one, two = s.layout.players[a].preference.colour, s.layout.players[b].preference.colour
    return one is not None and one is two


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
    return -int(_same_preference(s, a, b))


def c13_strong(s: Scale, a: int, b: int) -> int:
    """C13: fewest players without the colour they strongly prefer."""
    mild = (s.layout.mild >> a | s.layout.mild >> b) & 1
    return -int(not mild and _same_preference(s, a, b) and not _same_absolute(s, a, b))


def _paired_again(s: Scale, a: int, b: int, ago: int) -> int:
    """Residents paired here who would float down again as they did."""
    had = s.layout.down[ago] & s.residents
    return (had >> a & 1) + (had >> b & 1)


def _up_again(s: Scale, a: int, b: int, ago: int) -> bool:
    """The opponent of an MDP floated up then, too."""
    return bool(s.moved >> a & s.layout.up[ago] >> b & 1)


def c14_down(s: Scale, a: int, b: int) -> int:
    """C14: fewest resident downfloaters who floated down in the previous round."""
    return _paired_again(s, a, b, 0)


def c15_up(s: Scale, a: int, b: int) -> int:
    """C15: fewest opponents of MDPs who floated up in the previous round."""
    return -int(_up_again(s, a, b, 0))


def c16_down(s: Scale, a: int, b: int) -> int:
    """C16: C14 for the round before."""
    return _paired_again(s, a, b, 1)


def c17_up(s: Scale, a: int, b: int) -> int:
    """C17: C15 for the round before."""
    return -int(_up_again(s, a, b, 1))


def _scores_down(s: Scale, a: int, ago: int) -> int:
    return s.score_here(a) if s.moved & s.layout.down[ago] & 1 << a else 0


def c18_scores(s: Scale, a: int, b: int) -> int:
    """C18: smallest score differences of MDPs who floated down in the previous round: highest ones paired."""
    return _scores_down(s, a, 0)


def c19_scores(s: Scale, a: int, b: int) -> int:
    """C19: smallest score differences of opponents of MDPs who floated up in the previous round."""
    return -s.score_of_opponent(a) if _up_again(s, a, b, 0) else 0


def c20_scores(s: Scale, a: int, b: int) -> int:
    """C20: C18 for the round before."""
    return _scores_down(s, a, 1)


def c21_scores(s: Scale, a: int, b: int) -> int:
    """C21: C19 for the round before."""
    return -s.score_of_opponent(a) if _up_again(s, a, b, 1) else 0


# Bits for the greatest difference between two candidates; none = the criterion cannot tell them apart


def one_bits(s: Scale) -> int:
    return 1


def pairs_bits(s: Scale) -> int:
    return s.pairs.bit_length()


def scores_of_moved_bits(s: Scale) -> int:
    return s.here.bits


def pairs_next_bits(s: Scale) -> int:
    return s.following.bit_count().bit_length()


def scores_next_bits(s: Scale) -> int:
    return s.next.bits


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
