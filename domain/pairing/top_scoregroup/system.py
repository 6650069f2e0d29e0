"""An edition of this procedure as a pairing system."""

from collections.abc import Iterable
from typing import Generic

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.swiss.criteria import HandSeating, breaches
from domain.pairing.swiss.of_2026 import SwissOf2026
from domain.pairing.top_scoregroup import account, engine
from domain.pairing.top_scoregroup.account import why_not
from domain.pairing.top_scoregroup.engine import BracketRules, OneEntrant
from domain.words.players import PairingNumber
from domain.words.rounds import Breach

SEATED = "1.3"
"""The article on who belongs to a bracket."""


class TopScoregroupSystem(SwissOf2026, Generic[OneEntrant]):
    """The answers that follow from the edition."""

    edition: BracketRules[OneEntrant]
    accelerates = True
    parity_of_arrived = False

    @property
    def name(self) -> str:
        return self.edition.name

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(Float.of(line.ahead) if line.code.played else None for line in card.lines)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(self.edition, task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        seating = HandSeating(task, tuple(pairs), bye, self.edition.everybody(task))
        return breaches(seating, self.edition.absolute, self.edition.article(SEATED))

    def explain(self, task: PairingTask) -> Account:
        return account.explain(self.edition, task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(self.edition, task, a, b)
