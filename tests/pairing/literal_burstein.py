"""Burstein 2026 to the letter, for small fields: every pairing of a bracket is written down in the order of 4.3.

Written from the articles alone. It shares cards with the engine, but not one rule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.cards.card import Card, PairingTask
from domain.words.games import Code, Colour

Pairs = tuple[tuple[int, int], ...]
"""In-bracket sequence-numbers; 0 meets nobody: the other floats."""


def pairings_in_order(players: Sequence[int], floaters: int) -> Iterator[Pairs]:
    """4.3: the first player's largest number first, 0 last; then the second player's."""
    if not players:
        yield ()
        return
    first, others = players[0], players[1:]
    if len(others) > floaters - 1:
        for other in reversed(others):
            rest = [one for one in others if one != other]
            if len(rest) >= floaters:
                yield from (((first, other), *more) for more in pairings_in_order(rest, floaters))
    if floaters:
        yield from (((first, 0), *more) for more in pairings_in_order(others, floaters - 1))


@dataclass(frozen=True)
class Sheet:
    """A task as the articles speak of it, by pairing number."""

    task: PairingTask

    @cached_property
    def present(self) -> list[int]:
        return sorted(n for n, card in self.task.cards.items() if card.present)

    def score(self, n: int) -> int:
        return self.task.cards[n].score + self.task.virtual_points(n, self.task.round)

    def index(self, n: int) -> tuple[int, int]:
        buchholz = sonneborn = 0
        for line in self.task.cards[n].lines:
            theirs = self.task.cards[n].score
            if line.code.played and line.opponent in self.task.cards:
                theirs = self.for_opponents(self.task.cards[line.opponent])
            buchholz += theirs
            sonneborn += line.points * theirs
        return buchholz, sonneborn

    def for_opponents(self, card: Card) -> int:
        draws, going_on = 0, not card.present and card.leave in (None, Code.ZERO_BYE)
        for line in reversed(card.lines):
            going_on = going_on and line.code is Code.ZERO_BYE
            draws += going_on
        return card.score + draws * self.task.scoring.draw

    def ranked(self, players: Sequence[int]) -> list[int]:
        return sorted(players, key=lambda n: (*(-value for value in self.index(n)), n))

    def order_for_bye(self) -> list[int]:
        """Lowest score, most games, lowest ranking (3.1)."""
        rank = {n: at for at, n in enumerate(self.ranked(self.present))}
        return sorted(self.present, key=lambda n: (self.score(n), -len(self.colours(n)), -rank[n]))

    def colours(self, n: int) -> list[Colour]:
        return [line.colour for line in self.task.cards[n].lines if line.code.played and line.colour]

    def prefers(self, n: int) -> tuple[Colour | None, bool]:
        """The colour, and whether the preference is absolute (1.5)."""
        had = self.colours(n)
        ahead = had.count(Colour.WHITE) - had.count(Colour.BLACK)
        twice = len(had) > 1 and had[-1] is had[-2]
        if abs(ahead) > 1 or (ahead and not twice):
            return (Colour.BLACK if ahead > 0 else Colour.WHITE), abs(ahead) > 1
        return (had[-1].opposite, twice) if had else (None, False)

    def legal(self, a: int, b: int) -> bool:
        met = any(line.opponent == b and line.code.played for line in self.task.cards[a].lines)
        one, other = self.prefers(a), self.prefers(b)
        return not met and frozenset((a, b)) not in self.task.forbidden and not (one == other and one[1])

    def may_rest(self, n: int) -> bool:
        lines = [line for line in self.task.cards[n].lines if not line.code.played]
        return not any(line.code is Code.PAIRING_BYE or line.points >= self.task.scoring.win for line in lines)

    def can_be_completed(self, players: Sequence[int]) -> bool:
        """C4: all of them, by trying."""
        if not players:
            return True
        first, *others = players
        return any(self.legal(first, b) and self.can_be_completed([o for o in others if o != b]) for b in others)


def paired(task: PairingTask) -> tuple[set[frozenset[int]], int | None] | None:
    """The pairs, and the player who rests; None = nothing is legal."""
    sheet, left, bye = Sheet(task), Sheet(task).present, None
    if len(left) % 2:
        able = (
            n
            for n in sheet.order_for_bye()
            if sheet.may_rest(n) and sheet.can_be_completed([o for o in left if o != n])
        )
        bye = next(able, None)
        if bye is None:
            return None
        left = [n for n in left if n != bye]
    if not sheet.can_be_completed(left):
        return None
    made: set[frozenset[int]] = set()
    incoming: list[int] = []
    while left:
        top = max(sheet.score(n) for n in left if n not in incoming)
        bracket = [n for n in left if n in incoming or sheet.score(n) == top]
        below = [n for n in left if n not in bracket]
        pairs, incoming = _best(sheet, bracket, below)
        made |= pairs
        left = incoming + below
    return made, bye


def _best(sheet: Sheet, bracket: list[int], below: list[int]) -> tuple[set[frozenset[int]], list[int]]:
    """3.2: the first of the best by C5 to C8, fewest floaters first."""
    following = [n for n in below if sheet.score(n) == sheet.score(below[0])] if below else []
    if below:
        top = max(map(sheet.score, below))
        following = [n for n in below if sheet.score(n) == top]
    rest = [n for n in below if n not in following]
    quality: dict[frozenset[int], tuple[int, list[int]]] = {}

    def next_bracket(floaters: list[int]) -> tuple[int, list[int]]:
        """C7: fewest floaters of the next bracket, and their scores."""
        key = frozenset(floaters)
        if key not in quality:
            found = _options(sheet, floaters + following, rest)
            quality[key] = min((len(gone), _descending(sheet, gone)) for _, gone in found)
        return quality[key]

    best, kept = None, None
    for pairs, floaters in _options(sheet, bracket, below):
        unmet = sum(sheet.prefers(a)[0] is sheet.prefers(b)[0] is not None for a, b in pairs)
        ahead = next_bracket(floaters) if floaters else (0, [])
        value = (len(floaters), _descending(sheet, floaters), ahead, unmet)
        if best is None or value < best:
            best, kept = value, (set(map(frozenset, pairs)), floaters)
    assert kept is not None
    return kept


def _descending(sheet: Sheet, players: list[int]) -> list[int]:
    return sorted(map(sheet.score, players), reverse=True)


def _options(sheet: Sheet, bracket: list[int], below: list[int]) -> Iterator[tuple[Pairs, list[int]]]:
    """Legal pairings of a bracket in their order, with the least number of floaters that leaves one (C1 to C5)."""
    order = sheet.ranked(bracket)
    for floaters in range(len(order) % 2, len(order) + 1, 2):
        some = False
        for numbers in pairings_in_order(range(1, len(order) + 1), floaters):
            pairs = tuple((order[a - 1], order[b - 1]) for a, b in numbers if b)
            gone = [order[a - 1] for a, b in numbers if not b]
            if all(sheet.legal(*pair) for pair in pairs) and sheet.can_be_completed(gone + below):
                some = True
                yield pairs, gone
        if some:
            return
