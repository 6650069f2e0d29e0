"""Clubs by the points of their players."""

from typing import NamedTuple

from projections.moment.snapshot import Snapshot
from projections.table.standings import StandingRow, standings


class ClubRow(NamedTuple):
    club: str
    points: int
    players: tuple[StandingRow, ...]
    """By place."""


def club_table(snapshot: Snapshot) -> tuple[ClubRow, ...]:
    """The best club first; players without one are in none."""
    found = dict[str, list[StandingRow]]()
    for row in standings(snapshot).rows:
        if row.person.club:
            found.setdefault(row.person.club, []).append(row)
    rows = [ClubRow(club, sum(row.points for row in those), tuple(those)) for club, those in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.points, row.club.casefold())))
