"""The topics of the crosstable: a cell for each round, or for each opponent where everybody meets everybody."""

from projections.moment.snapshot import Snapshot
from projections.table.crosstable import Crosstable, crosstable
from projections.table.meetings import meetings
from web.api import views
from web.public.topic_form import Feed, Pieces, TopicForm, of_player, rows_by_part

_CROSSTABLE = TopicForm("crosstable", "heading", views.crosstable_head)
_COLUMNS = TopicForm("crosstable", "columns", views.crosstable_head)
_CROSS_ROW = TopicForm("crosstable", "row", views.cross_row)
_MEETINGS = TopicForm("meetings", "heading", views.meeting_head)
_MEETING_COLUMNS = TopicForm("meetings", "columns", views.meeting_head)
_MEETING_ROW = TopicForm("meetings", "row", views.meeting_row)


def crosstable_feed(by_place: bool) -> Feed:
    """The whole table, or one page of it."""

    def feed(snapshot: Snapshot, page: int) -> Pieces | None:
        if snapshot.tournament.regulations.from_tables:
            return None if page else _paired_off(snapshot, by_place)
        view = crosstable(snapshot, by_place=by_place)
        return None if page > view.last_page() else _by_rounds(snapshot, view, page)

    return feed


def _by_rounds(snapshot: Snapshot, view: Crosstable, page: int) -> Pieces:
    """A cell for each round."""
    order = "place" if view.by_place else "number"
    rows = view.page(page).rows if page else view.rows
    yield _CROSSTABLE, {"heading": view.head}
    yield _COLUMNS, {"columns": view.head}
    yield _CROSS_ROW, rows_by_part(snapshot, f"crosstable by {order} {page}", snapshot.round, rows, of_player)


def _paired_off(snapshot: Snapshot, by_place: bool) -> Pieces:
    """A cell for each opponent."""
    view = meetings(snapshot, by_place=by_place)
    yield _MEETINGS, {"heading": view.head}
    yield _MEETING_COLUMNS, {"columns": view.head}
    yield _MEETING_ROW, {of_player(row): row for row in view.rows}
