"""Starting points of McMahon, which every round of the event is paired with as with virtual points."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from domain.cards.baku import VirtualByRound
from domain.cards.card import Card, Cards
from domain.words.options import McMahonOptions
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class StartingPoints:
    """The points that everybody begins with; nobody has any under a system without them."""

    points: Mapping[PairingNumber, int] = field(default_factory=dict)
    """Half-points by pairing number."""
    top: int = 0
    """Half-points of players at the bar."""

    def of_all(self, rounds: int) -> VirtualByRound:
        """The same in every round, as virtual points; nobody without any is listed."""
        return {number: (points,) * rounds for number, points in self.points.items() if points}


def ahead_with(card: Card, points: VirtualByRound) -> Card:
    """The card with the virtual points of both in what the player was ahead of each opponent."""

    def of(number: PairingNumber | None, round: int) -> int:
        mine = points.get(number, ()) if number is not None else ()
        return mine[round] if round < len(mine) else 0

    lines = (
        replace(line, ahead=line.ahead + of(card.number, round) - of(line.opponent, round)) if line.opponent else line
        for round, line in enumerate(card.lines)
    )
    return replace(card, lines=tuple(lines))


def start_by_ratings(options: McMahonOptions, cards: Cards) -> StartingPoints:
    """The starting points of everybody on the cards, by their ratings."""
    lowest = options.lowest(card.rating for card in cards.values())
    return StartingPoints(
        {number: options.start(card.rating, lowest) for number, card in cards.items()},
        options.top(lowest),
    )
