"""FIDE Dubov system of 2026 (C.04.4.1, in force since 1 February 2026).

The numbers of the articles, and the wording of 1.6 to 1.8, section 2, 3.1, 3.2, 4.2 to 4.4 and 5.2 that the code
follows, were read as other programs and arbiters quote them, not in the Handbook itself.
"""

from collections.abc import Iterable

from domain.cards.card import Float, Pair, PairingTask
from domain.pairing.dubov_2026 import account, engine
from domain.pairing.dubov_2026.competitors import everybody
from domain.pairing.dubov_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.colours import both_against
from domain.pairing.swiss.criteria import checked_by
from domain.pairing.swiss.edition import SwissEdition, rules_of_2026


class Dubov2026(SwissEdition):
    name = engine.NAME
    version = engine.VERSION
    needs_ratings = True
    report_code = "FIDE_DUBOV"
    articles = rules_of_2026("5.2.1")

    pair = staticmethod(engine.pair)
    check = staticmethod(checked_by(everybody, KEPT_BY_HAND, account.article("1.4")))
    explain = staticmethod(account.explain)
    why_not = staticmethod(account.why_not)

    def float_of(self, ahead: int) -> Float | None:
        """There are only upfloats (1.3.2)."""
        return Float.UP if ahead < 0 else None

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Everybody has a preference, those who have not played yet one for Black (1.6.4)."""
        players = everybody(task)
        return both_against(lambda number: players[number].preference, pairs)
