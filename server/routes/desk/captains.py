"""Captains: the cards with their links, which let them hand in the lineups of their team on a phone."""

import secrets

import segno
from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.stewards import decisions
from domain.stewards.decisions import MAX_STEWARD_NAME_CHARS
from domain.stewards.events import Role
from domain.stewards.state import Steward
from domain.tournament import Tournament
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin

CAPTAIN_QR_SCALE = 4


async def show_captains(visit: Visit, office: TournamentOffice) -> Response:
    """A card for each team that has a captain here: to be printed and cut out."""
    t, captains = office.tournament, visit.stewards.state.captains(office.id)
    if not t.regulations.of_teams:
        raise HTTPException(404)
    links = {team: f"{origin(visit.request)}/join/{visit.access.invitation(one.id)}" for team, one in captains.items()}
    cards = [(t.teams[id], captains[id], links[id], _code(links[id])) for id in t.teams if id in captains]
    return visit.page("desk/captains.html", t=t, cards=cards, without=len(t.teams) - len(cards))


async def invite_all(visit: Visit, office: TournamentOffice) -> Response:
    """A link for the captain of each team that has none."""
    wanted = _captains(office.id, office.tournament)
    await visit.command_stewards(lambda s: decisions.invite_captains(s, office.id, wanted))
    return go(f"/desk/t/{office.id}/teams/captains")


async def end_link(visit: Visit, office: TournamentOffice) -> Response:
    """The link of one team opens nothing any more; another can be made."""
    captain = visit.stewards.state.captains(office.id).get(visit.form.whole("team"))
    if captain is not None:
        await visit.command_stewards(lambda s: decisions.dismiss(s, captain.id))
    return go(f"/desk/t/{office.id}/teams/captains")


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


def _code(link: str) -> str:
    return segno.make_qr(link, error="m").svg_data_uri(scale=CAPTAIN_QR_SCALE, border=2, dark="#000", light="#fff")
