"""Entry fees as they stand: who owes what, and the sums for the treasurer."""

from collections.abc import Callable, Iterable
from itertools import groupby

from domain.decisions.players.fees import due, fee_category, has_left, paid
from domain.decisions.players.paying import reference
from domain.records import dataclass
from domain.words.choices.fees import FeePayment, OwnFee
from domain.words.players import EntrantId
from projections.moment.name_order import name_order
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PaymentRow:
    person: Person
    payment: FeePayment
    cancelled: str | None
    """The reason; None = it counts."""
    reference: str = ""
    entered_on: str = ""
    """As in `FeeRow`."""


@dataclass(frozen=True, slots=True)
class FeeRow:
    person: Person
    name: str
    """As it is written at the desk."""
    category: str
    due: int
    paid: int
    own: OwnFee | None
    away: bool
    """They have left, or were expelled."""
    reference: str = ""
    """Of payments to the account; empty = there are none."""
    entered_on: str = ""
    """ISO date; empty = not noted, as the fee did not go by it."""

    @property
    def owed(self) -> int:
        """Negative = too much was paid."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class FeeSum:
    name: str
    """What the sum is of: a category, a way of payment, a day, whoever took it."""
    cents: int
    count: int


@dataclass(frozen=True, slots=True)
class FeeList:
    currency: str
    rows: tuple[FeeRow, ...]
    payments: tuple[PaymentRow, ...]
    by_category: tuple[FeeSum, ...]
    by_way: tuple[FeeSum, ...]
    by_day: tuple[FeeSum, ...]
    by_taker: tuple[FeeSum, ...]

    @property
    def due(self) -> int:
        return sum(row.due for row in self.rows)

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def owed(self) -> int:
        return sum(row.owed for row in self.rows if row.owed > 0)

    @property
    def owing(self) -> tuple[FeeRow, ...]:
        return tuple(row for row in self.rows if row.owed > 0)

    def row(self, id: EntrantId) -> FeeRow | None:
        return next((row for row in self.rows if row.person.id == id), None)

    def payments_of(self, id: EntrantId) -> tuple[PaymentRow, ...]:
        return tuple(row for row in self.payments if row.person.id == id)


def fee_list(snapshot: Snapshot) -> FeeList:
    t, order = snapshot.tournament, name_order(snapshot.tournament.details.federation)
    rows = sorted((_row(snapshot, id) for id in t.entrants), key=lambda row: order(row.name))
    payments = tuple(_payment(snapshot, id, payment) for _, (id, payment) in sorted(t.payments.items()))
    counted = [row.payment for row in payments if row.cancelled is None]
    return FeeList(
        t.fees.currency,
        tuple(rows),
        payments,
        _by_category(rows),
        _sums(counted, lambda one: one.way.value),
        _sums(counted, lambda one: one.day),
        _sums(counted, lambda one: one.taken_by),
    )


def _payment(snapshot: Snapshot, id: EntrantId, payment: FeePayment) -> PaymentRow:
    t = snapshot.tournament
    cancelled = t.cancelled_payments.get(payment.number)
    return PaymentRow(snapshot.people[id], payment, cancelled, reference(t, id), t.entered_on.get(id, ""))


def _row(snapshot: Snapshot, id: EntrantId) -> FeeRow:
    t = snapshot.tournament
    return FeeRow(
        snapshot.people[id],
        t.entrants[id].name,
        fee_category(t, id).category,
        due(t, id),
        paid(t, id),
        t.own_fees.get(id),
        has_left(t, id),
        reference(t, id),
        t.entered_on.get(id, ""),
    )


def _by_category(rows: Iterable[FeeRow]) -> tuple[FeeSum, ...]:
    ordered = sorted(rows, key=lambda row: row.category)
    groups = ((name, [*group]) for name, group in groupby(ordered, key=lambda row: row.category))
    return tuple(FeeSum(name, sum(row.paid for row in group), len(group)) for name, group in groups)


def _sums(payments: Iterable[FeePayment], key: Callable[[FeePayment], str]) -> tuple[FeeSum, ...]:
    groups = ((name, [*group]) for name, group in groupby(sorted(payments, key=key), key=key))
    return tuple(FeeSum(name, sum(one.cents for one in group), len(group)) for name, group in groups)
