"""What everybody sees of the games while they are played: the delay, and the addresses of the games."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.broadcasting import set_broadcast
from domain.words.broadcasts import Broadcast
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.rows import act, deciding, get
from server.routes.desk.visit import Visit
from server.routes.reachable import origin
from web.api.event_commands import SetBroadcast

_PAGE = "/broadcast"


async def show_broadcast(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page(
        "desk/broadcast.html",
        200 if visit.refusal is None else 422,
        broadcast=office.tournament.broadcast,
        address=origin(visit.request),
    )


def _broadcast(visit: Visit) -> Broadcast:
    """A form says which of both it means; a program names one alone."""
    kind = visit.form.text("delay_kind")
    minutes, moves = (visit.form.whole(name, 0) for name in ("delay_minutes", "delay_moves"))
    return Broadcast(minutes if kind in ("", "minutes") else 0, moves if kind in ("", "moves") else 0)


routes: Sequence[BaseRoute] = (
    get(_PAGE, show_broadcast),
    act("/delay", deciding(set_broadcast, _broadcast), EVERYTHING_KEY(SetBroadcast), on=_PAGE),
)
