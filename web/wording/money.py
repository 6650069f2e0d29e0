"""Words of money: entry fees, payments, and the tax on prizes."""

from fractions import Fraction

from domain.words.choices.fees import FeeOfLeavers, PaymentWay
from domain.words.choices.prizes import WHOLE_SHARE, PrizeTax, TaxWay
from projections.lists.bank_statement import Unpaid
from web.wording import N_, Language, said_by
from web.wording.chess.chances import NARROW_SPACE

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


def prize_tax(tax: PrizeTax, words: Language, currency: str) -> str:
    """The rule, as the organiser has set it; empty = no tax."""
    if tax.way is TaxWay.NONE:
        return ""
    above = words.money(tax.threshold, currency) if tax.threshold else ""
    values = {"tax": _amount(tax, currency, words), "sum": above}
    if not above:
        said = words.gettext("Tax: {tax} from what each winner gets.", **values)
    elif tax.way is TaxWay.ABOVE:
        said = words.gettext("Tax: {tax} from what a winner gets above {sum}.", **values)
    else:
        said = words.gettext("Tax: {tax} from each winner who gets more than {sum}.", **values)
    return " ".join((said, words.gettext("The values of things count."))) if tax.things else said


def _amount(tax: PrizeTax, currency: str, words: Language) -> str:
    if tax.way is TaxWay.FIXED:
        return words.money(tax.amount, currency)
    share = Fraction(tax.amount, WHOLE_SHARE // 100)
    number = words.number(int(share)) if share.denominator == 1 else words.decimal(share, 2)
    return f"{number}{NARROW_SPACE}%"
