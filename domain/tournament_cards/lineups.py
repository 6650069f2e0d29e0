"""The players of a team match: who of each team sits at which board.

Games of a team match are between teams; the player at board n is the n-th of the lineup. Until a lineup is given
and shown, the first of the squad are expected at the boards. One that is in and hidden stands in
`Tournament.lineups` alone, for the desk and for its captain.
"""

from domain.round import Game, Match
from domain.tournament import Tournament
from domain.words.players import EntrantId, PlayerId

SeatedPlayers = tuple[PlayerId | None, PlayerId | None]
"""White and Black; None: nobody of that team is at the board."""


def lineup(tournament: Tournament, round: int, team: EntrantId) -> tuple[PlayerId, ...]:
    """The team's players of this round, board by board: as given and shown, else those expected."""
    match = team_match(tournament, round, team)
    return _seen_by_teams(tournament, round, team, match is not None and lineups_shown(tournament, round, match))


def _seen_by_teams(tournament: Tournament, round: int, team: EntrantId, shown: bool) -> tuple[PlayerId, ...]:
    given = tournament.lineups.get((round, team)) if shown else None
    return expected_lineup(tournament, team) if given is None else given


def team_match(tournament: Tournament, round: int, team: EntrantId) -> Match | None:
    """The games of this team in a round; None where it has none."""
    matches = tournament.round(round).matches.values() if round <= tournament.paired else ()
    return next((match for match in matches if team in (match[0].white, match[0].black)), None)


def lineups_shown(tournament: Tournament, round: int, match: Match) -> bool:
    """Everybody may see who plays: the regulations hide nothing, both lineups are in, or the match has begun."""
    if tournament.regulations.teams.open_lineups or round in tournament.lineups_shown:
        return True
    both = all((round, team) in tournament.lineups for team in (match[0].white, match[0].black))
    return both or any(game.result is not None for game in match)


def lineup_is_expected(tournament: Tournament, round: int, team: EntrantId, match: Match) -> bool:
    return (round, team) not in tournament.lineups or not lineups_shown(tournament, round, match)


def expected_lineup(tournament: Tournament, team: EntrantId) -> tuple[PlayerId, ...]:
    """The first of the squad, as many as a match has boards."""
    return tournament.teams[team].players[: tournament.regulations.match_games]


def players_of_game(tournament: Tournament, round: int, game: Game, *, at_desk: bool = False) -> SeatedPlayers:
    """The players of a game between two teams; the desk knows lineups that are hidden from everybody else."""
    shown = at_desk or lineups_shown(tournament, round, tournament.round(round).matches[game.board])
    n, both = game.number, (_seen_by_teams(tournament, round, team, shown) for team in (game.white, game.black))
    white, black = ((players[n - 1] or None) if n <= len(players) else None for players in both)
    return white, black
