"""The field as sets of places: who may meet whom, who may have the bye.

A *place* counts from the bottom of the ranking (1.8), so that the opponent who comes first in the order of section 4,
the lowest ranked one, is the lowest bit of a set. A set of places is an int with one bit for each. Where
places stand in an order, the highest ranked is first: in-bracket sequence-numbers are 1, 2, ... (4.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.cards.card import PairingTask
from domain.pairing.burstein_2026.competitors import Competitor, everybody
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.absolute import legal_opponents
from domain.pairing.swiss.colours import Strength
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Layout:
    """Everybody present."""

    players: tuple[Competitor, ...]
    """By place: the lowest ranked first."""
    initial: Colour
    legal: tuple[int, ...]
    """For each place whom it may meet: C1, C3, and what the arbiter forbids."""
    due: Mapping[Colour, int]
    """Players with a preference for a colour (1.5)."""
    bye: int
    """Players who may have the pairing-allocated bye (C2)."""

    @property
    def everybody(self) -> int:
        return (1 << len(self.players)) - 1

    def same_preference(self, a: int, b: int) -> bool:
        """One of the two cannot have the colour they prefer."""
        one, two = self.players[a].preference.colour, self.players[b].preference.colour
        return one is not None and one is two


def laid_out(task: PairingTask) -> Layout:
    """The players present, and their criteria as sets."""
    present = (player for number, player in everybody(task).items() if task.cards[number].present)
    players = tuple(sorted(present, key=lambda player: player.ranking))
    due = {c: as_bits(at for at, player in enumerate(players) if player.preference.colour is c) for c in Colour}
    absolute = as_bits(at for at, player in enumerate(players) if player.preference.strength is Strength.ABSOLUTE)
    return Layout(
        players=players,
        initial=task.initial_colour,
        legal=legal_opponents(players, task.forbidden, [absolute & mine for mine in due.values()]),
        due=due,
        bye=as_bits(at for at, player in enumerate(players) if player.bye_allowed),
    )


def score_groups(layout: Layout, left: int) -> tuple[Places, ...]:
    """Those of these places with the same score, the highest score first (1.2.1)."""
    groups: dict[int, list[int]] = {}
    for place in reversed(range(len(layout.players))):
        if left >> place & 1:
            groups.setdefault(layout.players[place].score, []).append(place)
    return tuple(tuple(groups[score]) for score in sorted(groups, reverse=True))
