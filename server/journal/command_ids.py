"""A command's id stands in the first of its rows, and the store has each id only once.

Journals of format 1 had a row of its own for each claim; `first_rows` tells who claims what in such a journal.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from server.journal.batch import CommandClaim
from server.journal.codec import row_claims
from server.journal.reading import about

FORMAT = 2
"""The format of the tables, in every store."""
CLAIMS_AS_ROWS = 1
"""The format before this one."""
OLD_CLAIM = "CommandClaimed"
"""The topic of the rows that were claims in that format."""

ADD_COMMAND = "ALTER TABLE stored_events ADD COLUMN command TEXT"
UNIQUE_COMMAND = (
    "CREATE UNIQUE INDEX IF NOT EXISTS stored_events_command ON stored_events (command) WHERE command IS NOT NULL"
)
CLAIMS = (
    "SELECT f.command, f.state, coalesce("
    "(SELECT n.originator_version - 1 FROM stored_events n WHERE n.originator_id = f.originator_id "
    "AND n.originator_version > f.originator_version AND n.command IS NOT NULL ORDER BY n.originator_version LIMIT 1), "
    "(SELECT max(n.originator_version) FROM stored_events n WHERE n.originator_id = f.originator_id)) "
    "FROM stored_events f WHERE f.command"
)
"""The command, its first row and the version of its last one: up to the next command or the end of the stream."""
ROWS_BY_STREAM = (
    "SELECT {position}, originator_id, state FROM stored_events WHERE topic <> 'CommandClaimed' "
    "ORDER BY originator_id, originator_version"
)

ClaimKey = TypeVar("ClaimKey")


def claims(found: Iterable[tuple[str, bytes, int]]) -> dict[str, CommandClaim]:
    """The claims that `CLAIMS` finds, by command id."""
    return {command: _claim(first, last) for command, first, last in found}


def first_rows(rows: Iterable[tuple[int, ClaimKey, bytes]]) -> Iterator[tuple[str, int]]:
    """Command ids and the positions of their first rows, of rows (position, stream, row) in order.

    A damaged row claims nothing: its stream says so to whoever reads it.
    """
    seen, before = set[str](), None
    for position, stream, row in rows:
        try:
            command = row_claims(row).command_id
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if (stream, command) != before and command not in seen:
            yield command, position
        before = stream, command
        seen.add(command)


def _claim(first: bytes, last: int) -> CommandClaim:
    row = about("", 0, first)
    return CommandClaim(row.stream, row.version, last, row.digest)
