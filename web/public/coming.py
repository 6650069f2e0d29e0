"""Topics of what comes next: `coming` by board, `coming-name` and `coming-chances`; each has pages where it is long.

None of them is there for whom the organiser does not show it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from projections.chances.coming import ComingBoard, WhatComesNext, coming
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import on_page
from web.api import coming as api
from web.public.topics import FeedTopic, Pieces, TopicForm, paged


def _form(macro: str) -> TopicForm:
    return TopicForm("coming", macro, api.coming_head)


_STATE = _form("state")
_BOARD = TopicForm("coming", "board", api.coming_board)
_SEAT = TopicForm("coming", "seat", api.coming_seat)
_CONTENDER = TopicForm("coming", "contender", api.contender_json)

BY = {"": "coming", "name": "coming-name", "chances": "coming-chances"}
"""The topics, by the word of the address."""


def rows_by(view: WhatComesNext, by: str) -> Sequence[Any]:
    return {"": view.boards, "name": view.seats, "chances": view.contenders}[by]


def part_of_board(row: ComingBoard) -> str:
    return f"b{row.board}"


def part_of_person(row: Any) -> str:
    return f"p{row.person.id}"


class ComingForms(NamedTuple):
    heads: Mapping[str, TopicForm]
    """Above the rows, by the names of their parts."""
    row: TopicForm
    name: Callable[[Any], str]
    """The part of a row."""
    made: TopicForm


_FORMS: Mapping[str, ComingForms] = {
    "": ComingForms({"heading": _form("heading"), "state": _STATE}, _BOARD, part_of_board, _form("made_of")),
    "name": ComingForms(
        {"heading": _form("heading_by_name"), "state": _STATE}, _SEAT, part_of_person, _form("made_of_opponents")
    ),
    "chances": ComingForms(
        {"heading": _form("heading_of_chances"), "state": _form("state_of_chances"), "columns": _form("columns")},
        _CONTENDER,
        part_of_person,
        _form("made_of_chances"),
    ),
}


def _topic(by: str) -> FeedTopic:
    def feed(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
        view = None if round else coming(snapshot, snapshot.chances)
        return _pieces(view, by, page) if view is not None and page <= view.pages else None

    return paged(feed)


def _pieces(view: WhatComesNext, by: str, page: int) -> Pieces:
    forms, rows = _FORMS[by], rows_by(view, by)
    for name, form in forms.heads.items():
        yield form, {name: view.head}
    yield forms.row, {forms.name(row): row for row in (on_page(rows, page) if page else rows)}
    yield forms.made, {"made": view.head}


COMING_TOPICS: Mapping[str, FeedTopic] = {topic: _topic(by) for by, topic in BY.items()}
