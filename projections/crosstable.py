"""The crosstable: every player's rounds in one line, by pairing number or by place."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.cards import Card, Line
from domain.games import Code, Colour
from projections.people import Person
from projections.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Cell:
    """One round. Byes have no opponent."""

    code: Code
    points: int
    opponent: Person | None = None
    label: int = 0
    """What the opponent is called in this table: pairing number or place."""
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    label: int
    """Pairing number or place, as the table is ordered."""
    person: Person
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    rounds: int
    """Rounds shown."""
    planned: int
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


def crosstable(sheet: Sheet, places: Mapping[int, int] | None = None, after: int | None = None) -> Crosstable:
    """After round `after` (default: the newest published) as known now.

    `places` gives each pairing number its line when the table is to be ordered by place; lines
    are counted from 1 and shared places still have lines of their own.
    """
    rounds = sheet.round if after is None else min(after, sheet.round)
    cards = sheet.cards_after(rounds)
    labels = places or {number: number for number in cards}
    by_number = {person.number: person for person in sheet.people.values() if person.number}
    ordered = sorted(cards.values(), key=lambda card: labels[card.number])
    rows = tuple(_row(card, by_number, labels) for card in ordered)
    return Crosstable(rounds, sheet.tournament.regulations.rounds, places is not None, rows)


def _row(card: Card, people: Mapping[int, Person], labels: Mapping[int, int]) -> CrossRow:
    cells = tuple(_cell(line, people, labels) for line in card.lines)
    return CrossRow(labels[card.number], people[card.number], cells, card.score)


def _cell(line: Line, people: Mapping[int, Person], labels: Mapping[int, int]) -> Cell:
    if line.opponent is None:
        return Cell(line.code, line.points)
    return Cell(line.code, line.points, people[line.opponent], labels[line.opponent], line.colour)
