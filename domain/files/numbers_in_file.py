"""The entrants of a report file by pairing number: players by starting rank, teams by the numbers of the file."""

from collections.abc import Mapping

from domain.files.team_regulations import is_of_teams
from domain.files.team_tasks import team_numbers_in_file
from domain.files.trf.report import Report
from domain.files.trf.tasks import pairing_order, starting_ranks
from domain.files.trf.teams import team_records
from domain.words.players import PairingNumber


def numbers_in_file(report: Report) -> Mapping[PairingNumber, int]:
    """Raises BadValue for a record of teams that cannot be."""
    return team_numbers_in_file(report) if is_of_teams(report) else starting_ranks(report)


def numbers_of_import(report: Report) -> Mapping[PairingNumber, int]:
    """The same for the event as it is imported, which numbers its players without gaps. Raises BadValue."""
    if is_of_teams(report):
        return team_numbers_in_file(report)
    return {PairingNumber(number): player.number for number, player in enumerate(pairing_order(report), 1)}


def ranks_in_file(report: Report) -> Mapping[int, int]:
    """The place that the file gives each entrant, by its own numbers; 0 = none."""
    entrants = team_records(report).teams if is_of_teams(report) else report.players
    return {one.number: one.rank for one in entrants}
