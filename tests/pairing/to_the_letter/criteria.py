"""Sections A and B of the rules of 1998, one method for each sentence that can be asked of a player or a pair."""

from domain.cards.card import CardLine, Float, PairingTask
from domain.words.games import Code, Colour

W, B = Colour.WHITE, Colour.BLACK
ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
POINT_WITHOUT_PLAYING = (Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN)


def floated(line: CardLine) -> Float | None:
    """A.4: down for the higher of two, up for the lower, played or not; A.5: the bye is a downfloat."""
    if line.code is Code.PAIRING_BYE:
        return Float.DOWN
    return None if line.ahead == 0 else Float.DOWN if line.ahead > 0 else Float.UP


class Criteria:
    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self.cards = {n: card for n, card in task.cards.items() if card.present}
        self.score = {n: card.score for n, card in self.cards.items()}
        self.colours = {n: [c for line in k.lines if (c := line.played_colour)] for n, k in self.cards.items()}
        self.met = {
            frozenset((n, line.opponent))
            for n, card in self.cards.items()
            for line in card.lines
            if line.opponent is not None and line.code.played
        }
        self.wanted = {n: self.preference(n)[1] for n in self.cards}

    # A ---------------------------------------------------------------------------------------

    def rank(self, n: int) -> tuple[int, int]:
        """A.2: score first, then the order before round 1."""
        return (-self.score[n], n)

    def ranked(self, *groups: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((n for group in groups for n in group), key=self.rank))

    def cd(self, n: int) -> int:
        """A.7: whites less blacks of the games really played (F.2)."""
        return self.colours[n].count(W) - self.colours[n].count(B)

    def preference(self, n: int) -> tuple[int, Colour | None]:
        """A.7: strength and colour."""
        had, cd = self.colours[n], self.cd(n)
        if abs(cd) > 1:
            return ABSOLUTE, W if cd < 0 else B
        if len(had) > 1 and had[-1] == had[-2]:
            return ABSOLUTE, had[-1].opposite
        if cd != 0:
            return STRONG, W if cd < 0 else B
        return (MILD, had[-1].opposite) if had else (NONE, None)

    def x(self, members: tuple[int, ...]) -> int:
        """A.8: pairs that must disappoint somebody, never less than none."""
        wanted = [self.wanted[n] for n in members]
        w, b, q = wanted.count(W), wanted.count(B), (len(members) + 1) // 2
        return max(0, b - q if b > w else w - q)

    # B ---------------------------------------------------------------------------------------

    def waived(self, n: int) -> bool:
        """The note under B.6: more than half of the points before the last round."""
        return self.task.round == self.task.rounds and 2 * self.score[n] > self.task.scoring.win * (
            self.task.rounds - 1
        )

    def keeps_b2(self, n: int, colour: Colour) -> bool:
        if self.waived(n):
            return True
        third_in_a_row = len(self.colours[n]) > 1 and self.colours[n][-2:] == [colour, colour]
        return abs(self.cd(n) + (1 if colour is W else -1)) <= 2 and not third_in_a_row

    def legal(self, a: int, b: int) -> bool:
        """B.1a and B.2, and what the arbiter keeps apart."""
        if {frozenset((a, b))} & (self.met | self.task.forbidden):
            return False
        return any(self.keeps_b2(a, c) and self.keeps_b2(b, c.opposite) for c in (W, B))

    def may_have_bye(self, n: int) -> bool:
        """B.1b."""
        return not any(line.code in POINT_WITHOUT_PLAYING for line in self.cards[n].lines)

    def clash(self, a: int, b: int) -> bool:
        """B.4: both want the same colour."""
        return self.wanted[a] is not None and self.wanted[a] == self.wanted[b]

    def may_float(self, n: int, kind: Float, given_up: int) -> bool:
        """B.5 and B.6; `given_up` is 0 with both in force, 1 without B.6, 2 without either."""
        watched = self.cards[n].lines[::-1][: 2 - given_up]
        return self.waived(n) or all(floated(line) is not kind for line in watched)
