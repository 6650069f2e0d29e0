"""The chief arbiter's page about the others: invite, print the card with the QR code, dismiss."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.refusals import BadField
from domain.stewards import decisions
from domain.stewards.events import Role
from domain.stewards.permissions import Action
from domain.stewards.state import Steward
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.name_order import name_order
from server.routes.desk.guards import in_tabs_of_tournament
from server.routes.desk.rows import deciding, desk_get, desk_post, handler_of, path_part
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable, origin
from web.links import drawn_code

INVITATION_LASTS = timedelta(hours=14)
"""The time an invitation holds unless the form says otherwise: a playing day."""

INVITATION_QR_SCALE = 7


async def show_stewards(visit: Visit) -> Response:
    """The page of stewards: those invited now first, by name; earlier ones below. Captains stand with their teams."""
    await in_tabs_of_tournament(visit)
    now = datetime.now(UTC)
    desk = (steward for steward in visit.stewards.state.invited.values() if not steward.team)
    here = visit.tournament.id if visit.tournament else ""
    everybody = sorted(desk, key=lambda s: (s.ended(now), name_order("")(s.name)))
    return visit.page(
        "desk/stewards.html",
        rows=[(s, s.ended(now), local_until(s.until)) for s in everybody],
        names=await visit.choices([s.tournament for s in everybody] + [visit.form.text("tournament"), here]),
        chosen=visit.form.text("tournament") if visit.refusal else here,
        page=visit.searched,
        roles=[Role.ENTRY, Role.ARBITER, Role.READER, Role.CHIEF],
        until=(datetime.now().astimezone() + INVITATION_LASTS).strftime("%Y-%m-%dT%H:00"),
    )


async def invite(visit: Visit) -> Response:
    wanted = _wanted(visit)
    if wanted.tournament and wanted.tournament not in visit.office:
        raise BadField("tournament", wanted.tournament, "not-here")
    now = datetime.now(UTC)
    await visit.command_stewards(lambda s: decisions.invite(s, wanted, now))
    return go(f"/desk/stewards/{wanted.id}" if wanted.id in visit.stewards.state.invited else "/desk/stewards")


async def show_card(visit: Visit) -> Response:
    """To be printed and cut out, or shown on the screen: a photograph of the code logs in."""
    steward = visit.stewards.state.invited.get(visit.path("steward"))
    if steward is None or steward.ended(datetime.now(UTC)):
        raise HTTPException(404)
    link = f"{origin(visit.request)}/join/{visit.access.invitation(steward.id)}"
    await visit.office.started()
    return visit.page(
        "desk/stewards_card.html",
        invited=steward,
        link=link,
        unreachable=not_reachable(visit.request),
        qr=drawn_code(link, INVITATION_QR_SCALE),
        tournament=visit.office.name_of(steward.tournament),
        worn=await _face_on_card(visit, steward.tournament),
        until=local_until(steward.until),
    )


async def _face_on_card(visit: Visit, tournament: str) -> WornFace:
    if tournament not in visit.office:
        return NO_WORN_FACE
    office = await visit.office.open(tournament)
    return visit.services.festivals.festivals.worn_by(tournament, office.tournament.face)


def _wanted(visit: Visit) -> Steward:
    form = visit.form
    role = form.choice("role", Role)
    boards = (form.whole("first_board"), form.whole("last_board")) if role is Role.ENTRY else (0, 0)
    until = typed_until(form.text("until"))
    return Steward(secrets.token_hex(6), form.text("name"), role, form.text("tournament"), *boards, until)


_STEWARDS = "/desk/stewards"

routes: Sequence[BaseRoute] = (
    desk_get(_STEWARDS, show_stewards, Action.LEAD),
    desk_post(_STEWARDS, invite, _STEWARDS, Action.LEAD),
    desk_get(f"{_STEWARDS}/{{steward}}", show_card, Action.LEAD),
    desk_post(
        f"{_STEWARDS}/{{steward}}/dismiss",
        handler_of(Visit.command_stewards, deciding(decisions.dismiss, path_part("steward")), _STEWARDS),
        _STEWARDS,
        Action.LEAD,
    ),
)
