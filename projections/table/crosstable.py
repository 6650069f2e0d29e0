"""The crosstable: every player's rounds in one line, by place or by pairing number."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from domain.cards.card import Card, CardLine
from domain.words.games import Code, Colour
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.ranked import table
from projections.table.standings import round_in_play

LINES_A_PAGE = 150
"""Lines of a crosstable on one page for phones. The style sheet numbers the lines of the next page on."""


class Cell(NamedTuple):
    """One round. A bye has no opponent; an opponent is named by the pairing number, which never changes."""

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
    in_play: int = 0
    """The round in play; 0 = none."""

    def last_page(self) -> int:
        return max(1, -(-len(self.rows) // LINES_A_PAGE))

    def page(self, number: int) -> "Crosstable":
        """The lines of page 1 and so on; empty behind the last one."""
        return replace(self, rows=self.rows[(number - 1) * LINES_A_PAGE : number * LINES_A_PAGE])

    @property
    def head(self) -> "CrossHead":
        return CrossHead(self.rounds, self.by_place, any(row.person.team for row in self.rows[:1]), self.in_play)


@dataclass(frozen=True, slots=True)
class CrossHead:
    """The head of the columns."""

    rounds: int
    by_place: bool
    teams: bool = False
    """The lines are those of teams."""
    in_play: int = 0


def crosstable(snapshot: Snapshot, *, by_place: bool = True) -> Crosstable:
    """All published rounds as known now."""
    return snapshot.now(("crosstable", by_place), lambda _: _crosstable(snapshot, by_place))


def _crosstable(snapshot: Snapshot, by_place: bool) -> Crosstable:
    people = snapshot.by_number
    rows = snapshot.rows("crosstable", snapshot.round, lambda card: _row(card, people))(list(snapshot.cards.values()))
    if by_place:
        rows = tuple([rows[i] for i in table(snapshot, snapshot.round).players])
    return Crosstable(snapshot.round, by_place, rows, round_in_play(snapshot, snapshot.round))


def _row(card: Card, people: Mapping[int, Person]) -> CrossRow:
    return CrossRow(people[card.number], tuple([_cell(line, people) for line in card.lines]), card.score)


def _cell(line: CardLine, people: Mapping[int, Person]) -> Cell:
    if line.opponent is None:
        return Cell(line.code, line.points)
    return Cell(line.code, line.points, people[line.opponent], line.colour)
