"""Boards without a result after the default time, and forfeits for those who did not come."""

import re
from collections.abc import Iterator, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.rounds.lateness import AbsentSide, awaited_games, default_time, forfeit_absent
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.words.games import Colour
from projections.round.pairings import pairings
from server.clock import hall_clock
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import RESULTS_KEY
from server.routes.desk.rows import act, get
from server.routes.desk.visit import Visit
from server.routes.forms import Form
from web.api import commands as c

_LATE = "/rounds/{round:int}/late"
ABSENT = re.compile(r"([0-9]{1,4})\.([0-9]{1,2}):([wb])")
"""Board, game of the match and colour: `3.1:w`."""


async def show_late(visit: Visit, office: TournamentOffice) -> Response:
    t, round = office.tournament, visit.number("round")
    view = pairings(visit.snapshot, round, drafts=True)
    if view is None or not 1 <= round <= visit.snapshot.round:
        raise HTTPException(404)
    awaited, until = {(game.board, game.number) for game in awaited_games(t, round)}, default_time(t, round)
    return visit.page(
        "desk/late.html",
        round=round,
        until=until,
        over=until is not None and until <= hall_clock(),
        rows=[row for row in view.boards if (row.board, row.game) in awaited],
    )


def _forfeits(visit: Visit) -> Decide:
    round, now, absent = visit.number("round"), hall_clock(), list(_absent(visit.form))
    return lambda t: forfeit_absent(t, round, absent, now)


def _absent(form: Form) -> Iterator[AbsentSide]:
    for typed in form.all("absent"):
        read = ABSENT.fullmatch(typed)
        if read is None:
            raise BadField("absent", typed, "board-and-name")
        yield AbsentSide(int(read[1]), int(read[2]), Colour(read[3]))


routes: Sequence[BaseRoute] = (
    get(_LATE, show_late, Action.ARBITRATE),
    act(_LATE, _forfeits, RESULTS_KEY(c.ForfeitAbsent), on=_LATE, to="/rounds/{round:int}"),
)
