"""The topics of the standings: the whole table, or a page of it where it is long."""

from dataclasses import replace

from projections.moment.snapshot import Snapshot
from projections.table.standings import Standings, StandingsHead, standings
from web.api import views
from web.public.topic_form import Pieces, TopicForm, of_player, rows_by_part


def _state(head: StandingsHead) -> views.Json:
    return {"open_games": head.open}


def _in_play_or_not(head: StandingsHead) -> StandingsHead:
    """With one open game for all of them: the heading says that the round is in play, the line below how far it is."""
    return replace(head, open=min(head.open, 1))


_TABLE = TopicForm("standings", "heading", views.standings_head, _in_play_or_not)
_STATE = TopicForm("standings", "state", _state)
_STANDING = TopicForm("standings", "row", views.standing)


def standings_feed(snapshot: Snapshot, round: int) -> Pieces | None:
    """The whole table."""
    return _table(snapshot, round, 0)


def page_of_standings(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    """A page of the table after a round; 0 = the newest."""
    return _table(snapshot, round, page) if page else None


def _table(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    if round > snapshot.round:
        return None
    view = standings(snapshot, round or snapshot.round)
    return None if page > view.last_page() else _pieces(snapshot, view, page)


def _pieces(snapshot: Snapshot, view: Standings, page: int) -> Pieces:
    head = view.head
    yield _TABLE, {"heading": head}
    yield _STATE, {"state": head}
    rows = view.page(page) if page else view.rows
    yield _STANDING, rows_by_part(snapshot, f"standings/{page}", view.after, rows, of_player)
