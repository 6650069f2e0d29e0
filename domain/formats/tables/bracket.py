"""Brackets of 2^n places: which seed stands on which line of the first round, and who meets whom after it.

Lines are read from the top; lines 1 and 2 meet first, the winner meets the one of lines 3 and 4, and so on.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

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


class BracketPart(StrEnum):
    """A part of a bracket. The values stand in JSON."""

    MAIN = "main"
    LOWER = "lower"
    THIRD = "third"
    FINAL = "final"
    SECOND_FINAL = "second-final"
    """Only where the winner of the lower bracket has won the first: then both have lost once."""


class Origin(StrEnum):
    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class BracketPlace(NamedTuple):
    origin: Origin
    of: int


class BracketMatch(NamedTuple):
    """A match that a bracket has in any case, whoever plays in it."""

    number: int
    """From 1, round by round."""
    round: int
    part: BracketPart
    places: tuple[BracketPlace, BracketPlace]


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
    lower: list[int] = []
    round, drop = 1, 0
    while len(upper) > 1:
        round, drop = round + 1, drop + 1
        losers = [BracketPlace(Origin.LOSER, match) for match in upper]
        upper = bracket.halve(round, BracketPart.MAIN, upper)
        if drop == 1:
            lower = [bracket.play(round, BracketPart.LOWER, *two) for two in pairs_of(losers)]
        else:
            lower = bracket.halve(round, BracketPart.LOWER, lower)
        round += 1
        dropping = dropped([BracketPlace(Origin.LOSER, match) for match in upper], drop)
        lower = [
            bracket.play(round, BracketPart.LOWER, BracketPlace(Origin.WINNER, match), fresh)
            for match, fresh in zip(lower, dropping, strict=True)
        ]
    [best], [survivor] = upper, lower
    first = bracket.play(
        round + 1, BracketPart.FINAL, BracketPlace(Origin.WINNER, best), BracketPlace(Origin.WINNER, survivor)
    )
    bracket.play(
        round + 2, BracketPart.SECOND_FINAL, BracketPlace(Origin.WINNER, first), BracketPlace(Origin.LOSER, first)
    )
    return tuple(bracket.matches)


def dropped(losers: Sequence[BracketPlace], drop: int) -> list[BracketPlace]:
    """The losers of an upper round in the order of the lower matches that they drop to."""
    if drop % 2:
        return [*reversed(losers)]
    half = len(losers) // 2
    return [*losers[half:], *losers[:half]]


def pairs_of(line: Sequence[T]) -> list[tuple[T, T]]:
    return list(zip(line[::2], line[1::2], strict=True))


class _Bracket:
    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []

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
