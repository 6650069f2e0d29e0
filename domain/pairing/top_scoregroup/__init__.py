"""The procedure that Double-Swiss and the Swiss team system share: the top scoregroup with its upfloaters, again and
again (C.04.5 and C.04.6 of 2026, 3.3 to 3.6)."""

from typing import Generic

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing.swiss.criteria import checked_by
from domain.pairing.swiss.edition import SwissEdition
from domain.pairing.system import Account, Step
from domain.pairing.top_scoregroup import account, engine
from domain.pairing.top_scoregroup.engine import BracketRules, OneEntrant
from domain.words.players import PairingNumber

SEATED = "1.3"
"""The article on who belongs to a bracket."""


class TopScoregroupSystem(SwissEdition, Generic[OneEntrant]):
    """The answers that follow from the edition."""

    def __init__(self, edition: BracketRules[OneEntrant]) -> None:
        self.edition, self.name = edition, edition.name
        self.check = checked_by(edition.everybody, edition.absolute, edition.article(SEATED))

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(self.edition, task)

    def explain(self, task: PairingTask) -> Account:
        return account.explain(self.edition, task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return account.why_not(self.edition, task, a, b)
