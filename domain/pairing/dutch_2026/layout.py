"""The absolute criteria laid out over a whole field: who may meet whom, who may have the bye.

A *place* is an index into the players in the order of 1.2. A set of places is an int, one bit a place, so that
a question about two thousand players is one operation.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from domain.cards.card import Float, PairingTask
from domain.pairing.dutch_2026.competitors import Competitor, competitors
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.absolute import kept_from
from domain.pairing.swiss.colours import Strength
from domain.words.games import Colour
from domain.words.players import PairingNumber

Places = tuple[int, ...]
"""Places, ascending."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A field as sets of places."""

    players: tuple[Competitor, ...]
    initial: Colour
    last_round: bool
    legal: tuple[int, ...]
    """For each place whom it may meet: C1, C3, and what the arbiter forbids."""
    groups: tuple[Places, ...]
    """Score groups, highest first (1.3)."""
    due: Mapping[Colour, int]
    """Players with a preference for a colour (1.7)."""
    mild: int
    """Players whose preference is mild, or who have none."""
    absolute: int
    bye: int
    """Players who may have the pairing-allocated bye (C2)."""
    down: tuple[int, int]
    """Players who floated down in the previous round, and in the one before."""
    up: tuple[int, int]
    """Likewise those who floated up."""

    @property
    def bye_place(self) -> int:
        """The vertex that stands for the bye in an odd field."""
        return len(self.players)


def laid_out(task: PairingTask) -> Layout:
    """The players present, and their criteria as sets."""
    players = competitors(task)

    def where(test: Callable[[Competitor], bool]) -> int:
        return as_bits(place for place, player in enumerate(players) if test(player))

    due = {colour: where(lambda p, c=colour: p.preference.colour is c) for colour in Colour}  # type: ignore[misc]
    absolute = where(lambda p: p.preference.strength is Strength.ABSOLUTE)
    return Layout(
        players=players,
        initial=task.initial_colour,
        last_round=task.round == task.rounds,
        legal=tuple(_legal(players, task.forbidden, due, absolute)),
        groups=_groups(players),
        due=due,
        mild=where(lambda p: p.preference.strength <= Strength.MILD),
        absolute=absolute,
        bye=where(lambda p: p.bye_allowed),
        down=(where(lambda p: p.floats[0] is Float.DOWN), where(lambda p: p.floats[1] is Float.DOWN)),
        up=(where(lambda p: p.floats[0] is Float.UP), where(lambda p: p.floats[1] is Float.UP)),
    )


def _groups(players: tuple[Competitor, ...]) -> tuple[Places, ...]:
    ranked = groupby(enumerate(players), key=lambda pair: pair[1].score)
    return tuple(tuple(place for place, _ in group) for _, group in ranked)


def _legal(
    players: tuple[Competitor, ...],
    forbidden: frozenset[frozenset[PairingNumber]],
    due: Mapping[Colour, int],
    absolute: int,
) -> Iterator[int]:
    """C1, and C3: two who are not topscorers do not meet with the same absolute preference."""
    everybody = (1 << len(players)) - 1
    apart = kept_from(players, forbidden)
    ordinary = everybody & ~as_bits(place for place, player in enumerate(players) if player.topscorer)
    for place, player in enumerate(players):
        others = everybody & ~(apart[place] | 1 << place)
        colour = player.preference.colour
        if ordinary & absolute & 1 << place and colour is not None:
            others &= ~(ordinary & absolute & due[colour])
        yield others
