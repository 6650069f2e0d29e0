"""No candidate of a small bracket is better than the one taken: all of them are looked at (2026, C4 to C21)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest

from domain.cards.card import Pair
from domain.pairing.dutch_2026.choosing import best as weighed
from domain.pairing.dutch_2026.competitors import Bracket, Competitor, Found, Layout, laid_out
from domain.pairing.dutch_2026.engine import coloured_board, drawn
from domain.pairing.swiss.colours import Strength
from domain.words.games import Colour
from tests.pairing.random_events import sample
from tests.pairing.test_dutch_2026_two_ways import paired

Places = frozenset[int]
Pairs = tuple[tuple[int, int], ...]
Candidate = tuple[Pairs, Places]
"""The pairs, and who is left over."""
MOST_PLAYERS = 9


@dataclass(frozen=True)
class Everything:
    """A bracket and all that the candidates are compared by, from the cards' own facts."""

    layout: Layout
    bracket: Bracket

    @cached_property
    def below(self) -> Places:
        return frozenset(place for place in range(len(self.layout.players)) if self.bracket.rest >> place & 1)

    def player(self, place: int) -> Competitor:
        return self.layout.players[place]

    def legal(self, one: int, other: int) -> bool:
        return bool(self.layout.legal[one] >> other & 1)

    def takes_bye(self, place: int) -> bool:
        return bool(self.bracket.takers >> place & 1)

    def candidates(self, moved: Places, members: Places) -> Iterator[Candidate]:
        """Every legal pairing of members in which no two moved down meet."""
        if not members:
            yield (), frozenset()
            return
        first = min(members)
        for pairs, floaters in self.candidates(moved, members - {first}):
            yield pairs, floaters | {first}
        for other in sorted(members - {first}):
            if self.legal(first, other) and not {first, other} <= moved:
                for pairs, floaters in self.candidates(moved, members - {first, other}):
                    yield ((first, other), *pairs), floaters

    def completes(self, left: Places, bye: bool) -> bool:
        """C4: everybody left has an opponent, one of the takers the bye."""
        if not left:
            return not bye
        first = min(left)
        if bye and self.takes_bye(first) and self.completes(left - {first}, False):
            return True
        return any(self.legal(first, other) and self.completes(left - {first, other}, bye) for other in left - {first})

    def scores(self, places: Places) -> list[int]:
        return sorted((self.player(place).score for place in places), reverse=True)

    def next_bracket(self, floaters: Places) -> tuple[int, list[int]]:
        """C8: how many leave the next bracket at best, and with which scores."""
        members = floaters | frozenset(self.bracket.following)
        bye = bool(self.bracket.takers)
        left = (out for _, out in self.candidates(floaters, members) if self.completes(out | self.below, bye))
        return min((len(out), self.scores(out)) for out in left)

    def value(self, candidate: Candidate) -> tuple[object, ...]:
        """C6 to C21, less is better."""
        floaters = candidate[1]
        below = self.next_bracket(floaters) if self.bracket.following and floaters else 0
        left, scores, _, *others = self.cheap(candidate)
        return (left, scores, below, *others)

    def cheap(self, candidate: Candidate) -> tuple[object, ...]:
        """The candidate's rank without the demand of C8 on the next bracket."""
        pairs, floaters = candidate
        moved, layout = frozenset(self.bracket.moved), self.layout
        colours = [hand for pair in pairs for hand in self.hands(coloured_board(layout, *pair)[1])]
        met = [(max(p, key=lambda x: x not in moved), min(p, key=lambda x: x not in moved)) for p in pairs]
        heads = [(resident, head) for resident, head in met if head in moved]

        def had(which: tuple[int, int], ago: int, place: int) -> bool:
            return bool(which[ago] >> place & 1)

        def down(ago: int) -> int:
            return sum(had(layout.down, ago, place) for place in floaters - moved)

        def up(ago: int) -> list[int]:
            return self.scores_of([head for resident, head in heads if had(layout.up, ago, resident)])

        def still(ago: int) -> list[int]:
            return self.scores_of([place for place in floaters & moved if had(layout.down, ago, place)])

        alone = [self.player(place).unplayed for place in floaters if self.takes_bye(place)]
        return (
            len(floaters),
            self.scores(floaters),
            0,
            alone[0] if len(floaters) == 1 and alone else 0,
            sum(abs(sum(1 if c is Colour.WHITE else -1 for c in (*p.colours, colour))) > 2 for p, colour in colours),
            sum((*p.colours, colour)[-3:] == (colour,) * 3 for p, colour in colours),
            sum(p.preference.colour not in (None, colour) for p, colour in colours),
            sum(p.preference.strength is Strength.STRONG and p.preference.colour is not c for p, c in colours),
            down(0),
            len(up(0)),
            down(1),
            len(up(1)),
            still(0),
            up(0),
            still(1),
            up(1),
        )

    def scores_of(self, places: list[int]) -> list[int]:
        return sorted((self.player(place).score for place in places), reverse=True)

    def hands(self, boards: Pair) -> Iterator[tuple[Competitor, Colour]]:
        by_number = {player.number: player for player in self.layout.players}
        yield by_number[boards.white], Colour.WHITE
        yield by_number[boards.black], Colour.BLACK

    def possible(self) -> list[Candidate]:
        """Candidates that leave everybody else a complete pairing."""
        after = self.below | frozenset(self.bracket.following)
        found = self.candidates(frozenset(self.bracket.moved), frozenset(self.bracket.members))
        return [c for c in found if self.completes(c[1] | after, bool(self.bracket.takers))]

    def best(self) -> tuple[object, ...]:
        possible = self.possible()
        shortest = min(len(floaters) for _, floaters in possible)
        return min(self.value(c) for c in possible if len(c[1]) == shortest)


def taken(found: Found) -> Candidate:
    return tuple((min(pair), max(pair)) for pair in found.pairs), frozenset(found.floaters)


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_no_candidate_is_better_than_the_one_taken(profile: str, seed: str) -> None:
    for task, answer in sample(profile, f"all-{seed}", 50, paired):
        layout = laid_out(task)
        if answer is None or len(layout.players) > MOST_PLAYERS:
            continue
        for bracket, found in drawn(layout).settled:
            everything = Everything(layout, bracket)
            assert everything.value(taken(found)) == everything.best()


def turn(bracket: Bracket, candidate: Candidate) -> tuple[object, ...]:
    """The place of a candidate in the order of generation (3.4, 4.2, 4.3), less is earlier."""
    moved, met = frozenset(bracket.moved), sorted(tuple(sorted(pair)) for pair in candidate[0])
    heads = [pair for pair in met if moved & set(pair)]
    taken_by_heads = {place for pair in heads for place in pair}
    rest = [place for place in bracket.residents if place not in taken_by_heads]
    number = {place: at for at, place in enumerate(rest, 1)}
    s1 = [(number[a], number[b]) for a, b in met if (a, b) not in heads]
    original = range(1, len(s1) + 1)
    out = sorted(set(original) - {a for a, _ in s1}, reverse=True)
    into = sorted({a for a, _ in s1} - set(original))
    exchange = (len(out), sum(into) - sum(out), [-one for one in out], into)
    return [a for a, _ in heads], [b for _, b in heads], exchange, [b for _, b in s1]


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy"])
@pytest.mark.parametrize("seed", ["four", "five", "six"])
def test_of_the_best_the_first_in_the_order_of_generation_is_taken(profile: str, seed: str) -> None:
    for task, answer in sample(profile, f"all-{seed}", 60, paired):
        layout = laid_out(task)
        if answer is None or len(layout.players) > MOST_PLAYERS:
            continue
        for bracket, found in drawn(layout).settled:
            everything = Everything(layout, bracket)
            possible = everything.possible()
            shortest = min(len(floaters) for _, floaters in possible)
            values = [(everything.value(c), c) for c in possible if len(c[1]) == shortest]
            best = min(value for value, _ in values)
            first = min((c for value, c in values if value == best), key=lambda c: turn(bracket, c))
            assert turn(bracket, taken(found)) == turn(bracket, first)
            assert weighed(layout, drawn(layout).graph, bracket, {})[0] == found
