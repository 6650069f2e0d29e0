"""What the lists say of each stream: made from it, and good as long as it names the stream's newest entry."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_SUMMARIES = (
    "CREATE TABLE IF NOT EXISTS summaries (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, "
    "hash TEXT NOT NULL, body TEXT NOT NULL)"
)
ALL = "SELECT stream, version, hash, body FROM summaries"


class SummaryRow(NamedTuple):
    stream: str
    version: int
    """The entry up to which it tells."""
    hash: str
    body: str
    """The text of the office that keeps it."""


ReadRows = Callable[[str], list[SummaryRow]]
"""Runs one statement that changes nothing, on the side of the readers."""


@dataclass(slots=True)
class SummaryStore(SideTables):
    """Of several processes that keep a summary the one that has read on furthest has the last word."""

    _read: ReadRows

    def all(self) -> list[SummaryRow]:
        return self._read(ALL)

    def keep(self, rows: Sequence[SummaryRow]) -> None:
        self._insert_many(
            "summaries",
            rows,
            "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash, "
            "body = excluded.body WHERE excluded.version >= summaries.version",
        )

    def drop(self, streams: Sequence[str]) -> None:
        """Drop summaries that tell of entries that the journal does not have."""
        for stream in streams:
            self._run("DELETE FROM summaries WHERE stream = ?", (stream,))
