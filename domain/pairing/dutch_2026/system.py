"""The rules of 2026 as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.dutch_2026 import account, engine
from domain.pairing.dutch_2026.account import article, why_not
from domain.pairing.dutch_2026.competitors import everybody, float_of
from domain.pairing.dutch_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.criteria import HandSeating, breaches
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026, SwissOf2026
from domain.words.articles import SharedRule
from domain.words.players import PairingNumber
from domain.words.rounds import Breach


class Dutch2026(SwissOf2026):
    """FIDE Dutch 2026 (C.04.3)."""

    name = engine.NAME
    version = engine.VERSION
    accelerates = True
    parity_of_arrived = True

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "5.2.5",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(float_of(line, line.ahead) for line in card.lines)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), KEPT_BY_HAND, article("1.5"))

    def explain(self, task: PairingTask) -> Account:
        return account.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
