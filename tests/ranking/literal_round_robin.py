"""Round robins reckoned a second time, from a table of who got what against whom, without the program's own code.

The rules as read: everybody meets everybody, a forfeit is a game like any other, the round of rest of an odd field
is no round at all. Koya counts what was won against those with at least half of what could be scored, that is of one
point a game (articles 32.1.2 and 32.1.3; C.07, 9.2); Sonneborn-Berger the score of each opponent times what was won
against them (32.3.2; C.07, 9.1); the direct encounter is a table of the tied among themselves, and again of those whom
it leaves tied (C.07, 6.2).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tests.files.lines import file, player

HALF = Fraction(1, 2)
WORTH = {"1": Fraction(1), "=": HALF, "0": Fraction(0), "+": Fraction(1), "-": Fraction(0)}
BOTH = {"1": "0", "0": "1", "=": "=", "+": "-"}
"""The result on the other side; a forfeit can be lost by both."""


@dataclass(frozen=True)
class RoundRobin:
    """A round robin as it is published: the letter of each player against each other one."""

    players: int
    rounds: list[list[tuple[int, int]]]
    """White and black; 0 = nobody, a round of rest."""
    letters: dict[tuple[int, int], str]

    def won(self, a: int, b: int) -> Fraction:
        return WORTH[self.letters[a, b]]

    def others(self, a: int) -> Iterator[int]:
        return (b for b in range(1, self.players + 1) if b != a)

    def score(self, a: int) -> Fraction:
        return sum((self.won(a, b) for b in self.others(a)), Fraction(0))

    def sonneborn(self, a: int) -> Fraction:
        return sum((self.score(b) * self.won(a, b) for b in self.others(a)), Fraction(0))

    def koya(self, a: int, moved: int = 0) -> Fraction:
        """`moved`: half-points by which the limit is moved."""
        half_of_all = Fraction(self.players - 1, 2) + moved * HALF
        return sum((self.won(a, b) for b in self.others(a) if self.score(b) >= half_of_all), Fraction(0))

    def direct(self, a: int, tied: Iterable[int]) -> int:
        """The place of `a` among the tied."""
        group = list(tied)
        among = {one: sum((self.won(one, b) for b in group if b != one), Fraction(0)) for one in group}
        ahead = sum(points > among[a] for points in among.values())
        level = [one for one in group if among[one] == among[a]]
        return ahead + (self.direct(a, level) if len(level) < len(group) else 1)

    def tied(self, a: int) -> list[int]:
        return [b for b in range(1, self.players + 1) if self.score(b) == self.score(a)]

    def report(self, *head: str) -> bytes:
        """The report file; rest is written as an absence without points."""
        lines = (player(a, str(float(self.score(a))), *self._blocks(a)) for a in range(1, self.players + 1))
        return file(*head, *lines, rounds=len(self.rounds))

    def _blocks(self, a: int) -> Iterator[str]:
        for boards in self.rounds:
            white, black = next(board for board in boards if a in board)
            other, colour = (black, "w") if a == white else (white, "b")
            yield f"{other} {colour} {self.letters[a, other]}" if other else "0000 - Z"


def random_round_robin(players: int, seed: int, forfeits: float) -> RoundRobin:
    """Everybody meets everybody once; so many games are decided by forfeit."""
    dice = Random(seed)
    rounds = list(_in_a_circle(players))
    letters: dict[tuple[int, int], str] = {}
    for boards in rounds:
        for white, black in boards:
            if white and black:
                letters[white, black], letters[black, white] = _game(dice, forfeits)
    return RoundRobin(players, rounds, letters)


def _game(dice: Random, forfeits: float) -> tuple[str, str]:
    if dice.random() < forfeits:
        return dice.choice([("+", "-"), ("-", "+"), ("-", "-")])
    one = dice.choice("10=")
    return one, BOTH[one]


def _in_a_circle(players: int) -> Iterator[list[tuple[int, int]]]:
    """One stays, the others go round; 0 makes an odd field even."""
    ring = list(range(1, players + 1)) + ([0] if players % 2 else [])
    for _ in range(len(ring) - 1):
        yield [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
