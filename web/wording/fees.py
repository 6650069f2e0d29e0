"""Words of entry fees."""

from domain.words.fees import FeeOfLeavers, PaymentWay
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
