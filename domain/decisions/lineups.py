"""Lineups: who plays for a team in a round."""

from domain import events as e
from domain.decisions.teams import known_team
from domain.refusals import BadField, NotInTheTeam
from domain.tournament import Tournament
from domain.words.players import PlayerId
from domain.words.teams import TeamId


def give_lineup(tournament: Tournament, round: int, team: TeamId, players: tuple[PlayerId, ...]) -> list[e.Event]:
    """Give a team's players of `round`, board by board. Raises UnknownTeam, NotInTheTeam or BadField."""
    playing, boards = known_team(tournament, team), tournament.regulations.match_games
    if strangers := tuple(player for player in players if player not in playing.players):
        raise NotInTheTeam(team, strangers)
    if len(set(players)) != len(players):
        raise BadField("players", " ".join(map(str, players)), "each-once")
    if len(players) > boards:
        raise BadField("players", str(len(players)), f"at-most:{boards}")
    return [] if tournament.lineups.get((round, team)) == players else [e.LineupGiven(round, team, players)]
