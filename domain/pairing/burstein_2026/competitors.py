"""Burstein's input: competitors, who may meet whom, brackets, the Index (1.7) and the colours due (5.2)."""

from collections.abc import Mapping

from domain.cards.card import Card, PairingTask
from domain.pairing.graph.matching import as_bits
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import Strength, colour_history
from domain.pairing.swiss.criteria import (
    SwissLayout,
    SwissPlayer,
    due_each,
    legal_opponents,
    may_have_bye,
    opponents_met,
    where,
)
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Code
from domain.words.players import PairingNumber

# The strength of the opposition that a player has met (1.7), from the cards alone: no ratings, no virtual points.
# The text was read in condensation and, for 1.7.2, in the words that others quote from it.


@dataclass(frozen=True, slots=True, order=True)
class Index:
    """Both methods in the order in which they rank (1.8.1); more is stronger opposition."""

    buchholz: int
    """Half-points of the opponents (1.7.1.1)."""
    sonneborn_berger: int
    """Own half-points times those of the opponent, so in quarters of a point (1.7.1.2)."""


def indices(task: PairingTask) -> Mapping[PairingNumber, Index]:
    worth = {number: worth_to_opponents(card, task) for number, card in task.cards.items()}
    return {number: _index(card, worth) for number, card in task.cards.items()}


def _index(card: Card, worth: Mapping[PairingNumber, int]) -> Index:
    """Each round with the score of the opponent met; a round without a game is one against oneself (1.7.2)."""
    own = card.score
    met = [
        (line.points, worth.get(line.opponent, own) if line.opponent is not None and line.code.played else own)
        for line in card.lines
    ]
    return Index(sum(theirs for _, theirs in met), sum(mine * theirs for mine, theirs in met))


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


# The players to be paired, with all that the criteria ask about them.


@dataclass(frozen=True, slots=True)
class Competitor(SwissPlayer):
    index: Index

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
    index = indices(task)
    return {n: _competitor(card, task, index[n]) for n, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask, index: Index) -> Competitor:
    colours = colour_history(card.lines)
    return Competitor(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        index=index,
        met=opponents_met(card),
        colours=colours,
        preference=rules.preference(colours, task.colour_run),
        bye_allowed=may_have_bye(card, task),
    )


# The field as sets of places: who may meet whom, who may have the bye.
# A *place* counts from the bottom of the ranking (1.8), so that the opponent who comes first in the order of
# section 4, the lowest ranked one, is the lowest bit of a set. A set of places is an int with one bit for each.
# Where places stand in an order, the highest ranked is first: in-bracket sequence-numbers are 1, 2, ... (4.1).


@dataclass(frozen=True, slots=True)
class Layout(SwissLayout[Competitor]):
    @property
    def everybody(self) -> int:
        return (1 << len(self.players)) - 1

    def same_preference(self, a: int, b: int) -> bool:
        return rules.same_preference(self.players[a], self.players[b])


def laid_out(task: PairingTask) -> Layout:
    present = (player for number, player in everybody(task).items() if task.cards[number].present)
    players = tuple(sorted(present, key=lambda player: player.ranking))
    due = due_each(players)
    absolute = where(players, lambda player: player.preference.strength is Strength.ABSOLUTE)
    return Layout(
        players=players,
        initial=task.initial_colour,
        legal=legal_opponents(players, task.forbidden, [absolute & mine for mine in due.values()]),
        due=due,
        bye=where(players, lambda player: player.bye_allowed),
    )


def score_groups(layout: Layout, left: int) -> tuple[Places, ...]:
    """These places grouped by score, the highest score first (1.2.1)."""
    groups: dict[int, list[int]] = {}
    for place in reversed(range(len(layout.players))):
        if left >> place & 1:
            groups.setdefault(layout.players[place].score, []).append(place)
    return tuple(tuple(groups[score]) for score in sorted(groups, reverse=True))


# A pairing bracket (1.2.2) and what was found for it.


@dataclass(frozen=True, slots=True)
class Bracket:
    incoming: Places
    residents: Places
    following: Places
    """Residents of the next bracket (C7); empty for the last one."""
    rest: int
    """Everybody below the next bracket, as bits."""

    @property
    def members(self) -> Places:
        """All of them in one ranking, whatever their scores (1.8, 4.1)."""
        return tuple(sorted(self.incoming + self.residents, reverse=True))

    @property
    def below(self) -> int:
        return as_bits(self.following) | self.rest


@dataclass(frozen=True, slots=True)
class Found:
    pairs: tuple[tuple[int, int], ...]
    """The higher ranked player of each first, in the order of their places."""
    floaters: Places


# Article 5.2: which of two paired players gets White.

ALLOCATION: rules.Allocation = (
    ("5.2.1", rules.both_new),
    ("5.2.2", rules.both_preferences),
    ("5.2.3", rules.stronger_preference),
    ("5.2.4", rules.alternate),
    ("5.2.5", rules.higher_ranked),
)
"""In order of priority. C3 forbids two absolute preferences for one colour to meet, so 5.2.3 never compares two."""
