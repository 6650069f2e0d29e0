"""Refusals of play-offs."""

from domain.refusals.refusal import Refusal


class PlayoffIsDecided(Refusal):
    """There is nothing left to play."""


class PlayoffGoesOn(Refusal):
    """The order of the tied is not decided yet."""


class LotsNotDrawn(Refusal):
    pass


class ColourNotChosen(Refusal):
    pass


class NoColourToChoose(Refusal):
    stage: str


class MovesMissing(Refusal):
    """The fewest moves decide, and nobody has given those of these games."""

    games: tuple[tuple[int, int], ...]
    """Round and board."""


class GamesStillPlayed(Refusal):
    round: int
    boards: tuple[int, ...]


class NoPlayoffAnnounced(Refusal):
    """The regulations' list of tie-breaks has no `PLAYOFF` (32.5.1)."""


class NobodyTied(Refusal):
    pass


class NoSuchPlayoff(Refusal):
    """This tournament has no play-off of that address, or none that has given an order."""

    playoff: str


class RuledAlready(Refusal):
    """The panel's ruling about a game is final (32.5.4)."""

    round: int
    board: int


class OnlyForTwo(Refusal):
    """Longer games are for two players, before the first of them begins (32.5.7)."""
