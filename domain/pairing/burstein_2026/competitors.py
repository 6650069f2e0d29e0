"""The players to be paired, with all that the criteria ask about them."""

from dataclasses import dataclass

from domain.cards.card import Card, PairingTask
from domain.pairing.burstein_2026.index import Index, indices
from domain.pairing.swiss.absolute import may_have_bye, opponents_met
from domain.pairing.swiss.colours import Colours, Preference, colour_history, preference
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player about to be paired (FIDE Burstein 2026)."""

    number: PairingNumber
    """The tournament pairing number, TPN."""
    score: int
    """Half-points that decide the bracket: real and virtual ones."""
    index: Index
    met: frozenset[PairingNumber]
    """Opponents of games really played (C1)."""
    colours: Colours
    preference: Preference
    bye_allowed: bool
    """C2: no pairing-allocated bye yet, nor a win's points from one round without playing."""

    @property
    def parity(self) -> int:
        """The number that is odd or even (5.2.1): the pairing number itself, whoever has arrived so far."""
        return self.number

    @property
    def games(self) -> int:
        """Games on the board (3.1.4)."""
        return len(self.colours)

    @property
    def ranking(self) -> tuple[Index, int]:
        """Index, then pairing number (1.8); the highest ranked has the most."""
        return self.index, -self.number

    @property
    def order_for_bye(self) -> tuple[int, int, tuple[Index, int]]:
        """Lowest score, most games, lowest ranking (3.1.3 to 3.1.5)."""
        return self.score, -self.games, self.ranking


def everybody(task: PairingTask) -> dict[PairingNumber, Competitor]:
    """Everybody with a card, by pairing number."""
    index = indices(task)
    return {n: _competitor(card, task, index[n]) for n, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask, index: Index) -> Competitor:
    games = [line for line in card.lines if line.code.played]
    unplayed = [line for line in card.lines if not line.code.played]
    colours = colour_history(games)
    return Competitor(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        index=index,
        met=opponents_met(games),
        colours=colours,
        preference=preference(colours, task.colour_run),
        bye_allowed=may_have_bye(unplayed, task),
    )
