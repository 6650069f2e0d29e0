"""The criteria of section B laid out over a whole field: who may meet whom, who may float.

Sets of places are the bits of an int, so that a question about two thousand players is one
operation. Every entry comes from the functions in `criteria`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from domain.pairing.dutch_1998.brackets import score_groups
from domain.pairing.dutch_1998.criteria import b1b_one_free_point, b2_colours, repeats_downfloat, repeats_upfloat
from domain.pairing.dutch_1998.field import Competitor, PairingField
from domain.pairing.graph.bit_sets import ANYBODY, as_bits
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss.absolute import kept_from
from domain.words.games import Colour
from domain.words.players import PairingNumber

PlaceBits = int
"""A set of places as bits."""


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
        players = self.field.players
        colour = players[a].preference.colour
        return colour is not None and colour is players[b].preference.colour

    def not_lower(self, place: int) -> PlaceBits:
        """Everybody with as many points or more."""
        return (1 << self.equal[place].bit_length()) - 1

    def same_colour(self, place: int) -> PlaceBits:
        """Players due the colour that this one is due."""
        colour = self.field.players[place].preference.colour
        return self.due[colour] if colour else 0


def chart(field: PairingField) -> Chart:
    def who(test: Callable[[Competitor], bool]) -> PlaceBits:
        return as_bits(place for place, player in enumerate(field.players) if test(player))

    return Chart(
        field=field,
        legal=tuple(_legal(field)),
        equal=tuple(_equal(field)),
        due={colour: who(lambda p, c=colour: p.preference.colour is c) for colour in Colour},  # type: ignore[misc]
        bye=who(lambda p: not b1b_one_free_point(p, None)),
        down=_floaters(field, repeats_downfloat),
        up=_floaters(field, repeats_upfloat),
    )


def _floaters(
    field: PairingField, repeats: Callable[[Competitor, int], bool]
) -> tuple[PlaceBits, PlaceBits, PlaceBits]:
    last, before = (
        as_bits(place for place, player in enumerate(field.players) if repeats(player, ago)) for ago in (1, 2)
    )
    return ~(last | before), ~last, ANYBODY


def _equal(field: PairingField) -> Iterator[PlaceBits]:
    for group in score_groups(field):
        together = as_bits(group)
        yield from (together for _ in group)


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
