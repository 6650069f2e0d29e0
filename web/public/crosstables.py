"""The topics of the crosstable: a cell for each round, or for each opponent where everybody meets everybody."""

from projections.crosstable import crosstable
from projections.meetings import meetings
from projections.snapshot import Snapshot
from web.api import views
from web.public.topic_form import Feed, Pieces, TopicForm, of_player, rows_by_part

_CROSSTABLE = TopicForm("crosstable", "heading", views.crosstable_head)
_COLUMNS = TopicForm("crosstable", "columns", views.crosstable_head)
_CROSS_ROW = TopicForm("crosstable", "row", views.cross_row)
_MEETINGS = TopicForm("meetings", "heading", views.meeting_head)
_MEETING_COLUMNS = TopicForm("meetings", "columns", views.meeting_head)
_MEETING_ROW = TopicForm("meetings", "row", views.meeting_row)


def crosstable_feed(by_place: bool) -> Feed:
    def feed(snapshot: Snapshot, _: int) -> Pieces:
        if snapshot.tournament.regulations.from_tables:
            yield from _paired_off(snapshot, by_place)
            return
        view = crosstable(snapshot, by_place=by_place)
        head, order = view.head, "place" if by_place else "number"
        yield _CROSSTABLE, {"heading": head}
        yield _COLUMNS, {"columns": head}
        yield _CROSS_ROW, rows_by_part(snapshot, f"crosstable by {order}", snapshot.round, view.rows, of_player)

    return feed


def _paired_off(snapshot: Snapshot, by_place: bool) -> Pieces:
    """A cell for each opponent."""
    view = meetings(snapshot, by_place=by_place)
    yield _MEETINGS, {"heading": view.head}
    yield _MEETING_COLUMNS, {"columns": view.head}
    yield _MEETING_ROW, {of_player(row): row for row in view.rows}
