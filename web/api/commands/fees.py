"""The commands about entry fees. Money is in hundredths of the currency (cents)."""

from typing import Annotated

import msgspec

from domain.decisions.players.fees import MAX_FEE_REASON_CHARS, MAX_PAYER_CHARS, MOST_CENTS, written_change
from domain.fields import LONGEST_IBAN_TYPED_CHARS, LONGEST_WEB_ADDRESS_CHARS, written_amount
from domain.words.choices.conditions import LONGEST_CONDITIONS_CHARS
from domain.words.choices.fees import (
    MAX_HOLDER_CHARS,
    MAX_HOW_TO_PAY_CHARS,
    MOST_FEE_CATEGORIES,
    MOST_FEE_CHANGES,
    FeeChange,
    FeeOfLeavers,
    PaymentWay,
)
from web.api.commands import ProgramCommand
from web.api.fields import EntrantNumber, IsoDay, line, needed_line, noted

FeeCents = Annotated[int, msgspec.Meta(ge=0), noted(maximum=MOST_CENTS)]
PaidCents = Annotated[int, msgspec.Meta(ge=1), noted(maximum=MOST_CENTS)]
MOST_TRANSFERS = 2000
FeeReason = Annotated[str, needed_line(MAX_FEE_REASON_CHARS, "It stands in the journal.")]


class FeeOfCategory(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fee of those of whom the category speaks, such as `U18|S65`."""

    category: Annotated[str, needed_line(LONGEST_CONDITIONS_CHARS)]
    cents: FeeCents


class LaterFee(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What those of a category, or everybody of none, pay who enter on this day or later."""

    day: IsoDay
    cents: FeeCents
    category: Annotated[str, line(LONGEST_CONDITIONS_CHARS)] = ""


class SetFees(ProgramCommand, kw_only=True):
    """Say what an entry costs, in the place of the fees before."""

    cents: FeeCents
    by_category: Annotated[list[FeeOfCategory], msgspec.Meta(max_length=MOST_FEE_CATEGORIES)] = []
    currency: Annotated[str, noted("An ISO code.", pattern="^[A-Za-z]{3}$")] = "EUR"
    how_to_pay: Annotated[str, noted(maxLength=MAX_HOW_TO_PAY_CHARS)] = ""
    before_check_in: bool = False
    helpers_take: bool = False
    fee_of_leavers: FeeOfLeavers = FeeOfLeavers.DUE
    iban: Annotated[str, noted(maxLength=LONGEST_IBAN_TYPED_CHARS)] = ""
    bic: Annotated[str, noted(maxLength=LONGEST_IBAN_TYPED_CHARS)] = ""
    holder: Annotated[str, line(MAX_HOLDER_CHARS, "Whose account it is.")] = ""
    pay_page: Annotated[str, noted(maxLength=LONGEST_WEB_ADDRESS_CHARS)] = ""
    changes: Annotated[list[LaterFee], msgspec.Meta(max_length=MOST_FEE_CHANGES)] = []

    def form(self) -> dict[str, tuple[str, ...]]:
        lines = (f"{one.category}; {written_amount(one.cents)}" for one in self.by_category)
        return {
            **self.form_without("cents", "by_category", "changes"),
            "fee": (written_amount(self.cents),),
            "fee_categories": ("\n".join(lines),),
            "fee_changes": ("\n".join(map(_change, self.changes)),),
        }


def _change(one: LaterFee) -> str:
    return written_change(FeeChange(one.day, one.category, one.cents))


class SetOwnFee(ProgramCommand, kw_only=True):
    """Give the entrant of the address a fee of their own; without one they pay that of their category again."""

    cents: FeeCents | None = None
    reason: Annotated[str, line(MAX_FEE_REASON_CHARS)] = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        own = "" if self.cents is None else written_amount(self.cents)
        return {**self.form_without("cents"), "own_fee": (own,)}


class TakeFee(ProgramCommand, kw_only=True):
    """Note a payment: of this sum, or of all that is open where it is left out."""

    entrant: EntrantNumber
    cents: PaidCents | None = None
    way: PaymentWay = PaymentWay.CASH
    day: IsoDay = ""
    payer: Annotated[str, line(MAX_PAYER_CHARS)] = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        amount = "" if self.cents is None else written_amount(self.cents)
        return {
            **self.form_without("entrant", "cents", "day"),
            "player": (str(self.entrant),),
            "amount": (amount,),
            "paid_on": (self.day,),
        }


class TransferToAccount(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Money that came to the account for one entrant."""

    entrant: EntrantNumber
    cents: PaidCents
    day: IsoDay = ""


class TakeTransfers(ProgramCommand, kw_only=True):
    """Note transfers together: all of them or, where one is more than is open, none."""

    transfers: Annotated[list[TransferToAccount], msgspec.Meta(min_length=1, max_length=MOST_TRANSFERS)]

    def form(self) -> dict[str, tuple[str, ...]]:
        return {"transfer": tuple(f"{one.entrant} {one.cents} {one.day}" for one in self.transfers)}


class RefundFee(ProgramCommand, kw_only=True):
    """Note that money was given back to the entrant of the address."""

    cents: PaidCents
    way: PaymentWay = PaymentWay.CASH
    day: IsoDay = ""
    reason: FeeReason

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("cents", "day"), "amount": (written_amount(self.cents),), "paid_on": (self.day,)}


class CancelPayment(ProgramCommand, kw_only=True):
    """Cancel a payment that was entered by mistake: it stays in the list, and in no sum."""

    receipt: Annotated[int, msgspec.Meta(ge=1)]
    reason: FeeReason

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("receipt"), "payment": (str(self.receipt),)}
