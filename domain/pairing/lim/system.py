"""The Lim rules as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.lim import account, engine
from domain.pairing.lim.account import article, why_not
from domain.pairing.lim.competitors import everybody
from domain.pairing.lim.criteria import ABSOLUTE_RULES
from domain.pairing.swiss.criteria import HandSeating, breaches
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026, SwissOf2026
from domain.words.articles import SharedRule
from domain.words.players import PairingNumber
from domain.words.rounds import Breach


class Lim(SwissOf2026):
    """Lim (C.04.4.3 of 2026, the text of 1987 to 1999)."""

    name = engine.NAME
    version = engine.VERSION
    accelerates = False
    parity_of_arrived = False

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "7.2",
        SharedRule.NEVER_AGAIN: "C.04.1, 2",
        SharedRule.ONE_BYE: "C.04.1, 4",
    }

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(Float.of(line.ahead) if line.code.played else None for line in card.lines)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), ABSOLUTE_RULES, article("1.1"))

    def explain(self, task: PairingTask) -> Account:
        return account.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
