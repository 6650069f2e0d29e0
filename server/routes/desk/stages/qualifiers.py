"""Entrants from earlier stages at the desk of a tournament: what was corrected there since, and what to do."""

from starlette.responses import Response

from domain.decisions.qualifying import ComesFrom, Coming, accept_qualifiers, exchange_qualifiers, rule_of_source
from domain.refusals import BadField, SourceMoved
from projections.festivals.qualifiers import coming_from
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go


async def accept(visit: Visit, office: TournamentOffice) -> Response:
    """Everybody stays, with a reason."""
    rule, coming = await _seen(visit, office)
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: accept_qualifiers(t, rule, coming, reason)))


async def exchange(visit: Visit, office: TournamentOffice) -> Response:
    """The entrants are made those whom the source sends now."""
    rule, coming = await _seen(visit, office)
    reason = visit.form.line("reason")
    return go(f"/desk/t/{office.id}", await visit.command(lambda t: exchange_qualifiers(t, rule, coming, reason)))


async def _seen(visit: Visit, office: TournamentOffice) -> tuple[ComesFrom, Coming]:
    """The source as the page showed it. Raises SourceMoved for a page of another moment."""
    slug = visit.form.text("source")
    came = office.tournament.qualified.get(slug)
    if came is None:
        raise BadField("source", slug, "not-here")
    source = await visit.office.open(slug)
    if source.position != visit.form.whole("seen"):
        raise SourceMoved(source.tournament.details.name)
    rule = rule_of_source(came)
    return rule, coming_from(visit.services.snapshots.now(source), rule)
