"""Reasons to refuse a player list: data only, each with its line and column. The sentences are in `web/wording`."""

from dataclasses import dataclass


class BadRoster(Exception):
    """The list is refused. `line` and `column` count from 1; 0 = not one place."""

    line: int
    column: int


@dataclass(eq=False)
class EmptyRoster(BadRoster):
    line: int = 0
    column: int = 0


@dataclass(eq=False)
class NotAList(BadRoster):
    """Not text, or a quotation mark that is never closed."""

    line: int
    column: int


@dataclass(eq=False)
class NotASpreadsheet(BadRoster):
    """A file that is called a spreadsheet and is none."""

    line: int
    column: int
    name: str


@dataclass(eq=False)
class NoNameColumn(BadRoster):
    """The first row names no column for the players' names."""

    headers: tuple[str, ...]
    line: int = 1
    column: int = 0


@dataclass(eq=False)
class TwoColumns(BadRoster):
    """Two columns for the same thing."""

    line: int
    column: int
    header: str
    other: str


@dataclass(eq=False)
class BadCell(BadRoster):
    """A cell that cannot be. `rule` is one of those of `refusals.BadField`."""

    line: int
    column: int
    header: str
    value: str
    rule: str


@dataclass(eq=False)
class TooManyCells(BadRoster):
    """More cells than the first row names: a name with a comma in it, most often."""

    line: int
    column: int
    cells: int
    headers: int


@dataclass(eq=False)
class ListedTwice(BadRoster):
    line: int
    column: int
    first_line: int
    name: str
    fide_id: int


@dataclass(eq=False)
class NumberNotListed(BadRoster):
    """A line has a FIDE number and no name, and the rating list does not know the number."""

    line: int
    column: int
    fide_id: int
    list_name: str


@dataclass(eq=False)
class RosterTooLong(BadRoster):
    line: int
    column: int
    most: int


@dataclass(eq=False)
class BookTooLarge(BadRoster):
    """A spreadsheet that unpacks to more than any list of players has."""

    line: int
    column: int
    megabytes: int


@dataclass(eq=False)
class SheetTooLarge(BadRoster):
    """Its cells reach over far more rows and columns than a list of players has."""

    line: int
    column: int
    rows: int
    columns: int


@dataclass(eq=False)
class NoTeam(BadRoster):
    """A player in a list of teams before any team was named, or a line of a team without its name."""

    line: int
    column: int
