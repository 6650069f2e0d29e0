"""The JSON twin of a bracket."""

from projections.playoff.bracket import BracketCell, BracketColumn, BracketHead, BracketSide, BracketView
from web.api.views import Json, person, points_json


def bracket_twin(view: BracketView) -> dict[str, Json]:
    return {**bracket_head(view.head), "columns": [bracket_column(column) for column in view.columns]}


def bracket_head(head: BracketHead) -> dict[str, Json]:
    return {
        "rounds": head.rounds,
        "double": head.double,
        "winner": person(head.winner) if head.winner else None,
    }


def bracket_column(column: BracketColumn) -> dict[str, Json]:
    return {
        "part": column.part.value,
        "round": column.round,
        "matches": [bracket_cell(cell) for cell in column.matches],
    }


def bracket_cell(cell: BracketCell) -> dict[str, Json]:
    return {
        "match": cell.number,
        "round": cell.round,
        "part": cell.part.value,
        "board": cell.board or None,
        "decided_by": cell.by.value,
        "sides": [_side(side) for side in cell.sides],
    }


def _side(side: BracketSide) -> dict[str, Json]:
    return {
        "player": person(side.person) if side.person else None,
        "free": side.free,
        "points": None if side.points is None else points_json(side.points),
        "further_points": None if side.further is None else points_json(side.further),
        "goes_on": side.won,
        "out": side.out,
    }
