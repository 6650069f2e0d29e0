"""Words of entry fees."""

from domain.words.fees import PaymentWay
from web.wording import N_, said_by

payment_way = said_by(
    {PaymentWay.CASH: N_("in cash"), PaymentWay.CARD: N_("by card"), PaymentWay.TRANSFER: N_("by bank transfer")}
)
