"""FIDE Swiss Team Pairing System 2026 (C.04.6) by the letter: all sets and pairings are tried. For tests only."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from domain.words.team_options import ColourPreferences

Group = frozenset[int]
Couple = tuple[int, int]
"""The top member, which has the smaller number, and the bottom member (3.6.1)."""
Couples = tuple[Couple, ...]
Wish = tuple[Colour, bool]
"""A colour preference, and whether it is more than a mild one."""


def pair(task: PairingTask) -> RoundPairing | None:
    """Boards in the order in which they are found; None if nothing is legal."""
    field = Field(task)
    left = frozenset(n for n, card in task.cards.items() if card.present)
    bye = None
    if len(left) % 2:
        bye = field.bye(left)
        if bye is None:
            return None
        left -= {bye}
    if not field.completes(left):
        return None
    boards: list[Pair] = []
    while left:
        made = Bracket(field, left).pairing()
        boards += [field.board(*couple) for couple in made]
        left -= frozenset(chain.from_iterable(made))
    return RoundPairing(tuple(boards), bye)


def sets_in_order(members: Iterable[tuple[int, int]], size: int) -> list[tuple[int, ...]]:
    """3.5.3, 3.5.4: of pairs (score, number), the sets as numbers, each by score and number, in lexicographic order."""
    ranked = [number for score, number in sorted(members, key=lambda m: (-m[0], m[1]))]
    return sorted(combinations(ranked, size))


def identifier(couples: Couples) -> tuple[int, ...]:
    """3.6.2: the top members in ascending order, then the corresponding bottom members."""
    ordered = sorted(tuple(sorted(couple)) for couple in couples)
    return tuple([top for top, _ in ordered] + [bottom for _, bottom in ordered])


class Field:
    """The teams of a round, what their cards say of them, and what is legal."""

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self._completes: dict[Group, bool] = {frozenset(): True}

    def card(self, number: int) -> Card:
        return self.task.cards[number]

    @cached_property
    def scores(self) -> dict[int, int]:
        """Primary scores (1.2), with the virtual points of an accelerated event (C.04.7)."""
        return {n: card.score + self.task.virtual_points(n, self.task.round) for n, card in self.task.cards.items()}

    @cached_property
    def is_last_round(self) -> bool:
        return self.task.round == self.task.rounds

    @cached_property
    def is_one_of_the_last_two(self) -> bool:
        return self.task.round >= self.task.rounds - 1

    # Matches of before

    def matches(self, number: int) -> Iterator[tuple[int, CardLine]]:
        """Round and line of each match that was not forfeited."""
        for round, line in enumerate(self.card(number).lines, start=1):
            if line.opponent is not None and line.code.played:
                yield round, line

    def number_of_matches(self, number: int) -> int:
        return len(list(self.matches(number)))

    @cached_property
    def colours(self) -> dict[int, tuple[Colour, ...]]:
        """1.6.1: the colour of the first board in each match of which a board was actually played."""
        return {
            number: tuple(
                line.colour
                for _, line in self.matches(number)
                if line.colour and any(code.played for code in line.games or (line.code,))
            )
            for number in self.task.cards
        }

    def difference(self, number: int) -> int:
        """1.6.2."""
        mine = self.colours[number]
        return mine.count(Colour.WHITE) - mine.count(Colour.BLACK)

    @cached_property
    def wishes(self) -> dict[int, Wish | None]:
        """1.7: the first definition that fits."""
        return {number: self.wish(number) for number in self.task.cards}

    def wish(self, number: int) -> Wish | None:
        kind = self.task.teams.preferences
        if kind is ColourPreferences.NONE:
            return None
        cd, last_two, last = self.difference(number), self.colours[number][-2:], self.colours[number][-1:]
        if cd < -1 or (cd in (0, -1) and last_two == (Colour.BLACK, Colour.BLACK)):
            return Colour.WHITE, True  # 1.7.1; 1.7.2, strong
        if cd > 1 or (cd in (0, 1) and last_two == (Colour.WHITE, Colour.WHITE)):
            return Colour.BLACK, True
        if kind is ColourPreferences.TYPE_A:
            return None
        if cd == -1 or (cd == 0 and not self.is_last_round and last == (Colour.BLACK,)):
            return Colour.WHITE, False  # 1.7.2, mild
        if cd == 1 or (cd == 0 and not self.is_last_round and last == (Colour.WHITE,)):
            return Colour.BLACK, False
        return None

    @cached_property
    def floated(self) -> dict[int, bool]:
        """1.5: in the previous round it played an opponent with a different score."""
        return {number: self._floated(number) for number in self.task.cards}

    def _floated(self, number: int) -> bool:
        last, points = self.task.round - 1, self.task.virtual_points
        return any(
            line.ahead + points(number, round) != points(line.opponent, round)
            for round, line in self.matches(number)
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
        bars = (Code.PAIRING_BYE, Code.FORFEIT_WIN, Code.FULL_BYE)
        return not any(line.code in bars for line in self.card(number).lines)

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
        """3.2."""
        top = max(self.scores[n] for n in left)
        return frozenset(n for n in left if self.scores[n] == top)

    def may_be_bracket(self, bracket: Group, left: Group) -> bool:
        """C1 and C3: the bracket and all the rest of those left can be paired, each by itself."""
        return self.completes(bracket) and self.completes(left - bracket)

    def fewest_upfloaters(self, residents: Group, left: Group) -> int:
        """C4: the fewest with whom these residents can be paired, as can the rest of those left."""
        below = left - residents
        return next(
            size
            for size in range(len(below) + 1)
            if any(self.may_be_bracket(residents | {*risen}, left) for risen in combinations(below, size))
        )

    def bye(self, present: Group) -> int | None:
        """3.4."""
        may = [n for n in present if self.may_have_bye(n) and self.completes(present - {n})]
        return min(may, key=lambda n: (self.scores[n], -self.number_of_matches(n), -n), default=None)

    def pairings(self, group: Group) -> Iterator[Couples]:
        """All that comply with C1."""
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
        first, second = self.in_order(one, other)
        white = self.colour_of_first(first, second) is Colour.WHITE
        return Pair(first, second) if white else Pair(second, first)

    def in_order(self, one: int, other: int) -> Couple:
        """4.2: the first-team and the other one; virtual points are not scored."""

        def rank(number: int) -> tuple[int, int, int]:
            card = self.card(number)
            secondary = 0 if self.task.teams.primary_alone else card.secondary_score
            return (-card.score, -secondary, number)

        first, second = sorted((one, other), key=rank)
        return first, second

    def colour_of_first(self, first: int, second: int) -> Colour:
        """4.3."""
        mine, theirs = self.colours[first], self.colours[second]
        if not mine and not theirs:
            return self.task.initial_colour if first % 2 else self.task.initial_colour.opposite
        wish, other = self.wishes[first], self.wishes[second]
        if wish and (other is None or other[0] is not wish[0]):
            return wish[0]  # 4.3.2, 4.3.3
        if other and wish is None:
            return other[0].opposite  # 4.3.2
        if wish and other and wish[1] != other[1]:
            return wish[0] if wish[1] else other[0].opposite  # 4.3.4
        if self.difference(first) != self.difference(second):
            return Colour.WHITE if self.difference(first) < self.difference(second) else Colour.BLACK
        for one, two in zip(reversed(mine), reversed(theirs), strict=False):
            if one is not two:
                return one.opposite  # 4.3.6
        if wish:
            return wish[0]  # 4.3.7
        return mine[-1].opposite if mine else theirs[-1]  # 4.3.8, 4.3.9

    def refused(self, couple: Couple) -> list[Wish]:
        """The preferences that the colours of a pair leave unfulfilled."""
        board = self.board(*couple)
        given = {board.white: Colour.WHITE, board.black: Colour.BLACK}
        wishes = ((self.wishes[number], colour) for number, colour in given.items())
        return [wish for wish, colour in wishes if wish and wish[0] is not colour]


class Bracket:
    """The top-scoregroup of those left, the residents, and all below it."""

    def __init__(self, field: Field, left: Group) -> None:
        self.field, self.left = field, left
        self.residents = field.top_scoregroup(left)
        self.below = left - self.residents

    def pairing(self) -> Couples:
        """3.6: of the pairings best in C8, C9 and C10, the one with the first identifier."""
        risen = frozenset(self.upfloaters())
        every = self.field.pairings(self.residents | risen)
        return min(every, key=lambda couples: (*self.worth(couples, risen), identifier(couples)))

    def worth(self, couples: Couples, risen: Group) -> tuple[int, int, int]:
        """C8, C9, C10; the smaller, the better."""
        refused = [wish for couple in couples for wish in self.field.refused(couple)]
        type_b = self.field.task.teams.preferences is ColourPreferences.TYPE_B
        strong = sum(wish[1] for wish in refused) if type_b else 0
        return len(refused), strong, self.c10(couples, risen)

    def c10(self, couples: Couples, risen: Group) -> int:
        """Opponents of upfloaters who were floaters in the previous round."""
        if self.field.is_one_of_the_last_two:
            return 0
        opponents = [b for couple in couples for a, b in (couple, couple[::-1]) if a in risen]
        return sum(self.field.floated[opponent] for opponent in opponents)

    def upfloaters(self) -> Sequence[int]:
        """3.5: the first set that is best in C5, C6 and C7, in this order, of those of the size that C4 gives."""
        size = self.field.fewest_upfloaters(self.residents, self.left)
        return min(self.legal_sets(size), key=self.quality)

    def legal_sets(self, size: int) -> list[tuple[int, ...]]:
        """In the order of 3.5.4."""
        every = sets_in_order([(self.field.scores[n], n) for n in self.below], size)
        return [risen for risen in every if self.field.may_be_bracket(self.residents | {*risen}, self.left)]

    def quality(self, risen: Sequence[int]) -> tuple[list[int], int, int]:
        """C5, C6, C7; the smaller, the better."""
        field = self.field
        c5 = [-score for score in sorted(field.scores[n] for n in risen)]
        c7 = 0 if field.is_one_of_the_last_two else sum(field.floated[n] for n in risen)
        return c5, self.c6(risen), c7

    def c6(self, risen: Sequence[int]) -> int:
        """The upfloaters that the following scoregroup needs when its turn comes, unless all of it has gone up."""
        field, mine = self.field, max(self.field.scores[n] for n in self.residents)
        lower = [field.scores[n] for n, card in field.task.cards.items() if card.present and field.scores[n] < mine]
        left = self.below - {*risen}
        following = frozenset(n for n in left if field.scores[n] == max(lower))
        return field.fewest_upfloaters(following, left) if following else 0
