"""Brackets of 2^n places: which seed stands on which line of the first round, and who meets whom after it.

Lines are read from the top; lines 1 and 2 meet first, the winner meets the one of lines 3 and 4, and so on.
"""

from collections.abc import Sequence
from typing import TypeVar

from domain.words.brackets import BracketMatch, BracketPart, BracketPlace, Origin

T = TypeVar("T")


def bracket_size(entrants: int) -> int:
    """The smallest 2^n with a place for everybody; places that stay empty are byes of the top seeds."""
    return 1 << max(entrants - 1, 0).bit_length()


def seeding(size: int) -> tuple[int, ...]:
    """Seeds from the top line down: 1, 16, 8, 9, ... As long as the better seed wins, 1 and 2 meet last.

    Raises ValueError for a size that is no power of two.
    """
    if size < 1 or size & (size - 1):
        raise ValueError(size)
    lines: tuple[int, ...] = (1,)
    while len(lines) < size:
        doubled = 2 * len(lines) + 1
        lines = tuple(seed for better in lines for seed in (better, doubled - better))
    return lines


def knockout_bracket(size: int, third_place: bool = False) -> tuple[BracketMatch, ...]:
    """All matches of 2^n places; that for the third place stands behind the final."""
    bracket = _Bracket()
    alive = bracket.first_round(size)
    round = 1
    while len(alive) > 1:
        round += 1
        losers = [BracketPlace(Origin.LOSER, match) for match in alive]
        alive = bracket.halve(round, BracketPart.MAIN, alive)
        if len(losers) == 2 and third_place:
            bracket.play(round, BracketPart.THIRD, *losers)
    return tuple(bracket.matches)


def double_elimination_bracket(size: int) -> tuple[BracketMatch, ...]:
    """All matches of 2^n places, of at least 4: a player who loses for the second time is out.

    The losers of the upper bracket drop to the far side of the lower one, reversed and with the halves exchanged by
    turns: no rematch before the 4th lower round of 16 places, the 5th of 32, the 6th of 64.
    """
    bracket = _Bracket()
    upper = bracket.first_round(size)
    bracket.play_on(1, upper, [], losers_of(upper), 0)
    return tuple(bracket.matches)


def continued(
    matches: Sequence[BracketMatch], upper: Sequence[int], lower: Sequence[int], waiting: Sequence[int]
) -> tuple[BracketMatch, ...]:
    """A double elimination that was begun otherwise, with the rounds to come as ours would have them.

    `upper`, `lower`: the matches whose winners have no next one, from the top line down; `waiting`: those of the upper
    bracket whose losers have none. Raises ValueError where these do not fit each other.
    """
    bracket = _Bracket(matches)
    drops = len({match.round for match in matches if match.part is BracketPart.MAIN}) - 1
    bracket.play_on(max(match.round for match in matches), upper, lower, losers_of(waiting), drops)
    return tuple(bracket.matches)


def losers_of(matches: Sequence[int]) -> list[BracketPlace]:
    return [BracketPlace(Origin.LOSER, match) for match in matches]


def dropped(losers: Sequence[BracketPlace], drop: int) -> list[BracketPlace]:
    """The losers of an upper round in the order of the lower matches that they drop to."""
    if drop % 2:
        return [*reversed(losers)]
    half = len(losers) // 2
    return [*losers[half:], *losers[:half]]


def pairs_of(line: Sequence[T]) -> list[tuple[T, T]]:
    return list(zip(line[::2], line[1::2], strict=True))


class _Bracket:
    def __init__(self, matches: Sequence[BracketMatch] = ()) -> None:
        self.matches = [*matches]

    def play(self, round: int, part: BracketPart, one: BracketPlace, other: BracketPlace) -> int:
        self.matches.append(BracketMatch(len(self.matches) + 1, round, part, (one, other)))
        return len(self.matches)

    def first_round(self, size: int) -> list[int]:
        seeds = [BracketPlace(Origin.SEED, seed) for seed in seeding(size)]
        return [self.play(1, BracketPart.MAIN, one, other) for one, other in pairs_of(seeds)]

    def halve(self, round: int, part: BracketPart, matches: Sequence[int]) -> list[int]:
        return [
            self.play(round, part, BracketPlace(Origin.WINNER, one), BracketPlace(Origin.WINNER, other))
            for one, other in pairs_of(matches)
        ]

    def play_on(
        self, round: int, upper: Sequence[int], lower: Sequence[int], waiting: list[BracketPlace], drops: int
    ) -> None:
        """The rounds after this one, to the second final."""
        while waiting or len(upper) > 1 or len(lower) > 1:
            round += 1
            if waiting and lower:
                fresh, waiting = dropped(waiting, drops), []
                lower = [
                    self.play(round, BracketPart.LOWER, BracketPlace(Origin.WINNER, match), loser)
                    for match, loser in zip(lower, fresh, strict=True)
                ]
                continue
            meeting, waiting = waiting, []
            if len(upper) > 1:
                upper, drops = self.halve(round, BracketPart.MAIN, upper), drops + 1
                waiting = losers_of(upper)
            if meeting:
                lower = [self.play(round, BracketPart.LOWER, *two) for two in pairs_of(meeting)]
            else:
                lower = self.halve(round, BracketPart.LOWER, lower)
        [best], [survivor] = upper, lower
        self.finals(round + 1, best, survivor)

    def finals(self, round: int, best: int, survivor: int) -> None:
        first = self.play(
            round, BracketPart.FINAL, BracketPlace(Origin.WINNER, best), BracketPlace(Origin.WINNER, survivor)
        )
        self.play(
            round + 1, BracketPart.SECOND_FINAL, BracketPlace(Origin.WINNER, first), BracketPlace(Origin.LOSER, first)
        )
