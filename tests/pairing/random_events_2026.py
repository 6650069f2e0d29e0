"""Random events with everything that the rules of 2026 speak of; each is drawn from one seed and played to its end.

Byes of every kind, forfeits, late entries, withdrawals, players kept apart, Baku acceleration, other point systems.
The profiles and the habits of players are those of `random_events`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, count
from random import Random

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.words.games import Code, Colour, Scoring
from tests.pairing.random_events import ALWAYS, PROFILES, Pairing, Profile, Round
from tests.pairing.random_rounds import Habits

POINT_SYSTEMS = (
    Scoring(),
    Scoring(win=6, draw=2, pairing_bye=6),
    Scoring(pairing_bye=1),
    Scoring(pairing_bye=0),
    Scoring(win=6, draw=4, loss=2, pairing_bye=4),
    Scoring(win=6, draw=4, loss=2, pairing_bye=2, absence=2),
)
"""The usual one, three points for a win, a bye of half a point or none, a point for a loss at the board or for any."""
REQUESTED_BYES = (Code.HALF_BYE, Code.HALF_BYE, Code.ZERO_BYE, Code.ZERO_BYE, Code.FULL_BYE)


def event_rounds(profile: str, seed: str, pair: Pairing) -> Iterator[tuple[int, Round]]:
    """The number of an event and its next round, event after event without end.

    The same seed and the same answers of `pair` give the same rounds.
    """
    for number in count(1):
        for round in MadeUpEvent(PROFILES[profile], Random(f"2026-{profile}-{seed}-{number}")).rounds(pair):
            yield number, round


@dataclass(frozen=True)
class _Stay:
    """First round of a player, and the first one after they have withdrawn."""

    entry: int
    leave: int


class MadeUpEvent:
    """Players with their habits; after the last round that `rounds` yields, their cards hold every result."""

    def __init__(self, profile: Profile, dice: Random) -> None:
        self.dice, self.messy = dice, profile.messy
        size = dice.randint(*profile.players)
        fewest, most = profile.rounds
        most = min(most, size + 1)
        self.planned = most if profile.dense else dice.randint(min(fewest, most), most)
        self.cards = {n: Card(n) for n in range(1, size + 1)}
        self.habits = Habits(dice)
        self.lot = dice.choice(tuple(Colour))
        self.scoring = POINT_SYSTEMS[0] if dice.random() < 0.6 else dice.choice(POINT_SYSTEMS)
        self.stays = {n: _Stay(self.some_round(0.15, 1), self.some_round(0.15, ALWAYS)) for n in self.cards}
        self.forbidden = self.kept_apart() if dice.random() < 0.15 else frozenset()
        accelerated = dice.random() < 0.2 and self.scoring.win == 2 * self.scoring.draw
        self.virtual = baku(size, self.planned, self.scoring.win) if accelerated else {}

    def some_round(self, share: float, otherwise: int) -> int:
        return self.dice.randint(2, self.planned + 1) if self.messy and self.dice.random() < share else otherwise

    def kept_apart(self) -> frozenset[frozenset[int]]:
        every = list(combinations(self.cards, 2))
        return frozenset(map(frozenset, self.dice.sample(every, self.dice.randint(1, min(4, len(every))))))

    def rounds(self, pair: Pairing) -> Iterator[Round]:
        for round in range(1, self.planned + 1):
            self.cards = {n: replace(card, present=self.comes(n, round)) for n, card in self.cards.items()}
            task = PairingTask(self.cards, round, self.planned, self.lot, self.forbidden, self.scoring, self.virtual)
            pairing = pair(task)
            yield task, pairing
            if pairing is None:
                return
            self.play(round, pairing)

    def comes(self, number: int, round: int) -> bool:
        stay = self.stays[number]
        return stay.entry <= round < stay.leave and self.dice.random() >= self.habits.absences

    def play(self, round: int, pairing: RoundPairing) -> None:
        lines = {n: self.away(n, round) for n, card in self.cards.items() if not card.present}
        for board in pairing.pairs:
            result = self.habits.result(board.white < board.black)
            ahead = self.cards[board.white].score - self.cards[board.black].score
            lines[board.white] = self.line(result.white, board.black, Colour.WHITE, ahead)
            lines[board.black] = self.line(result.black, board.white, Colour.BLACK, -ahead)
        if pairing.bye is not None:
            lines[pairing.bye] = self.line(Code.PAIRING_BYE)
        self.cards = {n: replace(card, lines=(*card.lines, lines[n])) for n, card in self.cards.items()}

    def away(self, number: int, round: int) -> CardLine:
        """Nothing before the first round of a late entry and after a withdrawal, else the bye asked for."""
        stay = self.stays[number]
        asked = self.messy and stay.entry <= round < stay.leave
        return self.line(self.dice.choice(REQUESTED_BYES) if asked else Code.ZERO_BYE)

    def line(self, code: Code, opponent: int | None = None, colour: Colour | None = None, ahead: int = 0) -> CardLine:
        return CardLine(code, self.scoring.points(code), opponent, colour, ahead)


def baku(players: int, rounds: int, win: int) -> dict[int, tuple[int, ...]]:
    """Virtual points of the upper half in the first half of the rounds: a win's, later half of that (C.04.7)."""
    upper, accelerated = 2 * -(-players // 4), -(-rounds // 2)
    full = -(-accelerated // 2)
    points = (win,) * full + (win // 2,) * (accelerated - full)
    return dict.fromkeys(range(1, min(upper, players) + 1), points)
