"""The topics of a round, by board and by name: all of it, or a page of it where it is long; and one board."""

from dataclasses import replace

from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page
from projections.round.pairings import Pairings, PairingsHead, RoundPage, pairings
from projections.round.seats import SeatRow, seats
from web.api import views
from web.public.team_topics import MATCH_FORM, rows_of_matches
from web.public.topic_form import Pieces, TopicForm, rows_by_part


def _uncounted(head: PairingsHead) -> PairingsHead:
    """Without the number of open games, of which the line below speaks."""
    return replace(head, open=0)


def _progress(head: PairingsHead) -> views.Json:
    return {"games": head.games, "open": head.open}


_BY_BOARD = TopicForm("pairings", "heading", views.pairings_head, _uncounted)
_BY_NAME = TopicForm("pairings", "heading_by_name", views.pairings_head, _uncounted)
_PROGRESS = TopicForm("pairings", "progress", _progress)
_BOARD = TopicForm("pairings", "board", views.board)
_UNPAIRED = TopicForm("pairings", "unpaired", views.unpaired)
_SEAT = TopicForm("seats", "seat", views.seat_row)


def round_by_board(snapshot: Snapshot, round: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _boards(snapshot, view, RoundPage(view.matches, view.boards, view.unpaired), 0) if view else None


def page_by_board(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _boards(snapshot, view, view.page(page), page) if view and page <= view.last_page() else None


def round_by_name(snapshot: Snapshot, round: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _seats(snapshot, view, 0) if view else None


def page_by_name(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _seats(snapshot, view, page) if view and page <= last_page(len(seats(snapshot, view))) else None


def one_board(snapshot: Snapshot, board: int) -> Pieces | None:
    """One board of the newest round, for a camera or a demonstration board."""
    view = _view(snapshot, 0)
    rows = {f"b{row.spot}": row for row in view.boards if row.board == board} if view else {}
    return iter([(_BOARD, rows)]) if rows else None


def _view(snapshot: Snapshot, round: int) -> Pairings | None:
    return pairings(snapshot, round or snapshot.current)


def _boards(snapshot: Snapshot, view: Pairings, shown: RoundPage, page: int) -> Pieces:
    yield from _round_head(view, _BY_BOARD)
    if view.matches:
        yield MATCH_FORM, rows_of_matches(snapshot, view.round, shown.matches, page)
    else:
        yield _BOARD, rows_by_part(snapshot, f"boards/{page}", view.round, shown.boards, lambda row: f"b{row.spot}")
    yield _UNPAIRED, {f"u{left.person.id}": left for left in shown.unpaired}


def _seats(snapshot: Snapshot, view: Pairings, page: int) -> Pieces:
    yield from _round_head(view, _BY_NAME)
    rows = seats(snapshot, view)
    shown = on_page(rows, page) if page else rows
    yield _SEAT, rows_by_part(snapshot, f"seats/{page}", view.round, shown, _of_seat)


def _of_seat(row: SeatRow) -> str:
    return f"s{row.person.id}"


def _round_head(view: Pairings, heading: TopicForm) -> Pieces:
    head = view.head
    yield heading, {"heading": head}
    yield _PROGRESS, {"progress": head}
