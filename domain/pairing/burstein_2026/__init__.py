"""FIDE Burstein 2026 (C.04.4.2). Its first rounds are those of the Dutch system, which it is given (1.6.1)."""

from collections.abc import Iterable
from dataclasses import replace

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.burstein_2026 import account, engine
from domain.pairing.burstein_2026.competitors import everybody
from domain.pairing.burstein_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.criteria import checked_by
from domain.pairing.swiss.edition import SwissEdition, rules_of_2026
from domain.pairing.system import Account, BoardBreaches, Step, System
from domain.words.players import PairingNumber

MOST_FIRST_ROUNDS = 4
"""However long the event is (1.6.2)."""


def first_rounds(planned: int) -> int:
    """Seeding rounds: half of the rounds, rounded down, but no more than four (1.6.2)."""
    return min(planned // 2, MOST_FIRST_ROUNDS)


def is_first(task: PairingTask) -> bool:
    """A round that the Dutch system pairs (1.6)."""
    return task.round <= first_rounds(task.rounds)


check_later = checked_by(everybody, KEPT_BY_HAND, account.article("1.3"))


class Burstein2026(SwissEdition):
    name = account.NAME
    parity_of_arrived = True
    report_code = "FIDE_BURSTEIN"
    articles = rules_of_2026("5.2.1")

    def __init__(self, dutch: System) -> None:
        self.dutch = dutch
        self.version = f"{engine.VERSION}+{dutch.version}"

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """As the first rounds count them; the later ones ask for nobody's floats."""
        return self.dutch.floats(card)

    def pair(self, task: PairingTask) -> RoundPairing:
        return self.dutch.pair(task) if is_first(task) else engine.pair(task)

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
        return self.dutch.check(task, pairs, bye) if is_first(task) else check_later(task, pairs, bye)

    def explain(self, task: PairingTask) -> Account:
        if not is_first(task):
            return account.explain(task)
        of_dutch = self.dutch.explain(task)
        step = Step(account.article("1.6.2"), account.FirstRounds(task.round, first_rounds(task.rounds)))
        return replace(of_dutch, way=(step, *of_dutch.way))

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return self.dutch.why_not(task, a, b) if is_first(task) else account.why_not(task, a, b)
