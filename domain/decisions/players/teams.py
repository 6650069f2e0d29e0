"""Teams: registering them with their players, amending them, and players who go from one to another."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed, refuse_without_reason
from domain.decisions.players.numbering import renumber_teams
from domain.decisions.players.registering import (
    KnownPeople,
    NewPlayer,
    add_what_is_missing,
    first_free_id,
    first_round_of_entry,
)
from domain.fields import federation, known_federation, text
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.lineups import expected_lineup, team_match
from domain.words.players import ASK, EntrantId, Namesake, NamesakeAnswers, Player, PlayerId, player_id, with_added
from domain.words.regulations import Entrants
from domain.words.teams import Team, TeamId

LONGEST_TEAM_NAME = 80
MOST_PLAYERS_OF_A_TEAM = 60


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team that is not registered yet, with its players in the order of the boards."""

    name: str
    captain: str = ""
    federation: str = ""
    club: str = ""
    squad: tuple[NewPlayer, ...] = ()
    reserves: tuple[NewPlayer, ...] = ()


def register_team(tournament: Tournament, team: Team) -> list[e.Event]:
    """A team of registered players; the id in `team` is not looked at, the next free one is given.

    Raises TournamentOfPlayers, TournamentIsClosed, BadField, TeamNameTaken, UnknownPlayer or AlreadyInATeam.
    """
    entered = replace(_checked(tournament, team), id=TeamId(EntrantId(first_free_id(tournament))))
    return [e.TeamRegistered(entered, tournament.paired + 1)]


def register_teams(
    tournament: Tournament,
    teams: Sequence[NewTeam],
    from_round: int | None = None,
    answers: NamesakeAnswers = ASK,
    *,
    of_a_file: bool = False,
) -> list[e.Event]:
    """All teams with those of their players who are not registered yet, or none.

    Somebody who is here already, by FIDE number or by the arbiter's answer, and belongs to no team joins the squad.
    Answers count places through all squads and reserves in order. A file may have any code of a federation, a form has
    those of FIDE. Raises TeamsCannotEnter with every problem of every team, else NamesakesAsked with all questions
    without an answer.
    """
    refuse_players_only(tournament)
    refuse_if_closed(tournament)
    entry = _Entry(tournament, first_round_of_entry(tournament, from_round), answers, of_a_file)
    for team in teams:
        entry.take(team)
    entry.refuse_what_cannot_be()
    return entry.events


class _Entry:
    def __init__(self, tournament: Tournament, first: int, answers: NamesakeAnswers, of_a_file: bool = False) -> None:
        self.events: list[e.Event] = []
        self.problems: list[r.ProblemOfATeam] = []
        self._tournament, self._of_a_file = tournament, of_a_file
        self._first, self._free, self._place = first, first_free_id(tournament), 0
        self._people = KnownPeople(tournament.players.values(), answers)
        self._team_of = {player: team.name for team in tournament.teams.values() for player in team.players}
        self._names = {team.name.casefold() for team in tournament.teams.values()}

    def refuse_what_cannot_be(self) -> None:
        if self.problems:
            raise r.TeamsCannotEnter(tuple(self.problems))
        if self._people.questions:
            raise r.NamesakesAsked(tuple(self._people.questions))

    def take(self, new: NewTeam) -> None:
        found = len(self.problems)
        team = self._named(new)
        squad = self.players_of(new.name, new.squad)
        reserves = self.players_of(new.name, new.reserves, len(new.squad) + 1)
        if len(self.problems) > found:
            return
        numbered = replace(team, id=TeamId(EntrantId(self._free)), squad=squad, reserves=reserves)
        self.events.append(e.TeamRegistered(numbered, self._first))
        self._free += 1

    def players_of(self, team: str, players: Sequence[NewPlayer], first_board: int = 1) -> tuple[PlayerId, ...]:
        """The players who have a place in the team now; the others are among the problems."""
        places = [self._player(player, team, board) for board, player in enumerate(players, first_board)]
        return tuple(id for id in places if id is not None)

    def _named(self, new: NewTeam) -> Team:
        unnumbered = Team(TeamId(EntrantId(0)), new.name, new.captain, new.federation, new.club)
        try:
            if not self._of_a_file:
                unnumbered = replace(unnumbered, federation=known_federation(new.federation))
            team = with_checked_fields(self._tournament, unnumbered, len(new.reserves))
            if team.name.casefold() in self._names:
                raise r.TeamNameTaken(team.name)
            if (players := len(new.squad) + len(new.reserves)) > MOST_PLAYERS_OF_A_TEAM:
                raise r.BadField("players", str(players), f"at-most:{MOST_PLAYERS_OF_A_TEAM}")
        except r.Refusal as problem:
            self.problems.append(r.ProblemOfATeam(new.name, 0, "", problem))
            return unnumbered
        self._names.add(team.name.casefold())
        return team

    def _player(self, new: NewPlayer, team: str, board: int) -> PlayerId | None:
        """The id of a player who has a place in a team now; None where they cannot have it."""
        place, self._place = self._place, self._place + 1
        try:
            written = new if self._of_a_file else new.typed()
            player = self._registered(place, written.registered_as(player_id(self._free)))
            if player.id in self._team_of:
                raise r.AlreadyInATeam(player.id, self._team_of[player.id], player.name)
        except r.Refusal as problem:
            self.problems.append(r.ProblemOfATeam(team, board, new.name, problem))
            return None
        self._team_of[player.id] = team
        return player.id

    def _registered(self, place: int, player: Player) -> Player:
        if (known := self._people.by_number(player)) is not None:
            return known.player
        if (same := self._people.same(place, player)) is not None:
            if same.index is None:
                added = with_added(same.player, player)
                self.events += add_what_is_missing(self._tournament, same.player.id, added)
            return same.player
        self._people.add(Namesake(player, place))
        self._free += 1
        self.events.append(e.PlayerRegistered(player, self._first))
        return player


def amend_team(tournament: Tournament, team: Team, reason: str = "") -> list[e.Event]:
    """The team's details as they are from now on; once round 1 is published other boards need a reason.

    Raises UnknownTeam, ReasonMissing or InALineup besides what `register_team` raises.
    """
    before = known_team(tournament, team.id)
    now = _checked(tournament, replace(team, federation=known_federation(team.federation, before.federation)))
    if now == before:
        return []
    if (now.squad, now.reserves) != (before.squad, before.reserves):
        _may_change_players(tournament, before, set(before.players) - set(now.players), reason)
    amended = [*_kept_lineups(tournament, before, now), e.TeamDetailsAmended(now, reason, tournament.paired)]
    return [*amended, *renumber_teams(tournament, amended)]


def add_players(
    tournament: Tournament,
    id: TeamId,
    players: Sequence[NewPlayer],
    *,
    reserve: bool = False,
    reason: str = "",
    answers: NamesakeAnswers = ASK,
) -> list[e.Event]:
    """New players of a team, below those it has; registered in the same step where they are not. Raises as above."""
    refuse_if_closed(tournament)
    team = known_team(tournament, id)
    _may_change_players(tournament, team, (), reason)
    entry = _Entry(tournament, tournament.paired + 1, answers)
    came = entry.players_of(team.name, players)
    entry.refuse_what_cannot_be()
    if not came:
        return []
    joined = team.joined_by(*came, reserve=reserve)
    events = [*entry.events, e.TeamDetailsAmended(joined, reason, tournament.paired)]
    return [*events, *renumber_teams(tournament, events)]


def transfer_player(
    tournament: Tournament, player: PlayerId, into: TeamId, *, reserve: bool = False, reason: str = ""
) -> list[e.Event]:
    """A player goes to the end of another team's squad, or of its reserves; after round 1 with a reason.

    Raises UnknownPlayer, UnknownTeam, AlreadyInATeam, ReasonMissing, InALineup or TournamentIsClosed.
    """
    refuse_players_only(tournament)
    refuse_if_closed(tournament)
    if player not in tournament.players:
        raise r.UnknownPlayer(player)
    new, old = known_team(tournament, into), team_of(tournament, player)
    if old is None:
        return amend_team(tournament, new.joined_by(player, reserve=reserve), reason)
    if old.id == new.id:
        raise r.AlreadyInATeam(player, new.name)
    _may_change_players(tournament, old, {player}, reason)
    kept = _kept_lineups(tournament, old, old.without(player))
    events: list[e.Event] = [*kept, e.PlayerTransferred(player, old.id, new.id, reserve, reason, tournament.paired)]
    return [*events, *renumber_teams(tournament, events)]


def _kept_lineups(tournament: Tournament, team: Team, now: Team) -> list[e.Event]:
    """The players expected in matches that have begun without a lineup, before the list they come from changes."""
    boards = tournament.regulations.match_games
    if team.players[:boards] == now.players[:boards]:
        return []
    matches = ((round.number, team_match(tournament, round.number, team.id) or ()) for round in tournament.rounds)
    begun = [round for round, match in matches if any(game.result is not None for game in match)]
    missing = (round for round in begun if (round, team.id) not in tournament.lineups)
    return [e.LineupGiven(round, team.id, expected_lineup(tournament, team.id)) for round in missing]


def team_of(tournament: Tournament, player: EntrantId) -> Team | None:
    return next((team for team in tournament.teams.values() if player in team.players), None)


def known_team(tournament: Tournament, id: EntrantId) -> Team:
    """Raises UnknownTeam."""
    if id not in tournament.teams:
        raise r.UnknownTeam(id)
    return tournament.teams[id]


def with_checked_fields(tournament: Tournament, team: Team, reserves: int) -> Team:
    """The team with its own fields as they are kept. Raises BadField."""
    most = tournament.regulations.teams.most_reserves
    if most is not None and reserves > most:
        raise r.BadField("reserves", str(reserves), f"at-most:{most}")
    return replace(
        team,
        name=text("team", team.name, longest=LONGEST_TEAM_NAME, required=True),
        captain=text("captain", team.captain, longest=LONGEST_TEAM_NAME),
        federation=federation(team.federation),
        club=text("club", team.club, longest=LONGEST_TEAM_NAME),
    )


def refuse_players_only(tournament: Tournament) -> None:
    if tournament.regulations.entrants is not Entrants.TEAMS:
        raise r.TournamentOfPlayers


def _may_change_players(tournament: Tournament, team: Team, leaving: Collection[PlayerId], reason: str) -> None:
    """Once round 1 is published with a reason, and nobody leaves while a lineup of an open round has them."""
    if tournament.published:
        refuse_without_reason(reason, "boards-of-a-team")
    for (round, of), lineup in tournament.lineups.items():
        seated = [player for player in lineup if player in leaving]
        over = round <= tournament.paired and not tournament.round(round).unanswered
        if of == team.id and seated and not over:
            raise r.InALineup(seated[0], round)


def _checked(tournament: Tournament, team: Team) -> Team:
    refuse_players_only(tournament)
    refuse_if_closed(tournament)
    now = with_checked_fields(tournament, team, len(team.reserves))
    others = [other for other in tournament.teams.values() if other.id != team.id]
    if any(other.name.casefold() == now.name.casefold() for other in others):
        raise r.TeamNameTaken(now.name)
    for player in team.players:
        if player not in tournament.players:
            raise r.UnknownPlayer(player)
        if holders := [other for other in others if player in other.players]:
            raise r.AlreadyInATeam(player, holders[0].name)
    if len(set(team.players)) != len(team.players):
        raise r.BadField("players", team.name, "each-once")
    return now
