"""Tables as an XLSX workbook, for people: cells of their own type, heads that stay, text that is never a formula."""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.ranking.tiebreaks import UNDEFINED
from projections.round.pairings import Unpaired
from web.downloads.csv_file import FORMULA_SIGNS
from web.tables import Audience, DataTable, Kind, cell_in_short
from web.wording import Language
from web.wording.chess.results import person_name, result
from web.wording.chess.status import bye_in_words

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

SheetCell: TypeAlias = str | int | float | date | datetime | None

NOT_IN_A_SHEET_NAME = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
MAX_SHEET_NAME_LETTERS = 31
WIDEST_COLUMN_LETTERS = 44
NARROWEST_COLUMN_LETTERS = 5
A4 = 9
"""The number of the paper in the file format."""
GENERAL, DAY_FORMAT, MOMENT_FORMAT = "General", "yyyy-mm-dd", "yyyy-mm-dd hh:mm"
SHOWN: Mapping[Kind, str] = {
    Kind.POINTS: "0.0",
    Kind.EXACT: "0.0##",
    Kind.DECIMAL: "0.0##",
    Kind.CHANGE: "0.0##",
    Kind.PERCENT: "0.0##",
    Kind.MONEY: "#,##0.00",
}
"""The way that numbers of a kind are shown; all others as they are."""


def xlsx_file(
    tables: Sequence[DataTable[Any]], words: Language, title: str = "", made: datetime | None = None
) -> bytes | None:
    """A sheet for each table; None where there is none.

    `made` is the time of the journal's position: the same position, the same file.
    """
    from xlsxwriter import Workbook  # imported where it is needed: a server starts earlier without it

    sheets = [table for table in tables if table.seen_by(Audience.PEOPLE)]
    if made is None or not sheets:
        return None
    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": title, "created": made.astimezone(UTC).replace(tzinfo=None)})
    for name, sheet in zip(_titles(one.title for one in sheets), sheets, strict=True):
        page = book.add_worksheet(name)
        if words.direction == "rtl":
            page.right_to_left()
        _fill(page, sheet, words, _Formats(book))
    book.close()
    return out.getvalue()


class _Formats:
    def __init__(self, book: "Workbook") -> None:
        self._book = book
        self._made: dict[tuple[str, bool], Format] = {}
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})

    def of(self, shown: str, quoted: bool = False) -> "Format":
        """Quoted text stays text when somebody edits the cell."""
        key = shown, quoted
        if key not in self._made:
            self._made[key] = self._book.add_format({"num_format": shown, "quote_prefix": quoted})
        return self._made[key]


def _fill(page: "Worksheet", sheet: DataTable[Any], words: Language, formats: _Formats) -> None:
    columns = sheet.seen_by(Audience.PEOPLE)
    rows = [[_cell(one.kind, one.value(row), words) for _, one in columns] for row in sheet.rows]
    for at, (head, _) in enumerate(columns):
        page.write_string(0, at, head, formats.head)
        longest = max(map(_letters, [head, *(row[at] for row in rows)]))
        page.set_column(at, at, min(max(longest + 2, NARROWEST_COLUMN_LETTERS), WIDEST_COLUMN_LETTERS))
    for line, row in enumerate(rows, 1):
        for at, (value, (_, column)) in enumerate(zip(row, columns, strict=True)):
            _write(page, line, at, value, SHOWN.get(column.kind, GENERAL), formats)
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_paper(A4)
    page.fit_to_pages(1, 0)
    if rows:
        page.autofilter(0, 0, len(rows), len(columns) - 1)


def _write(page: "Worksheet", line: int, at: int, value: SheetCell, shown: str, formats: _Formats) -> None:
    if value is None or value == "":
        return
    if isinstance(value, str):
        page.write_string(line, at, value, formats.of(GENERAL, value.startswith(FORMULA_SIGNS)))
    elif isinstance(value, date):
        page.write_datetime(line, at, value, formats.of(MOMENT_FORMAT if isinstance(value, datetime) else DAY_FORMAT))
    else:
        page.write_number(line, at, value, formats.of(shown))


def _letters(value: SheetCell) -> int:
    if isinstance(value, datetime):
        return len(MOMENT_FORMAT)
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


def _cell(kind: Kind, value: Any, words: Language) -> SheetCell:
    return None if value is None else XLSX_CELLS[kind](value, words)


def _as_it_is(value: Any, words: Language) -> SheetCell:
    return value  # type: ignore[no-any-return]


def _figure(value: Any, words: Language) -> SheetCell:
    if value is UNDEFINED:
        return None
    return float(value) if isinstance(value, Fraction) else int(value)


XLSX_CELLS: Mapping[Kind, Callable[[Any, Language], SheetCell]] = {
    Kind.TEXT: _as_it_is,
    Kind.NUMBER: _as_it_is,
    Kind.KNOWN: lambda value, words: value or None,
    Kind.NAME: person_name,
    Kind.POINTS: lambda value, words: value / 2,
    Kind.EXACT: _figure,
    Kind.DECIMAL: _figure,
    Kind.WORTH: _figure,
    Kind.CHANGE: _figure,
    Kind.PERCENT: _figure,
    Kind.MONEY: lambda value, words: value.cents / 100,
    Kind.RESULT: lambda value, words: (
        bye_in_words(value.kind, words) if isinstance(value, Unpaired) else result(value, words)
    ),
    Kind.CELL: lambda value, words: cell_in_short(value),
    Kind.FLAG: lambda value, words: words.gettext("yes") if value else "",
}
