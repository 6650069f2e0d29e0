"""Section B as a table in the order of the Handbook. It decides a pairing, and it explains one.

A *meeting* is two players, the higher first, or one player and the bye. A criterion answers
who suffers in a meeting: nobody, and it is satisfied.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.cards.card import Float
from domain.pairing.dutch_1998.field import Competitor
from domain.words.games import Colour

PlayersMet = Callable[[Competitor, Competitor | None], tuple[Competitor, ...]]
"""Higher player, and the lower one or None for the bye -> those whose criterion is broken."""


def b1a_not_met_before(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.1a: two players meet once. A game that was not played does not count (F.2)."""
    met = lower and (lower.number in higher.met or higher.number in lower.met)
    return (higher, lower) if lower and met else ()


def b1b_one_free_point(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.1b: no bye for a player who got a point without playing."""
    return (higher,) if lower is None and higher.had_free_point else ()


def b2_colours(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.2: there are colours that keep the difference within two (a) and give nobody three in a row (b)."""
    if lower is None or any(colour in higher.may and colour.opposite in lower.may for colour in Colour):
        return ()
    return (higher, lower)


def b3_equal_scores(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.3: the difference of the scores should be as small as possible."""
    return () if lower is None or higher.score == lower.score else (higher, lower)


def b4_preferred_colours(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.4: as many as possible get the colour they are due. A pair of two who are due the same uses up one x (A.8)."""
    same = lower and higher.preference.colour and higher.preference.colour is lower.preference.colour
    return (higher, lower) if lower and same else ()


def repeats_downfloat(player: Competitor, ago: int) -> bool:
    """A downfloat now would repeat the one of `ago` rounds before."""
    return player.floats[ago - 1] is Float.DOWN and not player.exempt


def repeats_upfloat(player: Competitor, ago: int) -> bool:
    """An upfloat now would repeat the one of `ago` rounds before."""
    return player.floats[ago - 1] is Float.UP and not player.exempt


def _same_float(higher: Competitor, lower: Competitor | None, ago: int) -> tuple[Competitor, ...]:
    if lower is None:
        return (higher,) if repeats_downfloat(higher, ago) else ()
    if higher.score == lower.score:
        return ()
    down = (higher,) if repeats_downfloat(higher, ago) else ()
    return (*down, lower) if repeats_upfloat(lower, ago) else down


def b5_same_float_last_round(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.5: nobody floats the same way in two rounds running (A.4); the bye is a downfloat (A.5)."""
    return _same_float(higher, lower, 1)


def b6_same_float_two_rounds_before(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.6: nobody floats the same way as two rounds before."""
    return _same_float(higher, lower, 2)


@dataclass(frozen=True, slots=True)
class Criterion:
    article: str
    absolute: bool
    broken_by: PlayersMet


SECTION_B: tuple[Criterion, ...] = (
    Criterion("B.1a", True, b1a_not_met_before),
    Criterion("B.1b", True, b1b_one_free_point),
    Criterion("B.2", True, b2_colours),
    Criterion("B.3", False, b3_equal_scores),
    Criterion("B.4", False, b4_preferred_colours),
    Criterion("B.5", False, b5_same_float_last_round),
    Criterion("B.6", False, b6_same_float_two_rounds_before),
)


def broken(higher: Competitor, lower: Competitor | None, *, absolute: bool) -> tuple[tuple[str, int], ...]:
    """Articles of section B this meeting breaks, with the players who suffer."""
    return tuple(
        (criterion.article, player.number)
        for criterion in SECTION_B
        if criterion.absolute is absolute
        for player in criterion.broken_by(higher, lower)
    )
