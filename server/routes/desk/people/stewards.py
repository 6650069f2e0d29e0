"""The chief arbiter's page about the others: invite, print the card with the QR code, dismiss."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.refusals import BadField
from domain.stewards import decisions
from domain.stewards.events import Role
from domain.stewards.permissions import Action
from domain.stewards.state import NoSuchSteward, Steward
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.name_order import name_order
from server.clock import local_now
from server.office.tournaments import TournamentOffice
from server.routes.desk.guards import in_tabs_of_tournament
from server.routes.desk.rows import deciding, desk_get, desk_post, get, handler_of, path_part, post
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable, origin
from web.codes import drawn_code

INVITATION_LASTS = timedelta(hours=14)
"""The time an invitation holds unless the form says otherwise: a playing day."""

INVITATION_QR_SCALE = 7
ROLES_OF_CARDS = (Role.ENTRY, Role.ARBITER, Role.READER)
"""Of one tournament."""


async def show_stewards(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """The page of stewards: those invited now first, by name; earlier ones below. Captains stand with their teams."""
    await in_tabs_of_tournament(visit)
    now = datetime.now(UTC)
    desk = (steward for steward in visit.stewards.state.invited.values() if not steward.team)
    if office is not None:
        desk = (steward for steward in desk if steward.tournament == office.id)
    here = visit.tournament.id if visit.tournament else ""
    everybody = sorted(desk, key=lambda s: (s.ended(now), name_order("")(s.name)))
    return visit.page(
        "desk/stewards.html",
        rows=[(s, s.ended(now), local_until(s.until)) for s in everybody],
        root=_root(office),
        of_one=office is not None,
        names={} if office else await visit.choices([*(s.tournament for s in everybody), *_chosen(visit, here)]),
        chosen=visit.form.text("tournament") if visit.refusal else here,
        page=visit.searched,
        roles=ROLES_OF_CARDS if office else (*ROLES_OF_CARDS, Role.CHIEF),
        until=(local_now() + INVITATION_LASTS).strftime("%Y-%m-%dT%H:00"),
    )


def _chosen(visit: Visit, here: str) -> tuple[str, str]:
    return visit.form.text("tournament"), here


def _root(office: TournamentOffice | None) -> str:
    return f"/desk/t/{office.id}/people" if office else _STEWARDS


async def invite(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """A card of one tournament is for its arbiters and helpers: a chief arbiter has everything of the server."""
    wanted = _wanted(visit)
    if office is not None:
        if wanted.role not in ROLES_OF_CARDS:
            raise BadField("role", wanted.role, "one-of:" + ",".join(ROLES_OF_CARDS))
        wanted = replace(wanted, tournament=office.id)
    if wanted.tournament and wanted.tournament not in visit.office:
        raise BadField("tournament", wanted.tournament, "not-here")
    now = datetime.now(UTC)
    await visit.command_stewards(lambda s: decisions.invite(s, wanted, now))
    return go(f"{_root(office)}/{wanted.id}" if wanted.id in visit.stewards.state.invited else _root(office))


async def dismiss_here(visit: Visit, office: TournamentOffice) -> Response:
    """Somebody who was invited for this tournament; of anybody else nothing is said."""
    id = visit.path("steward")
    if visit.stewards.state.steward(id).tournament != office.id:
        raise NoSuchSteward(id)
    await visit.command_stewards(lambda state: decisions.dismiss(state, id))
    return go(_root(office))


async def show_card(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """To be printed and cut out, or shown on the screen: a photograph of the code logs in."""
    steward = visit.stewards.state.invited.get(visit.path("steward"))
    if steward is not None and office is not None and steward.tournament != office.id:
        raise HTTPException(404)
    if steward is None or steward.ended(datetime.now(UTC)):
        raise HTTPException(404)
    link = f"{origin(visit.request)}/join/{visit.access.invitation(steward.id)}"
    await visit.office.started()
    return visit.page(
        "desk/stewards_card.html",
        root=_root(office),
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
    desk_get(_STEWARDS, show_stewards, Action.RUN),
    desk_post(_STEWARDS, invite, _STEWARDS, Action.RUN),
    desk_get(f"{_STEWARDS}/{{steward}}", show_card, Action.RUN),
    desk_post(
        f"{_STEWARDS}/{{steward}}/dismiss",
        handler_of(Visit.command_stewards, deciding(decisions.dismiss, path_part("steward")), _STEWARDS),
        _STEWARDS,
        Action.RUN,
    ),
)
routes_of_tournament: Sequence[BaseRoute] = (
    get("/people", show_stewards, Action.LEAD),
    post("/people", invite, "/people", does=Action.LEAD),
    get("/people/{steward}", show_card, Action.LEAD),
    post("/people/{steward}/dismiss", dismiss_here, "/people", does=Action.LEAD),
)
"""Where organisers share a server: cards for helpers at one tournament, given by those who lead its organiser."""
