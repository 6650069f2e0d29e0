"""Starting points of McMahon in a report file: those of players are fictitious points of all rounds.

That they are no acceleration, and how many players at the bar have, no record says: the comment with the regulations
does.
"""

from collections.abc import Mapping

from domain.files.trf.comments import rules_said
from domain.files.trf.report import Report
from domain.words.options import HALVES_OF_A_POINT, McMahonOptions
from domain.words.players import PairingNumber


def starting_rules(options: McMahonOptions, top: int) -> Mapping[str, str]:
    """Regulations for the comment line; `top` are half-points."""
    return {
        "bar": str(options.bar),
        "band": str(options.band),
        "floor": str(options.floor),
        "top": str(top // HALVES_OF_A_POINT),
    }


def top_start(report: Report) -> int:
    """Starting half-points at the bar of McMahon: as our own comment says, else the most that anybody has."""
    said = rules_said(report.comments).get("top", "")
    if said.isdigit():
        return HALVES_OF_A_POINT * int(said)
    return max((max(points) for points in report.acceleration.values()), default=0)


def starting_points_now(report: Report) -> dict[PairingNumber, int]:
    """By starting rank the half-points of McMahon for the next round; nobody has any in a file of another system."""
    if "top" not in rules_said(report.comments):
        return {}
    newest = report.rounds_paired
    return {PairingNumber(n): points[min(newest, len(points) - 1)] for n, points in report.acceleration.items()}
