"""Readers of other files, which plugins bring: of lists of players, and of tournaments."""

from collections.abc import Callable, Sequence

from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class FileReader:
    """Of the two functions one at least is given; each gets the octets of the file and knows nothing else."""

    name: str
    is_of: Callable[[bytes], bool]
    """Whether the file is one of this reader. It looks at the beginning, and is asked of every file."""
    rows: Callable[[bytes], Sequence[Sequence[str]]] | None = None
    """A list of players: a row each, below one of heads that lists of players have (Name, Rating, Fed ...)."""
    report: Callable[[bytes], str] | None = None
    """A tournament: the text of a report file (TRF16, TRF26)."""


PLUGGED_READERS: dict[str, FileReader] = {}
"""By name; those of plugins alone."""


def rows_of_plugin(data: bytes) -> Sequence[Sequence[str]] | None:
    """None: no plugin reads it."""
    found = next((one.rows for one in PLUGGED_READERS.values() if one.rows and one.is_of(data)), None)
    return found(data) if found else None


def report_of_plugin(data: bytes) -> bytes:
    """The file as it is where no plugin reads it."""
    found = next((one.report for one in PLUGGED_READERS.values() if one.report and one.is_of(data)), None)
    return found(data).encode() if found else data
