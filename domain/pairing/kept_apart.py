"""A pairing system that keeps players of one federation or club apart in the first rounds, where it can be."""

from dataclasses import replace

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.system import Account, NoLegalPairing, Step, System
from domain.records import dataclass
from domain.words.options import ApartBy
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class KeptApart:
    """The rule as the first step of an account, with the pairs that could not be helped."""

    by: ApartBy
    meeting: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class ApartByRule:
    """Two who do not meet because of what they have in common."""

    by: ApartBy
    players: tuple[PairingNumber, PairingNumber]


class ApartWherePossible:
    """The system itself, with pairs to be avoided as forbidden ones.

    Where it then finds no legal pairing, those pairs are allowed again that are among the players of the smallest
    conflict, and so on. Every absolute criterion of the system stands above the rule; every other one below it.
    """

    def __init__(self, own: System, by: ApartBy) -> None:
        self.own = own
        self.by = by

    def __getattr__(self, fact: str) -> object:
        return getattr(self.own, fact)

    def pair(self, task: PairingTask) -> RoundPairing:
        """Raises NoLegalPairing."""
        return self._settled(task)[1]

    def explain(self, task: PairingTask) -> Account:
        settled, made = self._settled(task)
        account = self.own.explain(settled)
        if not task.avoided:
            return account
        meeting = tuple(pair for pair in made.pairs if frozenset((pair.white, pair.black)) in task.avoided)
        return replace(account, way=(Step(None, KeptApart(self.by, meeting)), *account.way))

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        settled, _ = self._settled(task)
        pair = frozenset((a, b))
        if pair in task.avoided and pair in settled.forbidden and pair not in task.forbidden:
            return Step(None, ApartByRule(self.by, (a, b)))
        return self.own.why_not(settled, a, b)

    def kept(self, task: PairingTask) -> frozenset[frozenset[PairingNumber]]:
        """The pairs that the rule kept apart in this round. Raises NoLegalPairing."""
        return self._settled(task)[0].forbidden & task.avoided

    def _settled(self, task: PairingTask) -> tuple[PairingTask, RoundPairing]:
        """The task with the pairs that can be avoided among the forbidden ones, and its pairing."""
        avoided = task.avoided
        while avoided:
            apart = replace(task, forbidden=task.forbidden | avoided)
            try:
                return apart, self.own.pair(apart)
            except NoLegalPairing as none:
                helpless = {pair for pair in avoided if pair <= {*none.conflict}}
                avoided = avoided - helpless if helpless else frozenset()
        return task, self.own.pair(task)
