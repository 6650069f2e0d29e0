"""The strength of the opposition that a player has met (1.7), from the cards alone: no ratings, no virtual points.

The text was read in condensation and, for 1.7.2, in the words that others quote from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Code
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True, order=True)
class Index:
    """Both methods in the order in which they rank (1.8.1); more is stronger opposition."""

    buchholz: int
    """Half-points of the opponents (1.7.1.1)."""
    sonneborn_berger: int
    """Own half-points times those of the opponent, so in quarters of a point (1.7.1.2)."""


def indices(task: PairingTask) -> Mapping[PairingNumber, Index]:
    """Everybody's Index before the round."""
    worth = {number: worth_to_opponents(card, task) for number, card in task.cards.items()}
    return {number: _index(card, worth) for number, card in task.cards.items()}


def _index(card: Card, worth: Mapping[PairingNumber, int]) -> Index:
    """Each round with the score of the opponent met; a round without a game is one against oneself (1.7.2)."""
    met = [(line.points, _score_met(line, card, worth)) for line in card.lines]
    return Index(sum(theirs for _, theirs in met), sum(mine * theirs for mine, theirs in met))


def _score_met(line: CardLine, card: Card, worth: Mapping[PairingNumber, int]) -> int:
    if line.opponent is None or not line.code.played:
        return card.score
    return worth.get(line.opponent, card.score)


def worth_to_opponents(card: Card, task: PairingTask) -> int:
    """Half-points that the opponents of games played are credited with (1.7.2).

    A series of zero-point byes that reaches the round to be paired, which is another of them, counts in the rounds
    before it as so many draws. Somebody who comes back has ended the series: then its byes stay worth nothing.
    """
    return card.score + missed_to_the_end(card) * task.scoring.draw


def missed_to_the_end(card: Card) -> int:
    """Rounds of the series of zero-point byes that the round to be paired goes on with."""
    if card.present or card.leave not in (None, Code.ZERO_BYE):
        return 0
    missed = 0
    for line in reversed(card.lines):
        if line.code is not Code.ZERO_BYE:
            break
        missed += 1
    return missed
