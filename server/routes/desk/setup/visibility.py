"""Announcing a draft, hiding, archiving and throwing away a tournament."""

from collections.abc import Callable

from starlette.responses import Response

from domain.decisions.setup import announcing
from domain.events import Event
from domain.tournament import Tournament
from server.office.tournaments import TournamentOffice
from server.routes.desk.guards import TournamentHandler
from server.routes.desk.visit import Visit, go


def _step(decide: Callable[[Tournament], list[Event]]) -> TournamentHandler:
    """A step without anything to type; then to the page of the day."""

    async def carry_out(visit: Visit, office: TournamentOffice) -> Response:
        return go(f"/desk/t/{office.id}", await visit.command(decide))

    return carry_out


make_public = _step(announcing.make_public)
hide = _step(announcing.hide)
archive = _step(announcing.archive)
take_from_archive = _step(announcing.take_from_archive)


async def throw_away(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: announcing.throw_away(t, reason)))


async def bring_back(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: announcing.bring_back(t, reason)))
