"""Refusals about boards and their games, matches of several games, and files of live boards."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.games import Result

# Refusals about boards and their games.


@dataclass(eq=False)
class NoSuchBoard(Refusal):
    round: int
    board: int
    boards: int
    """The number of boards of the round."""


@dataclass(eq=False)
class NoSuchGame(Refusal):
    round: int
    board: int
    game: int
    games: int
    """The number of games of the match on this board."""


@dataclass(eq=False)
class ResultDiffers(Refusal):
    """The page that sent this showed something else than the journal holds."""

    round: int
    board: int
    seen: Result | None
    now: Result | None
    wanted: Result
    game: int = 1


@dataclass(eq=False)
class NeedsCorrection(Refusal):
    """The round is closed or a later one is paired: only a correction with a reason changes a result now."""

    round: int
    board: int
    now: Result | None
    game: int = 1


@dataclass(eq=False)
class NotDisputed(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class NotAdjourned(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class NothingToCorrect(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class SameAsBefore(Refusal):
    """A correction that changes nothing."""

    round: int
    board: int


@dataclass(eq=False)
class OtherPlayers(Refusal):
    """The boards whose players are corrected were played by the people who were paired there, each once."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class PlayedByOthers(Refusal):
    """Others sat at the board than were paired: with that changed again somebody would sit twice, or nowhere."""

    round: int
    board: int


@dataclass(eq=False)
class OneGameOnly(Refusal):
    """A match of several games is not reseated."""

    round: int
    board: int


@dataclass(eq=False)
class ReportsNotAllowed(Refusal):
    """Players report no results in this tournament."""


@dataclass(eq=False)
class ResultStands(Refusal):
    """A player contradicts a result that has been entered: they tell an arbiter."""

    round: int
    board: int


@dataclass(eq=False)
class TooManyReports(Refusal):
    """One side has changed its mind too often."""

    round: int
    board: int


@dataclass(eq=False)
class NotAtBoard(Refusal):
    """The player of a link plays no game there now: the round is over, or was paired again."""


# Refusals about matches of several games.


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


# Refusals about files of live boards.


@dataclass(eq=False)
class NoFolderOfBoards(Refusal):
    """The operator has not said in which folder files of live boards may stand."""


@dataclass(eq=False)
class OutsideTheFolderOfBoards(Refusal):
    """The path leads out of the folder that the operator has named."""

    path: str
    folder: str


@dataclass(eq=False)
class NoGamesFile(Refusal):
    """There is neither a PGN file nor a folder of this name."""

    path: str


@dataclass(eq=False)
class NoResultOffered(Refusal):
    """No board says a result that is missing: somebody was quicker, or the file says another one by now."""
