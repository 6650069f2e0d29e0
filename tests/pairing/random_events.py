"""Random events in profiles: every round is paired by the implementation under test, played, and the next one drawn."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from random import Random

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from tests.pairing.random_rounds import SCORING, Habits

Pairing = Callable[[PairingTask], RoundPairing | None]
"""None = nothing legal is left, and the event ends."""
ALWAYS = 99


@dataclass(frozen=True)
class Profile:
    players: tuple[int, int]
    rounds: tuple[int, int]
    """Fewest and most rounds planned, but no more than two beyond what everybody could play with everybody."""
    dense: bool = False
    """Always as many rounds as there can be."""
    messy: bool = False
    """With half-point byes, late entries and withdrawals."""


PROFILES: Mapping[str, Profile] = {
    "small": Profile((3, 13), (1, 9)),
    "dense": Profile((3, 10), (3, 11), dense=True, messy=True),
    "tiny": Profile((3, 6), (2, 7), messy=True),
    "messy": Profile((4, 13), (2, 9), messy=True),
    "big": Profile((14, 20), (5, 11), messy=True),
}


Round = tuple[PairingTask, RoundPairing | None]
"""A round with the answer that the event goes on from."""


def rounds_of(profile: str, seed: str, pair: Pairing) -> Iterator[Round]:
    """Rounds without end, event after event; the same seed and the same answers give the same rounds."""
    for number in count():
        yield from _Event(PROFILES[profile], Random(f"{profile}-{seed}-{number}")).rounds(pair)


def sample(profile: str, seed: str, size: int, pair: Pairing) -> Iterator[Round]:
    return islice(rounds_of(profile, seed, pair), size)


class _Event:
    def __init__(self, profile: Profile, dice: Random) -> None:
        self.dice, self.messy = dice, profile.messy
        size = dice.randint(*profile.players)
        fewest, most = profile.rounds
        most = min(most, size + 1)
        self.planned = most if profile.dense else dice.randint(min(fewest, most), most)
        self.cards = {n: Card(n) for n in range(1, size + 1)}
        self.habits = Habits(dice)
        self.entry = {n: self.some_round(0.15, 1) for n in self.cards}
        self.leave = {n: self.some_round(0.15, ALWAYS) for n in self.cards}
        self.lot = dice.choice(tuple(Colour))

    def some_round(self, share: float, otherwise: int) -> int:
        return self.dice.randint(2, self.planned + 1) if self.messy and self.dice.random() < share else otherwise

    def rounds(self, pair: Pairing) -> Iterator[Round]:
        for round in range(1, self.planned + 1):
            self.cards = {n: replace(card, present=self.comes(n, round)) for n, card in self.cards.items()}
            task = PairingTask(self.cards, round, self.planned, self.lot)
            pairing = pair(task)
            yield task, pairing
            if pairing is None:
                return
            self.play(pairing)

    def comes(self, number: int, round: int) -> bool:
        return self.entry[number] <= round < self.leave[number] and self.dice.random() >= self.habits.absences

    def play(self, pairing: RoundPairing) -> None:
        lines = {n: self.away(n) for n, card in self.cards.items() if not card.present}
        for board in pairing.pairs:
            lines |= self.habits.played(self.cards[board.white], self.cards[board.black])
        if pairing.bye is not None:
            lines[pairing.bye] = CardLine(Code.PAIRING_BYE, SCORING.pairing_bye)
        self.cards = {n: replace(card, lines=(*card.lines, lines[n])) for n, card in self.cards.items()}

    def away(self, number: int) -> CardLine:
        """A round that somebody misses: late, gone, or by leave with half a point where the event gives it."""
        code = self.dice.choice((Code.HALF_BYE, Code.ZERO_BYE)) if self.messy else Code.ZERO_BYE
        return CardLine(code, SCORING.points(code))
