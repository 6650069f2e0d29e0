"""Refusals of play-offs."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal


@dataclass(eq=False)
class PlayoffIsDecided(Refusal):
    """There is nothing left to play."""


@dataclass(eq=False)
class PlayoffGoesOn(Refusal):
    """The order of the tied is not decided yet."""


@dataclass(eq=False)
class LotsNotDrawn(Refusal):
    """The next games of a play-off wait for lots."""


@dataclass(eq=False)
class ColourNotChosen(Refusal):
    """The winner of a lot is to choose the colour of an Armageddon game."""


@dataclass(eq=False)
class NoColourToChoose(Refusal):
    """Nobody is to choose the colour in this stage of a play-off."""

    stage: str


@dataclass(eq=False)
class MovesMissing(Refusal):
    """The fewest moves decide, and nobody has given those of these games."""

    games: tuple[tuple[int, int], ...]
    """Round and board."""


@dataclass(eq=False)
class GamesStillPlayed(Refusal):
    """The next games of a play-off follow from these."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class NoPlayoffAnnounced(Refusal):
    """The regulations' list of tie-breaks has no `PLAYOFF` (32.5.1)."""


@dataclass(eq=False)
class NobodyTied(Refusal):
    """No tie that a play-off could decide."""


@dataclass(eq=False)
class NoSuchPlayoff(Refusal):
    """This tournament has no play-off of that address, or none that has given an order."""

    playoff: str


@dataclass(eq=False)
class RuledAlready(Refusal):
    """The panel's ruling about a game is final (32.5.4)."""

    round: int
    board: int


@dataclass(eq=False)
class OnlyForTwo(Refusal):
    """Longer games are for two players, before the first of them begins (32.5.7)."""
