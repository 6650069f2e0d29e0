"""McMahon as a pairing system: no rules of FIDE, but the ones that FIDE's own system is given."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.swiss.of_2026 import SwissOf2026
from domain.pairing.system import System
from domain.words.articles import SharedRule
from domain.words.players import PairingNumber
from domain.words.rounds import Breach

NAME = "mcmahon"
VERSION = "1"


class McMahon(SwissOf2026):
    """McMahon (British Go Association, Organisers' Handbook) with the process of FIDE Dutch 2026 (C.04.3).

    The score of that system is here the McMahon score: starting points and points. The starting points stand in the
    task as virtual points of all rounds.
    """

    name = NAME
    accelerates = False
    starting_points = True
    parity_of_arrived = True

    def __init__(self, dutch: System) -> None:
        self.dutch = dutch

    @property
    def version(self) -> str:
        return f"{VERSION}+{self.dutch.version}"

    @property
    def articles(self) -> Mapping[SharedRule, str]:
        return self.dutch.articles

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """As the points alone show them: a card knows nothing of starting points."""
        return self.dutch.floats(card)

    def pair(self, task: PairingTask) -> RoundPairing:
        return self.dutch.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return self.dutch.check(task, pairs, bye)

    def explain(self, task: PairingTask) -> Account:
        return self.dutch.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return self.dutch.why_not(task, a, b)
