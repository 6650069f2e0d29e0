"""Reasons to refuse a report file, and repairs of it, each with its place."""

from collections.abc import Iterable
from enum import StrEnum

from domain.records import dataclass
from domain.refusals import ExceptionWithData
from domain.words.mended import Mended


class RepairKind(StrEnum):
    DECODED_AS = "decoded-as"
    BYTE_ORDER_MARK = "byte-order-mark"
    MIXED_LINE_ENDS = "mixed-line-ends"
    COLUMNS_IN_BYTES = "columns-in-bytes"
    BARS_FOR_BLANKS = "bars-for-blanks"
    VEGA_DIALECT = "vega-dialect"
    EXTENSION = "extension"
    UNKNOWN_RECORD = "unknown-record"
    REPEATED_RECORD = "repeated-record"
    OTHER_COLUMNS = "other-columns"
    DATE_FORM = "date-form"
    SEX_LETTER = "sex-letter"
    OLD_TITLE = "old-title"
    UNKNOWN_TITLE = "unknown-title"
    NOT_A_FEDERATION = "not-a-federation"
    NOT_A_FIDE_NUMBER = "not-a-fide-number"
    DECIMAL_COMMA = "decimal-comma"
    NAME_MISSING = "name-missing"
    RANK_MISSING = "rank-missing"
    POINTS_MISSING = "points-missing"
    POINTS_DIFFER = "points-differ"
    COUNT_DIFFERS = "count-differs"
    PHANTOM_ROUND = "phantom-round"
    BYE_WITHOUT_ZEROS = "bye-without-zeros"
    ABSENCE_AS_FORFEIT = "absence-as-forfeit"
    WIN_WITHOUT_OPPONENT = "win-without-opponent"
    BYE_AT_A_BOARD = "bye-at-a-board"
    COLOUR_WITHOUT_OPPONENT = "colour-without-opponent"
    ABSENCE_WITH_OPPONENT = "absence-with-opponent"
    UNKNOWN_RESULT = "unknown-result"
    RESULT_FROM_OPPONENT = "result-from-opponent"
    COLOUR_FROM_OPPONENT = "colour-from-opponent"
    FULL_BYE_IN_ODD_FIELD = "full-bye-in-odd-field"


NOTES = frozenset(
    {RepairKind.EXTENSION, RepairKind.UNKNOWN_RECORD, RepairKind.BYE_WITHOUT_ZEROS, RepairKind.FULL_BYE_IN_ODD_FIELD}
)
"""Worth saying, but nothing in the file was wrong: strict reading accepts them."""


@dataclass(frozen=True, slots=True)
class Repair:
    line: int
    column: int
    kind: RepairKind
    was: str = ""
    now: str = ""
    number: int = 0
    """Starting rank of the player concerned, if one is."""
    round: int = 0


LINES_NAMED = 9


def together(repairs: Iterable[Repair]) -> list[Mended]:
    """Every repair, those of one kind on many lines as one, in the order of the file."""
    groups: dict[tuple[RepairKind, str], list[Repair]] = {}
    for repair in sorted(repairs, key=lambda r: (r.line, r.column)):
        what = repair.was if repair.kind in (RepairKind.UNKNOWN_RECORD, RepairKind.EXTENSION) else ""
        groups.setdefault((repair.kind, what), []).append(repair)
    return [_as_one(*same) for same in groups.values()]


def _as_one(first: Repair, *more: Repair) -> Mended:
    lines = tuple(dict.fromkeys(repair.line for repair in more))[:LINES_NAMED]
    said = first.line, first.column, first.was, first.now, first.number, first.round
    return Mended(first.kind.value, *said, more=len(more), lines=lines)


# Reasons to refuse a report file.
# Data only, each with its line and column (1-based, as in FIDE's tables; 0 = not one place). The sentences are in
# `web/wording/trf.py`.


class Unreadable(ExceptionWithData):
    """The file is refused; 0 = the whole file."""

    line: int
    column: int


class Several(Unreadable):
    """More than one thing is wrong, in the order of the lines; `line` and `column` are those of the first."""

    problems: tuple[Unreadable, ...]


class EmptyFile(Unreadable):
    line: int = 0
    column: int = 0


class NotText(Unreadable):
    byte: int


class TabInLine(Unreadable):
    pass


class NoPlayers(Unreadable):
    """There is no `001` record: not a report file at all, or one that is cut."""

    line: int = 0
    column: int = 0


class LineTooShort(Unreadable):
    field: str


class BadValue(Unreadable):
    """A field holds something that it cannot hold. `expected` is a key, not a sentence."""

    field: str
    was: str
    expected: str


class Misaligned(Unreadable):
    was: str
    expected: str


class RepeatedNumber(Unreadable):
    number: int
    first_line: int


class RepeatedFideNumber(Unreadable):
    fide_id: int
    first_line: int


class UnknownOpponent(Unreadable):
    number: int
    opponent: int
    round: int = 0


class OwnOpponent(Unreadable):
    number: int
    round: int


class OneSided(Unreadable):
    number: int
    opponent: int
    round: int


class ColoursClash(Unreadable):
    number: int
    opponent: int
    round: int


class ResultsClash(Unreadable):
    number: int
    opponent: int
    round: int
    result: str
    other: str


class ByeWithOpponent(Unreadable):
    number: int
    round: int
    code: str


class ColourWithoutOpponent(Unreadable):
    """`0000 w` and no result: most often a line whose columns are shifted."""

    number: int
    round: int


class ResultWithoutOpponent(Unreadable):
    number: int
    round: int
    code: str


class TwoPairingByes(Unreadable):
    """The bye of an odd field is given once per round (TRF16, code U): to one player, or to the players of one team."""

    number: int
    other: int
    round: int
    more: int = 0


class TwoTeamsWithBye(Unreadable):
    number: int
    other: int
    round: int


class NotHalfPoints(Unreadable):
    was: str


class Defective(Unreadable):
    """Strict reading: the file needs repairs, the first of which stands at `line` and `column`."""

    repairs: tuple[Repair, ...]


class RoundsUnknown(Unreadable):
    """Nothing in the file says how many rounds are planned (`XXR` or `142`)."""

    line: int = 0
    column: int = 0


class RoundOutOfReach(Unreadable):
    """The round asked for cannot be paired or shown: `limit` is the last one that can."""

    round: int
    limit: int


class ResultMissing(Unreadable):
    number: int
    opponent: int
    round: int


class NotMatches(Unreadable):
    games: int


class TeamFile(Unreadable):
    pass


class PointsContradict(Unreadable):
    number: int
    was: str
    now: str
