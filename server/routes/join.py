"""The link of an invitation: whoever opens it is that steward from then on, on this device.

Whether the invitation still holds is asked at every request (`server/routes/desk/guards.py`), so a
dismissal works at once and a restart of the server changes nothing.
"""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from domain.stewards.permissions import InvitationEnded
from domain.stewards.state import Steward
from server.care import audit
from server.http.auth import new_session
from server.routes import forms
from server.routes.desk.guards import forbidden, old_form
from server.routes.desk.visit import Visit, go


async def accept_invitation(request: Request) -> Response:
    """In at once; but who is somebody else here already is asked first."""
    visit = Visit(request)
    steward = _invited(visit)
    if steward is None:
        return _unknown(visit)
    if steward.ended(datetime.now(UTC)):
        return forbidden(visit, InvitationEnded(steward.name, "" if steward.dismissed else steward.until))
    if visit.session.steward == steward.id:
        return go("/desk")
    if visit.session.entered and not visit.steward.ended(datetime.now(UTC)):
        return visit.page("join/other.html", invited=steward)
    return _come_in(visit, steward)


async def change_person(request: Request) -> Response:
    """Yes, be somebody else on this device."""
    async with request.form(max_files=0, max_fields=5) as data:
        visit = Visit(request, forms.read_form(data))
    if not visit.access.form_token_fits(visit.session, visit.form.text("form_token")):
        return old_form(visit)
    steward = _invited(visit)
    if steward is None or steward.ended(datetime.now(UTC)):
        return _unknown(visit)
    return _come_in(visit, steward)


def _invited(visit: Visit) -> Steward | None:
    id = visit.access.invited(visit.path("token"))
    return visit.stewards.state.invited.get(id)


def _come_in(visit: Visit, steward: Steward) -> Response:
    visit.request.state.session = new_session(steward.name, steward.id)
    return go("/desk")


def _unknown(visit: Visit) -> Response:
    audit.refused_login(visit.services.metrics, visit.request, visit.session.name, "invitation")
    return visit.page("join/unknown.html", 404)
