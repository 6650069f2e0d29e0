"""The crosstable at the desk: everybody against everybody, and results typed into it.

`/table/results` answers a page that has been told of a change: the games of all rounds, and the points of all.
"""

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from projections.table.meetings import MeetingTable, meetings
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit


async def show_table(visit: Visit, office: TournamentOffice) -> Response:
    """In the order of the numbers, which does not move while somebody types."""
    t = office.tournament
    names = {one.id: one.name for everybody in (t.teams, t.players) for one in everybody.values()}
    return visit.page("desk/table.html", t=t, view=_table(visit, office), names=names)


async def show_games(visit: Visit, office: TournamentOffice) -> Response:
    view = _table(visit, office)
    games = {
        (game.round, game.board, game.game): {
            "round": game.round,
            "board": game.board,
            "spot": game.spot,
            "result": game.result or "",
            "mark": game.mark.value,
        }
        for row in view.rows
        for cell in row.cells
        for game in cell.games
    }
    answer = {
        "position": office.position,
        "games": [games[at] for at in sorted(games)],
        "done": view.head.games - view.head.open,
        "points": {row.person.id: visit.words.points(row.points) for row in view.rows},
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


def _table(visit: Visit, office: TournamentOffice) -> MeetingTable:
    t = office.tournament
    if not t.regulations.from_tables or not t.published:
        raise HTTPException(404)
    return meetings(visit.snapshot, by_place=False)
