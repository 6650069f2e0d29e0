"""Matches of teams: both teams with their running score, and the games board by board as the first team sees them."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.tournament import Game, Tournament
from domain.tournament_cards import players_of_game
from domain.words.games import Result
from domain.words.players import PlayerId
from projections.moment.people import People, Person
from projections.round.boards import BoardRow, Mark

SeatedMembers = tuple[Person | None, Person | None]
"""Of the first team and of the second at one board; None: not known to this reader, or nobody sits there."""


class TeamSide(NamedTuple):
    """A team in a match."""

    person: Person
    points: int
    """Half-points before the round, as its pairing saw them."""
    score: int
    """Half-points of its boards so far."""
    expected: bool = False
    """Its lineup was not given: the first of the squad stand at the boards."""


class MatchLine(NamedTuple):
    """One board of a match, as the first team sees it."""

    match: int
    number: int
    """The board in the match."""
    first: Person | None
    second: Person | None
    white: bool
    """The first team has White here."""
    result: Result | None
    """As if the first team had White."""
    mark: Mark

    @property
    def spot(self) -> str:
        """The match and the board in it: `3.2`."""
        return f"{self.match}.{self.number}"

    @property
    def open(self) -> bool:
        return self.result is None or self.result is Result.ADJOURNED


class TeamMatch(NamedTuple):
    """A block of the round's list: a match with its boards."""

    board: int
    first: TeamSide
    second: TeamSide
    open: int
    """Boards without a final result."""
    lines: tuple[MatchLine, ...]
    round: int = 0

    @property
    def news(self) -> str:
        """Changes when the match itself does: who meets, and the score."""
        return f"{self.first.person.id}:{self.second.person.id} {self.first.score}:{self.second.score}"


class SeatedMatch(NamedTuple):
    """A match as the boards of its round, and as one block."""

    boards: tuple[BoardRow, ...]
    match: TeamMatch


def seated_match(
    tournament: Tournament, round: int, games: Sequence[Game], rows: Sequence[BoardRow], members: People, *, shown: bool
) -> SeatedMatch:
    """The rows of these games with the players at the boards, if their lineups are `shown`."""
    seated = (_seated(tournament, round, game, members) if shown else (None, None) for game in games)
    boards = tuple([row._replace(players=players) for row, players in zip(rows, seated, strict=True)])
    return SeatedMatch(boards, _match(tournament, boards, round))


def _seated(tournament: Tournament, round: int, game: Game, members: People) -> SeatedMembers:
    white, black = players_of_game(tournament, round, game, at_desk=True)
    return _named(white, members), _named(black, members)


def _named(player: PlayerId | None, members: People) -> Person | None:
    return None if player is None else members[player]


def _match(tournament: Tournament, rows: Sequence[BoardRow], round: int) -> TeamMatch:
    first, second, game = rows[0].white, rows[0].black, tournament.regulations.teams.game
    named = any(row.players not in (None, (None, None)) for row in rows)
    unsaid = [named and (round, side.person.id) not in tournament.lineups for side in (first, second)]
    lines = tuple(_line(row, row.white.person.id == first.person.id) for row in rows)
    known = [line.result for line in lines if line.result is not None]
    scores = (sum(game.points(result.white) for result in known), sum(game.points(result.black) for result in known))
    return TeamMatch(
        rows[0].board,
        TeamSide(first.person, first.points, scores[0], unsaid[0]),
        TeamSide(second.person, second.points, scores[1], unsaid[1]),
        sum(line.open for line in lines),
        lines,
        round,
    )


def _line(row: BoardRow, white: bool) -> MatchLine:
    """The row turned so that the first team stands first."""
    left, right = row.players or (None, None)
    if not white:
        left, right = right, left
    result = row.result if white or row.result is None else row.result.reversed
    return MatchLine(row.board, row.game, left, right, white, result, row.mark)
