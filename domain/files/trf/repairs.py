"""Repairs of a report file, each with its place."""

from collections.abc import Iterable
from enum import StrEnum

from domain.records import dataclass
from domain.words.mended import Mended

LINES_NAMED = 9


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
    FOREIGN_SETTINGS = "foreign-settings"
    FOREIGN_TABLE = "foreign-table"


NOTES = frozenset(
    {
        RepairKind.EXTENSION,
        RepairKind.UNKNOWN_RECORD,
        RepairKind.BYE_WITHOUT_ZEROS,
        RepairKind.FULL_BYE_IN_ODD_FIELD,
        RepairKind.FOREIGN_SETTINGS,
        RepairKind.FOREIGN_TABLE,
    }
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
