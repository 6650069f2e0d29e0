"""Half-points of a round: what the games of a match give each side, for players and for teams.

A match of players is worth the points of its games. A match of teams gives match points and game points: one of them
is the primary score (`TeamOptions.primary`), the other stands beside it.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from domain.cards.card import of_match
from domain.records import dataclass
from domain.words.games import Code, Scoring
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import PrimaryScore

Codes = tuple[Code, ...]


class RoundPoints(NamedTuple):
    code: Code
    points: int
    """Half-points of the primary score."""
    secondary: int = 0
    games: Codes = ()
    """Empty for a single game of players."""


PointsOfBoth = tuple[RoundPoints, RoundPoints]


@dataclass(frozen=True, slots=True)
class Counting:
    of_match: Callable[[Codes, Codes], RoundPoints]
    of_bye: Callable[[Code], RoundPoints]
    of_game: Callable[[tuple[Code, Code]], PointsOfBoth]
    """From the codes of White and Black, where a match is one game, as nearly all are: looked up once for both."""


def _of_game(match: Callable[[Codes, Codes], RoundPoints]) -> Callable[[tuple[Code, Code]], PointsOfBoth]:
    @cache
    def game(codes: tuple[Code, Code]) -> PointsOfBoth:
        white, black = codes[:1], codes[1:]
        return match(white, black), match(black, white)

    return game


def counting(laws: Regulations, *, adjourned_drawn: bool) -> Counting:
    """The points of matches and byes; an adjourned game is a draw for now, or nothing yet."""

    def points_of(scoring: Scoring) -> Callable[[Code], int]:
        return {code: (scoring.provisional if adjourned_drawn else scoring.points)(code) for code in Code}.__getitem__

    if laws.entrants is Entrants.TEAMS:
        return _of_teams(laws, points_of(laws.scoring), points_of(laws.teams.game))
    return _of_players(laws, points_of(laws.scoring))


def _of_players(laws: Regulations, points: Callable[[Code], int]) -> Counting:
    @cache
    def match(mine: Codes, theirs: Codes) -> RoundPoints:
        if len(mine) == 1:
            return RoundPoints(mine[0], points(mine[0]))
        return RoundPoints(of_match(mine, theirs), sum(map(points, mine)), games=mine)

    def bye(code: Code) -> RoundPoints:
        return RoundPoints(code, laws.round_scoring.points(code))

    return Counting(match, bye, _of_game(match))


def _of_teams(laws: Regulations, match_points: Callable[[Code], int], game_points: Callable[[Code], int]) -> Counting:
    by_games = laws.teams.primary is PrimaryScore.GAME_POINTS

    def outcome(code: Code, in_match: int, in_games: int, games: Codes = ()) -> RoundPoints:
        points, secondary = (in_games, in_match) if by_games else (in_match, in_games)
        return RoundPoints(code, points, secondary, games)

    @cache
    def match(mine: Codes, theirs: Codes) -> RoundPoints:
        won, lost = sum(map(game_points, mine)), sum(map(game_points, theirs))
        code = of_team_match(mine, theirs, won - lost)
        ends_in = _by_points(won - lost) if code is Code.ADJOURNED and match_points(code) else code
        return outcome(code, match_points(ends_in), won, mine)

    def bye(code: Code) -> RoundPoints:
        return outcome(code, laws.scoring.points(code), bye_games(laws, code))

    return Counting(match, bye, _of_game(match))


def of_team_match(mine: Codes, theirs: Codes, ahead: int) -> Code:
    """The code of a match of teams: by the game points, `ahead` of them (article 32.2.1).

    It is open while a board is, and forfeited where one team forfeits all boards.
    """
    if Code.PENDING in mine:
        return Code.PENDING
    code = of_match(mine, theirs)
    return code if code.open or code.forfeit else _by_points(ahead)


def _by_points(ahead: int) -> Code:
    return Code.WIN if ahead > 0 else Code.LOSS if ahead < 0 else Code.DRAW


def bye_games(laws: Regulations, code: Code) -> int:
    """Half game points of a bye of a team: the regulations' own for the odd field (C.04.6), else on every board."""
    options, boards = laws.teams, laws.match_games
    if code is Code.PAIRING_BYE:
        return boards * options.game.draw if options.bye_game_points is None else options.bye_game_points
    return boards * options.game.points(code)
