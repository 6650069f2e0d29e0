"""Starting points of McMahon, which every round of the event is paired with as with virtual points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.cards.baku import VirtualByRound
from domain.cards.card import Cards
from domain.words.formats.mcmahon import McMahonOptions
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Start:
    """Where everybody begins; nobody begins with anything under a system without starting points."""

    points: Mapping[PairingNumber, int] = field(default_factory=dict)
    """Half-points by pairing number."""
    top: int = 0
    """Half-points of players at the bar."""

    def of_all(self, rounds: int) -> VirtualByRound:
        """The same in every round, as virtual points; nobody without any is listed."""
        return {number: (points,) * rounds for number, points in self.points.items() if points}


def start_by_ratings(options: McMahonOptions, cards: Cards) -> Start:
    """Of those on the cards, by their ratings."""
    lowest = options.lowest(card.rating for card in cards.values())
    return Start(
        {number: options.start(card.rating, lowest) for number, card in cards.items()},
        options.top(lowest),
    )
