"""Refusals about boards and their games, matches of several games, and files of live boards."""

from domain.refusals.refusal import Refusal
from domain.words.games import Result


class NoSuchBoard(Refusal):
    round: int
    board: int
    boards: int


class NoSuchGame(Refusal):
    round: int
    board: int
    game: int
    games: int


class ResultDiffers(Refusal):
    round: int
    board: int
    seen: Result | None
    now: Result | None
    wanted: Result
    game: int = 1


class NeedsCorrection(Refusal):
    """The round is closed or a later one is paired: only a correction with a reason changes a result now."""

    round: int
    board: int
    now: Result | None
    game: int = 1


class NotDisputed(Refusal):
    round: int
    board: int


class NotAdjourned(Refusal):
    round: int
    board: int


class NothingToCorrect(Refusal):
    round: int
    board: int


class SameAsBefore(Refusal):
    """A correction that changes nothing."""

    round: int
    board: int


class OtherPlayers(Refusal):
    """The boards whose players are corrected were played by the people who were paired there, each once."""

    round: int
    boards: tuple[int, ...]


class PlayedByOthers(Refusal):
    """Others sat at the board than were paired: with that changed again somebody would sit twice, or nowhere."""

    round: int
    board: int


class OneGameOnly(Refusal):
    round: int
    board: int


class ReportsNotAllowed(Refusal):
    pass


class ResultStands(Refusal):
    round: int
    board: int


class TooManyReports(Refusal):
    round: int
    board: int


class NotAtBoard(Refusal):
    pass


class MatchesLevel(Refusal):
    round: int
    boards: tuple[int, ...]


class MatchNotLevel(Refusal):
    round: int
    board: int


class GamesStillCount(Refusal):
    """Games are left out of a match when they cannot change its end, and of no other."""

    round: int
    board: int


class GameToCome(Refusal):
    """The games of a match are played one after the other, and this one is not on yet, or not any more."""

    round: int
    board: int
    game: int
    decided: bool


class NoFolderOfBoards(Refusal):
    pass


class OutsideTheFolderOfBoards(Refusal):
    path: str
    folder: str


class NoGamesFile(Refusal):
    path: str


class NoResultOffered(Refusal):
    """No board says a result that is missing: somebody was quicker, or the file says another one by now."""
