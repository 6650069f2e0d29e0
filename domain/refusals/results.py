"""Refusals about boards and their games, matches of several games, and files of live boards."""

from domain.refusals.refusal import OfABoard, OfBoards, Refusal
from domain.words.games import Result


class NoSuchBoard(OfABoard):
    boards: int


class NoSuchGame(OfABoard):
    game: int
    games: int


class ResultDiffers(OfABoard):
    seen: Result | None
    now: Result | None
    wanted: Result
    game: int = 1


class NeedsCorrection(OfABoard):
    """The round is closed or a later one is paired: only a correction with a reason changes a result now."""

    now: Result | None
    game: int = 1


class NotDisputed(OfABoard):
    pass


class NotAdjourned(OfABoard):
    pass


class NoArmageddon(OfABoard):
    """The regulations have none."""


class ArmageddonNeedsDraw(OfABoard):
    pass


class GameHasEnded(OfABoard):
    pass


class NoIllegalMove(OfABoard):
    """None is noted that could be taken back."""


class NothingToCorrect(OfABoard):
    pass


class SameAsBefore(OfABoard):
    """A correction that changes nothing."""


class OtherPlayers(OfBoards):
    """The boards whose players are corrected were played by the people who were paired there, each once."""


class PlayedByOthers(OfABoard):
    """Others sat at the board than were paired: with that changed again somebody would sit twice, or nowhere."""


class OneGameOnly(OfABoard):
    pass


class ReportsNotAllowed(Refusal):
    pass


class ResultStands(OfABoard):
    pass


class TooManyReports(OfABoard):
    pass


class NotAtBoard(Refusal):
    pass


class MatchesLevel(OfBoards):
    pass


class MatchNotLevel(OfABoard):
    pass


class GamesStillCount(OfABoard):
    """Games are left out of a match when they cannot change its end, and of no other."""


class GameToCome(OfABoard):
    """The games of a match are played one after the other, and this one is not on yet, or not any more."""

    game: int
    decided: bool


class DefaultTimeNotOver(Refusal):
    round: int
    until: str
    """ISO, local; empty = none is set, or the start of the round is not announced."""


class NoFolderOfBoards(Refusal):
    pass


class OutsideTheFolderOfBoards(Refusal):
    path: str
    folder: str


class NoGamesFile(Refusal):
    path: str


class NoMovesTyped(Refusal):
    pass


class SeveralGamesTyped(Refusal):
    count: int


class TooManyMovesTyped(Refusal):
    most: int


class IllegalMoveTyped(Refusal):
    move: str
    """With its number: `17... Ra5`."""


class GamesNotAllowed(Refusal):
    """Players send no games here."""


class GameKnown(Refusal):
    """The boards or the desk have told it."""


class NoResultOffered(Refusal):
    """No board says a result that is missing: somebody was quicker, or the file says another one by now."""
