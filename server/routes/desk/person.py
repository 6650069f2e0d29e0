"""Which steward a session belongs to."""

from domain.stewards.events import Role
from domain.stewards.state import Steward, Stewards
from server.http.auth import Session


def person(session: Session, stewards: Stewards) -> Steward:
    """Who this is: the chief arbiter by the password, others as their invitation says at this moment."""
    if not session.entered:
        return Steward("", "", Role.READER, dismissed=True)
    if not session.steward:
        return Steward("", session.name, Role.CHIEF)
    gone = Steward(session.steward, session.name, Role.READER, dismissed=True)
    return stewards.invited.get(session.steward, gone)
