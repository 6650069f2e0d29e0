"""One score bracket: every pairing of it that C.2 to C.11 and C.14 can come to, in their order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from domain.cards.card import Float
from tests.pairing.to_the_letter.criteria import Criteria
from tests.pairing.to_the_letter.orders import Group, divisions, transposed

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Bracket:
    """Members when the pairing of a bracket begins, each part in the order of A.2."""

    moved: Group
    """From higher brackets: moved down, or joined by C.13."""
    residents: Group
    last: bool = False
    field: bool = False
    """C.13 has joined all brackets into this one."""

    @property
    def size(self) -> int:
        return len(self.moved) + len(self.residents)

    @property
    def p(self) -> int:
        """A.6, for the bracket and its remainder together."""
        return self.size // 2

    @property
    def homogeneous(self) -> bool:
        """A.3: of one score, or at least half of it came from above."""
        return not self.moved or 2 * len(self.moved) >= self.size or self.field

    def without(self, away: Group) -> "Bracket":
        moved, residents = (tuple(n for n in part if n not in away) for part in (self.moved, self.residents))
        return replace(self, moved=moved, residents=residents)


@dataclass(frozen=True)
class Candidate:
    pairs: Pairs
    """The higher player first."""
    left: Group = ()


class InForce(NamedTuple):
    """Relative criteria while candidates are looked at: x (B.4), and what is given up of B.5 and B.6."""

    x: int
    up: int
    down: int | None
    """None for players moved down while they are paired as S1: their float was decided above."""


def anybody(left: Group) -> bool:
    return True


class Search:
    """All candidates of a bracket of which those left over are `welcome` (in C.12 and C.13 not everybody is)."""

    def __init__(self, rules: Criteria, bracket: Bracket, welcome: Callable[[Group], bool] = anybody) -> None:
        self.rules = rules
        self.bracket = bracket
        self.members = rules.ranked(bracket.moved, bracket.residents)
        self.welcome = cache(welcome)
        self.accepts = cache(self.acceptable)
        self.known: dict[object, bool] = {}

    def from_all_to_none(self) -> Iterator[Candidate]:
        """C.14: a pair less each time. With no pairs the whole bracket moves down, which is no candidate."""
        for p in range(self.bracket.p, 0, -1):
            yield from self.with_pairs(p)

    def possible(self, p: int) -> bool:
        """There is a candidate, if only with every relative criterion given up."""
        if self.bracket.homogeneous:
            return self.finishes((), self.members, p, InForce(p, 2, 2))
        heads = self.heads(p)
        return self.finishes(self.members[:heads], self.members[heads:], p - heads, InForce(p, 2, None))

    def heads(self, p: int) -> int:
        """C.3, C.4: how many of those moved down make S1."""
        return min(len(self.bracket.moved), p)

    def with_pairs(self, p: int) -> Iterator[Candidate]:
        """C.2 and C.11: from the x of A.8, which C.14 has made smaller with p, up to p."""
        if not self.possible(p):
            return
        for x in range(max(0, self.rules.x(self.members) - (self.bracket.p - p)), p + 1):
            if self.bracket.homogeneous:
                yield from self.as_one_group(p, x)
            else:
                yield from self.moved_down_first(p, x)

    def as_one_group(self, p: int, x: int) -> Iterator[Candidate]:
        """C.9, and for those who came from above the second sentence of C.10."""
        for up in (0, 1, 2) if self.bracket.moved else (2,):
            for down in (0, 1, 2):
                yield from self.homogeneous(self.members, p, InForce(x, up, down))

    def moved_down_first(self, p: int, x: int) -> Iterator[Candidate]:
        """C.10: another opponent for the lowest player moved down, then B.6 and B.5 for upfloats.

        C.9 works on the remainder of each pairing of those moved down.
        """
        heads = self.heads(p)
        s1, s2 = self.members[:heads], self.members[heads:]
        for up in (0, 1, 2):
            for pairs in self.transpositions(s1, s2, p - heads, InForce(x, up, None)):
                remainder = tuple(n for n in s2 if n not in {b for _, b in pairs})
                budget = x - sum(self.rules.clash(a, b) for a, b in pairs)
                for down in (0, 1, 2):
                    for more in self.homogeneous(remainder, p - heads, InForce(budget, up, down)):
                        yield Candidate(pairs + more.pairs, more.left)

    def homogeneous(self, members: Group, p: int, force: InForce) -> Iterator[Candidate]:
        """C.4, C.5, C.8: S1 and S2, then every exchange."""
        if not self.finishes((), members, p, force):
            return
        for s1, s2 in divisions(members, p):
            for pairs in self.transpositions(s1, s2, 0, force):
                paired = {n for pair in pairs for n in pair}
                higher_first = tuple(self.higher_first(a, b) for a, b in pairs)
                yield Candidate(higher_first, tuple(n for n in members if n not in paired))

    def transpositions(self, s1: Group, s2: Group, more: int, force: InForce) -> Iterator[Pairs]:
        """C.6 and C.7: S1 from above against S2 in the orders of D.1, passing over beginnings that nothing finishes."""
        if not self.finishes(s1, s2, more, force):
            return
        if not s1:
            yield ()
            return
        for opponent, others in transposed(s2):
            if self.accepts(s1[0], opponent, force):
                for rest in self.transpositions(s1[1:], others, more, self.spent(force, s1[0], opponent)):
                    yield ((s1[0], opponent), *rest)

    # C.6: what is acceptable ---------------------------------------------------------------------

    def acceptable(self, a: int, b: int, force: InForce) -> bool:
        """B.1 and B.2, x, and the floats of two who have not the same score."""
        if not self.rules.legal(a, b) or self.rules.clash(a, b) > force.x:
            return False
        if self.rules.score[a] == self.rules.score[b]:
            return True
        high, low = self.higher_first(a, b)
        if not self.rules.may_float(low, Float.UP, force.up):
            return False
        return force.down is None or self.rules.may_float(high, Float.DOWN, force.down)

    def may_be_left(self, left: Group, force: InForce) -> bool:
        """The players who go down, or the one who gets the bye."""
        if force.down is not None and not all(self.rules.may_float(n, Float.DOWN, force.down) for n in left):
            return False
        if self.bracket.last and left and not (len(left) == 1 and self.rules.may_have_bye(left[0])):
            return False
        return self.welcome(left)

    def higher_first(self, a: int, b: int) -> tuple[int, int]:
        return (a, b) if self.rules.rank(a) < self.rules.rank(b) else (b, a)

    def spent(self, force: InForce, a: int, b: int) -> InForce:
        return force._replace(x=force.x - 1) if self.rules.clash(a, b) else force

    # Whether anything can come of a beginning ----------------------------------------------------

    def finishes(self, s1: Group, others: Group, more: int, force: InForce, left: Group = ()) -> bool:
        """All of S1 find an opponent among the others, of whom then `more` pairs can be made, by trying everything."""
        key = (s1, others, more, force, left)
        if key not in self.known:
            self.known[key] = self.tries(s1, others, more, force, left)
        return self.known[key]

    def tries(self, s1: Group, others: Group, more: int, force: InForce, left: Group) -> bool:
        if s1:
            return any(
                self.accepts(s1[0], b, force) and self.finishes(s1[1:], rest, more, self.spent(force, s1[0], b))
                for b, rest in transposed(others)
            )
        if not more:
            return self.may_be_left(self.rules.ranked(left, others), force)
        if len(others) < 2 * more:
            return False
        force = force._replace(down=2) if force.down is None else force
        first, rest = others[0], others[1:]
        return any(
            self.accepts(first, b, force) and self.finishes((), still, more - 1, self.spent(force, first, b), left)
            for b, still in transposed(rest)
        ) or self.finishes((), rest, more, force, (*left, first))
