"""The column table of TRF16 and TRF26: reading and writing go by the same figures.

Columns are 1-based and inclusive, as FIDE prints them.
"""

import re
from collections.abc import Sequence
from dataclasses import field
from datetime import date
from enum import StrEnum
from typing import TypeVar

from domain.files.trf.decoding import FileLine
from domain.files.trf.problems import BadValue, NotHalfPoints
from domain.files.trf.repairs import Repair, RepairKind
from domain.records import dataclass

_Value = TypeVar("_Value")


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    first: int
    last: int
    align: Align = Align.LEFT

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def raw(self, line: str) -> str:
        """The text between the columns, blanks included; shorter if the line ends before."""
        return line[self.first - 1 : self.last]

    def read(self, line: str) -> str:
        return self.raw(line).strip()

    def start_of(self, line: str) -> int:
        raw = self.raw(line)
        return self.first + len(raw) - len(raw.lstrip()) if raw.strip() else self.first

    def shifted(self, by: int) -> "Column":
        return Column(self.name, self.first + by, self.last + by, self.align)


# Record 001, up to the rounds

RECORD = Column("record", 1, 3)
STARTING_RANK = Column("starting rank", 5, 8, Align.RIGHT)
SEX = Column("sex", 10, 10)
TITLE = Column("title", 11, 13, Align.RIGHT)
FULL_NAME = Column("name", 15, 47)
RATING = Column("rating", 49, 52, Align.RIGHT)
FEDERATION = Column("federation", 54, 56)
FIDE_NUMBER = Column("FIDE number", 58, 68, Align.RIGHT)
BIRTH = Column("birth date", 70, 79)
POINTS = Column("points", 81, 84, Align.RIGHT)
RANK = Column("rank", 86, 89, Align.RIGHT)

BLANK_COLUMNS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
"""Columns between the fields of record 001: always blank."""

OPPONENT = Column("opponent", 92, 95, Align.RIGHT)
COLOUR = Column("colour", 97, 97)
RESULT = Column("result", 99, 99)
BLOCK_WIDTH = 10
"""These three are round 1; round r stands `BLOCK_WIDTH * (r - 1)` further on."""
BLOCK_SEPARATORS = (90, 91, 96, 98)

ROUND_DATE = Column("round date", 92, 99)
"""Record 132, on the grid of the rounds."""

TEXT = Column("text", 5, 10_000)

VALUE = Column("points", 5, 8, Align.RIGHT)
"""`BBW` and the like."""

BYE_TYPE = Column("bye type", 5, 5)
BYE_ROUND = Column("round", 7, 9, Align.RIGHT)
BYE_PLAYER = Column("starting rank", 11, 14, Align.RIGHT)
"""Record 240; the next ones every `ID_STEP` columns."""

FORBIDDEN_FIRST = Column("first round", 5, 7, Align.RIGHT)
FORBIDDEN_LAST = Column("last round", 9, 11, Align.RIGHT)
FORBIDDEN_PLAYER = Column("starting rank", 13, 16, Align.RIGHT)
"""Record 260."""

EXTRA_MATCH = Column("match points", 5, 8, Align.RIGHT)
EXTRA_GAME = Column("game points", 10, 13, Align.RIGHT)
EXTRA_FIRST_ROUND = Column("first round", 15, 17, Align.RIGHT)
EXTRA_LAST_ROUND = Column("last round", 19, 21, Align.RIGHT)
EXTRA_FIRST = Column("first player", 23, 26, Align.RIGHT)
EXTRA_LAST = Column("last player", 28, 31, Align.RIGHT)
"""Record 250."""

ABNORMAL_TYPE = Column("result type", 5, 5)
ABNORMAL_MATCH = Column("match points", 8, 11, Align.RIGHT)
ABNORMAL_GAME = Column("game points", 14, 17, Align.RIGHT)
ABNORMAL_ROUND = Column("round", 20, 22, Align.RIGHT)
ABNORMAL_PLAYER = Column("starting rank", 24, 27, Align.RIGHT)
"""Record 299."""

FICTITIOUS_PLAYER = Column("starting rank", 5, 8, Align.RIGHT)
FICTITIOUS_POINTS = Column("points", 10, 13, Align.RIGHT)
"""Record XXA; round r stands `ID_STEP * (r - 1)` further on."""

SYSTEM_CODE = Column("result type", 6, 6)
SYSTEM_POINTS = Column("points", 7, 10, Align.RIGHT)
SYSTEM_STEP = 9
"""Record 162."""

ID_STEP = 5

SINGLE_TEXTS: tuple[tuple[str, str], ...] = (
    ("012", "name"),
    ("022", "city"),
    ("032", "federation"),
    ("042", "start"),
    ("052", "end"),
    ("092", "type"),
    ("102", "chief_arbiter"),
    ("122", "time_control"),
    ("172", "rank_method"),
    ("182", "program"),
    ("192", "encoded_type"),
    ("202", "tiebreaks"),
    ("212", "standings_order"),
    ("222", "clock"),
)
"""Records of one text each, and the field of `Header` they fill."""

ADJOURNED_MARK = "?"
"""The result of a game that is adjourned, in TRF26 (FIDE checklist, 165); engines and older files have X."""

COUNTS = ("062", "072", "082")

TEAM_LIST = "013"
"""Team and players of TRF16: of a team tournament, or beside the players of an individual one."""

TEAM_RECORDS = frozenset({TEAM_LIST, "300", "310", "320", "330", "352", "362", "801", "802"})
"""Kept word for word. Where one stands, 240, 250, 260 and 299 speak of teams too."""


class Ladder(StrEnum):
    TRF16 = "trf16"
    TRF26 = "trf26"


def block(round: int) -> tuple[Column, Column, Column]:
    by = BLOCK_WIDTH * (round - 1)
    return OPPONENT.shifted(by), COLOUR.shifted(by), RESULT.shifted(by)


def blocks_in(line: str) -> int:
    rest = len(line.rstrip()) - (OPPONENT.first - 1)
    return max(0, -(-rest // BLOCK_WIDTH))


def every(first: Column, numbers: Sequence[int]) -> list[tuple[Column, str]]:
    """A row of numbers, one every `ID_STEP` columns."""
    return [(first.shifted(ID_STEP * at), str(number)) for at, number in enumerate(numbers)]


def put(values: list[tuple[Column, str]]) -> str:
    width = max((column.last for column, _ in values), default=0)
    line = [" "] * width
    for column, text in values:
        fitted = text[: column.width]
        padded = fitted.rjust(column.width) if column.align is Align.RIGHT else fitted.ljust(column.width)
        line[column.first - 1 : column.last] = padded
    return "".join(line)


# The columns of the records of teams.

TEAM_NUMBER = Column("team", 5, 7, Align.RIGHT)
TEAM_NAME = Column("team name", 9, 40)
SHORT_NAME = Column("short name of the team", 42, 46)
TEAM_STRENGTH = Column("strength of the team", 48, 53, Align.RIGHT)
MATCH_POINTS = Column("match points", 55, 60, Align.RIGHT)
GAME_POINTS = Column("game points", 62, 67, Align.RIGHT)
TEAM_RANK = Column("rank of the team", 69, 71, Align.RIGHT)
MEMBER = Column("player of the team", 74, 77, Align.RIGHT)
"""Record 310; the next players every `ID_STEP` columns."""

OLD_NAME = Column("team name", 5, 36)
OLD_MEMBER = Column("player of the team", 37, 40, Align.RIGHT)
"""Record 013."""

ORDER_ROUND = Column("round", 5, 7, Align.RIGHT)
ORDER_TEAM = Column("team", 9, 11, Align.RIGHT)
ORDER_OPPONENT = Column("opponent", 13, 15, Align.RIGHT)
ORDER_PLAYER = Column("player at the board", 17, 20, Align.RIGHT)
"""Record 300; 0 is an empty board."""

BYE_MATCH = Column("match points", 5, 8, Align.RIGHT)
BYE_GAME = Column("game points", 10, 13, Align.RIGHT)
BYE_TEAM = Column("team", 15, 17, Align.RIGHT)
BYE_STEP = 4
"""Record 320: the team of each round, 0 where nobody had the bye."""

FORFEIT_SIGNS = Column("forfeit", 5, 6)
FORFEIT_ROUND = Column("round", 8, 10, Align.RIGHT)
FORFEIT_WHITE = Column("team", 12, 14, Align.RIGHT)
FORFEIT_BLACK = Column("team", 16, 18, Align.RIGHT)
FORFEIT_PAIRS = ("+-", "-+", "--")
"""Record 330."""

POINTS_CODE = Column("result of a match", 5, 6)
POINTS_WORTH = Column("points", 7, 10, Align.RIGHT)
"""Record 362; the next ones every `SYSTEM_STEP` columns."""

READABLE_TEAM = Column("team", 5, 7, Align.RIGHT)
READABLE_BYE = Column("bye", 28, 30)
READABLE_STEP = 13
"""Record 802, for people: an opponent, or one of these words, every 13 columns."""


# The rating lines of national federations (TRF26): the columns of record 001 up to 79, with the federation's three
# letters as the code.

CODE = re.compile(r"[A-Z]{3}")
SHORTEST = RATING.last


@dataclass(frozen=True, slots=True)
class National:
    federation: str
    number: int
    """Starting rank."""
    rating: int
    title: str = ""
    origin: str = ""
    """The source of the rating, in the place where FIDE's line has the player's federation."""
    id: str = ""
    line: int = field(default=0, compare=False)


def is_national(line: FileLine) -> bool:
    """Three letters that are no record of the format, a starting rank and a rating, each in its columns."""
    return (
        CODE.fullmatch(line.code) is not None
        and len(line.text) >= SHORTEST
        and not any(line.text[at - 1].strip() for at in BLANK_COLUMNS if at <= SHORTEST)
        and STARTING_RANK.read(line.text).isdecimal()
        and RATING.read(line.text).isdecimal()
    )


def read_national(line: FileLine) -> National:
    return National(
        federation=line.code,
        number=int(STARTING_RANK.read(line.text)),
        rating=int(RATING.read(line.text)),
        title=TITLE.read(line.text),
        origin=FEDERATION.read(line.text),
        id=FIDE_NUMBER.read(line.text),
        line=line.number,
    )


WHOLE = re.compile(r"[0-9]+")
POINTS_PATTERN = re.compile(r"([+-]?)([0-9]*)(?:[.,]([0-9]*))?")
FULL_DATE = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}")
SHORT_DATE = re.compile(r"[0-9]{2}/[0-9]{2}/[0-9]{2}")
YEAR = re.compile(r"(?<![0-9])(1[89][0-9]{2}|2[01][0-9]{2})(?![0-9])")


def read_whole(line: FileLine, column: Column, text: str | None = None) -> int | None:
    """The number in a column, None if it is blank. Raises BadValue."""
    found = column.read(line.text) if text is None else text
    if not found:
        return None
    if not WHOLE.fullmatch(found) or len(found) > 18:
        raise BadValue(line.number, column.start_of(line.text), column.name, found, "whole number")
    return int(found)


def read_half_points(line: FileLine, at: int, text: str, repairs: list[Repair]) -> int:
    """`2.5` as 5. A decimal comma is read and reported. Raises BadValue or NotHalfPoints."""
    match = POINTS_PATTERN.fullmatch(text)
    if match is None or not (match[2] or match[3]) or len(text) > 8:
        raise BadValue(line.number, at, "points", text, "points")
    tenths = (match[3] or "0").rstrip("0")
    if tenths not in ("", "5"):
        raise NotHalfPoints(line.number, at, text)
    if "," in text:
        repairs.append(Repair(line.number, at, RepairKind.DECIMAL_COMMA, text, text.replace(",", ".")))
    value = 2 * int(match[2] or "0") + (1 if tenths else 0)
    return -value if match[1] == "-" else value


def written(half: int) -> str:
    """Half-points as the files write them: 5 as `2.5`."""
    sign = "-" if half < 0 else ""
    return f"{sign}{abs(half) // 2}.{5 if half % 2 else 0}"


def trimmed(values: Sequence[_Value]) -> tuple[_Value, ...]:
    """Without blanks and zeros at the end."""
    end = len(values)
    while end and not values[end - 1]:
        end -= 1
    return tuple(values[:end])


def year_in(text: str) -> int:
    """The year of a date in whatever form; 0 if none is found."""
    match = YEAR.search(text)
    return int(match[1]) if match else 0


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR_FIRST = re.compile(r"([0-9]{4})[-/. ]+([0-9]{1,2})[-/. ]+([0-9]{1,2})")
DAY_FIRST = re.compile(r"([0-9]{1,2})[-/. ]+([0-9]{1,2})[-/. ]+([0-9]{4})")
SHORT_YEAR_FIRST = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{2})")
MONTH_FIRST = re.compile(r"([A-Za-z]{3})[a-z]*\.? +([0-9]{1,2}),? +([0-9]{4})")
MONTH_SECOND = re.compile(r"([0-9]{1,2})\.? +([A-Za-z]{3})[a-z]*\.?,? +([0-9]{4})")


def iso_date(text: str) -> str:
    """`YYYY-MM-DD` of a date in one of the forms seen in the wild; empty if it is none of them."""
    parts = _parts(text.strip())
    try:
        return date(*parts).isoformat() if parts else ""
    except ValueError:
        return ""


def _parts(text: str) -> tuple[int, int, int] | None:
    if match := YEAR_FIRST.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := DAY_FIRST.fullmatch(text):
        return int(match[3]), int(match[2]), int(match[1])
    if match := SHORT_YEAR_FIRST.fullmatch(text):
        return 2000 + int(match[1]), int(match[2]), int(match[3])
    if match := MONTH_FIRST.fullmatch(text):
        return int(match[3]), _month(match[1]), int(match[2])
    if match := MONTH_SECOND.fullmatch(text):
        return int(match[3]), _month(match[2]), int(match[1])
    return None


def _month(word: str) -> int:
    return MONTHS.index(word.lower()) + 1 if word.lower() in MONTHS else 0


FEDERATION_PATTERN = re.compile(r"[A-Z]{3}")


def read_federation(text: str) -> str:
    """FIDE's three letters; empty if it is anything else."""
    return text.upper() if FEDERATION_PATTERN.fullmatch(text.upper()) else ""
