"""A pairing system with another bye: the last of the lowest score group who has had none, settled before it pairs."""

from collections.abc import Sequence
from dataclasses import replace

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing.system import Account, NoLegalPairing, Step, System
from domain.records import dataclass
from domain.words.games import Code
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class LastRests:
    """The bye as a step of the account: settled before anybody is paired."""

    player: PairingNumber
    score: int
    """Half-points of the lowest score group that has somebody for it."""
    rested: tuple[PairingNumber, ...]
    """Players below who have had the bye, the last first."""
    needed: tuple[PairingNumber, ...]


class ByeToTheLast:
    """The system itself for everybody who has no bye, and for every other question."""

    def __init__(self, own: System) -> None:
        self.own = own

    def __getattr__(self, fact: str) -> object:
        return getattr(self.own, fact)

    def pair(self, task: PairingTask) -> RoundPairing:
        """Raises NoLegalPairing, with the conflict that the system finds if nobody rests."""
        _, bye, made = self._settled(task)
        return replace(made, bye=bye.player) if bye is not None else made

    def explain(self, task: PairingTask) -> Account:
        rest, bye, _ = self._settled(task)
        account = self.own.explain(rest)
        if bye is None:
            return account
        step = Step(None, bye)
        return replace(account, way=(step, *account.way), bye=(bye.player, step))

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        rest, bye, _ = self._settled(task)
        return Step(None, bye) if bye is not None and bye.player in (a, b) else self.own.why_not(rest, a, b)

    def _settled(self, task: PairingTask) -> tuple[PairingTask, LastRests | None, RoundPairing]:
        """The task without the one who rests, that one, and the pairing; the task itself where the field is even."""
        if sum(card.present for card in task.cards.values()) % 2 == 0:
            return task, None, self.own.pair(task)
        needed: list[PairingNumber] = []
        for number in last_first(task):
            rest = replace(task, cards={**task.cards, number: replace(task.cards[number], present=False)})
            try:
                return rest, _last_rests(task, number, needed), self.own.pair(rest)
            except NoLegalPairing:
                needed.append(number)
        return task, None, self.own.pair(task)


def _last_rests(task: PairingTask, player: PairingNumber, needed: Sequence[PairingNumber]) -> LastRests:
    place = {number: _place(task, number) for number, card in task.cards.items() if card.present}
    rested = sorted((n for n in place if place[n] < place[player] and n not in needed), key=place.__getitem__)
    return LastRests(player, place[player][0], tuple(rested), tuple(needed))


def _place(task: PairingTask, number: PairingNumber) -> tuple[int, int]:
    """The last first: the lowest score, starting points included, in it the highest number."""
    start = task.virtual_points(number, task.round) if task.top_start else 0
    return task.cards[number].score + start, -number


def last_first(task: PairingTask) -> tuple[PairingNumber, ...]:
    """Players who may have the bye: the lowest score first, in it the highest number; nobody has it twice."""
    there = (card for card in task.cards.values() if card.present)
    without = (card.number for card in there if all(line.code is not Code.PAIRING_BYE for line in card.lines))
    return tuple(sorted(without, key=lambda number: _place(task, number)))
