"""C6 to C21 as the weight of a pair, for brackets that no bound settles.

Each criterion is a number for each pair; its sum over a pairing says how well the criterion is met (`layers` makes
one weight of them).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from domain.pairing.dutch_2026.bracket import Bracket
from domain.pairing.dutch_2026.layers import Edge, Layer
from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits, bits

Criterion = Callable[["Scale", int, int], int]
"""Two places, the higher first -> what their pair adds (more is better)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Facts that the criteria ask about a bracket."""

    layout: Layout
    moved: int
    residents: int
    following: int
    shift: Mapping[int, int]
    """By score: the bit at which its count begins in a number that compares scores in descending order."""
    single_bye: bool
    """The only downfloater takes the bye (C9)."""

    def inside(self, higher: int, lower: int) -> bool:
        """A pair of this bracket: its lower player is a resident, the higher one too or moved down."""
        return bool(self.residents >> lower & 1 and (self.moved | self.residents) >> higher & 1)

    def score(self, place: int) -> int:
        return 1 << self.shift[self.layout.players[place].score]


def scale(layout: Layout, bracket: Bracket, single_bye: bool) -> Scale:
    moved, residents = as_bits(bracket.moved), as_bits(bracket.residents)
    counts: dict[int, int] = {}
    for place in bracket.members:
        score = layout.players[place].score
        counts[score] = counts.get(score, 0) + 1
    shift, at = {}, 0
    for score in sorted(counts):
        shift[score] = at
        at += counts[score].bit_length()
    return Scale(layout, moved, residents, as_bits(bracket.following), shift, single_bye)


# The criteria


def c5_bye(s: Scale, a: int, b: int) -> int:
    """C5: the bye goes to one of its takers."""
    return int(b == s.layout.bye_place)


def c6_pairs(s: Scale, a: int, b: int) -> int:
    """C6: fewest downfloaters, so most pairs."""
    return int(s.inside(a, b))


def c7_scores(s: Scale, a: int, b: int) -> int:
    """C7: lowest scores of the downfloaters, so highest ones of the MDPs paired."""
    return s.score(a) if s.moved >> a & 1 and s.inside(a, b) else 0


def _next(s: Scale, a: int, b: int) -> bool:
    return bool(s.following >> b & 1 and (s.moved | s.residents | s.following) >> a & 1)


def c8_pairs(s: Scale, a: int, b: int) -> int:
    """C8: most pairs of the next bracket (its C6)."""
    return int(_next(s, a, b))


def c8_scores(s: Scale, a: int, b: int) -> int:
    """C8: highest scores paired there (its C7)."""
    return s.score(a) if _next(s, a, b) and not s.following >> a & 1 else 0


def c9_unplayed(s: Scale, a: int, b: int) -> int:
    """C9: fewest unplayed games of the only downfloater, who takes the bye."""
    return -s.layout.players[a].unplayed if s.single_bye and b == s.layout.bye_place else 0


def _same_absolute(s: Scale, a: int, b: int) -> bool:
    both = s.layout.absolute >> a & s.layout.absolute >> b & 1
    return bool(both and _same_preference(s, a, b))


def _same_preference(s: Scale, a: int, b: int) -> bool:
    one, two = s.layout.players[a].preference.colour, s.layout.players[b].preference.colour
    return one is not None and one is two


def c10_difference(s: Scale, a: int, b: int) -> int:
    """C10: fewest topscorers or opponents of theirs whom a colour takes to a difference above 2.

    Somebody who had a wider one before and gets the other colour comes nearer and does not count.
    """
    players = s.layout.players
    worse = s.inside(a, b) and _same_absolute(s, a, b) and players[a].imbalance > 1 and players[b].imbalance > 1
    return -int(worse)


def c11_third_colour(s: Scale, a: int, b: int) -> int:
    """C11: fewest topscorers or opponents of theirs with the same colour three times running.

    The one with the wider colour difference has the preference granted, the other one may have had the colour twice.
    """
    if not (s.inside(a, b) and _same_absolute(s, a, b)):
        return 0
    one, two = s.layout.players[a], s.layout.players[b]
    if one.imbalance == two.imbalance:
        return -int(one.repeated and two.repeated)
    return -int(two.repeated if one.imbalance > two.imbalance else one.repeated)


def c12_preferences(s: Scale, a: int, b: int) -> int:
    """C12: fewest players without the colour they prefer."""
    return -int(s.inside(a, b) and _same_preference(s, a, b))


def c13_strong(s: Scale, a: int, b: int) -> int:
    """C13: fewest players without the colour they strongly prefer."""
    mild = (s.layout.mild >> a | s.layout.mild >> b) & 1
    return -int(s.inside(a, b) and _same_preference(s, a, b) and not mild and not _same_absolute(s, a, b))


def _paired_again(s: Scale, a: int, b: int, ago: int) -> int:
    """Residents paired here who would float down again as they did."""
    had = s.layout.down[ago] & s.residents
    return (had >> a & 1) + (had >> b & 1) if s.inside(a, b) else 0


def _up_again(s: Scale, a: int, b: int, ago: int) -> bool:
    """The opponent of an MDP floated up then, too."""
    return bool(s.inside(a, b) and s.moved >> a & s.layout.up[ago] >> b & 1)


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


def _scores_down(s: Scale, a: int, b: int, ago: int) -> int:
    had = s.moved & s.layout.down[ago]
    return s.score(a) if had >> a & 1 and s.inside(a, b) else 0


def c18_scores(s: Scale, a: int, b: int) -> int:
    """C18: smallest score differences of MDPs who floated down in the previous round: highest ones paired."""
    return _scores_down(s, a, b, 0)


def c19_scores(s: Scale, a: int, b: int) -> int:
    """C19: smallest score differences of opponents of MDPs who floated up in the previous round."""
    return -s.score(a) if _up_again(s, a, b, 0) else 0


def c20_scores(s: Scale, a: int, b: int) -> int:
    """C20: C18 for the round before."""
    return _scores_down(s, a, b, 1)


def c21_scores(s: Scale, a: int, b: int) -> int:
    """C21: C19 for the round before."""
    return -s.score(a) if _up_again(s, a, b, 1) else 0


WEIGHED_CRITERIA: tuple[tuple[str, Criterion], ...] = (
    ("C5", c5_bye),
    ("C6", c6_pairs),
    ("C7", c7_scores),
    ("C8", c8_pairs),
    ("C8", c8_scores),
    ("C9", c9_unplayed),
    ("C10", c10_difference),
    ("C11", c11_third_colour),
    ("C12", c12_preferences),
    ("C13", c13_strong),
    ("C14", c14_down),
    ("C15", c15_up),
    ("C16", c16_down),
    ("C17", c17_up),
    ("C18", c18_scores),
    ("C19", c19_scores),
    ("C20", c20_scores),
    ("C21", c21_scores),
)
"""In the order of the Handbook. C1 to C3 are in the layout, C4 is proven beside (`completion`)."""


def layers(scale: Scale, edges: Iterable[Edge]) -> Iterator[Layer]:
    """The amount that each of these pairs adds to each criterion, in the order of the Handbook."""
    every = list(edges)
    for _, criterion in WEIGHED_CRITERIA:
        yield {edge: value for edge in every if (value := criterion(scale, *edge))}


def legal_edges(graph: Mapping[int, int], near: int, everybody: int, moved: int) -> Iterator[Edge]:
    """Legal pairs of these places; two who were moved down are not paired here."""
    for place in bits(near):
        others = graph[place] & everybody & ~((1 << place + 1) - 1)
        yield from ((place, other) for other in bits(others) if not moved >> place & moved >> other & 1)
