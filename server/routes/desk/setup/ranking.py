"""Ranking by hand: the arbiter's order of equals, and the points of a play-off."""

import re
from fractions import Fraction

from starlette.responses import Response

from domain.decisions.rounds import closing
from domain.events import OutsideValue
from domain.refusals import BadField
from domain.tournament import Tournament
from server.office.tournaments import TournamentOffice
from server.routes.desk.setup.announcement import typed_lines
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit, go

TYPED_POINTS = re.compile(r"[0-9]{1,3}(?:\.[05])?")
"""Whole and half points, as `1` or `1.5`."""


async def order_equals(visit: Visit, office: TournamentOffice) -> Response:
    """The tie-break `MANUAL`: a player a line, best first."""
    t, reason = office.tournament, visit.form.line("reason")
    order = [typed_player(t, line) for line in typed_lines(visit.form, "by_arbiter")]
    outcome = await visit.command(lambda t: closing.order_equals(t, order, reason))
    return go(f"/desk/t/{office.id}/settings", outcome)


async def give_outside_values(visit: Visit, office: TournamentOffice) -> Response:
    """The tie-break `PLAYOFF`: a player a line, a semicolon, points."""
    t, reason = office.tournament, visit.form.line("reason")
    values = [_outside_value(t, line) for line in typed_lines(visit.form, "outside")]
    outcome = await visit.command(lambda t: closing.give_outside_values(t, values, reason))
    return go(f"/desk/t/{office.id}/settings", outcome)


def _outside_value(tournament: Tournament, line: str) -> OutsideValue:
    name, _, points = line.rpartition(";")
    if not TYPED_POINTS.fullmatch(points.strip()):
        raise BadField("outside", line, "half-points")
    return OutsideValue(typed_player(tournament, name.strip()), int(2 * Fraction(points.strip())))
