"""Rows of a list from a file in XLSX, ODS, XLS or CSV, or from text that was pasted.

All of it is work for a worker: calamine makes room for every cell between the first and the last, and where there is
none for it the process is gone.
"""

import io
import zipfile
from datetime import date, datetime
from pathlib import Path

from domain.files.encodings import Encoding
from domain.files.lists.rows import (
    BookTooLarge,
    BrokenBook,
    EmptyRoster,
    ListRow,
    NotAList,
    NotASpreadsheet,
    RosterTooLong,
    SheetTooLarge,
    read_rows,
)
from domain.files.readers import rows_of_plugin
from domain.files.trf.decoding import text_of
from domain.files.trf.problems import NotText

ZIP_BEGINNING = b"PK\x03\x04"
BOOK_BEGINNINGS = (ZIP_BEGINNING, b"\xd0\xcf\x11\xe0")
"""The first octets of a zip, which XLSX and ODS are, and of an old XLS."""
BOOK_ENDINGS = (".xlsx", ".ods", ".xls")
MOST_ROWS, MOST_CELLS = 20_000, 100
ROWS_OF_A_SHEET = 1_048_576
"""As many as XLSX and ODS can have: for the rating list of a federation."""
MOST_CELLS_OF_A_SHEET = 20_000_000
"""Between the first and the last that say something."""
FIRST_ROWS = 1_000
MOST_UNPACKED_MB = 300


def is_book(data: bytes) -> bool:
    return data.startswith(BOOK_BEGINNINGS)


def refuse_false_book(name: str, data: bytes) -> None:
    """Raises NotASpreadsheet for a file that only its name makes a book."""
    if name.lower().endswith(BOOK_ENDINGS) and not is_book(data):
        raise NotASpreadsheet(0, 0, name)


def in_utf8(data: bytes, encoding: Encoding | None) -> bytes:
    """A book as it is, a text in UTF-8: from the encoding that somebody chose, else from the likeliest.

    Raises NotAList for octets that are no text of the encoding.
    """
    if is_book(data):
        return data
    try:
        return text_of(data, encoding)[0].encode("utf-8")
    except NotText as problem:
        raise NotAList(problem.line, problem.column) from None


def rows_of(data: bytes, most: int = MOST_ROWS) -> tuple[str, list[ListRow]]:
    """The separator of a text, empty for a book, and the rows that say something.

    `most` is for the rows of a book. Raises a subclass of BadRoster.
    """
    if not is_book(data):
        return read_rows(data)
    rows = _book_rows(data, most + 1)
    if rows[-1][0] > most:
        raise RosterTooLong(most + 1, 0, most)
    return "", rows


def rows_at_desk(data: bytes, encoding: Encoding | None = None) -> tuple[str, list[ListRow]]:
    """Rows of a list for one tournament, which no text may exceed either, in the encoding that somebody chose."""
    if (plugged := rows_of_plugin(data)) is not None:
        separator, rows = "", [(line, [*map(str, row)]) for line, row in enumerate(plugged, 1)]
    else:
        separator, rows = rows_of(in_utf8(data, encoding))
    if len(rows) > MOST_ROWS:
        raise RosterTooLong(rows[MOST_ROWS][0], 0, MOST_ROWS)
    return separator, rows


def first_rows_of(path: Path, encoding: Encoding | None = None) -> list[ListRow]:
    """Enough rows to tell the columns by. Raises NotAList, BrokenBook, EmptyRoster, BookTooLarge, SheetTooLarge."""
    data = in_utf8(path.read_bytes(), encoding)
    rows = _book_rows(data, FIRST_ROWS) if is_book(data) else read_rows(data)[1]
    return rows[:FIRST_ROWS]


def _book_rows(data: bytes, most: int) -> list[ListRow]:
    """The first rows of the first sheet that is not empty."""
    # imported where it is needed: a server starts earlier without it
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    _look_at_size(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                if sheet.width * sheet.height > MOST_CELLS_OF_A_SHEET:
                    raise SheetTooLarge(0, 0, sheet.height, sheet.width)
                cells = sheet.to_python(skip_empty_area=False, nrows=most)
                rows = [(line, [_text(cell) for cell in row[:MOST_CELLS]]) for line, row in enumerate(cells, 1)]
                if said := [(line, row) for line, row in rows if any(row)]:
                    return said
    except (CalamineError, PasswordError, OSError, ValueError):
        raise BrokenBook(0, 0) from None
    raise EmptyRoster()


def _look_at_size(data: bytes) -> None:
    """Raises BookTooLarge for a zip that says so itself; of one that lies the worker has the limit."""
    if data.startswith(ZIP_BEGINNING):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as book:
                octets = sum(one.file_size for one in book.infolist())
        except (zipfile.BadZipFile, NotImplementedError):
            raise BrokenBook(0, 0) from None
        if octets > MOST_UNPACKED_MB * 1024**2:
            raise BookTooLarge(0, 0, MOST_UNPACKED_MB)


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
