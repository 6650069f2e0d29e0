"""The columns of a list that was sent: as they were found, or as the arbiter has chosen them on the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.files.lists.players import HEADERS, ChosenColumns, found_columns, headed
from domain.files.lists.rows import BadRoster, ListRow, NoNameColumn, TwoColumns
from server.routes.forms import Form

LIST_FIELDS = ("name", "last", "first", *(field for field in HEADERS if field not in ("name", "last", "first")))
"""The fields that a column may be chosen for."""
NATIONAL_FIELDS = tuple(field for field in LIST_FIELDS if field not in ("club", "k"))
"""Those of a national rating list."""
ROWS_SHOWN = 4
MOST_COLUMNS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Matching:
    """The first rows of a list, and what its columns are taken for."""

    rows: Sequence[Sequence[str]]
    chosen: ChosenColumns

    @property
    def columns(self) -> range:
        return range(min(MOST_COLUMNS_SHOWN, max(map(len, self.rows))))

    def field_of(self, column: int) -> str:
        """The field that a column is taken for; empty = it is left aside."""
        return next((field for field, at in self.chosen.columns.items() if at == column), "")


def matching_of(rows: Sequence[ListRow], form: Form) -> Matching | None:
    """None where the list has no columns that could be told apart."""
    try:
        chosen = _chosen(form) or found_columns(rows)
    except BadRoster:
        return None
    return Matching([row for _, row in rows[:ROWS_SHOWN]], chosen)


def matching_of_national(rows: Sequence[ListRow], form: Form) -> tuple[Matching, BadRoster | None]:
    """The columns of a national rating list, and what cannot be about them."""
    chosen, problem = _chosen(form), None
    if chosen is None:
        chosen, problem = _first_of_doubles(rows)
    try:
        headed(rows, chosen)
    except NoNameColumn as nameless:
        problem = nameless
    return Matching([row for _, row in rows[:ROWS_SHOWN]], chosen), problem


def _first_of_doubles(rows: Sequence[ListRow]) -> tuple[ChosenColumns, BadRoster | None]:
    """The columns found, of two with one meaning the first, and the first two that have one."""
    (line, cells), *body = rows
    heads, problem = list(cells), None
    while True:
        try:
            return found_columns([(line, heads), *body]), problem
        except TwoColumns as doubled:
            problem = problem or doubled
            heads[doubled.column - 1] = ""


def _chosen(form: Form) -> ChosenColumns | None:
    typed = {f"column-{i}": i for i in range(MOST_COLUMNS_SHOWN)}
    if not any(name in form.fields for name in typed):
        return None
    columns = {form.text(name): i for name, i in reversed(typed.items()) if form.text(name) in LIST_FIELDS}
    return ChosenColumns(columns, form.ticked("header"))
