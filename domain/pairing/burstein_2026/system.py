"""The rules of Burstein 2026 as a pairing system."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.burstein_2026 import account, engine
from domain.pairing.burstein_2026.account import NAME, FirstRounds, article, why_not
from domain.pairing.burstein_2026.competitors import everybody
from domain.pairing.burstein_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.criteria import HandSeating, breaches
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026, SwissOf2026
from domain.pairing.system import System
from domain.words.articles import SharedRule
from domain.words.players import PairingNumber
from domain.words.rounds import Breach

MOST_FIRST_ROUNDS = 4
"""However long the event is (1.6.2)."""


def first_rounds(planned: int) -> int:
    """Seeding rounds: half of the rounds, rounded down, but no more than four (1.6.2)."""
    return min(planned // 2, MOST_FIRST_ROUNDS)


class Burstein2026(SwissOf2026):
    """FIDE Burstein 2026 (C.04.4.2). Its first rounds are those of the Dutch system, which it is given (1.6.1)."""

    name = NAME
    accelerates = True
    parity_of_arrived = True

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "5.2.1",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def __init__(self, dutch: System) -> None:
        self.dutch = dutch

    @property
    def version(self) -> str:
        return f"{engine.VERSION}+{self.dutch.version}"

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """As the first rounds count them; the later ones ask for nobody's floats."""
        return self.dutch.floats(card)

    def float_of(self, ahead: int) -> Float | None:
        return self.dutch.float_of(ahead)

    def pair(self, task: PairingTask) -> RoundPairing:
        return self.dutch.pair(task) if is_first(task) else engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        if is_first(task):
            return self.dutch.check(task, pairs, bye)
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), KEPT_BY_HAND, article("1.3"))

    def explain(self, task: PairingTask) -> Account:
        if not is_first(task):
            return account.explain(task)
        of_dutch = self.dutch.explain(task)
        step = Step(article("1.6.2"), FirstRounds(task.round, first_rounds(task.rounds)))
        return replace(of_dutch, way=(step, *of_dutch.way))

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return self.dutch.why_not(task, a, b) if is_first(task) else why_not(task, a, b)


def is_first(task: PairingTask) -> bool:
    """A round that the Dutch system pairs (1.6)."""
    return task.round <= first_rounds(task.rounds)
