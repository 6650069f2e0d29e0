"""Further games of a match that is level: their kinds, and who may settle it otherwise."""

from dataclasses import dataclass

from domain.words.entrants import EntrantId
from domain.words.games import Word


class GameKind(Word):
    """The kind of a game within its match. The values are stored in journals."""

    MAIN = "main"
    """A game of the match as announced."""
    RAPID = "rapid"
    BLITZ = "blitz"
    ARMAGEDDON = "armageddon"
    """White has more time, and Black the draw: a draw wins the match for Black."""

    @property
    def counts(self) -> bool:
        """Part of the table, the tie-breaks and the rating report. Further games only decide who goes on."""
        return self is GameKind.MAIN


class SettledBy(Word):
    """A decision of a match beside its games. The values are stored in journals."""

    LOTS = "lots"
    RULING = "ruling"
    """The arbiter's own word."""
    FURTHER_GAMES = "further-games"
    """Only read from a report file, which does not have the games."""
    LOWER_RATING = "lower-rating"
    """Only read from a report file, which may have another rating than that day."""


@dataclass(frozen=True, slots=True)
class ExtraGame:
    """One further game of a match."""

    number: int
    """The number of the game in its match; they follow those that there are."""
    white: EntrantId
    black: EntrantId
    kind: GameKind
