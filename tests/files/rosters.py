"""A list of players as it was sent, read by the columns that are found."""

from domain.files.lists.players import Roster, roster_of
from domain.files.lists.rows import read_rows


def read_roster(data: bytes) -> Roster:
    """Raises a subclass of BadRoster, and nothing else."""
    return roster_of(*read_rows(data))
