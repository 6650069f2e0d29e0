"""The FIDE Dutch system of 2026 (C.04.3, in force since 1 February 2026)."""

from domain.cards.card import Card, Float
from domain.pairing.dutch_2026 import account, engine
from domain.pairing.dutch_2026.competitors import everybody, float_of
from domain.pairing.dutch_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.criteria import checked_by
from domain.pairing.swiss.edition import SwissEdition, rules_of_2026


class Dutch2026(SwissEdition):
    name = engine.NAME
    version = engine.VERSION
    parity_of_arrived = True
    report_code = "FIDE_DUTCH_2026"
    articles = rules_of_2026("5.2.5")

    pair = staticmethod(engine.pair)
    check = staticmethod(checked_by(everybody, KEPT_BY_HAND, account.article("1.5")))
    explain = staticmethod(account.explain)
    why_not = staticmethod(account.why_not)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(float_of(line, line.ahead) for line in card.lines)
