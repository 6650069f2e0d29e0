"""Reasons to refuse a report file, and repairs of it, each with its place."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from domain.words.mended import Mended

# Repairs of a file, and readings in spite of the format, each with its place.


class RepairKind(StrEnum):
    """Kinds of repairs, and of readings in spite of the format."""

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
    """One place where the file was not read as it stands."""

    line: int
    column: int
    kind: RepairKind
    was: str = ""
    """The text of the file."""
    now: str = ""
    """The value it was read as."""
    number: int = 0
    """Starting rank of the player concerned, if one is."""
    round: int = 0


LINES_NAMED = 9
"""Lines that are kept of those of one kind."""


def together(repairs: Iterable[Repair]) -> list[Mended]:
    """Every repair, those of one kind on many lines as one, in the order of the file."""
    groups: dict[tuple[RepairKind, str], list[Repair]] = {}
    for repair in sorted(repairs, key=lambda r: (r.line, r.column)):
        what = repair.was if repair.kind in (RepairKind.UNKNOWN_RECORD, RepairKind.EXTENSION) else ""
        groups.setdefault((repair.kind, what), []).append(repair)
    return [_as_one(*same) for same in groups.values()]


def _as_one(first: Repair, *more: Repair) -> Mended:
    lines = tuple(dict.fromkeys(repair.line for repair in more))[:LINES_NAMED]
    return Mended(
        first.kind.value,
        first.line,
        first.column,
        first.was,
        first.now,
        first.number,
        first.round,
        more=len(more),
        lines=lines,
    )


# Reasons to refuse a report file.
# Data only, each with its line and column (1-based, as in FIDE's tables; 0 = not one place). The sentences are in
# `web/wording/trf.py`.


class Unreadable(Exception):
    """The file is refused. Every subclass says where: `line` and `column`, 0 = the whole file."""

    line: int
    column: int


@dataclass(eq=False)
class Several(Unreadable):
    """More than one thing is wrong, in the order of the lines; `line` and `column` are those of the first."""

    line: int
    column: int
    problems: tuple[Unreadable, ...]


@dataclass(eq=False)
class EmptyFile(Unreadable):
    line: int = 0
    column: int = 0


@dataclass(eq=False)
class NotText(Unreadable):
    """Bytes that are no text in any encoding we know."""

    line: int
    column: int
    byte: int


@dataclass(eq=False)
class TabInLine(Unreadable):
    """Columns cannot be counted across a tab."""

    line: int
    column: int


@dataclass(eq=False)
class NoPlayers(Unreadable):
    """There is no `001` record: not a report file at all, or one that is cut."""

    line: int = 0
    column: int = 0


@dataclass(eq=False)
class LineTooShort(Unreadable):
    line: int
    column: int
    field: str


@dataclass(eq=False)
class BadValue(Unreadable):
    """A field holds something that it cannot hold. `expected` is a key, not a sentence."""

    line: int
    column: int
    field: str
    was: str
    expected: str


@dataclass(eq=False)
class Misaligned(Unreadable):
    """The round blocks do not stand where they should: shifted columns or a wrong encoding."""

    line: int
    column: int
    was: str
    expected: str


@dataclass(eq=False)
class RepeatedNumber(Unreadable):
    line: int
    column: int
    number: int
    first_line: int


@dataclass(eq=False)
class RepeatedFideNumber(Unreadable):
    line: int
    column: int
    fide_id: int
    first_line: int


@dataclass(eq=False)
class UnknownOpponent(Unreadable):
    """A number that no player of the file has."""

    line: int
    column: int
    number: int
    opponent: int
    round: int = 0


@dataclass(eq=False)
class OwnOpponent(Unreadable):
    line: int
    column: int
    number: int
    round: int


@dataclass(eq=False)
class OneSided(Unreadable):
    """Only one of two players has the game: neither line can be trusted."""

    line: int
    column: int
    number: int
    opponent: int
    round: int


@dataclass(eq=False)
class ColoursClash(Unreadable):
    """Both have the same colour, or a played game has none."""

    line: int
    column: int
    number: int
    opponent: int
    round: int


@dataclass(eq=False)
class ResultsClash(Unreadable):
    line: int
    column: int
    number: int
    opponent: int
    round: int
    result: str
    other: str


@dataclass(eq=False)
class ByeWithOpponent(Unreadable):
    line: int
    column: int
    number: int
    round: int
    code: str


@dataclass(eq=False)
class ColourWithoutOpponent(Unreadable):
    """`0000 w` and no result: most often a line whose columns are shifted."""

    line: int
    column: int
    number: int
    round: int


@dataclass(eq=False)
class ResultWithoutOpponent(Unreadable):
    line: int
    column: int
    number: int
    round: int
    code: str


@dataclass(eq=False)
class TwoPairingByes(Unreadable):
    """The bye of an odd field is given once per round (TRF16, code U): to one player, or to the players of one team."""

    line: int
    column: int
    number: int
    other: int
    round: int
    more: int = 0
    """Players beside these two."""


@dataclass(eq=False)
class TwoTeamsWithBye(Unreadable):
    """Players of two teams have the bye of an odd field, by the numbers of the teams."""

    line: int
    column: int
    number: int
    other: int
    round: int


@dataclass(eq=False)
class NotHalfPoints(Unreadable):
    """A value that is no multiple of a half point."""

    line: int
    column: int
    was: str


@dataclass(eq=False)
class Defective(Unreadable):
    """Strict reading: the file needs repairs, the first of which stands at `line` and `column`."""

    line: int
    column: int
    repairs: tuple[Repair, ...]


# Readable files that are unfit for the task


@dataclass(eq=False)
class RoundsUnknown(Unreadable):
    """Nothing in the file says how many rounds are planned (`XXR` or `142`)."""

    line: int = 0
    column: int = 0


@dataclass(eq=False)
class RoundOutOfReach(Unreadable):
    """The round asked for cannot be paired or shown: `limit` is the last one that can."""

    line: int
    column: int
    round: int
    limit: int


@dataclass(eq=False)
class ResultMissing(Unreadable):
    """A game before the round to be paired has no result yet."""

    line: int
    column: int
    number: int
    opponent: int
    round: int


@dataclass(eq=False)
class NotMatches(Unreadable):
    """The columns are not those of matches of so many games, one for each game."""

    line: int
    column: int
    games: int


@dataclass(eq=False)
class TeamFile(Unreadable):
    """Teams are read and kept, but not paired or ranked from the players' lines."""

    line: int
    column: int


@dataclass(eq=False)
class PointsContradict(Unreadable):
    """Points and results disagree, so the pairing would rest on a guess."""

    line: int
    column: int
    number: int
    was: str
    now: str
