"""Tables as an XLSX workbook: cells of their own type, heads that stay, text that is never a formula."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

SheetCell: TypeAlias = str | int | float | date | datetime | None

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""Text that begins so is marked as text: it stays one when somebody edits the cell."""
NOT_IN_A_SHEET_NAME = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
MAX_SHEET_NAME_LETTERS = 31
WIDEST_COLUMN_LETTERS = 44
NARROWEST_COLUMN_LETTERS = 5
A4 = 9
"""The number of the paper in the file format."""


class CellKind(StrEnum):
    """The way that numbers of a column are shown."""

    PLAIN = "General"
    POINTS = "0.0"
    EXACT = "0.0##"
    MONEY = "#,##0.00"
    DAY = "yyyy-mm-dd"
    MOMENT = "yyyy-mm-dd hh:mm"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    head: str
    kind: CellKind = CellKind.PLAIN


@dataclass(frozen=True, slots=True)
class DataSheet:
    """A worksheet: its name, its columns, its rows."""

    title: str
    columns: Sequence[SheetColumn]
    rows: Sequence[Sequence[SheetCell]]


def workbook(sheets: Sequence[DataSheet], name: str, made: datetime, direction: str = "ltr") -> bytes:
    """The file with these sheets. `made` is the time of the journal's position: the same position, the same file."""
    from xlsxwriter import Workbook  # imported where it is needed: a server starts earlier without it

    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": name, "created": made.replace(tzinfo=None)})
    for title, sheet in zip(_titles(one.title for one in sheets), sheets, strict=True):
        page = book.add_worksheet(title)
        if direction == "rtl":
            page.right_to_left()
        _fill(page, sheet, _Formats(book))
    book.close()
    return out.getvalue()


class _Formats:
    """The formats of a workbook, each added when it is first used."""

    def __init__(self, book: "Workbook") -> None:
        self._book = book
        self._made: dict[tuple[CellKind, bool], Format] = {}
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})

    def of(self, kind: CellKind, quoted: bool = False) -> "Format":
        key = kind, quoted
        if key not in self._made:
            self._made[key] = self._book.add_format({"num_format": kind.value, "quote_prefix": quoted})
        return self._made[key]


def _fill(page: "Worksheet", sheet: DataSheet, formats: _Formats) -> None:
    for at, column in enumerate(sheet.columns):
        page.write_string(0, at, column.head, formats.head)
        longest = max(map(_letters, [column.head, *(row[at] for row in sheet.rows)]), default=0)
        page.set_column(at, at, min(max(longest + 2, NARROWEST_COLUMN_LETTERS), WIDEST_COLUMN_LETTERS))
    for line, row in enumerate(sheet.rows, 1):
        for at, (value, column) in enumerate(zip(row, sheet.columns, strict=True)):
            _write(page, line, at, value, column.kind, formats)
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_paper(A4)
    page.fit_to_pages(1, 0)
    if sheet.rows:
        page.autofilter(0, 0, len(sheet.rows), len(sheet.columns) - 1)


def _write(page: "Worksheet", line: int, at: int, value: SheetCell, kind: CellKind, formats: _Formats) -> None:
    if value is None or value == "":
        return
    if isinstance(value, str):
        page.write_string(line, at, value, formats.of(CellKind.PLAIN, value.startswith(FORMULA_SIGNS)))
    elif isinstance(value, datetime):
        page.write_datetime(line, at, value, formats.of(CellKind.MOMENT))
    elif isinstance(value, date):
        page.write_datetime(line, at, value, formats.of(CellKind.DAY))
    else:
        page.write_number(line, at, value, formats.of(kind))


def _letters(value: SheetCell) -> int:
    if isinstance(value, datetime):
        return len(CellKind.MOMENT)
    return len(str(value)) if value is not None else 0


def _titles(wanted: Iterable[str]) -> Iterator[str]:
    """Names that a workbook takes: short, without brackets and strokes, each once."""
    given: set[str] = set()
    for number, name in enumerate(wanted, 1):
        plain = name.translate(NOT_IN_A_SHEET_NAME).strip(" '")[:MAX_SHEET_NAME_LETTERS] or str(number)
        if plain.casefold() in given:
            plain = f"{plain[: MAX_SHEET_NAME_LETTERS - 5]} {number}"
        given.add(plain.casefold())
        yield plain
