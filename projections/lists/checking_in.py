"""Check-in as it stands: who is to be there for round 1, who has come, who is missing."""

from domain.decisions.players.attendance import check_in_open, expected_in_round_one
from domain.decisions.players.fees import owed
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.name_order import name_order
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Arrival:
    person: Person
    name: str
    """As it is written at the desk."""
    here: bool
    expected: bool
    owed: int = 0
    """The part of the fee that is still to pay, in cents."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    rows: tuple[Arrival, ...]
    open: bool
    """Round 1 is not paired yet."""

    @property
    def expected(self) -> int:
        return sum(row.expected for row in self.rows)

    @property
    def here(self) -> int:
        return sum(row.here and row.expected for row in self.rows)

    @property
    def missing(self) -> tuple[Arrival, ...]:
        return tuple(row for row in self.rows if row.expected and not row.here)


def arrivals(snapshot: Snapshot) -> Arrivals:
    t = snapshot.tournament
    awaited, order = frozenset(expected_in_round_one(t)), name_order(t.details.federation)

    def arrival(id: EntrantId) -> Arrival:
        return Arrival(snapshot.people[id], t.entrants[id].name, id in t.checked_in, id in awaited, max(0, owed(t, id)))

    return Arrivals(tuple(sorted(map(arrival, t.entrants), key=lambda row: order(row.name))), check_in_open(t))
