"""Lineups of a round: all of them for the arbiter, a captain's own on a phone."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import lineups
from domain.formats import current_round
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.tournament_cards.lineups import expected_lineup
from domain.words.players import EntrantId, PlayerId, player_id
from domain.words.teams import TeamId
from projections.round.lineups import lineups_of_round, matches_of_team
from server.clock import hall_clock
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PAIRINGS_KEY
from server.routes.desk.rounds.waiting import is_late
from server.routes.desk.rows import ROUND, act, deciding, get, of_teams, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.api import commands as c


async def show_lineups(visit: Visit, office: TournamentOffice) -> Response:
    t, round = of_teams(office), visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    return visit.page(
        "desk/lineups.html",
        round=t.round(round),
        matches=lineups_of_round(visit.snapshot, round),
        due=lineups.lineup_due(t, round),
        late=is_late(t, round),
        refused_team=visit.form.whole("team", 0) if visit.refusal else 0,
    )


async def give(visit: Visit, office: TournamentOffice) -> Response:
    """The lineup that an arbiter types for a team; with a reason where it breaks a rule."""
    round, team = visit.number("round"), TeamId(EntrantId(visit.form.whole("team")))
    players, reason, now = _typed(visit.form, office.tournament), visit.form.line("reason"), hall_clock()
    outcome = await visit.command(lambda t: lineups.give_lineup(t, round, team, players, reason=reason, now=now))
    return go(f"/desk/t/{office.id}/rounds/{round}/lineups", outcome)


async def show_own(visit: Visit, office: TournamentOffice) -> Response:
    t, id = of_teams(office), EntrantId(visit.steward.team)
    if id not in t.teams:
        raise HTTPException(404)
    rounds = matches_of_team(visit.snapshot, id, current_round(t))
    return visit.page(
        "desk/captain.html",
        team=t.teams[id],
        rounds=[(one, lineups.lineup_due(t, one.round), is_late(t, one.round)) for one in rounds],
        expected=expected_lineup(t, id),
        refused_round=visit.form.whole("round", 0) if visit.refusal else 0,
    )


async def hand_in(visit: Visit, office: TournamentOffice) -> Response:
    """By the captain, for the own team: what breaks a rule is refused."""
    round, team = visit.form.whole("round"), TeamId(EntrantId(visit.steward.team))
    players, now = _typed(visit.form, office.tournament), hall_clock()
    outcome = await visit.command(lambda t: lineups.give_lineup(t, round, team, players, now=now))
    return go(f"/desk/t/{office.id}/lineup", outcome)


def _typed(form: Form, t: Tournament) -> tuple[PlayerId, ...]:
    """Board by board; only the last boards may be empty. Raises BadField."""
    boards = [form.whole(f"board-{board}", 0) for board in range(1, t.regulations.match_games + 1)]
    while boards and not boards[-1]:
        boards.pop()
    if 0 in boards:
        raise BadField("board", str(boards.index(0) + 1), "no-gap")
    return tuple(map(player_id, boards))


_LINEUPS, _OWN = "/rounds/{round:int}/lineups", "/lineup"

routes: Sequence[BaseRoute] = (
    get(_LINEUPS, show_lineups),
    post(_LINEUPS, give, _LINEUPS, PAIRINGS_KEY(c.GiveLineup)),
    act(f"{_LINEUPS}/show", deciding(lineups.show_lineups, ROUND), PAIRINGS_KEY(c.ShowLineups), on=_LINEUPS),
    get(_OWN, show_own, Action.LINE_UP),
    post(_OWN, hand_in, _OWN, does=Action.LINE_UP),
)
