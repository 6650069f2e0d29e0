"""Results that live boards offer for a round, as the page of that round has them."""

from projections.round.live_boards import LiveBoard, live_boards
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit


def offered_in(visit: Visit, office: TournamentOffice, round: int) -> tuple[LiveBoard, ...]:
    """Those that the journal lacks; none of a round that is not being played."""
    watch = visit.services.boards
    if not watch.watches(office.id):
        return ()
    view = live_boards(visit.snapshot, watch.games(office.id))
    return view.offered if view.round == round else ()


def ticket(one: LiveBoard) -> str:
    """The board and the result as the page showed it: what the file says by now may be another one."""
    return f"{one.spot}:{one.said}"
