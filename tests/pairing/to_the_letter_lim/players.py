"""The players of a round in the Lim system: who may meet, what can be paired, who has which colour."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from domain.cards.card import Card, Pair, PairingTask
from domain.words.games import Code, Colour

Group = frozenset[int]
"""Pairing numbers."""
RATING_MARGIN = 100
"""Points of rating: as far as a maxi-tournament goes for a colour (3.2.3, 3.8, 5.7)."""
COLOUR_LIMIT = 2
"""Games running with one colour, and games more with one than with the other (5.1)."""


@dataclass(frozen=True, eq=False)
class Players:
    """The players of a round and what the articles say about each of them and each two."""

    task: PairingTask
    known: dict[Group, int] = field(default_factory=dict)
    """The most pairings of groups that were looked at."""

    def card(self, number: int) -> Card:
        return self.task.cards[number]

    def score(self, number: int) -> int:
        return self.card(number).score

    @property
    def is_last_round(self) -> bool:
        return self.task.round == self.task.rounds

    @property
    def is_maxi(self) -> bool:
        """The old preamble, unless the regulations say it."""
        asked = self.task.maxi
        return len(self.task.cards) > 2**self.task.rounds if asked is None else asked

    def byes(self, present: Iterable[int]) -> list[int]:
        """1.1 and 7.1: those who may have the bye, the last first."""
        may = [n for n in present if self.may_have_bye(n)]
        if self.task.round == 1:
            return sorted(may, key=lambda n: (self.card(n).rating, -n))
        return sorted(may, key=lambda n: (self.score(n), -n))

    def may_have_bye(self, number: int) -> bool:
        """C.04.1, article 4."""
        return not any(
            line.code is Code.PAIRING_BYE or (not line.code.played and line.points >= self.task.scoring.win)
            for line in self.card(number).lines
        )

    def colours(self, number: int) -> tuple[Colour, ...]:
        """Of the games really played."""
        return tuple(line.colour for line in self.card(number).lines if line.code.played and line.colour)

    def due(self, number: int) -> Colour | None:
        """5: the equalising colour, otherwise the other one than last time; None without a game.

        After two running it is the other one, unless the counts are two or more apart. Only games that broke the
        limits make this a case of its own: within them nobody has had twice running the colour they have less of.
        """
        had = self.colours(number)
        ahead = had.count(Colour.WHITE) - had.count(Colour.BLACK)
        two_running = len(had) > 1 and had[-1] is had[-2]
        if ahead and (abs(ahead) >= COLOUR_LIMIT or not two_running):
            return Colour.BLACK if ahead > 0 else Colour.WHITE
        return had[-1].opposite if had else None

    def may_have(self, number: int, colour: Colour) -> bool:
        """5.1, and 6: not in the last round. The colour that lessens a difference, however large, is never refused."""
        had = self.colours(number)
        three_running = had[-COLOUR_LIMIT:] == (colour,) * COLOUR_LIMIT
        three_more = had.count(colour) - had.count(colour.opposite) >= COLOUR_LIMIT
        return self.is_last_round or not (three_running or three_more)

    def may_play_as(self, white: int, black: int) -> bool:
        return self.may_have(white, Colour.WHITE) and self.may_have(black, Colour.BLACK)

    def compatible(self, a: int, b: int) -> bool:
        """2.1."""
        met = any(line.code.played and line.opponent == b for line in self.card(a).lines)
        apart = frozenset((a, b)) in self.task.forbidden
        return not met and not apart and (self.may_play_as(a, b) or self.may_play_as(b, a))

    def suit(self, a: int, b: int) -> bool:
        """3.7, 5.2: due different colours; somebody due none suits anybody."""
        mine, theirs = self.due(a), self.due(b)
        return mine is None or theirs is None or mine is not theirs

    def rated_near(self, a: int, b: int) -> bool:
        return abs(self.card(a).rating - self.card(b).rating) <= RATING_MARGIN

    def floated_last_round(self, number: int) -> bool:
        """3.10."""
        return any(line.code.played and line.ahead != 0 for line in self.card(number).lines[-1:])

    def most_pairings(self, group: Group) -> int:
        """The largest number of pairings the group can have: everybody with everybody, or with nobody."""
        if not group:
            return 0
        if group not in self.known:
            one = min(group)
            rest = group - {one}
            with_somebody = (1 + self.most_pairings(rest - {other}) for other in rest if self.compatible(one, other))
            self.known[group] = max(self.most_pairings(rest), *with_somebody, 0)
        return self.known[group]

    def complete(self, group: Group) -> bool:
        """The whole group can be paired."""
        return 2 * self.most_pairings(group) == len(group)

    def each_has_one(self, floaters: Sequence[int], residents: Group) -> bool:
        """All floaters can have an opponent there at the same time."""
        if not floaters:
            return True
        first, *others = floaters
        return any(
            self.compatible(first, resident) and self.each_has_one(others, residents - {resident})
            for resident in residents
        )

    def coloured(self, a: int, b: int, *, below_median: bool) -> Pair:
        """5 and 7.2: the board with its colours."""
        higher, lower = sorted((a, b), key=lambda n: (-self.score(n), n))
        can = [self.may_play_as(higher, lower), self.may_play_as(lower, higher)]
        if can[0] != can[1]:
            return Pair(higher, lower) if can[0] else Pair(lower, higher)
        colour = self.colour_of_higher(higher, lower, below_median=below_median)
        return Pair(higher, lower) if colour is Colour.WHITE else Pair(lower, higher)

    def colour_of_higher(self, higher: int, lower: int, *, below_median: bool) -> Colour:
        mine, theirs = self.due(higher), self.due(lower)
        if mine is None and theirs is None:
            lot = self.task.initial_colour
            smaller = lot if min(higher, lower) % 2 else lot.opposite
            return smaller if higher < lower else smaller.opposite
        if mine is None:
            return theirs.opposite
        if theirs is not mine:
            return mine
        for one, other in zip(reversed(self.colours(higher)), reversed(self.colours(lower)), strict=False):
            if one is not other:
                return one.opposite
        return mine.opposite if below_median else mine
