"""The FIDE report file: text to `Report` and back.

    parse(data, mode)          bytes -> Report, of Swiss-Manager too, with every repair listed; Unreadable otherwise
    write(report, ladder)      Report -> text, TRF16 or TRF26
    cards(report, rounds)      the players' cards after so many rounds
    report_task(report, r)     what an engine needs to pair round r

Sources: public transcriptions of TRF16 (2015) and TRF26 (2025), the manuals and sources of two
pairing engines. FIDE's own documents were not at hand, so conformance with them is not claimed.
"""

from domain.files.trf.columns import Ladder
from domain.files.trf.points import PointSystem
from domain.files.trf.problems import Unreadable
from domain.files.trf.reading import Mode, parse
from domain.files.trf.repairs import NOTES, Repair, RepairKind
from domain.files.trf.report import Header, Report, ReportPlayer, RoundEntry
from domain.files.trf.swiss_manager import is_of_swiss_manager
from domain.files.trf.tasks import cards, report_task, starting_ranks
from domain.files.trf.writing import write

__all__ = [
    "NOTES",
    "Header",
    "Ladder",
    "Mode",
    "PointSystem",
    "Repair",
    "RepairKind",
    "Report",
    "ReportPlayer",
    "RoundEntry",
    "Unreadable",
    "cards",
    "is_of_swiss_manager",
    "parse",
    "report_task",
    "starting_ranks",
    "write",
]
