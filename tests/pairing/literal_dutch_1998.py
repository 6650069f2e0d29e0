"""The 1998 rules as close to their text as code can be: every candidate of C.4-C.14, one after the other.

Written independently of `domain.pairing` and good for a dozen players. Nothing is skipped: a
candidate is dropped only because of a pair it contains. The same readings as in
`domain/pairing/dutch_1998/engine.py`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from domain.cards.card import Float, Pair, PairingTask, RoundPairing
from tests.pairing.literal_criteria import B, Criteria, W

Pairs = tuple[tuple[int, int], ...]
Candidate = tuple[Pairs, tuple[int, ...]]
"""Pairs, the higher player first, and who is left unpaired."""


class NothingLegal(Exception):
    pass


@cache
def exchanges(n: int, p: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """D.2 over the numbers 0 .. n-1: S1 and S2 as they stand, then after each exchange."""
    s1, s2 = range(p), range(p, n)
    moves = [(out, into) for k in range(1, p + 1) for out in combinations(s1, k) for into in combinations(s2, k)]
    moves.sort(key=lambda m: (len(m[0]), sum(m[1]) - sum(m[0]), [-v for v in reversed(m[0])], m[1]))
    after = [sorted((set(s1) - set(out)) | set(into)) for out, into in [((), ()), *moves]]
    return tuple((tuple(one), tuple(v for v in range(n) if v not in one)) for one in after)


class Literal(Criteria):
    # C.4-C.11 and C.14 for one bracket ---------------------------------------------------------

    def candidates(self, moved: list[int], residents: list[int], last: bool, whole: bool) -> Iterator[Candidate]:
        most = len(moved + residents) // 2
        for p in range(most, 0, -1):
            yield from self.with_pairs(moved, residents, last, p, whole)

    def with_pairs(
        self, moved: list[int], residents: list[int], last: bool, p: int, whole: bool
    ) -> Iterator[Candidate]:
        members = sorted(moved + residents, key=self.rank)
        mixed = bool(moved) and (2 * len(moved) >= len(members) or whole)
        start = max(0, self.x(members) - (len(members) // 2 - p))
        for x in range(start, p + 1):
            if not moved or mixed:
                for u in (0, 1, 2) if mixed else (2,):
                    for d in (0, 1, 2):
                        yield from self.homogeneous(members, p, x, d, u, last)
            else:
                yield from self.heterogeneous(members, min(len(moved), p), p, x, last)

    def heterogeneous(self, members: list[int], heads: int, p: int, x: int, last: bool) -> Iterator[Candidate]:
        s1, s2 = members[:heads], members[heads:]
        for u in (0, 1, 2):
            for pairs in self.transpositions(s1, s2, x, u, None):
                rest = [n for n in s2 if n not in {b for _, b in pairs}]
                spent = sum(self.clash(a, b) for a, b in pairs)
                for d in (0, 1, 2):
                    for more, left in self.homogeneous(rest, p - heads, x - spent, d, u, last):
                        yield pairs + more, left

    def homogeneous(self, ids: list[int], p: int, x: int, d: int, u: int, last: bool) -> Iterator[Candidate]:
        for one, two in exchanges(len(ids), p):
            s1, s2 = [ids[i] for i in one], [ids[i] for i in two]
            for pairs in self.transpositions(s1, s2, x, u, d):
                paired = {n for pair in pairs for n in pair}
                left = tuple(n for n in ids if n not in paired)
                if all(self.may_float(n, Float.DOWN, d) for n in left) and (not last or self.only_the_bye(left)):
                    yield tuple((min(pair, key=self.rank), max(pair, key=self.rank)) for pair in pairs), left

    def only_the_bye(self, left: tuple[int, ...]) -> bool:
        return not left or (len(left) == 1 and self.may_have_bye(left[0]))

    def transpositions(self, s1: list[int], s2: list[int], x: int, u: int, d: int | None) -> Iterator[Pairs]:
        """C.6 for every arrangement of S2 in the order of D.1."""
        if not s1:
            yield ()
            return
        for i, opponent in enumerate(s2):
            spent = self.clash(s1[0], opponent)
            if spent <= x and self.acceptable(s1[0], opponent, u, d):
                for more in self.transpositions(s1[1:], s2[:i] + s2[i + 1 :], x - spent, u, d):
                    yield ((s1[0], opponent), *more)

    def acceptable(self, a: int, b: int, u: int, d: int | None) -> bool:
        """Absolute criteria and floats. `d` is None for players moved down: their float is past mending."""
        if not self.legal(a, b):
            return False
        if self.score[a] == self.score[b]:
            return True
        high, low = sorted((a, b), key=self.rank)
        return self.may_float(low, Float.UP, u) and (d is None or self.may_float(high, Float.DOWN, d))

    # C.1 and C.12-C.14: from bracket to bracket -----------------------------------------------------

    def pairing(self) -> tuple[Pairs, tuple[int, ...]]:
        scores = sorted(set(self.score.values()), reverse=True)
        groups = [sorted(n for n in self.score if self.score[n] == s) for s in scores]
        done: list[dict] = []  # type: ignore[type-arg]
        joined: list[int] = []
        tried = False
        while len(done) < len(groups):
            residents, last = groups[len(done)], len(done) == len(groups) - 1
            whole = last and not done
            moved = sorted((done[-1]["down"] if done else []) + (joined if last else []), key=self.rank)
            alone = self.c1(moved + residents, last)
            stay = [n for n in alone if n in moved]
            if stay and not tried:
                tried = True
                if self.c12(done, moved, residents, alone, last):
                    continue
            if last and alone:
                groups, joined = self.c13(groups, done, joined)
                continue
            m, r = [n for n in moved if n not in alone], [n for n in residents if n not in alone]
            found = self.full(m, r, last, whole)
            if found is None and m and not tried:
                tried = True
                if self.c12(done, moved, residents, alone, last):
                    continue
            if found is None and last:
                groups, joined = self.c13(groups, done, joined)
                continue
            found = found or next(self.candidates(m, r, last, whole), ((), tuple(m + r)))
            done.append({"m": m, "r": r, "alone": alone, "pairs": found[0], "down": [*found[1], *alone]})
            tried = False
        pairs = tuple(pair for bracket in done for pair in bracket["pairs"])
        return pairs, tuple(done[-1]["down"]) if done else ()

    def c1(self, members: list[int], last: bool) -> list[int]:
        bye = last and len(members) % 2
        return [
            n
            for n in members
            if not any(n != o and self.legal(n, o) for o in members) and not (bye and self.may_have_bye(n))
        ]

    def full(self, moved: list[int], residents: list[int], last: bool, whole: bool) -> Candidate | None:
        """The first candidate with the p of A.6; in the last bracket a player moved down may get the bye at worst."""
        members = len(moved + residents)
        if last and members == 1:
            return next(self.homogeneous(moved + residents, 0, 0, 2, 2, last), None)
        found = next(self.with_pairs(moved, residents, last, members // 2, whole), None) if members > 1 else None
        if found is None and last and members % 2 and 0 < 2 * len(moved) < members and not whole:
            for n in sorted(moved, key=self.rank, reverse=True):
                if self.may_have_bye(n):
                    rest = [m for m in moved if m != n]
                    found = next(self.with_pairs(rest, residents, last, members // 2, whole), None)
                    if found:
                        return found[0], (n,)
        return found

    def c12(self, done: list[dict], moved: list[int], residents: list[int], alone: list[int], last: bool) -> bool:  # type: ignore[type-arg]
        above = done[-1]
        stay = [n for n in alone if n in moved]
        if not above["pairs"] or set(stay) & set(above["alone"]):
            return False
        around = [*residents, *above["m"], *above["r"], *above["alone"]]
        gone = [n for n in residents if not any(o != n and self.legal(n, o) for o in around)] if stay else alone
        here = [n for n in residents if n not in gone]
        if not here:
            return False
        scores = sorted(self.score[n] for n in moved)
        total = len(moved) + len(here)
        mixed = 2 * len(moved) >= total
        for pairs, left in self.with_pairs(above["m"], above["r"], False, len(above["pairs"]), False):
            down = [*left, *above["alone"]]
            if set(down) & set(stay) or sorted(self.score[n] for n in down) != scores:
                continue
            spare = {n for n in down + here if self.may_have_bye(n)} if last else set(here + (down if mixed else []))
            if self.completes(down, here, [], False, spare):
                above["pairs"], above["down"] = pairs, down
                return True
        return False

    def completes(self, down: list[int], residents: list[int], joined: list[int], mixed: bool, spare: set[int]) -> bool:
        """Everybody below finds an opponent; no two of `down` meet; two of `joined` only if mixed."""
        key = (tuple(sorted(down)), tuple(residents), tuple(joined), mixed, frozenset(spare))
        if key not in self.completing:
            self.completing[key] = self._completes(down, residents, joined, mixed, spare)
        return self.completing[key]

    def _completes(
        self, down: list[int], residents: list[int], joined: list[int], mixed: bool, spare: set[int]
    ) -> bool:
        def meet(a: int, b: int) -> bool:
            higher = [n for n in (a, b) if n in down or n in joined]
            if a in down and b in down:
                return False
            return (len(higher) < 2 or mixed) and self.legal(a, b)

        def solve(left: list[int]) -> bool:
            if not left:
                return True
            first, rest = left[0], left[1:]
            if len(left) % 2 and first in spare and solve(rest):
                return True
            return any(meet(first, other) and solve([n for n in rest if n != other]) for other in rest)

        return solve([*down, *joined, *residents])

    def c13(self, groups: list[list[int]], done: list[dict], joined: list[int]) -> tuple[list[list[int]], list[int]]:  # type: ignore[type-arg]
        last = groups[-1]
        spare = {n for n in self.cards if self.may_have_bye(n)}
        while done:
            above = done[-1]
            for pairs, left in self.candidates(above["m"], above["r"], False, False):
                down = [*left, *above["alone"]]
                if self.completes(down, last, joined, len(joined) >= len(last), spare):
                    above["pairs"], above["down"] = pairs, down
                    return groups, joined
            everybody = [*above["m"], *above["r"], *above["alone"]]
            m = sorted(everybody + joined, key=self.rank)
            if not self.c1(m + last, True) and self.full(m, last, True, False):
                above["pairs"], above["down"] = (), everybody
                return groups, joined
            done.pop()
            joined = sorted(joined + groups[-2], key=self.rank)
            groups = [*groups[:-2], last]
        if self.c1(joined + last, True) or not self.full(joined, last, True, True):
            raise NothingLegal
        return groups, joined

    # E and F.1 ------------------------------------------------------------------------------------

    def white_for_higher(self, a: int, b: int) -> bool:
        ways = [c for c in (W, B) if self.keeps_b2(a, c) and self.keeps_b2(b, c.opposite)]
        if len(ways) == 1:
            return ways[0] is W
        (sa, ca), (sb, cb) = self.preference(a), self.preference(b)
        if ca != cb or ca is None:
            if ca is not None:
                return ca is W
            if cb is not None:
                return cb is B
        elif sa != sb:
            return (ca is W) == (sa > sb)
        for x, y in zip(self.colours[a][::-1], self.colours[b][::-1], strict=False):
            if x != y:
                return x is B
        if ca is not None:
            return ca is W
        return (self.task.initial_colour is W) == bool(a % 2)

    def round_pairing(self) -> RoundPairing:
        pairs, left = self.pairing()
        boards = sorted(pairs, key=lambda p: (-self.score[p[0]], -self.score[p[0]] - self.score[p[1]], self.rank(p[0])))
        colours = tuple(Pair(a, b) if self.white_for_higher(a, b) else Pair(b, a) for a, b in boards)
        return RoundPairing(colours, left[0] if left else None)


def pair(task: PairingTask) -> RoundPairing:
    return Literal(task).round_pairing()
