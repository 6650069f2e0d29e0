"""Refusals about matches of several games."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal


@dataclass(eq=False)
class MatchesLevel(Refusal):
    """All games of these matches have their result, and nobody has won."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class MatchNotLevel(Refusal):
    """Further games and lots are for a match that is level when all its games are over."""

    round: int
    board: int


@dataclass(eq=False)
class GamesStillCount(Refusal):
    """Games are left out of a match when they cannot change its end, and of no other."""

    round: int
    board: int


@dataclass(eq=False)
class GameToCome(Refusal):
    """The games of a match are played one after the other, and this one is not on yet, or not any more."""

    round: int
    board: int
    game: int
    decided: bool
    """The match is won without it."""
