"""A list of players as it was sent, read by the columns that are found."""

from domain.files.list_rows import read_rows
from domain.files.player_list import Roster, roster_of


def read_roster(data: bytes) -> Roster:
    """Raises a subclass of BadRoster, and nothing else."""
    return roster_of(*read_rows(data))
