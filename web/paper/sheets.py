"""Kinds of sheet. A paper is a sequence of them, in words that are ready to print."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from domain.records import dataclass
from projections.playoff.bracket import WayState, WayTurn

Alignment: TypeAlias = Literal["start", "end", "center"]


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a table: as wide as its text, unless one of the widths is given."""

    head: str
    side: Alignment = "start"
    wide: int = 0
    """So many shares of the width that the others leave."""
    strong: bool = False
    width_mm: int = 0
    """Room for handwriting, or in tables that are all alike."""


@dataclass(frozen=True, slots=True)
class ListTable:
    columns: tuple[ListColumn, ...]
    rows: Sequence[Sequence[str]]
    """A cell for each column; a row that begins with only one cell speaks across the whole width."""
    by_hand: bool = False
    """Rows have the height that handwriting needs."""
    headings: Sequence[int] = ()
    """Rows in bold letters, counted from 0."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A list with its head repeated on every page."""

    title: str
    table: ListTable
    note: str = ""
    legend: str = ""
    landscape: bool = False
    columns: int = 1
    """Columns of text on the page, for short rows."""
    warning: str = ""
    """Stands at the head of every page, which may hang alone."""
    kind: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class Slip:
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
    name: str
    above: str = ""
    below: str = ""
    mark: str = ""
    """A board or a number, large."""
    colour: Literal["", "white", "black"] = ""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    labels: Sequence[NameLabel]
    across: int
    down: int
    kind: Literal["labels"] = "labels"


@dataclass(frozen=True, slots=True)
class PrintedCard:
    name: str
    about: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Cards of one table; a column of it is wide, the others have their widths."""

    cards: Sequence[PrintedCard]
    columns: Sequence[ListColumn]
    down: int = 2
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class ReceiptSheet:
    """Three to a page: facts beside their names, and who signs."""

    title: str
    receipts: Sequence[Sequence[tuple[str, str]]]
    signatures: tuple[str, ...]
    kind: Literal["receipts"] = "receipts"


@dataclass(frozen=True, slots=True)
class BracketLine:
    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class BracketLineOn:
    """The line from the winner of a match to their place in the next column."""

    turn: WayTurn
    into: int
    state: WayState
    start: int


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    sides: tuple[BracketLine, ...]
    """Two; () for a place of the tree in which nobody plays."""
    note: str = ""
    """How a level match was decided."""
    way: BracketLineOn | None = None


@dataclass(frozen=True, slots=True)
class PrintedRound:
    title: str
    matches: Sequence[PrintedMatch]


@dataclass(frozen=True, slots=True)
class StepOnPaper:
    round: str
    beaten: str
    score: str
    note: str


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A page of a bracket: each match stands between the two that lead to it."""

    title: str
    rounds: Sequence[PrintedRound]
    champion: tuple[str, ...] = ()
    """What they are called, their name, and what is known of them; behind the last match."""
    way: tuple[str, Sequence[StepOnPaper]] = ("", ())
    """The champion's matches, under their heading."""
    note: str = ""
    kind: Literal["bracket"] = "bracket"


@dataclass(frozen=True, slots=True)
class Certificate:
    name: str
    """In the order in which one says it."""
    about: str
    """Title and federation, or the players of a team."""
    lines: tuple[str, ...]
    """What it is for, the first line largest."""
    figures: Sequence[tuple[str, str]]
    """Each with its word."""
    where: str
    """Place and date."""
    code: str = ""
    """The address of the page that proves it; empty = none that a phone could reach."""
    arbiter: str = ""


@dataclass(frozen=True, slots=True)
class CertificateSheet:
    title: str
    awarded_to: str
    certificates: Sequence[Certificate]
    signatures: tuple[str, ...]
    verify: str
    """Said below the code."""
    kind: Literal["certificates"] = "certificates"


@dataclass(frozen=True, slots=True)
class Badge:
    first: str
    """The name that people call them by, large."""
    second: str
    about: str
    role: str
    number: str = ""
    qr: str = ""
    """The address in its code."""
    official: bool = False
    """Somebody of the organisers: the band has another colour."""
    photo: str = ""
    """As SVG; empty = none."""


@dataclass(frozen=True, slots=True)
class BadgeSheet:
    labels: Sequence[Badge]
    when: str
    number_of: str
    """Said below the role of whoever has a number."""
    code_of: str
    """Said beside the code."""
    across: int = 2
    down: int = 4
    kind: Literal["badges"] = "badges"


@dataclass(frozen=True, slots=True)
class Section:
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


Sheet: TypeAlias = (
    TableSheet
    | SlipSheet
    | LabelSheet
    | BadgeSheet
    | CardSheet
    | ReceiptSheet
    | CertificateSheet
    | FormSheet
    | BracketSheet
)
