"""Tables as Markdown, for a post in a forum or a news page."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from web.downloads.csv_file import CSV_CELLS
from web.tables import Audience, DataTable, TableColumn
from web.wording import Language


def markdown_file(tables: Sequence[DataTable[Any]], words: Language, title: str, made: datetime | None) -> str | None:
    """Every table that people read, under its title; None where there is none."""
    seen = [(table, columns) for table in tables if (columns := table.seen_by(Audience.PEOPLE))]
    parts = ["\n".join(_lines(table, [one for _, one in columns], words)) for table, columns in seen]
    return "\n\n".join([f"# {title}", *parts]) + "\n" if parts else None


def _lines(table: DataTable[Any], columns: Sequence[TableColumn[Any]], words: Language) -> Iterable[str]:
    yield f"## {table.title}\n"
    yield _line(column.head for column in columns)
    yield _line("---" for _ in columns)
    for row in table.rows:
        values = ((column.kind, column.value(row)) for column in columns)
        yield _line("" if value is None else CSV_CELLS[kind](value, words) for kind, value in values)


def _line(cells: Iterable[object]) -> str:
    return "| " + " | ".join(("" if cell is None else str(cell)).replace("|", "\\|") for cell in cells) + " |"
