"""Section B as a table in the order of the Handbook. It decides a pairing, and it explains one.

A *meeting* is two players, the higher first, or one player and the bye. A criterion answers
who suffers in a meeting: nobody, and it is satisfied.
"""

from collections.abc import Callable, Iterator
from functools import partial, reduce

from domain.cards.card import Float
from domain.pairing.dutch_1998.competitors import Competitor, PairingField, score_groups
from domain.pairing.graph.matching import ANYBODY, as_bits
from domain.pairing.swiss.colours import same_preference, ways
from domain.pairing.swiss.criteria import due_each, kept_from, where
from domain.pairing.system import conflict
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber

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
    return () if lower is None or ways(higher.may, lower.may) else (higher, lower)


def b3_equal_scores(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.3: the difference of the scores should be as small as possible."""
    return () if lower is None or higher.score == lower.score else (higher, lower)


def b4_preferred_colours(higher: Competitor, lower: Competitor | None) -> tuple[Competitor, ...]:
    """B.4: as many as possible get the colour they are due. A pair of two who are due the same uses up one x (A.8)."""
    return (higher, lower) if lower and same_preference(higher, lower) else ()


def same_float(higher: Competitor, lower: Competitor | None, *, ago: int) -> tuple[Competitor, ...]:
    """B.5, B.6: nobody floats the same way as so many rounds ago (A.4); the bye is a downfloat (A.5)."""
    if lower and higher.score == lower.score:
        return ()
    down = (higher,) if higher.repeats(Float.DOWN, ago) else ()
    return (*down, lower) if lower and lower.repeats(Float.UP, ago) else down


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
    Criterion("B.5", False, partial(same_float, ago=1)),
    Criterion("B.6", False, partial(same_float, ago=2)),
)


def broken(higher: Competitor, lower: Competitor | None, *, absolute: bool) -> tuple[tuple[str, int], ...]:
    """Articles of section B this meeting breaks, with the players who suffer."""
    return tuple(
        (criterion.article, player.number)
        for criterion in SECTION_B
        if criterion.absolute is absolute
        for player in criterion.broken_by(higher, lower)
    )


# The criteria of section B laid out over a whole field: who may meet whom, who may float.
# Sets of places are the bits of an int, so that a question about two thousand players is one operation. Every entry
# comes from the functions in `criteria`.

PlaceBits = int


@dataclass(frozen=True, slots=True)
class Chart:
    field: PairingField
    legal: tuple[PlaceBits, ...]
    """For each place those it may meet: B.1a, B.2, and what the arbiter forbids."""
    equal: tuple[PlaceBits, ...]
    """For each place those with the same score, itself included (A.3)."""
    due: dict[Colour, PlaceBits]
    """Players due each colour (A.7)."""
    bye: PlaceBits
    """Players who may have the bye (B.1b)."""
    down: tuple[PlaceBits, PlaceBits, PlaceBits]
    """Players who may float down with B.5 and B.6 in force, with B.5 only, with neither (C.9)."""
    up: tuple[PlaceBits, PlaceBits, PlaceBits]
    """Players who may float up, likewise (C.10)."""

    @property
    def conflict(self) -> tuple[PairingNumber, ...]:
        """Pairing numbers that compete for too few opponents; nobody if a complete legal pairing exists."""
        return conflict(self.legal, self.bye, [player.number for player in self.field.players])

    def clash(self, a: int, b: int) -> bool:
        """Both are due the same colour (B.4)."""
        return same_preference(self.field.players[a], self.field.players[b])

    def not_lower(self, place: int) -> PlaceBits:
        return (1 << self.equal[place].bit_length()) - 1

    def same_colour(self, place: int) -> PlaceBits:
        colour = self.field.players[place].preference.colour
        return self.due[colour] if colour else 0


def chart(field: PairingField) -> Chart:
    return Chart(
        field=field,
        legal=tuple(_legal(field)),
        equal=tuple(same for group in score_groups(field) for same in [as_bits(group)] * len(group)),
        due=due_each(field.players),
        bye=where(field.players, lambda player: not player.had_free_point),
        down=_free_to_float(field, Float.DOWN),
        up=_free_to_float(field, Float.UP),
    )


def _free_to_float(field: PairingField, way: Float) -> tuple[PlaceBits, PlaceBits, PlaceBits]:
    last = where(field.players, lambda player: player.repeats(way, 1))
    before = where(field.players, lambda player: player.repeats(way, 2))
    return ~(last | before), ~last, ANYBODY


def _legal(field: PairingField) -> Iterator[PlaceBits]:
    """B.1a and B.2. For B.2 only the colours that a player may still take matter, and there are four cases."""
    cases = {player.may: player for player in field.players}
    alike = {may: as_bits(i for i, player in enumerate(field.players) if player.may == may) for may in cases}
    agreeing = {
        may: reduce(int.__or__, (alike[m] for m, other in cases.items() if not b2_colours(one, other)), 0)
        for may, one in cases.items()
    }
    apart = kept_from(field.players, field.forbidden)
    for place, player in enumerate(field.players):
        yield agreeing[player.may] & ~(apart[place] | 1 << place)
