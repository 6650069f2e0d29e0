"""FIDE Double-Swiss 2026 (C.04.5) by the letter: all sets and pairings of a small field are tried. For tests only."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour

Group = frozenset[int]
Couple = tuple[int, int]
"""The top member, which has the smaller number, and its partner (3.6)."""
Couples = tuple[Couple, ...]


def pair(task: PairingTask) -> RoundPairing | None:
    """Boards in the order in which they are found; None if nothing is legal."""
    field = Field(task)
    left = frozenset(n for n, card in task.cards.items() if card.present)
    bye = None
    if len(left) % 2:
        bye = field.bye(left)
        left = left if bye is None else left - {bye}
    if not field.completes(left):
        return None
    boards: list[Pair] = []
    while left:
        made = Bracket(field, left).pairing()
        boards += [field.board(*couple) for couple in made]
        left -= frozenset(chain.from_iterable(made))
    return RoundPairing(tuple(boards), bye)


def sets_in_order(members: Iterable[tuple[int, int]], size: int) -> list[tuple[int, ...]]:
    """3.5: of pairs (score, number), the sets as numbers, each by score and then number, in lexicographic order."""
    ranked = [number for score, number in sorted(members, key=lambda m: (-m[0], m[1]))]
    return sorted(combinations(ranked, size))


def identifier(couples: Couples) -> tuple[int, ...]:
    """3.6: the top members in ascending order, then their partners in that order."""
    ordered = sorted(tuple(sorted(couple)) for couple in couples)
    return tuple([top for top, _ in ordered] + [partner for _, partner in ordered])


class Field:
    """The players of a round, what their cards say of them, and what is legal."""

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self._completes: dict[Group, bool] = {frozenset(): True}
        self._fewest: dict[Group, int] = {frozenset(): 0}

    def card(self, number: int) -> Card:
        return self.task.cards[number]

    @cached_property
    def scores(self) -> dict[int, int]:
        """Pairing scores: with the virtual points of an accelerated event (C.04.7)."""
        return {n: card.score + self.task.virtual_points(n, self.task.round) for n, card in self.task.cards.items()}

    @cached_property
    def is_last_round(self) -> bool:
        return self.task.round == self.task.rounds

    # Matches of before

    def games(self, number: int, round: int) -> tuple[Code, ...]:
        line = self.card(number).lines[round - 1]
        return line.games or (line.code,)

    def matches(self, number: int) -> Iterator[tuple[int, CardLine]]:
        """Round and line of each match that is not a forfeited one (preface)."""
        for round, line in enumerate(self.card(number).lines, start=1):
            if line.opponent is not None and not self.forfeited(number, round):
                yield round, line

    def forfeited(self, number: int, round: int) -> bool:
        """A player forfeited both games."""
        opponent = self.card(number).lines[round - 1].opponent
        assert opponent is not None
        return any(set(self.games(n, round)) == {Code.FORFEIT_LOSS} for n in (number, opponent))

    def won_by_forfeit(self, number: int, round: int) -> bool:
        line = self.card(number).lines[round - 1]
        if line.opponent is None or not self.forfeited(number, round):
            return False
        mine, theirs = (self.games(n, round).count(Code.FORFEIT_WIN) for n in (number, line.opponent))
        return mine > theirs

    @cached_property
    def colours(self) -> dict[int, tuple[Colour, ...]]:
        """1.6: those of the first games of matches of which at least one game was played."""
        return {
            number: tuple(
                line.colour
                for round, line in self.matches(number)
                if line.colour and any(code.played for code in self.games(number, round))
            )
            for number in self.task.cards
        }

    @cached_property
    def floated(self) -> dict[int, bool]:
        """1.5: in the previous round, in a match against a different score that was not a forfeited one."""
        return {number: self._floated(card) for number, card in self.task.cards.items()}

    def _floated(self, card: Card) -> bool:
        last, points = self.task.round - 1, self.task.virtual_points
        return any(
            line.ahead + points(card.number, round) != points(line.opponent, round)
            for round, line in self.matches(card.number)
            if round == last and line.opponent is not None
        )

    # Legality

    @cached_property
    def barred(self) -> frozenset[Group]:
        """C1, and the arbiter's bans."""
        met = (frozenset((n, line.opponent)) for n in self.task.cards for _, line in self.matches(n) if line.opponent)
        return frozenset(met) | self.task.forbidden

    def may_meet(self, one: int, other: int) -> bool:
        return frozenset((one, other)) not in self.barred

    def may_have_bye(self, number: int) -> bool:
        """C2."""
        return not any(
            line.code in (Code.PAIRING_BYE, Code.FULL_BYE) or self.won_by_forfeit(number, round)
            for round, line in enumerate(self.card(number).lines, start=1)
        )

    def completes(self, group: Group) -> bool:
        """C3: all of them can be paired with each other."""
        if group not in self._completes:
            first = min(group)
            rest = group - {first}
            self._completes[group] = len(group) % 2 == 0 and any(
                self.may_meet(first, other) and self.completes(rest - {other}) for other in rest
            )
        return self._completes[group]

    def top_scoregroup(self, left: Group) -> Group:
        top = max(self.scores[n] for n in left)
        return frozenset(n for n in left if self.scores[n] == top)

    def may_be_bracket(self, bracket: Group, left: Group) -> bool:
        """C1 and C3: the bracket and all the rest of those left can be paired, each by itself."""
        return self.completes(bracket) and self.completes(left - bracket)

    def fewest_upfloaters(self, left: Group) -> int:
        """C4: the fewest with whom the top scoregroup of those left can be paired, as can the rest."""
        if left not in self._fewest:
            residents = self.top_scoregroup(left)
            below = left - residents
            self._fewest[left] = next(
                size
                for size in range(len(below) + 1)
                if any(self.may_be_bracket(residents | {*risen}, left) for risen in combinations(below, size))
            )
        return self._fewest[left]

    def bye(self, present: Group) -> int | None:
        """3.4."""
        may = [n for n in present if self.may_have_bye(n) and self.completes(present - {n})]
        return min(may, key=lambda n: (self.scores[n], -len(list(self.matches(n))), -n), default=None)

    def pairings(self, group: Group) -> Iterator[Couples]:
        """All legal ones."""
        if not group:
            yield ()
            return
        first = min(group)
        for other in sorted(group - {first}):
            if self.may_meet(first, other):
                for rest in self.pairings(group - {first, other}):
                    yield ((first, other), *rest)

    # Colours

    def board(self, one: int, other: int) -> Pair:
        """4.4: White in the first game."""
        higher, lower = sorted((one, other), key=lambda n: (-self.scores[n], n))
        white = self.colour_of_higher(higher, lower) is Colour.WHITE
        return Pair(higher, lower) if white else Pair(lower, higher)

    def colour_of_higher(self, higher: int, lower: int) -> Colour:
        """4.3."""
        mine, theirs = self.colours[higher], self.colours[lower]
        if not mine and not theirs:
            lot = self.task.initial_colour
            return lot if higher % 2 else lot.opposite
        whites, their_whites = mine.count(Colour.WHITE), theirs.count(Colour.WHITE)
        if whites != their_whites:
            return Colour.WHITE if whites < their_whites else Colour.BLACK
        for one, other in zip(reversed(mine), reversed(theirs), strict=False):
            if one is not other:
                return one.opposite
        return mine[-1].opposite if mine else theirs[-1]


class Bracket:
    """The top scoregroup of those left, the residents, and all below it."""

    def __init__(self, field: Field, left: Group) -> None:
        self.field, self.left = field, left
        self.residents = field.top_scoregroup(left)
        self.below = left - self.residents

    def pairing(self) -> Couples:
        """3.6: of the pairings best in C8, the one with the smallest identifier."""
        risen = frozenset(self.upfloaters())
        every = self.field.pairings(self.residents | risen)
        return min(every, key=lambda couples: (self.c8(couples, risen), identifier(couples)))

    def c8(self, couples: Couples, risen: Group) -> int:
        """Residents paired with upfloaters who floated in the previous round."""
        if self.field.is_last_round:
            return 0
        mixed = [couple for couple in couples if len(risen.intersection(couple)) == 1]
        return sum(self.field.floated[n] for couple in mixed for n in couple if n not in risen)

    def upfloaters(self) -> Sequence[int]:
        """3.5: the first set that is best in C5, C6 and C7, in this order, of those of the size that C4 gives."""
        return min(self.legal_sets(self.field.fewest_upfloaters(self.left)), key=self.quality)

    def legal_sets(self, size: int) -> list[tuple[int, ...]]:
        """In the order of 3.5."""
        every = sets_in_order([(self.field.scores[n], n) for n in self.below], size)
        return [risen for risen in every if self.field.may_be_bracket(self.residents | {*risen}, self.left)]

    def quality(self, risen: Sequence[int]) -> tuple[list[int], int, int]:
        """C5, C6, C7; the smaller, the better."""
        field = self.field
        c5 = [-score for score in sorted(field.scores[n] for n in risen)]
        c6 = field.fewest_upfloaters(self.below - {*risen})
        c7 = 0 if field.is_last_round else sum(field.floated[n] for n in risen)
        return c5, c6, c7
