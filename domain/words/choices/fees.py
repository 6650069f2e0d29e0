"""Entry fees: what each category pays, and payments. Money is in hundredths of the currency (cents)."""

from enum import StrEnum
from typing import NamedTuple

from domain.records import dataclass
from domain.words.players import EntrantId

MOST_FEE_CATEGORIES = 30
MOST_FEE_CHANGES = 60
MAX_HOW_TO_PAY_CHARS = 500
MAX_HOLDER_CHARS = 70
"""As many as a code of a transfer has room for (EPC069-12)."""


class PaymentWay(StrEnum):
    """The values are stored in journals."""

    CASH = "cash"
    CARD = "card"
    TRANSFER = "transfer"


class FeeOfLeavers(StrEnum):
    """What is owed by whoever left before their first game. The values are stored in journals."""

    DUE = "due"
    """The fee, as everybody."""
    KEPT = "kept"
    """Nothing more; what was paid is not given back."""
    NOTHING = "nothing"
    """Nothing: what was paid is to be given back."""


class CategoryFee(NamedTuple):
    category: str
    """In the words of prize categories, such as `U18|S65`."""
    cents: int


class FeeChange(NamedTuple):
    """What those pay who enter on this day or later, until the next change."""

    day: str
    """ISO date."""
    category: str
    """One that has a fee; empty = everybody of none of them."""
    cents: int


@dataclass(frozen=True, slots=True)
class EntryFees:
    cents: int = 0
    """For everybody of none of the categories."""
    by_category: tuple[CategoryFee, ...] = ()
    """The first that has the player counts."""
    currency: str = "EUR"
    how_to_pay: str = ""
    before_check_in: bool = False
    """Nobody checks in who still owes something."""
    helpers_take: bool = False
    """Whoever may check players in takes payments, too."""
    leavers: FeeOfLeavers = FeeOfLeavers.DUE
    iban: str = ""
    bic: str = ""
    holder: str = ""
    """Whose account it is, as the bank knows them."""
    pay_page: str = ""
    """The address of a page where fees are paid, with places such as `{amount}`."""
    mark: str = ""
    """The letters by which references of payments differ from those of other tournaments."""
    changes: tuple[FeeChange, ...] = ()
    """By day."""

    @property
    def any(self) -> bool:
        return bool(self.cents or self.by_category)

    @property
    def paid_online(self) -> bool:
        return bool(self.iban or self.pay_page)

    def on(self, day: str, one: CategoryFee) -> int:
        """What one of the categories pays who enters on this day; an empty day is before all changes."""
        return next((c.cents for c in reversed(self.changes) if c.category == one.category and c.day <= day), one.cents)

    def after(self, day: str, one: CategoryFee) -> tuple[FeeChange, ...]:
        """The changes of a category to come."""
        return tuple(change for change in self.changes if change.category == one.category and change.day > day)


NO_FEES = EntryFees()


@dataclass(frozen=True, slots=True)
class OwnFee:
    """The fee of one entrant, whatever the categories say."""

    cents: int
    reason: str = ""


class Transfer(NamedTuple):
    """Money that came to the account for one entrant."""

    player: EntrantId
    cents: int
    day: str
    """ISO date."""


@dataclass(frozen=True, slots=True)
class FeePayment:
    """One payment. The journal has it for ever: it is cancelled by name, never undone."""

    number: int
    """The number of its receipt, from 1 on."""
    cents: int
    """Negative: given back."""
    way: PaymentWay
    day: str
    """ISO date of the money."""
    taken_by: str
    currency: str
    payer: str = ""
    """Empty = the player."""
    reason: str = ""
