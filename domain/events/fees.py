"""Events of entry fees."""

from domain.events.integrity import Event
from domain.records import dataclass
from domain.words.choices.fees import EntryFees, FeePayment
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class EntryFeesSet(Event):
    """What an entry costs from here on, for everybody; replaces the fees before."""

    fees: EntryFees


@dataclass(frozen=True, slots=True)
class OwnFeeSet(Event):
    """One entrant pays this instead of the fee of their category."""

    player: EntrantId
    cents: int | None
    """None = the fee of the category again."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PaymentMade(Event):
    """Money came, or was given back where the sum is negative."""

    player: EntrantId
    payment: FeePayment


@dataclass(frozen=True, slots=True)
class PaymentCancelled(Event):
    """The payment was entered by mistake: it stays in the list, and in no sum."""

    player: EntrantId
    number: int
    reason: str
