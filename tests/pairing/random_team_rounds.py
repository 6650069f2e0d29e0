"""Random rounds of teams: small fields with everything that happens to them, from one seed each."""

from dataclasses import replace
from random import Random

from domain.cards.acceleration import baku_points
from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Bye, Code, Colour, Scoring
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.pairing.comparing import Pairing
from tests.pairing.random_matches import Event, kept_apart, somewhere_in_an_event

MATCH_POINTS = Scoring(4, 2, 0, pairing_bye=2)
"""2, 1 and 0 match points; the bye of an odd field is worth a draw (C.04.6, 1.4)."""


def game_points(boards: int) -> Scoring:
    """All boards won, drawn or lost."""
    return Scoring(2 * boards, boards, 0, pairing_bye=boards)


class TeamEvent(Event):
    """An event of teams on so many boards, paired by match points or by game points."""

    def __init__(self, dice: Random, size: int, pairing: Pairing) -> None:
        super().__init__(dice, size, pairing)
        self.boards = dice.choice((1, 2, 2, 3, 4, 6))
        self.unplayed_draws = self.forfeits / 4
        """Of matches: nobody has moved, but neither team has forfeited all boards."""
        primary = dice.choice((PrimaryScore.MATCH_POINTS, PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS))
        colours = dice.choice((*tuple(ColourPreferences) * 2, ColourPreferences.TYPE_A, ColourPreferences.TYPE_B))
        self.options = TeamOptions(primary, preferences=colours)
        if dice.random() < 0.2:
            self.options = replace(self.options, primary_alone=True)
        self.virtual = {n: baku_points(self.rounds, MATCH_POINTS) for n in self.virtual} if self.by_match_points else {}

    @property
    def by_match_points(self) -> bool:
        return self.options.primary is PrimaryScore.MATCH_POINTS

    @property
    def scoring(self) -> Scoring:
        return MATCH_POINTS if self.by_match_points else game_points(self.boards)

    def task(self) -> PairingTask:
        return replace(super().task(), scoring=self.scoring, teams=self.options)

    def worth(self, code: Code, games: int | None = None) -> tuple[int, int]:
        """Half-points of the primary score and of the other one; `games` are those of the boards that were played."""
        of_games = game_points(self.boards).points(code) if games is None else games
        both = MATCH_POINTS.points(code), of_games
        return both if self.by_match_points else both[::-1]

    def unplayed(self, code: Code) -> CardLine:
        points, other = self.worth(code)
        return CardLine(code, points, secondary=other)

    def bye_of_odd_field(self) -> CardLine:
        return self.unplayed(Code.PAIRING_BYE)

    def bye(self, number: int, round: int) -> CardLine:
        code = Code.ZERO_BYE if round < self.arrival[number] else self.dice.choice(tuple(Bye)).code
        return self.unplayed(code)

    def match(self, white: Card, black: Card) -> dict[int, CardLine]:
        """The lines of both; White is the team with White on board 1. Of some each team forfeits a board, or all."""
        codes, games = self.result_of_match()
        sides = zip((white, black), (black, white), codes, games, Colour, strict=True)
        lines = {own.number: self.line(own, other, *rest) for own, other, *rest in sides}
        if codes[0].played and self.dice.random() < self.unplayed_draws:
            forfeited = (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)
            return {number: replace(line, games=forfeited) for number, line in lines.items()}
        return lines

    def line(self, own: Card, other: Card, code: Code, games: int | None, colour: Colour) -> CardLine:
        points, secondary = self.worth(code, games)
        return CardLine(code, points, other.number, colour, own.score - other.score, secondary=secondary)

    def result_of_match(self) -> tuple[tuple[Code, Code], tuple[int | None, int | None]]:
        """Codes of both teams, and the half-points of their boards."""
        if self.dice.random() < self.forfeits / 2:
            won, lost = Code.FORFEIT_WIN, Code.FORFEIT_LOSS
            return self.dice.choice(((won, lost), (lost, won), (lost, lost))), (None, None)
        drawn = self.dice.random() < self.draws
        mine = self.boards if drawn else sum(self.dice.choice((0, 1, 2)) for _ in range(self.boards))
        theirs = 2 * self.boards - mine
        if mine == theirs:
            return (Code.DRAW, Code.DRAW), (mine, theirs)
        win = mine > theirs
        return ((Code.WIN, Code.LOSS) if win else (Code.LOSS, Code.WIN)), (mine, theirs)


def random_team_round(seed: str, pairing: Pairing, most: int = 12) -> PairingTask:
    """A field of 2 to `most` teams somewhere in an event, in half of the events paired by `pairing` so far."""
    return somewhere_in_an_event(TeamEvent, seed, pairing, most)


def random_team_round_apart(seed: str, pairing: Pairing, most: int = 11) -> PairingTask:
    """Of unequal scores, in which many pairs are kept apart, most of all at the top: several have to move up."""
    return kept_apart(TeamEvent, seed, pairing, most, (2, 3, 9))


KINDS = (random_team_round, random_team_round_apart)
"""Drawn in turn."""
