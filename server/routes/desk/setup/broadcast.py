"""What everybody sees of the games while they are played: the delay, their addresses, and broadcasts at lichess."""

import re
from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.broadcasting import set_broadcast
from domain.refusals import BadField
from domain.words.choices.broadcasts import Broadcast
from domain.words.regulations import MAX_PLANNED_ROUNDS
from server.journal.side.lichess import BroadcastRound
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.rows import act, deciding, get, post
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin
from web.api.commands.tournaments import SetBroadcast

_PAGE = "/broadcast"
_HERE = "/desk/t/{}/broadcast"
ROUND_AT_LICHESS = re.compile(r"(?:^|/)([A-Za-z0-9]{8})/?$")
"""The address of a round ends in its id, which may stand alone."""
LICHESS_TOKEN = re.compile(r"[A-Za-z0-9_]{8,200}")


async def show_broadcast(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page(
        "desk/broadcast.html",
        200 if visit.refusal is None else 422,
        broadcast=office.tournament.broadcast,
        address=origin(visit.request),
        lichess=visit.services.lichess.base,
        sent=visit.services.lichess.rounds(office.id),
        has_token=bool(visit.services.lichess.token_of(office.id)),
    )


def _broadcast(visit: Visit) -> Broadcast:
    """A form says which of both it means; a program names one alone."""
    kind = visit.form.text("delay_kind")
    minutes, moves = (visit.form.whole(name, 0) for name in ("delay_minutes", "delay_moves"))
    return Broadcast(minutes if kind in ("", "minutes") else 0, moves if kind in ("", "moves") else 0)


async def set_lichess_round(visit: Visit, office: TournamentOffice) -> Response:
    """The token stays that of before where none is typed. Raises BadField."""
    there, form = visit.services.lichess, visit.form
    round, typed = form.whole("round"), form.text("lichess_round")
    if not 1 <= round <= MAX_PLANNED_ROUNDS:
        raise BadField("round", str(round), f"whole:1:{MAX_PLANNED_ROUNDS}")
    found = ROUND_AT_LICHESS.search(typed)
    if found is None:
        raise BadField("lichess_round", typed, "lichess-round")
    token = form.text("lichess_token") or there.token_of(office.id)
    if not LICHESS_TOKEN.fullmatch(token):
        raise BadField("lichess_token", "", "lichess-token")
    await there.keep(office.id, round, BroadcastRound(found[1], token))
    return go(_HERE.format(office.id))


async def drop_lichess_round(visit: Visit, office: TournamentOffice) -> Response:
    await visit.services.lichess.drop(office.id, visit.form.whole("round"))
    return go(_HERE.format(office.id))


routes: Sequence[BaseRoute] = (
    get(_PAGE, show_broadcast),
    act("/delay", deciding(set_broadcast, _broadcast), EVERYTHING_KEY(SetBroadcast), on=_PAGE),
    post("/lichess", set_lichess_round, _PAGE),
    post("/lichess/drop", drop_lichess_round, _PAGE),
)
