"""Lines of a report file that go into the journal word for word: facts that no event has a word for."""

import re
from dataclasses import dataclass

from domain.files.team_points import abnormal_counts
from domain.files.team_regulations import is_of_teams
from domain.files.team_rounds import team_rounds
from domain.files.trf import comments
from domain.files.trf.report import KeptLine, Place, Report
from domain.files.trf.teams import is_team_record
from domain.words.regulations import Acceleration, Regulations

MAX_KEPT_LINES = 500
MAX_KEPT_LINE_CHARS = 1_000
"""The most characters of a remark; a longer one is a document."""

ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")
PHONE = re.compile(r"\+[0-9][0-9 ()/-]{6,}[0-9]")
DAY = re.compile(r"(?<![0-9])[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}(?![0-9])")


@dataclass(frozen=True, slots=True)
class KeptLines:
    before: tuple[str, ...] = ()
    """Those before the players."""
    after: tuple[str, ...] = ()
    personal: tuple[int, ...] = ()
    """Numbers of the lines that may never be in a journal: they look like personal data."""
    too_many: tuple[int, ...] = ()
    """Numbers of the lines beyond what a journal is for."""


def unread_team_records(report: Report, laws: Regulations) -> frozenset[str]:
    """Records of teams that count for nothing under these regulations: they stay as they are."""
    rounds = team_rounds(report)
    unread = {
        "250": bool(rounds.records.spans) and laws.acceleration is Acceleration.NONE,
        "299": bool(rounds.records.abnormal) and not abnormal_counts(rounds, laws),
    }
    return frozenset(code for code, is_unread in unread.items() if is_unread)


def kept_lines(report: Report, laws: Regulations) -> KeptLines:
    of_teams = is_of_teams(report)
    unread = unread_team_records(report, laws) if of_teams else frozenset()
    fitting: list[KeptLine] = []
    personal: list[int] = []
    too_many: list[int] = []
    for kept in report.kept:
        if (kept.comment and comments.read_back(kept.text)) or (
            of_teams and is_team_record(kept.text) and kept.text[:3] not in unread
        ):
            continue
        if _personal(kept):
            personal.append(kept.line)
        elif len(kept.text) > MAX_KEPT_LINE_CHARS or len(fitting) == MAX_KEPT_LINES:
            too_many.append(kept.line)
        else:
            fitting.append(kept)
    return KeptLines(
        before=tuple(kept.text for kept in fitting if kept.place is Place.HEAD),
        after=tuple(kept.text for kept in fitting if kept.place is Place.FOOT),
        personal=tuple(personal),
        too_many=tuple(too_many),
    )


def _personal(kept: KeptLine) -> bool:
    """An e-mail address, a phone, or (in a record) a day, which may be one of birth."""
    if ADDRESS.search(kept.text) or PHONE.search(kept.text):
        return True
    return not kept.comment and DAY.search(kept.text) is not None
