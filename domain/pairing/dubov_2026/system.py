"""The rules of 2026 as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.dubov_2026 import account, engine
from domain.pairing.dubov_2026.account import article, why_not
from domain.pairing.dubov_2026.competitors import everybody, float_of
from domain.pairing.dubov_2026.criteria import KEPT_BY_HAND
from domain.pairing.swiss.criteria import HandSeating, breaches
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026, SwissOf2026
from domain.words.articles import SharedRule
from domain.words.games import Colour
from domain.words.players import PairingNumber
from domain.words.rounds import Breach


class Dubov2026(SwissOf2026):
    """FIDE Dubov 2026 (C.04.4.1)."""

    name = engine.NAME
    version = engine.VERSION
    accelerates = True
    needs_ratings = True
    parity_of_arrived = False

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "5.2.1",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(float_of(line, line.ahead) for line in card.lines)

    def float_of(self, ahead: int) -> Float | None:
        return Float.UP if ahead < 0 else None

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), KEPT_BY_HAND, article("1.4"))

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Everybody has a preference, those who have not played yet one for Black (1.6.4)."""
        due = {number: player.preference.colour for number, player in everybody(task).items()}
        return tuple(p for p in pairs if due[p.white] is Colour.BLACK and due[p.black] is Colour.WHITE)

    def explain(self, task: PairingTask) -> Account:
        return account.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
