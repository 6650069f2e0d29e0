"""Captains: the cards with their links, which let them hand in the lineups of their team on a phone."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.stewards import decisions
from domain.stewards.decisions import MAX_STEWARD_NAME_CHARS
from domain.stewards.events import Role
from domain.stewards.permissions import Action
from domain.stewards.state import Steward
from domain.tournament import Tournament
from server.clock import local_now
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get, of_teams, post
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable, origin
from web.codes import drawn_code

CAPTAIN_QR_SCALE = 4


async def show_captains(visit: Visit, office: TournamentOffice) -> Response:
    t, captains = of_teams(office), visit.stewards.state.captains(office.id, datetime.now(UTC))
    links = {team: f"{origin(visit.request)}/join/{visit.access.invitation(one.id)}" for team, one in captains.items()}
    cards = [
        (team, local_until(captains[id].until), links[id], drawn_code(links[id], CAPTAIN_QR_SCALE))
        for id, team in t.teams.items()
        if id in captains
    ]
    return visit.page(
        "desk/captains.html",
        cards=cards,
        unreachable=not_reachable(visit.request),
        without=len(t.teams) - len(cards),
        until=_suggested(t),
    )


async def invite_all(visit: Visit, office: TournamentOffice) -> Response:
    wanted, until = _captains(office.id, office.tournament), typed_until(visit.form.text("until"))
    await visit.command_stewards(lambda s: decisions.invite_captains(s, office.id, wanted, datetime.now(UTC), until))
    return go(f"/desk/t/{office.id}/teams/captains")


async def end_link(visit: Visit, office: TournamentOffice) -> Response:
    """The link of one team opens nothing any more; another can be made."""
    captain = visit.stewards.state.captains(office.id, datetime.now(UTC)).get(visit.form.whole("team"))
    if captain is not None:
        await visit.command_stewards(lambda s: decisions.dismiss(s, captain.id))
    return go(f"/desk/t/{office.id}/teams/captains")


def _suggested(t: Tournament) -> str:
    """Midnight after the last day that is announced; empty where that is past, or nothing is."""
    last, today = max((t.details.end, *t.details.schedule))[:10], local_now().date().isoformat()
    return f"{last}T23:59" if last >= today else ""


def _captains(slug: str, t: Tournament) -> list[Steward]:
    """Named as the journal names them beside a lineup: the captain, or the team."""
    return [
        Steward(
            secrets.token_hex(6),
            (f"{team.captain} ({team.name})" if team.captain else team.name)[:MAX_STEWARD_NAME_CHARS],
            Role.CAPTAIN,
            slug,
            team=team.id,
        )
        for team in t.teams.values()
    ]


_CAPTAINS = "/teams/captains"

routes: Sequence[BaseRoute] = (
    get(_CAPTAINS, show_captains, Action.ARBITRATE),
    post(_CAPTAINS, invite_all, _CAPTAINS),
    post(f"{_CAPTAINS}/end", end_link, _CAPTAINS),
)
