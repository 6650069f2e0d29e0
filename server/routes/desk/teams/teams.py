"""Teams: registering them with their players, amending them, transfers, and their part in the rounds to come."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import attendance, teams
from domain.decisions.players.attendance import first_round_away
from domain.decisions.players.numbering import team_rating
from domain.decisions.players.registering import NewPlayer
from domain.decisions.players.teams import NewTeam, register_teams
from domain.events import Event, TeamRegistered
from domain.files.encodings import Encoding, telling_names
from domain.files.lists.players import ListedPlayer
from domain.files.lists.rows import BadRoster
from domain.files.lists.teams import TeamList, player_in_cell, read_team_list
from domain.records import dataclass
from domain.refusals import BadField, FileKind, NamesakesAsked, NotInTheTeam, TeamsCannotEnter
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.games import Bye
from domain.words.players import ASK, EntrantId, NamesakeQuestion, Player, PlayerId, player_id
from domain.words.teams import PrimaryScore, Team, TeamId
from projections.moment.name_order import name_order
from projections.moment.people import people
from projections.table.standings import points_beside
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY, RESULTS_KEY, Program
from server.routes.desk import rows as r
from server.routes.desk.lists.sent_lists import Sent, keep_birth_dates, sent_with, shown_text
from server.routes.desk.typed import answered_in_places, questions_of
from server.routes.desk.visit import Visit, go, players_of_program
from server.routes.forms import small
from web.api.commands import ReadmitTeam, WithdrawTeam
from web.api.commands import teams as c
from web.wording import imports
from web.wording.federations import federations_kept
from web.wording.refusals.entrants import problem_in_place

# Lists of teams at the desk: what is wrong with one, and what has to be asked about its players.


@dataclass(frozen=True, slots=True)
class TeamsFound:
    read: TeamList
    problems: tuple[str, ...] = ()
    questions: tuple[NamesakeQuestion, ...] = ()
    """Of namesakes, by their place among all players."""
    answered: bool = True

    @property
    def new(self) -> list[NewTeam]:
        return [team.new for team in self.read.teams]

    @property
    def players(self) -> list[ListedPlayer]:
        return [player for team in self.read.teams for player in team.players]

    @property
    def lines(self) -> list[int]:
        return [player.line for player in self.players]

    def birth_dates(self, events: Iterable[Event]) -> Mapping[int, str]:
        """For the side store, by the ids under which those of the list play in the teams of `events`."""
        ids = [id for event in events if isinstance(event, TeamRegistered) for id in event.team.players]
        return {id: one.birth_date for id, one in zip(ids, self.players, strict=False) if one.birth_date}


def teams_found(visit: Visit, t: Tournament, read: TeamList) -> TeamsFound:
    """The list as it could be registered with the answers that were given."""
    problems, found = [imports.list_sentence(one, visit.words) for one in read.problems], TeamsFound(read)
    try:
        register_teams(t, found.new, answers=answered_in_places(visit.form, len(found.players)), of_a_file=True)
    except TeamsCannotEnter as refused:
        problems += [problem_in_place(one, t, visit.words) for one in refused.problems]
    except NamesakesAsked:
        return TeamsFound(read, tuple(problems), _questions(t, found.new), answered=False)
    return TeamsFound(read, tuple(problems))


def _questions(t: Tournament, new: list[NewTeam]) -> tuple[NamesakeQuestion, ...]:
    try:
        register_teams(t, new, answers=ASK, of_a_file=True)
    except NamesakesAsked as asked:
        return asked.questions
    return ()


# The list of teams


async def show_teams(visit: Visit, office: TournamentOffice) -> Response:
    t = r.of_teams(office)
    rows = [(person, t.teams[id]) for id, person in people(t).items()]
    captains = visit.stewards.state.captains(office.id, datetime.now(UTC))
    return visit.page(
        "desk/teams.html",
        rows=rows,
        upcoming=first_round_away(t),
        captains=captains,
        questions=questions_of(visit.refusal),
        lines=_typed_lines(visit, "squad", "reserves"),
    )


async def enter_team(visit: Visit, office: TournamentOffice) -> Response:
    form = visit.form
    new = NewTeam(
        form.text("team"),
        form.text("captain"),
        form.text("federation"),
        form.text("club"),
        _typed_players(visit, "squad"),
        _typed_players(visit, "reserves"),
    )
    from_round = form.whole("from_round", 0) or None
    answers = answered_in_places(form, len(new.squad) + len(new.reserves))
    outcome = await visit.command(lambda t: teams.register_teams(t, [new], from_round, answers))
    return go(f"/desk/t/{office.id}/teams", outcome)


def _typed_players(visit: Visit, name: str) -> tuple[NewPlayer, ...]:
    """A player a line, `GM Euwe, Max 2530`; those of a program come field by field."""
    if visit.by_program:
        return players_of_program(visit.form, name)
    return tuple(player_in_cell(line) for line in visit.form.text(name).splitlines() if line.strip())


def _typed_lines(visit: Visit, *names: str) -> list[int]:
    return [line for name in names for line, _ in enumerate(_typed_players(visit, name), 1)]


# A list of teams


async def import_teams(visit: Visit, office: TournamentOffice) -> Response:
    """First the teams that would be registered, or every problem of the list; then, confirmed, all at once."""
    sent = await sent_with(visit)
    try:
        read = await visit.services.workers.run(FileKind.TABLE, sent.name, read_team_list, sent.data)
    except BadRoster as problem:
        says = (imports.list_sentence(problem, visit.words),)
        return await show_import(visit, office, says, sent=sent, pasted=shown_text(sent))
    found = teams_found(visit, office.tournament, read)
    if not office.has_done(visit.command_id):
        if found.problems:
            return await show_import(visit, office, found.problems, sent=sent, pasted=shown_text(sent))
        if not found.answered or not visit.form.ticked("really") or visit.form.ticked("again"):
            return await show_import(visit, office, found=found, sent=sent)
    answers = answered_in_places(visit.form, len(found.players))
    outcome = await visit.command(
        lambda t: teams.register_teams(t, found.new, answers=answers, of_a_file=True), found.new
    )
    await keep_birth_dates(visit, office, found.birth_dates(entry.event for entry in outcome.entries))
    return go(f"/desk/t/{office.id}/teams", outcome)


async def show_import(
    visit: Visit,
    office: TournamentOffice,
    says: tuple[str, ...] = (),
    *,
    found: TeamsFound | None = None,
    sent: Sent | None = None,
    pasted: str = "",
) -> Response:
    r.of_teams(office)
    return visit.page(
        "desk/teams_import.html",
        422 if says or (found and visit.form.ticked("really")) else 200,
        says=says,
        found=found,
        kept=federations_kept([*found.new, *(one.player for one in found.players)], visit.words) if found else (),
        sent=sent,
        names=telling_names(listed.player.name for listed in found.players) if found else [],
        encodings=list(Encoding),
        pasted=pasted or visit.form.text("list"),
    )


# One team


async def show_team(visit: Visit, office: TournamentOffice) -> Response:
    t, team = office.tournament, _team(visit)
    return visit.page(
        "desk/team.html",
        team=team,
        rating=team_rating(t, team),
        person=people(t)[team.id],
        away=any(back is None for _, back in t.absences.get(team.id, ())),
        byes=sorted((round, kind) for (round, id), kind in t.byes.items() if id == team.id),
        upcoming=first_round_away(t),
        beside=points_beside(t, team.id),
        by_match=t.regulations.teams.primary is PrimaryScore.MATCH_POINTS,
        elsewhere=[(player, teams.team_of(t, player.id)) for player in _of_others(t, team)],
        captain=visit.stewards.state.captains(office.id, datetime.now(UTC)).get(team.id),
        questions=questions_of(visit.refusal),
        lines=_typed_lines(visit, "players"),
    )


def _of_others(t: Tournament, team: Team) -> list[Player]:
    others = [player for player in t.players.values() if player.id not in team.players]
    order = name_order(t.details.federation)
    return sorted(others, key=lambda player: order(player.name))


def _amended(visit: Visit) -> Team:
    name, captain, federation, club = map(visit.form.text, ("team", "captain", "federation", "club"))
    return replace(_team(visit), name=name, captain=captain, federation=federation, club=club)


def _in_order(visit: Visit) -> Team:
    """Boards as they are typed beside the players; `R` is a reserve, and an empty one leaves the team."""
    team = _team(visit)
    _refuse_strangers(visit, team)
    places = {player: visit.form.text(f"board-{player}").upper() for player in team.players}
    _refuse_impossible_places(list(places.values()))
    squad = sorted((player for player in places if places[player].isdecimal()), key=lambda one: int(places[one]))
    reserves = sorted((player for player in places if places[player].startswith("R")), key=lambda one: places[one])
    return replace(team, squad=tuple(squad), reserves=tuple(reserves))


def _refuse_strangers(visit: Visit, team: Team) -> None:
    typed = {name.removeprefix("board-"): place for name, place in visit.form.fields.items() if "board-" in name}
    named = [small(id) for id, place in typed.items() if place]
    if strangers := tuple(EntrantId(id) for id in named if id not in team.players):
        raise NotInTheTeam(team.id, strangers)


def _refuse_impossible_places(places: list[str]) -> None:
    """Each number of a board once, beside it `R`, `R1` and so on alone. Raises BadField."""
    for typed in places:
        if typed and not re.fullmatch(r"R?[0-9]{1,2}|R", typed):
            raise BadField("board", typed, "board-or-reserve")
        if typed.isdecimal() and places.count(typed) > 1:
            raise BadField("board", typed, "each-once")


async def add_players(visit: Visit, office: TournamentOffice) -> Response:
    team, reason, reserve = _team(visit), visit.form.line("reason"), visit.form.ticked("reserve")
    new = _typed_players(visit, "players")
    if not new:
        raise BadField("players", "", "required")
    answers = answered_in_places(visit.form, len(new))
    outcome = await visit.command(
        lambda t: teams.add_players(t, team.id, new, reserve=reserve, reason=reason, answers=answers)
    )
    return go(f"/desk/t/{office.id}/teams/{team.id}", outcome)


def team_now(visit: Visit) -> Mapping[str, str]:
    team = visit.at.tournament.teams.get(_id(visit))
    if team is None:
        return {}
    return {"team": team.name, "captain": team.captain, "federation": team.federation, "club": team.club}


def _transferred(t: Tournament, player: PlayerId, team: Team, reserve: bool, reason: str) -> list[Event]:
    return teams.transfer_player(t, player, team.id, reserve=reserve, reason=reason)


def _given_points(t: Tournament, team: Team, round: int, reason: str, points: int, other: int) -> list[Event]:
    return attendance.adjust_points(t, team.id, round, points, reason, secondary=other)


def _id(visit: Visit) -> TeamId:
    return TeamId(EntrantId(visit.number("team")))


def _team(visit: Visit) -> Team:
    """The team of the address. A 404 where there is none."""
    team = visit.at.tournament.teams.get(_id(visit))
    if team is None:
        raise HTTPException(404)
    return team


def _team_id(visit: Visit) -> TeamId:
    return _team(visit).id


_TEAMS, _IMPORT, _TEAM = "/teams", "/teams/import", "/teams/{team:int}"
_POINTS, _OTHER_POINTS = r.half_points("points", 0), r.half_points("other_points", 0)


def _of_team(path: str, decision: r.Deciding[Tournament, Event], key: Program) -> r.DeskStep:
    return r.act(_TEAM + path, decision, key, on=_TEAM)


routes: Sequence[BaseRoute] = (
    r.get(_TEAMS, show_teams),
    r.post(_TEAMS, enter_team, _TEAMS, PLAYERS_KEY(c.RegisterTeam)),
    r.get(_IMPORT, show_import, Action.ARBITRATE),
    r.post(_IMPORT, import_teams, _IMPORT),
    r.get(_TEAM, show_team),
    _of_team("", r.deciding(teams.amend_team, _amended), PLAYERS_KEY(c.ChangeTeam, team_now)),
    _of_team("/boards", r.deciding(teams.amend_team, _in_order, r.REASON), PLAYERS_KEY(c.OrderBoards)),
    r.post(f"{_TEAM}/players", add_players, _TEAM, PLAYERS_KEY(c.AddToTeam)),
    _of_team(
        "/transfer",
        r.deciding(
            _transferred, lambda visit: player_id(visit.form.whole("player")), _team, r.ticked("reserve"), r.REASON
        ),
        PLAYERS_KEY(c.TransferPlayer),
    ),
    _of_team(
        "/withdraw",
        r.deciding(attendance.withdraw, lambda visit: [_team(visit).id], r.first_round_typed, r.REASON),
        PLAYERS_KEY(WithdrawTeam),
    ),
    _of_team(
        "/readmit", r.deciding(attendance.readmit, _team_id, r.first_round_typed, r.REASON), PLAYERS_KEY(ReadmitTeam)
    ),
    _of_team(
        "/points",
        r.deciding(_given_points, _team, r.whole("round"), r.REASON, _POINTS, _OTHER_POINTS),
        RESULTS_KEY(c.GivePoints),
    ),
    _of_team(
        "/bye",
        r.deciding(attendance.grant_bye, _team_id, r.whole("round"), r.choice("kind", Bye)),
        PLAYERS_KEY(c.GrantTeamBye),
    ),
    _of_team(
        "/bye/revoke", r.deciding(attendance.revoke_bye, _team_id, r.whole("round")), PLAYERS_KEY(c.RevokeTeamBye)
    ),
)
