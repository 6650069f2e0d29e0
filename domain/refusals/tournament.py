"""Refusals because of what the tournament is, or has come to."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal


@dataclass(eq=False)
class TournamentIsClosed(Refusal):
    pass


@dataclass(eq=False)
class NothingToClose(Refusal):
    """No round was published: there is no table that could be final."""


@dataclass(eq=False)
class MovedOn(Refusal):
    """A program decided on an earlier version of the tournament."""

    expected: int
    version: int


@dataclass(eq=False)
class TournamentHasStarted(Refusal):
    """`what` is fixed by now: `system` once round 1 is paired, `initial-colour` once it is published."""

    what: str


@dataclass(eq=False)
class OutsideFideMode(Refusal):
    """FIDE mode has the rules in force and nothing else; `fields` of the regulations stand outside them."""

    fields: tuple[str, ...]


@dataclass(eq=False)
class TiebreaksOfOtherFormat(Refusal):
    """FIDE mode ranks nobody by these: they are for a Swiss, or for a round robin, and this is the other one."""

    tiebreaks: tuple[str, ...]
    predetermined: bool
    """Everybody's opponents stand in a table."""


@dataclass(eq=False)
class KeptInFideMode(Refusal):
    """In FIDE mode this changes no more once round 1 is paired: `regulations` or `prohibited-pairs`."""

    what: str


@dataclass(eq=False)
class TournamentOfPlayers(Refusal):
    """The regulations pair players, not teams."""


@dataclass(eq=False)
class NoInitialColour(Refusal):
    pass


@dataclass(eq=False)
class NotChess960(Refusal):
    """The games begin from the usual position."""


@dataclass(eq=False)
class StartPositionIsDrawn(Refusal):
    """A lot is drawn once."""

    round: int
    position: int


@dataclass(eq=False)
class GamesAdjourned(Refusal):
    """No final table while a game is adjourned."""

    games: tuple[tuple[int, int], ...]


@dataclass(eq=False)
class PlayoffOnBoards(Refusal):
    """No final table while a play-off for a place of it is played."""

    places: tuple[int, ...]


@dataclass(eq=False)
class WasThrownAway(Refusal):
    """Nothing is written about a tournament that was thrown away until it is brought back."""
