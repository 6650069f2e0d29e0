"""Tables as CSV, for programs: machine names, exact values."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from projections.round.pairings import Unpaired
from web.api.people import exact_json, points_json
from web.tables import Audience, DataTable, Kind, cell_in_short
from web.wording import Language
from web.wording.chess.results import person_name

BYTE_ORDER_MARK = "\ufeff"
"""The sign at the beginning of a file without which a spreadsheet does not take it for UTF-8."""
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def csv_file(
    tables: Sequence[DataTable[Any]], words: Language, title: str = "", made: datetime | None = None
) -> str | None:
    """The first of these tables that programs know; None where there is none."""
    for table in tables:
        if columns := table.seen_by(Audience.PROGRAMS):
            out = io.StringIO()
            writer = csv.writer(out, lineterminator="\r\n")
            writer.writerow([head for head, _ in columns])
            writer.writerows([_cell(one.kind, one.value(row), words) for _, one in columns] for row in table.rows)
            return BYTE_ORDER_MARK + out.getvalue()
    return None


def _cell(kind: Kind, value: Any, words: Language) -> object:
    """Text that somebody has typed is written so that no spreadsheet takes it for a formula."""
    shown = "" if value is None else CSV_CELLS[kind](value, words)
    typed = shown if kind in (Kind.TEXT, Kind.NAME) and isinstance(shown, str) else ""
    return f"'{typed}" if typed.startswith(FORMULA_SIGNS) else shown


def _as_it_is(value: Any, words: Language) -> object:
    return value


def _exact(value: Any, words: Language) -> object:
    return exact_json(value)


def _result(value: Any, words: Language) -> object:
    """The signs of the report file."""
    if isinstance(value, Unpaired):
        return value.kind.value if value.kind else "U"
    return value.value


CSV_CELLS: Mapping[Kind, Callable[[Any, Language], object]] = {
    Kind.TEXT: _as_it_is,
    Kind.NUMBER: _as_it_is,
    Kind.KNOWN: _as_it_is,
    Kind.NAME: person_name,
    Kind.POINTS: lambda value, words: points_json(value),
    Kind.EXACT: _exact,
    Kind.DECIMAL: _exact,
    Kind.WORTH: _exact,
    Kind.CHANGE: _exact,
    Kind.PERCENT: lambda value, words: round(float(value), 1),
    Kind.MONEY: lambda value, words: value.cents / 100,
    Kind.RESULT: _result,
    Kind.CELL: lambda value, words: cell_in_short(value),
    Kind.FLAG: lambda value, words: "yes" if value else "",
}
