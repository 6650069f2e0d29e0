"""The steward to whom a session belongs, and the language they read."""

from starlette.requests import Request

from domain.stewards.events import Role
from domain.stewards.state import Steward, Stewards
from server.http.auth import Session
from server.routes.question import lang_of
from server.services import services_of
from web.wording import LANGUAGES


def steward_of(session: Session, stewards: Stewards) -> Steward:
    """The person of this session: chief arbiter by the password, others as their invitation says now."""
    if not session.entered:
        return Steward("", "", Role.READER, dismissed=True)
    if session.key:
        return stewards.behind_key(stewards.programs.key(session.key))
    if not session.steward:
        return stewards.by_password(session.name)
    gone = Steward(session.steward, session.name, Role.READER, dismissed=True)
    return stewards.invited.get(session.steward, gone)


def lang_at_desk(request: Request) -> str:
    """The code of the steward's own choice, else as on public pages."""
    services, session = services_of(request.app), getattr(request.state, "session", None)
    chosen = steward_of(session, services.stewards.state).language if session and services.ready else ""
    return chosen if chosen in LANGUAGES else lang_of(request)
