"""Live boards at the desk: which file is watched, what its games are, and the results that it offers.

No result is taken without a tap: the file says what a board shows, the arbiter says what happened.
"""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.events import Event
from domain.refusals import NoResultOffered
from domain.stewards.decisions import enter_result
from domain.tournament import Tournament, replay
from projections.round.live_boards import LiveBoard, LiveBoards, live_boards
from server.office.tournaments import TournamentOffice
from server.routes.desk.rounds.waiting import ticket
from server.routes.desk.rows import get, post
from server.routes.desk.visit import Visit, go
from web.wording.refusals import sentence


async def show_boards_at_desk(visit: Visit, office: TournamentOffice) -> Response:
    place = await visit.services.boards.seen(office.id)
    unread = [sentence(one, None, visit.words) for one in place.refused]
    return visit.page("desk/live_boards.html", place=place, unread=unread, view=_view(visit, office))


async def watch_file(visit: Visit, office: TournamentOffice) -> Response:
    """Watch the file or folder that was typed, or none; a look at it comes first."""
    watch, typed = visit.services.boards, visit.form.text("path")
    if visit.form.text("leave"):
        await watch.leave(office.id)
    else:
        await watch.watch(office.id, typed)
    return go(f"/desk/t/{office.id}/live-boards")


async def take_results(visit: Visit, office: TournamentOffice) -> Response:
    """The results that are ticked, or the one that was tapped, in one step; then to the page they were taken on."""
    wanted, view = set(visit.form.lists.get("take", ())), _view(visit, office)
    offered = [one for one in view.offered if ticket(one) in wanted]

    outcome = await visit.command(lambda t: _taken(visit, t, view.round, offered), *sorted(wanted))
    round = visit.form.whole("from_round", 0)
    return go(f"/desk/t/{office.id}/" + (f"rounds/{round}" if round else "live-boards"), outcome)


def _taken(visit: Visit, t: Tournament, round: int, offered: list[LiveBoard]) -> list[Event]:
    """The entries, each on top of the one before. Raises NoResultOffered where there are none."""
    made: list[Event] = []
    now = t
    for one in offered:
        if one.said is None or now.round(round).game(one.board, one.game).result is not None:
            continue
        step = enter_result(now, visit.grant, round, one.board, one.said, seen=None, entered_at="", game=one.game)
        now = replay(step, now.copy())
        made += step
    if not made:
        raise NoResultOffered
    return made


def _view(visit: Visit, office: TournamentOffice) -> LiveBoards:
    return live_boards(visit.snapshot, visit.services.games.all(office.id).boards(visit.snapshot.current))


_PAGE = "/live-boards"

routes: Sequence[BaseRoute] = (
    get(_PAGE, show_boards_at_desk),
    post(_PAGE, watch_file, _PAGE),
    post(f"{_PAGE}/take", take_results, _PAGE),
)
