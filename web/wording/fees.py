"""Words of entry fees."""

from domain.words.choices.fees import FeeOfLeavers, PaymentWay
from projections.lists.bank_statement import Unpaid
from web.wording import N_, said_by

payment_way = said_by(
    {PaymentWay.CASH: N_("in cash"), PaymentWay.CARD: N_("by card"), PaymentWay.TRANSFER: N_("by bank transfer")}
)
fee_of_leavers = said_by(
    {
        FeeOfLeavers.DUE: N_("the fee, as everybody"),
        FeeOfLeavers.KEPT: N_("nothing more; what was paid is not given back"),
        FeeOfLeavers.NOTHING: N_("nothing; what was paid is given back"),
    }
)
unpaid = said_by(
    {
        Unpaid.NO_REFERENCE: N_("no reference of this tournament"),
        Unpaid.OTHER_REFERENCE: N_("a reference with a mistake, or of nobody here"),
        Unpaid.SEVERAL: N_("references of several players"),
        Unpaid.WENT_OUT: N_("money that went out"),
        Unpaid.NO_SUM: N_("no sum was found"),
        Unpaid.NOT_BOOKED: N_("not booked yet by the bank"),
        Unpaid.CURRENCY: N_("another currency"),
        Unpaid.SETTLED: N_("nothing is owed any more: noted before"),
        Unpaid.TWICE: N_("a second payment of the same fee"),
        Unpaid.OTHER_SUM: N_("another sum than is owed"),
    }
)


def readable(number: str) -> str:
    """An account or a reference in groups of four, as both are printed."""
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))
