"""Kinds of sheet. A paper is a sequence of them, in words that are ready to print."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Alignment: TypeAlias = Literal["start", "end", "center"]


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a table. `wide` columns share the width that the others leave."""

    head: str
    side: Alignment = "start"
    wide: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ListTable:
    columns: tuple[ListColumn, ...]
    rows: Sequence[Sequence[str]]
    """A cell for each column; a row that begins with only one cell speaks across the whole width."""
    by_hand: bool = False
    """Rows have the height that handwriting needs."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A list with its head repeated on every page."""

    title: str
    table: ListTable
    note: str = ""
    """Under the title."""
    legend: str = ""
    """Under the table."""
    landscape: bool = False
    columns: int = 1
    """Columns of text on the page, for short rows."""
    kind: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: two names, what to circle, two signatures."""

    title: str
    white: str
    white_about: str
    black: str
    black_about: str
    white_code: str = ""
    """The address at which White reports the result, as SVG; empty = none."""
    black_code: str = ""


@dataclass(frozen=True, slots=True)
class SlipSheet:
    slips: Sequence[Slip]
    choices: tuple[str, ...]
    """The results to circle."""
    white: str
    black: str
    other: str
    """Said before the line for any other result."""
    signature: str
    report: str = ""
    """Said beside the codes."""
    kind: Literal["slips"] = "slips"


@dataclass(frozen=True, slots=True)
class NameLabel:
    """A card with a name that is read from afar."""

    name: str
    above: str = ""
    below: str = ""
    foot: str = ""
    mark: str = ""
    """A board or a number, large."""
    colour: Literal["", "white", "black"] = ""
    qr: str = ""
    """A code as SVG."""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """So many labels across and down a page, with lines to cut along."""

    labels: Sequence[NameLabel]
    across: int
    down: int
    kind: Literal["labels"] = "labels"


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A player's card: a small table under a name."""

    name: str
    about: str
    table: ListTable
    foot: str = ""


@dataclass(frozen=True, slots=True)
class CardSheet:
    cards: Sequence[PrintedCard]
    down: int = 2
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class Certificate:
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CertificateSheet:
    title: str
    certificates: Sequence[Certificate]
    signatures: tuple[str, ...]
    kind: Literal["certificates"] = "certificates"


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a form: facts beside their names, a table, or a paragraph."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    table: ListTable | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class FormSheet:
    """A form that begins on a page of its own."""

    title: str
    sections: tuple[Section, ...]
    note: str = ""
    signatures: tuple[str, ...] = ()
    kind: Literal["form"] = "form"


Sheet: TypeAlias = TableSheet | SlipSheet | LabelSheet | CardSheet | CertificateSheet | FormSheet
