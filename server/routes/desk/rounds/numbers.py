"""Pairing numbers changed by choice: two equals exchange theirs, or all are made anew by the ratings of today."""

from starlette.responses import Response

from domain.decisions.players import numbering
from server.office.tournaments import TournamentOffice
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit, go


async def exchange_numbers(visit: Visit, office: TournamentOffice) -> Response:
    form, reason = visit.form, visit.form.line("reason")
    one, other = (typed_player(office.tournament, form.text(name).strip()) for name in ("one", "other"))
    outcome = await visit.command(lambda t: numbering.exchange_numbers(t, one, other, reason))
    return go(f"/desk/t/{office.id}/players", outcome)


async def regenerate_numbers(visit: Visit, office: TournamentOffice) -> Response:
    return go(f"/desk/t/{office.id}/players", await visit.command(numbering.regenerate_numbers))
