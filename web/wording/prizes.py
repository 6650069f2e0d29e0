"""Words of prizes: the tax on them."""

from fractions import Fraction

from domain.words.choices.prizes import WHOLE_SHARE, PrizeTax, TaxWay
from web.wording import Language
from web.wording.chess.chances import NARROW_SPACE


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
