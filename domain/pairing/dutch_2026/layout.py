"""The absolute criteria laid out over a whole field: who may meet whom, who may have the bye.

A *place* is an index into the players in the order of 1.2. A set of places is an int, one bit a place, so that
a question about two thousand players is one operation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby

from domain.cards.card import Float, PairingTask
from domain.pairing.dutch_2026.competitors import Competitor, competitors
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.absolute import legal_opponents
from domain.pairing.swiss.colours import Strength
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


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
    """Players who floated up in the previous round, and in the one before."""

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
    ordinary = ~as_bits(place for place, player in enumerate(players) if player.topscorer)
    return Layout(
        players=players,
        initial=task.initial_colour,
        last_round=task.round == task.rounds,
        legal=legal_opponents(players, task.forbidden, [absolute & ordinary & mine for mine in due.values()]),
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
