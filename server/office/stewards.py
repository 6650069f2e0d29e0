"""The office of those who work at the desk: who was invited, and for what."""

from domain.stewards.permissions import STREAM, Role, Steward, StewardEvent, Stewards, evolve
from server.cluster.other_processes import Following
from server.http.auth import Session
from server.journal import AsyncJournal
from server.office.stream import SmallOffice


class StewardOffice(SmallOffice[Stewards, StewardEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, STREAM, Stewards(), evolve, following)


def person(session: Session, stewards: Stewards) -> Steward:
    """Who this is: the chief arbiter by the password, others as their invitation says at this moment."""
    if not session.entered:
        return Steward("", "", Role.READER, dismissed=True)
    if not session.steward:
        return Steward("", session.name, Role.CHIEF)
    gone = Steward(session.steward, session.name, Role.READER, dismissed=True)
    return stewards.invited.get(session.steward, gone)
