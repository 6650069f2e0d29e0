"""Numbers, points and dates as report files write them."""

import re
from datetime import date

from domain.files.trf.columns import Column
from domain.files.trf.decoding import FileLine
from domain.files.trf.problems import BadValue, NotHalfPoints, Repair, RepairKind

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
