"""Rows beside the journal, in the same store, which may be erased."""

from collections.abc import Callable, Sequence
from itertools import chain

from domain.records import dataclass

Run = Callable[[str, Sequence[object]], list[tuple[object, ...]]]
"""Runs one statement in a transaction of its own; parameters are marked `?`."""

ROWS_AT_ONCE = 1_000
"""With four columns far below the parameters that SQLite and PostgreSQL take in one statement."""


@dataclass(slots=True)
class SideTables:
    _run: Run
    _erased: Callable[[], None]
    """Told that something was erased for good."""

    def _number(self, asked: str, *values: object) -> int:
        """The number that a question has as its answer; 0 where there is no row."""
        rows = self._run(asked, values)
        return int(str(rows[0][0])) if rows else 0

    def _insert_many(self, table: str, rows: Sequence[Sequence[object]], conflict: str = "") -> None:
        for first in range(0, len(rows), ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE]
            marks = ", ".join(f"({', '.join('?' * len(row))})" for row in part)
            self._run(f"INSERT INTO {table} VALUES {marks} {conflict}", list(chain(*part)))  # noqa: S608
