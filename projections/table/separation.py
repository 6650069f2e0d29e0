"""What separates the rows of a table: of each the first rule by which it stands below the one above it."""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from domain.formats import rules_of
from domain.ranking.order import Comparison, ComparisonStep, Ranked, Verdict, compare_players
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.standings import StandingRow, ranking, standings


@dataclass(frozen=True, slots=True)
class Neighbour:
    person: Person
    place: int
    comparison: Comparison
    """The better placed one is the first."""


def neighbour(rows: Sequence[Ranked], at: int, other: int, who: Mapping[int, Person]) -> Neighbour:
    """The row in line `other` as the neighbour of the one in line `at`."""
    return Neighbour(who[rows[other].number], rows[other].place, _compared(rows[min(at, other)], rows[max(at, other)]))


def _compared(first: Ranked, second: Ranked) -> Comparison:
    return compare_players((first, second), first.number, second.number)


class SeparatedRow(NamedTuple):
    row: StandingRow
    step: ComparisonStep | None
    """The rule that puts it below the row above; None = it leads its score group, or they share the place."""
    leads: int
    """The number of those with the same score, of the first of them; 0 of all others."""
    decides: int | None
    """The column of the rule among those of the table; None = it has none."""


def separated(snapshot: Snapshot, after: int) -> tuple[SeparatedRow, ...]:
    """The rows of the table after a round. In a bracket there are no score groups: every row is told by its rule."""
    rows, view = ranking(snapshot, after), standings(snapshot, after)
    steps = [None, *(_deciding(*pair) for pair in pairwise(rows))]
    grouped = not rules_of(snapshot.tournament).knocks_out
    leads = _leads(rows) if grouped else [0] * len(rows)
    column = {head.text: at for at, head in enumerate(view.columns)}

    def made(row: StandingRow, step: ComparisonStep | None, many: int) -> SeparatedRow:
        told = None if many else step
        return SeparatedRow(row, told, many, column.get(str(told.tiebreak)) if told else None)

    return tuple(map(made, view.rows, steps, leads))


def _deciding(above: Ranked, below: Ranked) -> ComparisonStep | None:
    compared = _compared(above, below)
    return compared.steps[-1] if compared.verdict is not Verdict.EQUAL else None


def _leads(rows: Sequence[Ranked]) -> list[int]:
    """In the line of each first one of a score group how many it has."""
    scores = [row.first_score for row in rows if row.place]
    starts = [at for at, score in enumerate(scores) if not at or score != scores[at - 1]]
    found = [0] * len(rows)
    for start, end in pairwise(chain(starts, [len(scores)])):
        found[start] = end - start
    return found


@dataclass(frozen=True, slots=True)
class WhyPlace:
    """The reason of one place: what separates it from the neighbours above and below."""

    person: Person
    place: int
    above: Neighbour | None
    below: Neighbour | None


def why_place(snapshot: Snapshot, after: int, entrant: EntrantId) -> WhyPlace | None:
    """None: the entrant has no place in this table."""
    rows, who = [row for row in ranking(snapshot, after) if row.place], snapshot.by_number
    at = next((at for at, row in enumerate(rows) if who[row.number].id == entrant), None)
    if at is None:
        return None
    above = neighbour(rows, at, at - 1, who) if at else None
    below = neighbour(rows, at, at + 1, who) if at + 1 < len(rows) else None
    return WhyPlace(who[rows[at].number], rows[at].place, above, below)
