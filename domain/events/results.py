"""Events of single games: results, corrections, disputes, adjournments."""

from typing import ClassVar

from domain.events.integrity import Event, Integrity
from domain.records import dataclass
from domain.words.games import Colour, ExtraGame, Result, SettledBy
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class ResultRecorded(Event):
    """`game` counts the games of a match; in an individual event a match is one game."""

    round: int
    board: int
    result: Result
    entered_at: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCleared(Event):
    round: int
    board: int
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCorrected(Event):
    integrity: ClassVar[Integrity] = Integrity.CORRECTION
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
class ResultCorrectedForRating(Event):
    """Too late for the table: standings and pairings keep the old result, the rating report has this one."""

    integrity: ClassVar[Integrity] = Integrity.CORRECTION
    round: int
    board: int
    result: Result
    was: Result
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ColoursCorrected(Event):
    """The game was played with the other colours than published; the points stay with the players."""

    integrity: ClassVar[Integrity] = Integrity.CORRECTION
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
    board: int
    white: EntrantId
    black: EntrantId
    result: Result


@dataclass(frozen=True, slots=True)
class GamesReseated(Event):
    """Boards were played by others than paired: who met whom, and the results (FIDE checklist, 190)."""

    integrity: ClassVar[Integrity] = Integrity.CORRECTION
    round: int
    games: tuple[PlayedGame, ...]
    counts_from: int
    """The first round paired with the true games; 0 = for the rating report only."""
    reason: str
    during_round: int = 0
    policy: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed(Event):
    """A second entry that disagrees with the first. Both are kept until an arbiter settles it."""

    round: int
    board: int
    claimed: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """A player says how their own game ended. Two who say the same settle it; one word alone counts nowhere."""

    round: int
    board: int
    colour: Colour
    result: Result
    entered_at: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class DisputeSettled(Event):
    round: int
    board: int
    result: Result
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class GameAdjourned(Event):
    """A draw for pairing only until it is finished (F.9)."""

    integrity: ClassVar[Integrity] = Integrity.ADJOURNMENT
    round: int
    board: int
    game: int = 1


@dataclass(frozen=True, slots=True)
class AdjournedGameFinished(Event):
    integrity: ClassVar[Integrity] = Integrity.ADJOURNMENT
    round: int
    board: int
    result: Result
    during_round: int = 0
    game: int = 1


@dataclass(frozen=True, slots=True)
class GamesAdded(Event):
    round: int
    board: int
    games: tuple[ExtraGame, ...]
    seed: str = ""
    """The lot for their colours; empty = the colours follow from the games before, or were set by the arbiter."""


@dataclass(frozen=True, slots=True)
class MatchSettled(Event):
    """A match is decided beside its games: by lots, or by the arbiter. A later one replaces it."""

    round: int
    board: int
    winner: EntrantId
    by: SettledBy
    seed: str = ""
    """The lot's seed; empty for a ruling."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ArmageddonDecided(Event):
    """The Armageddon after a drawn game, which stays a draw for the rating."""

    round: int
    board: int
    winner: EntrantId | None
    """None = what was entered is taken back."""
    points: int
    """Half-points beside the draw."""
    counts_from: int
    """The first round whose pairing takes them into account."""


@dataclass(frozen=True, slots=True)
class ArmageddonLeftOut(Event):
    """The arbiter says that no Armageddon followed a drawn game."""

    round: int
    board: int
    counts_from: int
    """As of `ArmageddonDecided`, where one was entered before."""


@dataclass(frozen=True, slots=True)
class IllegalMoveNoted(Event):
    """The arbiter has ruled on an illegal move (FIDE Laws, 7.5.5)."""

    round: int
    board: int
    game: int
    colour: Colour
    """Who made it."""
    noted_at: str
    """ISO, local."""


@dataclass(frozen=True, slots=True)
class IllegalMoveTakenBack(Event):
    """The newest one that was noted for this side."""

    round: int
    board: int
    game: int
    colour: Colour
