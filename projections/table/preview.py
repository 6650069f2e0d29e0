"""A preview: the tournament as it is beside the tournament after some events that nobody has written yet.

`effect` answers at once: standings, places, points. The rounds (`projections.round.reprojection`) are asked
separately, so that the first answer is there while the arbiter still types.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain import events as e
from domain.ranking.tiebreaks import Value
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, snapshot
from projections.round.reprojection import branch
from projections.table.prize_list import prize_list
from projections.table.standings import ColumnHead, StandingRow, standings


@dataclass(frozen=True, slots=True)
class Change:
    person: Person
    place: tuple[int, int]
    points: tuple[int, int]
    values: tuple[tuple[Value | None, Value | None], ...]
    """In step with `Effect.columns`."""

    @property
    def moves(self) -> bool:
        return self.place[0] != self.place[1]


@dataclass(frozen=True, slots=True)
class Money:
    person: Person
    cents: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """The table after the change. `changes` has the best new place first."""

    after: int
    columns: tuple[ColumnHead, ...]
    changes: tuple[Change, ...]
    prizes: tuple[Money, ...]
    currency: str
    withdrawn: int | None
    """The published round the change takes back, if it does."""
    withdrawn_to: int
    """The last of the rounds that go with it; 0 = none does."""

    @property
    def moved(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.moves)


def effect(now: Snapshot, events: Sequence[e.Event]) -> Effect:
    """The table now and after `events`, for every player whose row would change."""
    ahead = branch(now.tournament, events)
    then = snapshot(ahead)
    round = min(now.round, then.round)
    before, after = standings(now, round), standings(then, round)
    earlier = {row.person.id: row for row in before.rows}
    same_columns = before.columns == after.columns
    changes = (_change(earlier[row.person.id], row, same_columns) for row in after.rows if row.person.id in earlier)
    withdrawn = next((event.round for event in events if isinstance(event, e.RoundWithdrawn)), None)
    currency = ahead.prizes.currency if ahead.prizes else ""
    shown = tuple(change for change in changes if _differs(change))
    last = now.round if withdrawn else 0
    return Effect(round, after.columns, shown, tuple(_money(now, then)), currency, withdrawn, last)


def _money(now: Snapshot, then: Snapshot) -> Iterator[Money]:
    """Prizes that would go elsewhere; none while none are announced."""
    before, after = _purses(now), _purses(then)
    for id in sorted(before.keys() | after.keys()):
        cents = before[id], after[id]
        if cents[0] != cents[1]:
            winner = next(who[id] for at in (then, now) for who in (at.people, at.members) if id in who)
            yield Money(winner, cents)


def _purses(snapshot: Snapshot) -> Counter[EntrantId]:
    shown = prize_list(snapshot)
    purses = Counter[EntrantId]()
    for row in shown.rows if shown else ():
        purses[row.person.id] += row.award.cents
    return purses


def _change(before: StandingRow, after: StandingRow, same_columns: bool) -> Change:
    old = before.values if same_columns else (None,) * len(after.values)
    values = tuple(zip(old, after.values, strict=True))
    return Change(after.person, (before.place, after.place), (before.points, after.points), values)


def _differs(change: Change) -> bool:
    return change.moves or change.points[0] != change.points[1] or any(old != new for old, new in change.values)
