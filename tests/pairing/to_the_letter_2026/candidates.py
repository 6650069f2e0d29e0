"""All candidates of a bracket, judged by C10 to C21 in their order; among equals the one generated first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from domain.cards.card import Float
from domain.words.games import Colour
from tests.pairing.to_the_letter_2026.colours import colour_of_higher
from tests.pairing.to_the_letter_2026.completion import Completion, Group, Pair
from tests.pairing.to_the_letter_2026.orders import generated
from tests.pairing.to_the_letter_2026.players import Player, Strength

ONE_POINT = 2
"""In half-points."""
FIRST_LOOKED_AT = 50
"""Candidates in the order of generation that are looked at for a perfect one, before all are compared."""


@dataclass(frozen=True)
class Seat:
    """One player of a pair, with the colour that 5.2 gives them."""

    player: Player
    colour: Colour
    opponent: Player

    @property
    def with_topscorer(self) -> bool:
        return self.player.topscorer or self.opponent.topscorer

    @cached_property
    def too_wide(self) -> bool:
        """This colour gives them a difference of more than two; one who had that before and comes nearer gets none."""
        before = self.player.difference
        after = before + (1 if self.colour is Colour.WHITE else -1)
        return self.with_topscorer and abs(after) > max(2, abs(before))

    @cached_property
    def third_in_a_row(self) -> bool:
        return self.with_topscorer and self.player.colours[-2:] == (self.colour, self.colour)

    @cached_property
    def denied(self) -> bool:
        return self.player.wish is not None and self.player.wish is not self.colour

    @cached_property
    def strongly_denied(self) -> bool:
        return self.denied and self.player.strength >= Strength.STRONG


@dataclass(frozen=True)
class Candidate:
    """A pairing of the bracket."""

    pairs: frozenset[Pair]
    seats: tuple[Seat, ...]
    moved: Group
    """All MDPs of the bracket."""
    down: Group
    floor: int
    """The score of the residents."""

    @cached_property
    def mdp_pairs(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair[0] in self.moved]

    @cached_property
    def value(self) -> tuple[int | list[int], ...]:
        """The values that C10 to C21 minimise, in their order."""
        return tuple(criterion(self) for criterion in TABLE)

    @property
    def perfect(self) -> bool:
        return not any(self.value)


def c10_colour_difference(candidate: Candidate) -> int:
    """Topscorers and their opponents who get a colour difference of more than two."""
    return sum(seat.too_wide for seat in candidate.seats)


def c11_third_colour(candidate: Candidate) -> int:
    """Topscorers and their opponents who have the same colour a third time."""
    return sum(seat.third_in_a_row for seat in candidate.seats)


def c12_preferences(candidate: Candidate) -> int:
    """Players without the colour that they prefer."""
    return sum(seat.denied for seat in candidate.seats)


def c13_strong_preferences(candidate: Candidate) -> int:
    """Players without the colour that they prefer strongly or absolutely."""
    return sum(seat.strongly_denied for seat in candidate.seats)


def resident_downfloaters(rounds_before: int) -> Callable[[Candidate], int]:
    """C14, C16: residents who move down and floated down then."""

    def count(candidate: Candidate) -> int:
        return sum(p not in candidate.moved and p.had_float(Float.DOWN, rounds_before) for p in candidate.down)

    return count


def opponents_of_mdps(rounds_before: int) -> Callable[[Candidate], int]:
    """C15, C17: opponents of MDPs who floated up then."""

    def count(candidate: Candidate) -> int:
        return sum(low.had_float(Float.UP, rounds_before) for _, low in candidate.mdp_pairs)

    return count


def differences_of_mdps(rounds_before: int) -> Callable[[Candidate], list[int]]:
    """C18, C20: score differences, the largest first, of MDPs who floated down then.

    One who stays unpaired goes further down still: as if they met somebody one point below the residents.
    """

    def differences(candidate: Candidate) -> list[int]:
        floated = [p for p in candidate.moved if p.had_float(Float.DOWN, rounds_before)]
        return sorted(
            (p.score - candidate.floor + (ONE_POINT if p in candidate.down else 0) for p in floated), reverse=True
        )

    return differences


def differences_of_opponents(rounds_before: int) -> Callable[[Candidate], list[int]]:
    """C19, C21: score differences, the largest first, of opponents of MDPs who floated up then."""

    def differences(candidate: Candidate) -> list[int]:
        pairs = (pair for pair in candidate.mdp_pairs if pair[1].had_float(Float.UP, rounds_before))
        return sorted((high.score - low.score for high, low in pairs), reverse=True)

    return differences


TABLE: tuple[Callable[[Candidate], int | list[int]], ...] = (
    c10_colour_difference,
    c11_third_colour,
    c12_preferences,
    c13_strong_preferences,
    resident_downfloaters(1),
    opponents_of_mdps(1),
    resident_downfloaters(2),
    opponents_of_mdps(2),
    differences_of_mdps(1),
    differences_of_opponents(1),
    differences_of_mdps(2),
    differences_of_opponents(2),
)
"""C10 to C21."""


class Candidates:
    """Of one bracket, after C1 to C9 have left `sets` of downfloaters, all of one size and the same scores."""

    def __init__(self, moved: Group, residents: Group, sets: list[Group], completion: Completion) -> None:
        self.moved = moved
        self.residents = residents
        self.sets = sets
        self.completion = completion
        self.seats_known: dict[Pair, tuple[Seat, Seat]] = {}

    def best(self) -> tuple[Pair, ...]:
        found = self.perfect_at_once() or self.first_of_the_best()
        return tuple(found.pairs)

    def perfect_at_once(self) -> Candidate | None:
        """The first candidate of all, if nothing can be better. Only the beginning of the order is looked at."""
        for pairs in islice(self.in_order(self.acceptable), FIRST_LOOKED_AT):
            candidate = self.candidate(pairs)
            if candidate.down in self.sets and candidate.perfect:
                return candidate
        return None

    def first_of_the_best(self) -> Candidate:
        """The candidate generated first of those with the best value."""
        everything = list(self.all())
        value = min(candidate.value for candidate in everything)
        best = {candidate.pairs: candidate for candidate in everything if candidate.value == value}
        in_use = frozenset[Pair]().union(*best)
        return next(best[pairs] for pairs in self.in_order(in_use.__contains__) if pairs in best)

    def all(self) -> Iterator[Candidate]:
        """Every legal candidate, in no order."""
        for down in self.sets:
            rest = tuple(player for player in self.moved + self.residents if player not in down)
            for pairs in self.matchings(rest):
                yield self.candidate(frozenset(pairs))

    def matchings(self, players: Group) -> Iterator[tuple[Pair, ...]]:
        if not players:
            yield ()
            return
        first, *others = players
        for other in others:
            if self.acceptable((first, other)):
                for pairs in self.matchings(tuple(p for p in others if p is not other)):
                    yield ((first, other), *pairs)

    def acceptable(self, pair: Pair) -> bool:
        """C1 and C3. An MDP meets a resident."""
        return self.completion.legal(*pair) and not (pair[0] in self.moved and pair[1] in self.moved)

    def in_order(self, acceptable: Callable[[Pair], bool]) -> Iterator[frozenset[Pair]]:
        down = self.sets[0]
        mdps = sum(player not in down for player in self.moved)
        pairs = (len(self.moved) + len(self.residents) - len(down)) // 2
        return generated(self.moved, self.residents, mdps, pairs, acceptable)

    def candidate(self, pairs: frozenset[Pair]) -> Candidate:
        seated = {player for pair in pairs for player in pair}
        down = tuple(player for player in self.moved + self.residents if player not in seated)
        seats = tuple(seat for pair in pairs for seat in self.seats(pair))
        return Candidate(pairs, seats, self.moved, down, self.residents[0].score)

    def seats(self, pair: Pair) -> tuple[Seat, Seat]:
        """By 5.2; the lot decides only between two without a preference, to whom C10 to C13 do not look."""
        if pair not in self.seats_known:
            high, low = pair
            colour = colour_of_higher(high, low, Colour.WHITE)
            self.seats_known[pair] = Seat(high, colour, low), Seat(low, colour.opposite, high)
        return self.seats_known[pair]
