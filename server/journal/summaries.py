"""A row for each stream beside the journal: what the lists say of it, so that nobody has to read it for a list.

It can always be made again from the stream, and it counts only as long as it names the stream's newest entry.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from server.journal.personal_data import Run

CREATE_SUMMARIES = (
    "CREATE TABLE IF NOT EXISTS summaries (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, "
    "hash TEXT NOT NULL, body TEXT NOT NULL)"
)
ALL = "SELECT stream, version, hash, body FROM summaries"
SUMMARY_ROWS_PER_STATEMENT = 100
"""Rows in one statement."""


class SummaryRow(NamedTuple):
    stream: str
    version: int
    """The entry up to which it tells."""
    hash: str
    """The hash of that entry."""
    body: str
    """The text of the office that keeps it."""


ReadRows = Callable[[str], list[SummaryRow]]
"""Runs one statement that changes nothing, on the side of the readers."""


class SummaryStore:
    """Of several processes that keep a summary the one that has read on furthest has the last word."""

    def __init__(self, run: Run, read: ReadRows) -> None:
        self._run = run
        self._read = read

    def all(self) -> list[SummaryRow]:
        return self._read(ALL)

    def keep(self, rows: Sequence[SummaryRow]) -> None:
        for start in range(0, len(rows), SUMMARY_ROWS_PER_STATEMENT):
            some = rows[start : start + SUMMARY_ROWS_PER_STATEMENT]
            self._run(
                f"INSERT INTO summaries VALUES {','.join(['(?, ?, ?, ?)'] * len(some))} "  # noqa: S608 only marks
                "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash, "
                "body = excluded.body WHERE excluded.version >= summaries.version",
                list(chain(*some)),
            )

    def drop(self, streams: Sequence[str]) -> None:
        """Drop summaries that tell of entries that the journal does not have."""
        for stream in streams:
            self._run("DELETE FROM summaries WHERE stream = ?", (stream,))
