"""Rows of a list out of whatever a person has: XLSX, ODS, XLS, CSV, or text that was pasted."""

import io
from datetime import date, datetime

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from domain.files.list_rows import ListRow, read_rows
from domain.files.player_list_problems import EmptyRoster, NotAList

BOOK_BEGINNINGS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first octets of a zip, which XLSX and ODS are, and of an old XLS."""
MOST_ROWS, MOST_CELLS = 20_000, 100


def rows_of(data: bytes) -> tuple[str, list[ListRow]]:
    """The separator of a text, empty for a book, and the rows that say something. Raises NotAList, EmptyRoster."""
    return ("", _book_rows(data)) if data.startswith(BOOK_BEGINNINGS) else read_rows(data)


def _book_rows(data: bytes) -> list[ListRow]:
    """Those of the first sheet that is not empty."""
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                cells = sheet.to_python(skip_empty_area=False, nrows=MOST_ROWS)
                rows = [(line, [_text(cell) for cell in row[:MOST_CELLS]]) for line, row in enumerate(cells, 1)]
                if said := [(line, row) for line, row in rows if any(row)]:
                    return said
    except (CalamineError, PasswordError, OSError, ValueError):
        raise NotAList(0, 0) from None
    raise EmptyRoster()


def _text(cell: object) -> str:
    """As it stands on the screen: 2100 and not 2100.0."""
    match cell:
        case bool():
            return ""
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() | date():
            return cell.strftime("%Y-%m-%d")
        case _:
            return str(cell).strip()
