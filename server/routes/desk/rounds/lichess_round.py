"""A round that is played at lichess: names, a link for each player, and the games fetched back."""

import asyncio
import re
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.refusals import BadField
from domain.stewards.permissions import Action
from projections.round.pairings import BoardRow, pairings
from server.office.games.played_there import FROM_LICHESS, ClockThere, TroubleThere, boards_there
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get, post
from server.routes.desk.visit import Visit, go

_ROUND = "/rounds/{round:int}/lichess"
NAME_THERE = re.compile(r"[A-Za-z0-9_-]{2,30}")
TYPED_CONTROL = re.compile(r"\b(?P<minutes>[0-9]{1,3})\D{0,8}\+\D{0,4}(?P<seconds>[0-9]{1,2})\b")
USUAL_CONTROL = (15, 10)
MOST_MINUTES, MOST_INCREMENT = 180, 60


async def show_lichess(visit: Visit, office: TournamentOffice, trouble: TroubleThere | None = None) -> Response:
    rows, there = _rows(visit, office), visit.services.played_there
    games = await asyncio.to_thread(there.store.games, office.id)
    found = TYPED_CONTROL.search(office.tournament.details.time_control)
    made = {row.spot: one for row, one in boards_there(visit.snapshot, visit.number("round"), games)}
    return visit.page(
        "desk/lichess_round.html",
        200 if visit.refusal is None else 422,
        round=visit.number("round"),
        rows=rows,
        games=made,
        missing=any(row.open and row.spot not in made for row in rows),
        names=await asyncio.to_thread(there.store.names, office.id),
        control=(int(found["minutes"]), int(found["seconds"])) if found else USUAL_CONTROL,
        base=there.base,
        trouble=trouble,
    )


def _rows(visit: Visit, office: TournamentOffice) -> list[BoardRow]:
    """Boards at which two players sit. A 404 for a round that is not published, and in Chess960."""
    view, round = pairings(visit.snapshot, visit.number("round")), visit.number("round")
    if view is None or not 1 <= round <= visit.snapshot.round or office.tournament.regulations.chess960:
        raise HTTPException(404)
    return [row for row in view.boards if all(row.seated)]


async def make_games(visit: Visit, office: TournamentOffice) -> Response:
    """Keep the names and make what is missing. Raises BadField."""
    rows, there, form = _rows(visit, office), visit.services.played_there, visit.form
    clock = _clock(visit)
    people = [one for row in rows for one in row.seated if one is not None]
    names: dict[int, str] = {one.id: form.text(f"name-{one.id}") for one in people if f"name-{one.id}" in form.fields}
    for name in filter(None, names.values()):
        if not NAME_THERE.fullmatch(name):
            raise BadField("lichess_name", name, "lichess-name")
    await asyncio.to_thread(there.store.keep_names, office.id, names)
    still, called = [row for row in rows if row.open], office.tournament.details.name
    trouble = await there.make(office.id, called, visit.number("round"), still, clock, rated=form.ticked("rated"))
    return await show_lichess(visit, office, trouble) if trouble else _back(visit, office)


def _clock(visit: Visit) -> ClockThere:
    minutes, seconds = visit.form.whole("clock_minutes"), visit.form.whole("clock_seconds")
    if not 0 <= minutes <= MOST_MINUTES:
        raise BadField("clock_minutes", str(minutes), f"whole:0:{MOST_MINUTES}")
    if not 0 <= seconds <= MOST_INCREMENT or not minutes + seconds:
        raise BadField("clock_seconds", str(seconds), f"whole:{0 if minutes else 1}:{MOST_INCREMENT}")
    return ClockThere(minutes * 60, seconds)


async def fetch_games(visit: Visit, office: TournamentOffice) -> Response:
    """Take the games as live boards; then to the page that offers their results."""
    _rows(visit, office)
    games = await visit.services.played_there.fetch(office.id, visit.snapshot, visit.number("round"))
    if isinstance(games, TroubleThere):
        return await show_lichess(visit, office, games)
    await visit.services.games.take(office.id, FROM_LICHESS, games, visit.session.name)
    return go(f"/desk/t/{office.id}/live-boards")


async def drop_games(visit: Visit, office: TournamentOffice) -> Response:
    await asyncio.to_thread(visit.services.played_there.store.drop, office.id, visit.number("round"))
    return _back(visit, office)


def _back(visit: Visit, office: TournamentOffice) -> Response:
    return go(f"/desk/t/{office.id}/rounds/{visit.number('round')}/lichess")


routes: Sequence[BaseRoute] = (
    get(_ROUND, show_lichess, Action.ARBITRATE),
    post(_ROUND, make_games, _ROUND),
    post(_ROUND + "/fetch", fetch_games, _ROUND),
    post(_ROUND + "/drop", drop_games, _ROUND),
)
