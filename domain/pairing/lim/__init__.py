"""The Lim system (C.04.4.3 of 2026, the text of 1987 to 1999): groups from both ends to the median, by scrutiny."""

from domain.pairing.lim import account, engine
from domain.pairing.lim.competitors import everybody
from domain.pairing.lim.criteria import ABSOLUTE_RULES
from domain.pairing.swiss.criteria import checked_by
from domain.pairing.swiss.edition import SwissEdition, rules_of_2026


class Lim(SwissEdition):
    name = engine.NAME
    version = engine.VERSION
    accelerates = False
    articles = rules_of_2026("7.2", never_again="C.04.1, 2", one_bye="C.04.1, 4")

    pair = staticmethod(engine.pair)
    check = staticmethod(checked_by(everybody, ABSOLUTE_RULES, account.article("1.1")))
    explain = staticmethod(account.explain)
    why_not = staticmethod(account.why_not)
