"""Sections A and B of the 1998 rules, read word by word for the literal implementation."""

from domain.cards.card import Float, Line, PairingTask
from domain.words.games import Code, Colour

W, B = Colour.WHITE, Colour.BLACK


class Criteria:
    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self.cards = {n: card for n, card in task.cards.items() if card.present}
        self.score = {n: card.score for n, card in self.cards.items()}
        self.colours = {n: [c for x in k.lines if (c := x.played_colour)] for n, k in self.cards.items()}
        self.completing: dict[object, bool] = {}

    # A ---------------------------------------------------------------------------------------

    def rank(self, n: int) -> tuple[int, int]:
        return (-self.score[n], n)

    def exempt(self, n: int) -> bool:
        return self.task.round == self.task.rounds and 2 * self.score[n] > self.task.win * (self.task.rounds - 1)

    def preference(self, n: int) -> tuple[int, Colour | None]:
        """A.7: strength 3, 2, 1, 0 and colour."""
        had = self.colours[n]
        cd = had.count(W) - had.count(B)
        if cd > 1 or cd < -1:
            return 3, W if cd < 0 else B
        if len(had) > 1 and had[-1] == had[-2]:
            return 3, had[-1].opposite
        if cd:
            return 2, W if cd < 0 else B
        return (1, had[-1].opposite) if had else (0, None)

    def x(self, members: list[int]) -> int:
        """A.8."""
        wanted = [self.preference(n)[1] for n in members]
        w, b, q = wanted.count(W), wanted.count(B), (len(members) + 1) // 2
        return max(0, b - q if b > w else w - q)

    # B ---------------------------------------------------------------------------------------

    def keeps_b2(self, n: int, colour: Colour) -> bool:
        if self.exempt(n):
            return True
        had = [*self.colours[n], colour]
        return abs(had.count(W) - had.count(B)) <= 2 and not (len(had) > 2 and had[-1] == had[-2] == had[-3])

    def legal(self, a: int, b: int) -> bool:
        if any(line.opponent == b and line.code.played for line in self.cards[a].lines):
            return False
        if frozenset((a, b)) in self.task.forbidden:
            return False
        return any(self.keeps_b2(a, c) and self.keeps_b2(b, c.opposite) for c in (W, B))

    def may_have_bye(self, n: int) -> bool:
        free = (Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN)
        return not any(line.code in free for line in self.cards[n].lines)

    def clash(self, a: int, b: int) -> bool:
        mine = self.preference(a)[1]
        return mine is not None and mine == self.preference(b)[1]

    def may_float(self, n: int, kind: Float, level: int) -> bool:
        """B.5 and B.6 at a level: 0 both in force, 1 only B.5, 2 neither."""
        recent: list[Line] = list(self.cards[n].lines[::-1][: 2 - level])
        return self.exempt(n) or all(line.floated is not kind for line in recent)
