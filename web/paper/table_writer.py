"""Tables on paper: each kind of value in words, on the side and in the width that its kind has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from projections.round.pairings import Unpaired
from projections.table.crosstable import Cell, Meeting, MeetingCell
from web.paper.sheets import Alignment, ListColumn, ListTable
from web.tables import DataTable, Kind, TableColumn, titled
from web.wording import Language
from web.wording.chess import tiebreaks
from web.wording.chess.results import after_draw, code, result
from web.wording.chess.status import bye_in_words
from web.wording.festivals import worth_in_figures

T = TypeVar("T")

ONESELF = "×"
NO_RESULT = ":"
SIDE_OF_KIND: Mapping[Kind, Alignment] = {
    Kind.TEXT: "start",
    Kind.NAME: "start",
    Kind.FLAG: "start",
    Kind.RESULT: "center",
    Kind.CELL: "center",
}
"""All others are numbers, which end below each other."""


def printed_table(table: DataTable[T], words: Language, rows: Iterable[T] | None = None) -> ListTable:
    """The columns that are printed; `rows` in place of those of the table."""
    columns = tuple(list_column(one) for one in table.columns if one.short is not None)
    return ListTable(columns, printed_rows(table, words, table.rows if rows is None else rows))


def without_empty_columns(table: ListTable) -> ListTable:
    """The same table without the columns in which no row has anything; one without rows keeps all."""
    kept = [at for at in range(len(table.columns)) if not table.rows or any(row[at] for row in table.rows)]
    columns = tuple(table.columns[at] for at in kept)
    return replace(table, columns=columns, rows=[[row[at] for at in kept] for row in table.rows])


def list_column(column: TableColumn[T]) -> ListColumn:
    wide = column.wide or (1 if column.kind is Kind.NAME else 0)
    return ListColumn(column.short or "", SIDE_OF_KIND.get(column.kind, "end"), wide, column.strong)


def printed_rows(table: DataTable[T], words: Language, rows: Iterable[T]) -> list[list[str]]:
    columns = [one for one in table.columns if one.short is not None]
    return [[_cell(one, one.value(row), words) for one in columns] for row in rows]


def _cell(column: TableColumn[Any], value: Any, words: Language) -> str:
    if column.kind is Kind.EXACT:
        return tiebreaks.in_column(value, column.code, words)
    if value is None:
        return {Kind.RESULT: NO_RESULT, Kind.CELL: ONESELF}.get(column.kind, "")
    return PRINTED_CELLS[column.kind](value, words)


def _result(value: Any, words: Language) -> str:
    return bye_in_words(value.kind, words) if isinstance(value, Unpaired) else result(value, words)


def _cross(cell: Cell | MeetingCell, words: Language) -> str:
    """`12w1`, or the word of a round without an opponent; of two who meet in several games the results of all."""
    if isinstance(cell, Cell):
        told = code(cell.code, words)
        after = after_draw(cell.armageddon)
        return f"{cell.opponent.number}{cell.colour or ''}{told}{after}" if cell.opponent else told
    if cell.matches:
        return " ".join(words.points(one.points) for one in cell.matches if one.points is not None)
    return " ".join(_meeting(game, words) for game in cell.games if game.result is not None)


def _meeting(game: Meeting, words: Language) -> str:
    """In brackets if it does not count because one of the two left too early."""
    told = code(game.code, words) + after_draw(game.armageddon)
    return told if game.counts else f"({told})"


PRINTED_CELLS: Mapping[Kind, Callable[[Any, Language], str]] = {
    Kind.TEXT: lambda value, words: str(value),
    Kind.NUMBER: lambda value, words: str(value),
    Kind.KNOWN: lambda value, words: str(value or ""),
    Kind.NAME: titled,
    Kind.POINTS: lambda value, words: words.points(value),
    Kind.WORTH: lambda value, words: worth_in_figures(value, words),
    Kind.DECIMAL: lambda value, words: words.decimal(value),
    Kind.CHANGE: lambda value, words: words.signed(value),
    Kind.PERCENT: lambda value, words: words.decimal(value, 1),
    Kind.MONEY: lambda value, words: words.money(value.cents, value.currency),
    Kind.RESULT: _result,
    Kind.CELL: _cross,
    Kind.FLAG: lambda value, words: words.gettext("yes") if value else "",
}
