"""A pairing system that keeps players of one federation or club apart in the first rounds, where it can be."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from domain.cards.card import Card, Pair, PairingTask, RoundPairing
from domain.pairing.graph.cheapest import cheapest
from domain.pairing.system import Account, NoLegalPairing, Step, System
from domain.records import dataclass
from domain.words.games import Code
from domain.words.options import ApartBy
from domain.words.players import PairingNumber

Together = frozenset[PairingNumber]
"""Two who would meet."""
MORE_THAN_ALL_SCORES = 1 << 40
"""Half-points: one pair to be avoided weighs more than all differences of scores."""


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

    Where it then finds no legal pairing, they are allowed again among as few players as must meet somebody alike if
    nobody meets twice; where the system asks for more, among the players of its smallest conflict, and so on.
    Every absolute criterion of the system stands above the rule; every other one below it.
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
                needed = fewest_needed(task) if avoided == task.avoided else frozenset()
                needed = needed or frozenset(pair for pair in avoided if pair <= {*none.conflict})
                avoided = avoided - needed if needed else frozenset()
        return task, self.own.pair(task)


def fewest_needed(task: PairingTask) -> frozenset[Together]:
    """All pairs to be avoided among the fewest players who must meet somebody alike if nobody meets twice.

    Of several such choices that of the nearest scores; who of them meets whom is left to the system. Colours are not
    looked at. Empty where nobody need, or where there is no such pairing.
    """
    there = [card for card in task.cards.values() if card.present]
    rests = len(there) % 2
    graph = dict.fromkeys(range(len(there) + rests), 0)
    for (a, one), (b, other) in combinations(enumerate(there), 2):
        if not _must_not_meet(task, one, other):
            graph[a] |= 1 << b
            graph[b] |= 1 << a
    for a, card in enumerate(there) if rests else ():
        if all(line.code is not Code.PAIRING_BYE for line in card.lines):
            graph[a] |= 1 << len(there)
            graph[len(there)] |= 1 << a

    def prices(vertex: int, others: Sequence[int]) -> list[int]:
        one = there[vertex]
        return [_price(task, one, there[b]) if b < len(there) else one.score for b in others]

    mates = cheapest(graph, prices) or {}
    seated = (frozenset((there[a].number, there[b].number)) for a, b in mates.items() if a < b < len(there))
    helpless = frozenset[PairingNumber]().union(*(pair for pair in seated if pair in task.avoided))
    return frozenset(pair for pair in task.avoided if pair <= helpless)


def _must_not_meet(task: PairingTask, one: Card, other: Card) -> bool:
    if frozenset((one.number, other.number)) in task.forbidden:
        return True
    return any(line.opponent == other.number and line.moved for line in one.lines)


def _price(task: PairingTask, one: Card, other: Card) -> int:
    avoided = frozenset((one.number, other.number)) in task.avoided
    return avoided * MORE_THAN_ALL_SCORES + abs(one.score - other.score)
