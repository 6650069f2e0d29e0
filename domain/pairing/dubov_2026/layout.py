"""The absolute criteria laid out over a whole field: who may meet whom, who may have the bye.

A *place* is an index into the players by pairing number. A set of places is an int, one bit a place, so that a
question about a thousand players is one operation.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from domain.cards.card import PairingTask
from domain.pairing.dubov_2026.competitors import Competitor, competitors
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.swiss.absolute import legal_opponents
from domain.pairing.swiss.colours import Strength
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Layout:
    """A field as sets of places."""

    players: tuple[Competitor, ...]
    """By pairing number."""
    initial: Colour
    last_round: bool
    legal: tuple[int, ...]
    """For each place whom it may meet: C1, C3, and what the arbiter forbids."""
    due: Mapping[Colour, int]
    """Players with a preference for a colour: everybody has one (1.6)."""
    bye: int
    """Players who may have the pairing-allocated bye (C2)."""

    def groups(self, among: int) -> list[int]:
        """Scoregroups of these places, the highest score first (1.3.1)."""
        by_score: dict[int, int] = {}
        for place in bits(among):
            score = self.players[place].score
            by_score[score] = by_score.get(score, 0) | 1 << place
        return [group for _, group in sorted(by_score.items(), reverse=True)]

    def ranked(self, places: Iterable[int]) -> list[int]:
        """The same places in the order of 1.2."""
        return sorted(places, key=lambda place: self.players[place].order)


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
        legal=legal_opponents(players, task.forbidden, [absolute & mine for mine in due.values()]),
        due=due,
        bye=where(lambda p: p.bye_allowed),
    )
