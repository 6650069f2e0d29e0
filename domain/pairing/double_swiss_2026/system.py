"""Double-Swiss as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.double_swiss_2026 import engine, telling
from domain.pairing.double_swiss_2026.criteria import ABSOLUTE_CRITERIA
from domain.pairing.double_swiss_2026.facts import article
from domain.pairing.double_swiss_2026.players import GAMES_OF_A_MATCH, everybody
from domain.pairing.double_swiss_2026.why_not import why_not
from domain.pairing.swiss.absolute import HandSeating
from domain.pairing.swiss.legality import breaches
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026, SwissOf2026
from domain.words.articles import SharedRule
from domain.words.breaches import Breach
from domain.words.players import PairingNumber


class DoubleSwiss2026(SwissOf2026):
    """Double-Swiss 2026 (C.04.5)."""

    name = engine.NAME
    version = engine.VERSION
    accelerates = True
    games_of_match = GAMES_OF_A_MATCH
    parity_of_arrived = False

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "4.3.1",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(Float.of(line.ahead) if line.code.played else None for line in card.lines)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), ABSOLUTE_CRITERIA, article("1.3"))

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return ()  # nobody is due a colour: each match has a game with either

    def explain(self, task: PairingTask) -> Account:
        return telling.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
