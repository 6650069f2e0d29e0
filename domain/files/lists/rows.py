"""Rows of a list as spreadsheets save it, its columns by their heads, and the reasons to refuse it."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence

from domain.files.trf.decoding import text_of
from domain.files.trf.problems import NotText
from domain.refusals import ExceptionWithData

CELL_SEPARATORS = (";", "\t", ",")
LONGEST_ROW = 64_000
"""Characters; more than that is a quotation mark that was never closed."""

LONE_NUMBER = re.compile(r"[0-9]{5,11}")
"""A FIDE number on a line of its own."""

ListRow = tuple[int, list[str]]


def read_rows(data: bytes) -> tuple[str, list[ListRow]]:
    """The separator, and every row that says something. Raises NotAList or EmptyRoster."""
    try:
        text, _ = text_of(data)
    except NotText as problem:
        raise NotAList(problem.line, problem.column) from None
    if "\x00" in text:
        raise NotAList(text[: text.index("\x00")].count("\n") + 1, 0)
    rows = [(line, row) for line, row in _rows(text) if any(cell.strip() for cell in row)]
    if not rows:
        raise EmptyRoster()
    return _separator(text), _words_apart(_numbers_apart(rows))


def _numbers_apart(rows: list[ListRow]) -> list[ListRow]:
    cells = [[cell.strip() for cell in row if cell.strip()] for _, row in rows]
    alone = [len(row) == 1 and LONE_NUMBER.fullmatch(row[0]) is not None for row in cells]
    others = (letter for row, lone in zip(cells, alone, strict=True) if not lone for cell in row for letter in cell)
    if not any(alone) or all(alone) or any(letter.isdigit() for letter in others):
        return rows
    apart = (["", row[0]] if lone else [", ".join(row), ""] for row, lone in zip(cells, alone, strict=True))
    return [(line, row) for (line, _), row in zip(rows, apart, strict=True)]


COUNTER = re.compile(r"[0-9]{1,4}[.)]\s+")
FACTS: Mapping[str, re.Pattern[str]] = {
    "title": re.compile("W?[GIFC]M"),
    "rating": re.compile("[0-9]{3,4}"),
    "federation": re.compile("[A-Z]{3}"),
    "fide_id": re.compile("[0-9]{5,11}"),
    "other_number": re.compile("[0-9]{4}"),
}
AROUND_FACTS = "()[],"
NO_RATING = " -–—"
"""Behind a name: no rating."""
FIRST_BIRTH, LAST_BIRTH = 1900, 2030


def _words_apart(rows: list[ListRow]) -> list[ListRow]:
    """Lines such as `1. Carlsen, Magnus GM 2840 NOR`, with blanks between their facts, become columns.

    A line without facts among them is a name alone. Where a line is neither, all stay as they are.
    """
    lines = [", ".join(cell.strip() for cell in row) for _, row in rows]
    numbered = all(text.split()[0].rstrip(".)") == str(n) for n, text in enumerate(lines, 1))
    texts = [text.split(maxsplit=1)[-1] for text in lines] if numbered else lines
    parted = [_parted(text) or _name_alone(row, text) for (_, row), text in zip(rows, texts, strict=True)]
    if not all(parted) or [cells[0] for cells in parted] == lines:
        return rows
    return [(line, cells) for (line, _), cells in zip(rows, parted, strict=True)]


def _name_alone(row: Sequence[str], text: str) -> list[str]:
    """Nothing where a comma without a blank parts it: that is a cell."""
    named = len(row) < 3 and all(cell.startswith(" ") for cell in row[1:]) and not any(map(str.isdigit, text))
    return [text.rstrip(NO_RATING), *[""] * len(FACTS)] if named else []


def _parted(text: str) -> list[str]:
    """The name and the facts of a line; nothing where only commas part it, or it has no facts."""
    counted = COUNTER.match(text)
    words, facts = text[counted.end() if counted else 0 :].split(), dict.fromkeys(FACTS, "")
    if len(words) > 1 and FACTS["title"].fullmatch(words[0]):
        facts["title"] = words.pop(0)
    while len(words) > 1 and (can_be := _can_be(words[-1].strip(AROUND_FACTS), facts)):
        facts[can_be[0]] = words.pop().strip(AROUND_FACTS)
    if facts["federation"] and not (facts["title"] or facts["rating"] or facts["fide_id"]):
        return []
    name = " ".join(words).rstrip(NO_RATING)
    if not (counted or any(facts.values())) or name.endswith(",") or any(letter.isdigit() for letter in name):
        return []
    first, last = facts["other_number"], facts["rating"]
    if first and FIRST_BIRTH <= int(last) <= LAST_BIRTH:
        facts["rating"], facts["other_number"] = first, last
    return [name, *facts.values()]


def _can_be(word: str, known: Mapping[str, str]) -> list[str]:
    """The facts that a word can be and no word behind it was."""
    return [fact for fact, pattern in FACTS.items() if not known[fact] and pattern.fullmatch(word)]


def matched(header: Sequence[str], names: Mapping[str, str]) -> dict[str, int]:
    """Field to column index; `names` are those of columns, letters and digits only. Raises TwoColumns."""
    found: dict[str, int] = {}
    for i, cell in enumerate(header):
        field = names.get(plain(cell))
        if field is None:
            continue
        if field in found:
            raise TwoColumns(1, i + 1, cell.strip(), header[found[field]].strip())
        found[field] = i
    return found


def plain(head: str) -> str:
    return "".join(c for c in head.casefold() if c.isalnum())


def _rows(text: str) -> Iterator[ListRow]:
    lines = re.split("\r\n|\r|\n", text)
    reader = csv.reader((line + "\n" for line in lines), delimiter=_separator(text), strict=True)
    line = 1
    try:
        for row in reader:
            if sum(map(len, row)) > LONGEST_ROW:
                raise NotAList(line, 0)
            yield line, row
            line = reader.line_num + 1
    except csv.Error:
        raise NotAList(line, 0) from None


def _separator(text: str) -> str:
    """The one that parts the first row most often."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(CELL_SEPARATORS, key=first.count)


class BadRoster(ExceptionWithData):
    """The list is refused. `line` and `column` count from 1; 0 = not one place."""

    line: int
    column: int


class EmptyRoster(BadRoster):
    line: int = 0
    column: int = 0


class NotAList(BadRoster):
    """Not text, or a quotation mark that is never closed."""


class NotASpreadsheet(BadRoster):
    name: str


class BrokenBook(BadRoster):
    """It begins as a spreadsheet does and cannot be unpacked."""


class NoNameColumn(BadRoster):
    """The first row names no column for the players' names."""

    headers: tuple[str, ...]


class TwoColumns(BadRoster):
    header: str
    other: str


class BadCell(BadRoster):
    """A cell that cannot be. `rule` is one of those of `refusals.BadField`."""

    header: str
    value: str
    rule: str


class TooManyCells(BadRoster):
    """More cells than the first row names: a name with a comma in it, most often."""

    cells: int
    headers: int


class ListedTwice(BadRoster):
    first_line: int
    name: str
    fide_id: int


class NumberNotListed(BadRoster):
    """A line has a FIDE number and no name, and the rating list does not know the number."""

    fide_id: int
    list_name: str


class RosterTooLong(BadRoster):
    most: int


class BookTooLarge(BadRoster):
    megabytes: int


class SheetTooLarge(BadRoster):
    rows: int
    columns: int


class NoTeam(BadRoster):
    """A player in a list of teams before any team was named, or a line of a team without its name."""
