"""FIDE Dubov 2026 (C.04.4.1) by the letter: every pairing of a small field is looked at. For tests only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations

from domain.cards.card import Card, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour

Couple = frozenset[int]
Couples = frozenset[Couple]


class NothingLegal(Exception):
    """No complete legal pairing."""


def pair(task: PairingTask) -> RoundPairing:
    """Boards in any order. Raises NothingLegal."""
    field = Field(task)
    present = frozenset(n for n, card in task.cards.items() if card.present)
    if len(present) % 2 == 0:
        return RoundPairing(tuple(field.boards(present)))
    may = sorted(filter(field.may_have_bye, present), key=lambda n: (field.score(n), -len(field.colours(n)), -n))
    for bye in may:
        if next(field.pairings(present - {bye}), None) is not None:
            return RoundPairing(tuple(field.boards(present - {bye})), bye)
    raise NothingLegal


def from_the_middle(places: Sequence[int]) -> list[int]:
    """4.3.3, taken word for word: the middle of what is left, of two in the middle the higher one."""
    left, order = list(places), []
    while left:
        order.append(left.pop((len(left) - 1) // 2))
    return order


@dataclass(frozen=True)
class Field:
    """The players of a round and the rules about them."""

    task: PairingTask

    def card(self, number: int) -> Card:
        return self.task.cards[number]

    def score(self, number: int) -> int:
        return self.card(number).score

    def colours(self, number: int) -> list[Colour]:
        return [line.colour for line in self.card(number).lines if line.code.played and line.colour]

    def may_have_bye(self, number: int) -> bool:
        lines = self.card(number).lines
        return not any(
            line.code is Code.PAIRING_BYE or (not line.code.played and line.points >= self.task.scoring.win)
            for line in lines
        )

    def difference(self, number: int) -> int:
        had = self.colours(number)
        return had.count(Colour.WHITE) - had.count(Colour.BLACK)

    def absolute(self, number: int) -> bool:
        last = self.colours(number)[-2:]
        return abs(self.difference(number)) > 1 or (len(last) == 2 and len(set(last)) == 1)

    def due(self, number: int) -> Colour:
        last, ahead = self.colours(number)[-2:], self.difference(number)
        if not last:
            return Colour.BLACK
        if len(last) == 2 and len(set(last)) == 1 and abs(ahead) <= 1:
            return last[-1].opposite
        return last[-1].opposite if ahead == 0 else (Colour.BLACK if ahead > 0 else Colour.WHITE)

    def legal(self, a: int, b: int) -> bool:
        """C1, C3 and the arbiter's bans."""
        met = any(line.code.played and line.opponent == b for line in self.card(a).lines)
        clash = self.absolute(a) and self.absolute(b) and self.due(a) is self.due(b)
        return not met and not clash and frozenset((a, b)) not in self.task.forbidden

    def pairings(self, numbers: Couple) -> Iterator[Couples]:
        """All complete legal ones."""
        if not numbers:
            yield frozenset()
            return
        first = min(numbers)
        for other in sorted(numbers - {first}):
            if self.legal(first, other):
                for rest in self.pairings(numbers - {first, other}):
                    yield rest | {frozenset((first, other))}

    def boards(self, left: Couple) -> Iterator[Pair]:
        while left:
            residents = frozenset(n for n in left if self.score(n) == max(map(self.score, left)))
            made = Bracket(self, residents, left).made()
            yield from (self.coloured(a, b) for a, b in made)
            left -= frozenset(chain.from_iterable(made))

    def upfloats(self, number: int) -> list[bool]:
        return [line.code.played and line.ahead < 0 for line in self.card(number).lines]

    def aro(self, number: int) -> int:
        foes = [line.opponent for line in self.card(number).lines if line.code.played and line.opponent]
        ratings = [self.card(foe).rating for foe in foes if foe in self.task.cards]
        return int(sum(ratings) / len(ratings) + 0.5) if ratings else 0

    def coloured(self, a: int, b: int) -> Pair:
        """5.2."""
        higher, lower = sorted((a, b), key=lambda n: (-self.score(n), n))
        mine = self.colour(higher, lower)
        return Pair(higher, lower) if mine is Colour.WHITE else Pair(lower, higher)

    def colour(self, higher: int, lower: int) -> Colour:
        if not self.colours(higher) and not self.colours(lower):
            return self.task.initial_colour if higher % 2 else self.task.initial_colour.opposite
        mine, theirs = self.due(higher), self.due(lower)
        if mine is not theirs:
            return mine
        if self.strength(higher) != self.strength(lower):
            return mine if self.strength(higher) > self.strength(lower) else mine.opposite
        for one, other in zip(self.colours(higher)[::-1], self.colours(lower)[::-1], strict=False):
            if one is not other:
                return one.opposite
        return mine

    def strength(self, number: int) -> int:
        return 2 if self.absolute(number) else abs(self.difference(number))


@dataclass(frozen=True)
class Bracket:
    """The highest scoregroup of those left."""

    field: Field
    residents: Couple
    left: Couple

    def made(self) -> tuple[tuple[int, int], ...]:
        every = {frozenset(c for c in whole if c & self.residents) for whole in self.field.pairings(self.left)}
        if not every:
            raise NothingLegal
        best = min(map(self.quality, every))
        good = [couples for couples in every if self.quality(couples) == best]
        members = self.residents | frozenset(min((self.risen(couples) for couples in good), key=self.place_of_set))
        unmet = min(self.c7(couples) for couples in good)
        return self.in_subgroups(members, unmet)

    def risen(self, couples: Couples) -> tuple[int, ...]:
        """Upfloaters in the order of 4.2."""
        found = frozenset(chain.from_iterable(couples)) - self.residents
        return tuple(sorted(found, key=lambda n: (-self.field.score(n), n)))

    def place_of_set(self, risen: Iterable[int]) -> list[int]:
        """4.2: the sequence numbers."""
        order = sorted(self.left - self.residents, key=lambda n: (-self.field.score(n), n))
        return [order.index(number) for number in risen]

    def c7(self, couples: Couples) -> int:
        return sum(len({self.field.due(number) for number in couple}) == 1 for couple in couples)

    def quality(self, couples: Couples) -> tuple[object, ...]:
        """C5 to C10."""
        field, risen = self.field, self.risen(couples)
        top = field.score(min(self.residents))
        held = [] if field.task.round == field.task.rounds else list(risen)
        most = [n for n in held if sum(field.upfloats(n)) >= 2 + field.task.rounds // 5]
        return (
            len(risen),
            sorted((top - field.score(n) for n in risen), reverse=True),
            self.c7(couples),
            len(most),
            sum(sum(field.upfloats(n)) for n in most),
            sum(field.upfloats(n)[-1:] == [True] for n in held),
        )

    def in_subgroups(self, members: Couple, unmet: int) -> tuple[tuple[int, int], ...]:
        """3.2.3 to 3.2.5."""
        field = self.field
        if any(map(field.colours, members)):
            g1 = frozenset(n for n in members if field.due(n) is Colour.WHITE)
        else:
            g1 = frozenset(sorted(members)[: len(members) // 2])
        g2 = members - g1
        g1_is_smaller = len(g1) <= len(g2)
        smaller, larger = (g1, g2) if g1_is_smaller else (g2, g1)
        best = (couples for couples in field.pairings(members) if self.c7(couples) == unmet)
        inside = min(sum(couple <= smaller for couple in couples) for couples in best)
        for out in combinations(self.sequence(smaller, white=g1_is_smaller), inside):
            less, more = smaller - {*out}, larger | {*out}
            for also in combinations(self.sequence(more, white=not g1_is_smaller), (len(more) - len(less)) // 2):
                s1 = less | {*also} if g1_is_smaller else more - {*also}
                made = self.transposed(s1, members - s1, unmet)
                if made is not None:
                    return made
        raise AssertionError("3.2.4 always ends")

    def sequence(self, subgroup: Couple, *, white: bool) -> list[int]:
        """4.3: White seekers by ARO and number, Black seekers by number, then from the middle outwards."""
        return from_the_middle(sorted(subgroup, key=lambda n: (self.field.aro(n) if white else 0, n)))

    def transposed(self, s1: Couple, s2: Couple, unmet: int) -> tuple[tuple[int, int], ...] | None:
        """3.2.5, 4.4: the first transposition that is legal."""
        rows = sorted(s1, key=lambda n: (self.field.aro(n), n))
        for t2 in permutations(sorted(s2)):
            made = tuple(zip(rows, t2, strict=True))
            legal = all(self.field.legal(a, b) for a, b in made)
            if legal and self.c7(frozenset(map(frozenset, made))) == unmet:
                return made
        return None
