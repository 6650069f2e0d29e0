"""A pairing system with another bye: the last of the lowest score group who has had none, settled before it pairs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.no_legal_pairing import NoLegalPairing
from domain.pairing.system import System
from domain.words.articles import SharedRule
from domain.words.breaches import Breach
from domain.words.entrants import EntrantId
from domain.words.games import Code
from domain.words.players import OrderOfEquals, PairingNumber, Rankable, Title
from domain.words.regulations import Format


@dataclass(frozen=True, slots=True)
class ByeToTheLast:
    """The system itself for everybody who has no bye."""

    own: System

    @property
    def name(self) -> str:
        return self.own.name

    @property
    def version(self) -> str:
        return f"{self.own.version}+last-bye"

    @property
    def kind(self) -> Format:
        return self.own.kind

    @property
    def titles(self) -> tuple[Title, ...]:
        return self.own.titles

    @property
    def needs_lot(self) -> bool:
        return self.own.needs_lot

    @property
    def accelerates(self) -> bool:
        return self.own.accelerates

    @property
    def parity_of_arrived(self) -> bool:
        return self.own.parity_of_arrived

    @property
    def articles(self) -> Mapping[SharedRule, str]:
        return self.own.articles

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return self.own.numbers(entrants, equals)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return self.own.floats(card)

    def float_of(self, ahead: int) -> Float | None:
        return self.own.float_of(ahead)

    def pair(self, task: PairingTask) -> RoundPairing:
        """Raises NoLegalPairing, with the conflict that the system finds if nobody rests."""
        rest, bye, made = self._settled(task)
        return replace(made, bye=bye) if rest is not task else made

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return self.own.check(task, pairs, bye)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return self.own.both_colours_wrong(task, pairs)

    def explain(self, task: PairingTask) -> Account:
        """The pairing of those who are left when the bye is given."""
        return self.own.explain(self._settled(task)[0])

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return self.own.why_not(self._settled(task)[0], a, b)

    def _settled(self, task: PairingTask) -> tuple[PairingTask, PairingNumber | None, RoundPairing]:
        """The task without the one who rests, that one, and the pairing; the task itself where the field is even."""
        if sum(card.present for card in task.cards.values()) % 2 == 0:
            return task, None, self.own.pair(task)
        for number in last_first(task):
            rest = replace(task, cards={**task.cards, number: replace(task.cards[number], present=False)})
            try:
                return rest, number, self.own.pair(rest)
            except NoLegalPairing:
                continue
        return task, None, self.own.pair(task)


def last_first(task: PairingTask) -> tuple[PairingNumber, ...]:
    """Those who may have the bye: the lowest score first, in it the highest number; nobody has it twice."""
    there = (card for card in task.cards.values() if card.present)
    without = (card for card in there if all(line.code is not Code.PAIRING_BYE for line in card.lines))
    return tuple(card.number for card in sorted(without, key=lambda card: (card.score, -card.number)))
