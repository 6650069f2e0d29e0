"""Steps of entry fees."""

from domain import events as e
from domain.folding.tournament import step
from domain.state import Tournament
from domain.words.choices.fees import OwnFee


@step.register
def _(event: e.EntryFeesSet | e.OwnFeeSet | e.PaymentMade | e.PaymentCancelled, t: Tournament) -> None:
    match event:
        case e.EntryFeesSet(fees):
            t.fees = fees
        case e.OwnFeeSet(player, cents, reason):
            t.own_fees.pop(player, None)
            if cents is not None:
                t.own_fees[player] = OwnFee(cents, reason)
        case e.PaymentMade(player, payment):
            t.payments[payment.number] = player, payment
        case e.PaymentCancelled(number=number, reason=reason):
            t.cancelled_payments[number] = reason
