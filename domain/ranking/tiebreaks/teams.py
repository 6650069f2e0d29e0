"""A team's card, and the two players' cards hidden in it: by match points and by game points."""

from collections.abc import Mapping
from dataclasses import field

from domain.cards.card import Card, CardLine, Cards
from domain.ranking.tiebreaks.descriptor import Reference
from domain.records import dataclass
from domain.words.games import Code, Colour, Scoring
from domain.words.players import PairingNumber
from domain.words.regulations import Regulations
from domain.words.teams import PrimaryScore


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One round of a team. `code` is the result of the match, not of a game."""

    code: Code
    match_points: int
    """In halves, like all points: a won match of 2 points is 4."""
    game_points: int
    opponent: PairingNumber | None = None
    boards: tuple[int, ...] = ()
    """Half-points board by board, from the first; empty = not known."""
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team after so many rounds; `number` is its pairing number."""

    number: PairingNumber
    name: str = ""
    rating: int = 0
    lines: tuple[TeamLine, ...] = ()
    carried: int = 0
    """Half-points of the primary score brought along from an earlier stage."""


TeamCards = Mapping[PairingNumber, TeamCard]


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Worth of a match and its boards (article 32.2.1; C.04.6 for the bye)."""

    boards: int = 4
    primary: Reference = Reference.MATCH
    match: Scoring = field(default_factory=lambda: Scoring(win=4, draw=2, pairing_bye=2))
    """In halves: 2, 1, 0 match points; the bye of an odd field gives what a draw gives."""
    game: Scoring = field(default_factory=Scoring)
    bye_games: int | None = None
    """Half game points of the bye of an odd field; None = a draw on every board (C.04.6)."""

    def scoring(self, reference: Reference) -> Scoring:
        if reference is Reference.MATCH:
            return self.match
        n, game = self.boards, self.game
        bye = game.draw * n if self.bye_games is None else self.bye_games
        return Scoring(game.win * n, game.draw * n, game.loss * n, bye, game.absence * n)


def team_rules(laws: Regulations) -> TeamRules:
    primary = Reference.GAME if laws.teams.primary is PrimaryScore.GAME_POINTS else Reference.MATCH
    return TeamRules(laws.match_games, primary, laws.scoring, laws.teams.game, laws.teams.bye_game_points)


def team_cards(cards: Cards, rules: TeamRules) -> TeamCards:
    """The cards of a tournament of teams, for the tie-breaks: both scores and the boards of every round."""
    return {number: _team_card(card, rules) for number, card in cards.items()}


MadeOf = Mapping[PairingNumber, tuple[Card, TeamCard]]


def made_team_cards(cards: Cards, rules: TeamRules, earlier: MadeOf | None) -> MadeOf:
    """As `team_cards`: where `earlier`, under the same rules, was made of the same card, it is the same object."""
    known = earlier or {}
    return {
        number: before if (before := known.get(number)) and before[0] is card else (card, _team_card(card, rules))
        for number, card in cards.items()
    }


def _team_card(card: Card, rules: TeamRules) -> TeamCard:
    lines = tuple([_team_line(line, rules) for line in card.lines])
    return TeamCard(card.number, card.name, card.rating, lines, card.carried)


def _team_line(line: CardLine, rules: TeamRules) -> TeamLine:
    by_match = rules.primary is Reference.MATCH
    match, games = (line.points, line.secondary) if by_match else (line.secondary, line.points)
    boards = tuple([rules.game.provisional(code) for code in line.games])
    return TeamLine(line.code, match, games, line.opponent, boards, line.colour)


def as_cards(teams: TeamCards, rules: TeamRules, reference: Reference) -> Cards:
    """The teams as if they were players whose points are match points or game points."""
    return {number: as_card(team, rules, reference) for number, team in teams.items()}


def as_card(team: TeamCard, rules: TeamRules, reference: Reference) -> Card:
    match, carried = reference is Reference.MATCH, team.carried if reference is rules.primary else 0
    lines = tuple([_line(x, x.match_points if match else x.game_points) for x in team.lines])
    return Card(team.number, team.name, team.rating, lines=lines, carried=carried)


def _line(line: TeamLine, points: int) -> CardLine:
    return CardLine(line.code, points, line.opponent, line.colour)
