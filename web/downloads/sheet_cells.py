"""Cells and columns that worksheets of players and of teams share."""

from projections.moment.people import Person
from web.downloads.workbook import SheetCell, SheetColumn
from web.wording import Language
from web.wording.chess.results import person_name


def who_cells(person: Person, words: Language) -> tuple[SheetCell, SheetCell, SheetCell]:
    """Number, title, name."""
    return person.number or None, person.title.value, person_name(person, words)


def rating_cell(person: Person | None) -> int | None:
    return (person.rating or None) if person else None


def round_sheet_title(round: int, words: Language) -> str:
    return words.gettext("Round {n}", n=words.number(round))


def plain_columns(words: Language, *heads: str) -> list[SheetColumn]:
    """Plain columns with these heads, each of them marked."""
    return [SheetColumn(words.gettext(head)) for head in heads]
