"""Teams: registering them, changing their squads, and who plays for them in a round."""

from dataclasses import replace

from domain import events as e
from domain.decisions.registering import first_free_id
from domain.fields import federation, text
from domain.refusals import (
    AlreadyInATeam,
    BadField,
    NotInTheTeam,
    TeamNameTaken,
    TournamentIsClosed,
    TournamentOfPlayers,
    UnknownPlayer,
    UnknownTeam,
)
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.players import PlayerId
from domain.words.regulations import Entrants
from domain.words.teams import Team, TeamId

LONGEST_TEAM_NAME = 80


def register_team(tournament: Tournament, team: Team, from_round: int | None = None) -> list[e.Event]:
    """A team of registered players; the id in `team` is not looked at, the next free one is given.

    Raises TournamentOfPlayers, TournamentIsClosed, BadField, TeamNameTaken, UnknownPlayer or AlreadyInATeam.
    """
    entered = replace(_checked(tournament, team), id=TeamId(EntrantId(first_free_id(tournament))))
    return [e.TeamRegistered(entered, from_round or tournament.paired + 1)]


def amend_team(tournament: Tournament, team: Team) -> list[e.Event]:
    """The team's details as they are from now on. Raises UnknownTeam besides what `register_team` raises."""
    before = _known(tournament, team.id)
    now = _checked(tournament, team)
    return [] if now == before else [e.TeamDetailsAmended(now)]


def give_lineup(tournament: Tournament, round: int, team: TeamId, players: tuple[PlayerId, ...]) -> list[e.Event]:
    """Give a team's players of `round`, board by board. Raises UnknownTeam, NotInTheTeam or BadField."""
    playing, boards = _known(tournament, team), tournament.regulations.match_games
    if strangers := tuple(player for player in players if player not in playing.players):
        raise NotInTheTeam(team, strangers)
    if len(set(players)) != len(players):
        raise BadField("players", " ".join(map(str, players)), "each-once")
    if len(players) > boards:
        raise BadField("players", str(len(players)), f"at-most:{boards}")
    return [] if tournament.lineups.get((round, team)) == players else [e.LineupGiven(round, team, players)]


def _known(tournament: Tournament, team: TeamId) -> Team:
    if team not in tournament.teams:
        raise UnknownTeam(team)
    return tournament.teams[team]


def _checked(tournament: Tournament, team: Team) -> Team:
    if tournament.regulations.entrants is not Entrants.TEAMS:
        raise TournamentOfPlayers
    if tournament.closed:
        raise TournamentIsClosed
    name = text("team", team.name, longest=LONGEST_TEAM_NAME, required=True)
    others = [other for other in tournament.teams.values() if other.id != team.id]
    if any(other.name.casefold() == name.casefold() for other in others):
        raise TeamNameTaken(name)
    for player in team.players:
        if player not in tournament.players:
            raise UnknownPlayer(player)
        if holders := [other for other in others if player in other.players]:
            raise AlreadyInATeam(player, holders[0].name)
    if len(set(team.players)) != len(team.players):
        raise BadField("players", team.name, "each-once")
    return replace(team, name=name, federation=federation(team.federation))
