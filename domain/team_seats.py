"""The players of a team match: who of each team sits at which board.

    lineup(tournament, 3, team) -> players, board by board
    players_of_game(tournament, 3, game) -> the players of White and Black

Games of a team match are between teams; the player at board n is the n-th of the lineup. Until a lineup is given, the
first of the squad are expected at the boards.
"""

from domain.round import Game
from domain.state import Tournament
from domain.words.entrants import EntrantId
from domain.words.players import PlayerId

SeatedPlayers = tuple[PlayerId | None, PlayerId | None]
"""White and Black; None: nobody of that team is at the board."""


def lineup(tournament: Tournament, round: int, team: EntrantId) -> tuple[PlayerId, ...]:
    """The team's players of this round, board by board: as given, else those expected."""
    given = tournament.lineups.get((round, team))
    return expected_lineup(tournament, team) if given is None else given


def expected_lineup(tournament: Tournament, team: EntrantId) -> tuple[PlayerId, ...]:
    """The first of the squad, as many as a match has boards."""
    return tournament.teams[team].players[: tournament.regulations.match_games]


def players_of_game(tournament: Tournament, round: int, game: Game) -> SeatedPlayers:
    """The players of a game between two teams."""
    white, black = (_at(lineup(tournament, round, team), game.number) for team in (game.white, game.black))
    return white, black


def _at(players: tuple[PlayerId, ...], board: int) -> PlayerId | None:
    return players[board - 1] if board <= len(players) else None
