"""The crosstable: every player's rounds in one line, by place or by pairing number."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domain.cards import Card, Line
from domain.games import Code, Colour
from domain.ranking import Ranked
from projections.people import Person
from projections.sheet import Sheet
from projections.standings import half_points, ranking


class Cell(NamedTuple):
    """One round. Byes have no opponent. An opponent is called by his pairing number, which does not move."""

    code: Code
    points: int
    opponent: Person | None = None
    colour: Colour | None = None


class CrossRow(NamedTuple):
    """Without the place: a row that moves stays what it was."""

    person: Person
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    rounds: int
    """Rounds shown."""
    by_place: bool
    rows: tuple[CrossRow, ...]

    @property
    def head(self) -> "CrossHead":
        return CrossHead(self.rounds, self.by_place)


@dataclass(frozen=True, slots=True)
class CrossHead:
    """What stands above the columns."""

    rounds: int
    by_place: bool


def crosstable(sheet: Sheet, *, by_place: bool = True) -> Crosstable:
    """All published rounds as known now."""
    table = ranking(sheet, sheet.round)
    rows = [_row(sheet, row) for row in table]
    if not by_place:
        rows.sort(key=lambda row: row.person.number)
    return Crosstable(sheet.round, by_place, tuple(rows))


def _row(sheet: Sheet, row: Ranked) -> CrossRow:
    return CrossRow(sheet.by_number[row.number], _cells(sheet, sheet.cards[row.number]), half_points(row.score))


def _cells(sheet: Sheet, card: Card) -> tuple[Cell, ...]:
    """Worked out again only when the card is another one than last time."""
    known: dict[int, tuple[Card, tuple[Cell, ...]]] = sheet.settled(("cells",), dict)
    if card.number not in known or known[card.number][0] is not card:
        known[card.number] = card, tuple(_cell(line, sheet.by_number) for line in card.lines)
    return known[card.number][1]


def _cell(line: Line, people: Mapping[int, Person]) -> Cell:
    if line.opponent is None:
        return Cell(line.code, line.points)
    return Cell(line.code, line.points, people[line.opponent], line.colour)
