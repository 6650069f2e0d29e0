"""Events of single games: results, corrections, disputes, adjournments."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.events.integrity import Integrity
from domain.words.games import Colour, ExtraGame, Result, SettledBy
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """`game` counts the games of a match; in an individual event a match is one game."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    result: Result
    entered_at: str = ""
    """The clock of the device it was typed on, for display only."""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCleared:
    """A result typed for a game that is still running, taken out again."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    result: Result
    was: Result
    counts_from: int
    """The first round paired with the corrected result (F.7)."""
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCorrectedForRating:
    """Too late for the table: standings and pairings keep the old result, the rating report has this one."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    result: Result
    was: Result
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ColoursCorrected:
    """The game was played with the other colours than published; the points stay with the players."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    counts_from: int
    """The first round paired with the true colours; 0 = for the rating report only."""
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A board as it was really played."""

    board: int
    white: EntrantId
    black: EntrantId
    result: Result


@dataclass(frozen=True, slots=True)
class GamesReseated:
    """Boards were played by others than paired: who met whom, and the results (FIDE checklist, 190)."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    games: tuple[PlayedGame, ...]
    counts_from: int
    """The first round paired with the true games; 0 = for the rating report only."""
    reason: str
    during_round: int = 0
    policy: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """A second entry that disagrees with the first. Both are kept until an arbiter settles it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    claimed: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultReported:
    """A player says how their own game ended. Two who say the same settle it; one word alone counts nowhere."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    colour: Colour
    """The side that says it."""
    result: Result
    entered_at: str = ""
    """The clock of the device it was typed on, for display only."""
    game: int = 1


@dataclass(frozen=True, slots=True)
class DisputeSettled:
    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    result: Result
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class GameAdjourned:
    """A draw for pairing only until it is finished (F.9)."""

    integrity: ClassVar = Integrity.ADJOURNMENT
    round: int
    board: int
    game: int = 1


@dataclass(frozen=True, slots=True)
class AdjournedGameFinished:
    integrity: ClassVar = Integrity.ADJOURNMENT
    round: int
    board: int
    result: Result
    during_round: int = 0
    game: int = 1


ResultEvent: TypeAlias = (
    ResultRecorded
    | ResultCleared
    | ResultCorrected
    | ResultCorrectedForRating
    | ColoursCorrected
    | GamesReseated
    | ResultDisputed
    | ResultReported
    | DisputeSettled
    | GameAdjourned
    | AdjournedGameFinished
)


# Events of matches that are level when their games are over.


@dataclass(frozen=True, slots=True)
class GamesAdded:
    """Further games of a match that is level."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    games: tuple[ExtraGame, ...]
    seed: str = ""
    """The lot for their colours; empty = the colours follow from the games before, or were set by the arbiter."""


@dataclass(frozen=True, slots=True)
class MatchSettled:
    """A match is decided beside its games: by lots, or by the arbiter. A later one replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    winner: EntrantId
    by: SettledBy
    seed: str = ""
    """The lot's seed; empty for a ruling."""
    reason: str = ""


LevelMatchEvent: TypeAlias = GamesAdded | MatchSettled
