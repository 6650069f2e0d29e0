"""A team's card, and the two players' cards hidden in it: by match points and by game points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.cards.card import Card, CardLine, Cards
from domain.ranking.tiebreaks.descriptor import Reference
from domain.words.games import Code, Scoring
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One round of a team. `code` is the result of the match, not of a game."""

    code: Code
    match_points: int
    """In halves, like all points: a won match of 2 points is 4."""
    game_points: int
    """Half-points of all boards together."""
    opponent: PairingNumber | None = None
    boards: tuple[int, ...] = ()
    """Half-points board by board, from the first; empty = not known."""


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team after so many rounds; `number` is its pairing number."""

    number: PairingNumber
    name: str = ""
    rating: int = 0
    lines: tuple[TeamLine, ...] = ()


TeamCards = Mapping[PairingNumber, TeamCard]
"""Pairing number to team card."""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Worth of a match and its boards (article 32.2.1; C.04.6 for the bye)."""

    boards: int = 4
    primary: Reference = Reference.MATCH
    match: Scoring = field(default_factory=lambda: Scoring(win=4, draw=2, pairing_bye=2))
    """In halves: 2, 1, 0 match points; the bye of an odd field gives what a draw gives."""
    game: Scoring = field(default_factory=Scoring)
    """One board."""

    def scoring(self, reference: Reference) -> Scoring:
        """Worth of a whole match in the score meant."""
        if reference is Reference.MATCH:
            return self.match
        n = self.boards
        return Scoring(self.game.win * n, self.game.draw * n, self.game.loss * n, self.game.draw * n, 0)


def as_cards(teams: TeamCards, reference: Reference) -> Cards:
    """The teams as if they were players whose points are match points or game points."""
    return {number: _card(team, reference) for number, team in teams.items()}


def _card(team: TeamCard, reference: Reference) -> Card:
    match = reference is Reference.MATCH
    lines = (CardLine(x.code, x.match_points if match else x.game_points, x.opponent) for x in team.lines)
    return Card(team.number, team.name, team.rating, lines=tuple(lines))
