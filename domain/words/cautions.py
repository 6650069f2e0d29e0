"""Cautions, to be read and acknowledged before a step. Data only: the sentences are in `web/wording/cautions.py`."""

from typing import ClassVar, dataclass_transform

from domain.records import dataclass
from domain.words.choices.prizes import Condition
from domain.words.players import EntrantId


@dataclass_transform(frozen_default=True)
class Caution:
    """Every subclass is a dataclass.

    `level` as in the FIDE checklist: 1 = to be known, 2 = to be acknowledged, 3 = to be confirmed or cancelled.
    """

    level: ClassVar[int] = 2

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class LastRoundDiffers(Caution):
    """The newest round becomes, or is no longer, the last one, and its boards are not what that asks for."""

    level: ClassVar[int] = 3
    round: int
    rounds: int
    boards: tuple[int, ...]
    system: str


class PlayoffLeftOut(Caution):
    level: ClassVar[int] = 3
    places: tuple[int, ...]


class RoundBeforeItsDay(Caution):
    """The regulations have one round a day, and this one is for a later day (document 003, KO4)."""

    level: ClassVar[int] = 3
    round: int
    day: str
    """The first on which it may be published (ISO)."""
    today: str


class TooManyRounds(Caution):
    """Not all planned rounds can be paired legally (FIDE checklist, 62)."""

    players: int
    planned: int
    most: int


class RoundsNotCertain(Caution):
    """From some round on it hangs on the results whether there is a legal pairing. For information."""

    level: ClassVar[int] = 1
    players: int
    planned: int
    safe: int


class RoundsOfPortal(Caution):
    """The portal's Swiss has as many rounds as a knock-out of its field (document 003). For information."""

    level: ClassVar[int] = 1
    players: int
    planned: int
    fitting: int


class UnratedPlayers(Caution):
    """The pairing system needs a rating of everybody. For information: without it no round is paired."""

    level: ClassVar[int] = 1
    players: int


class BarMisplaced(Caution):
    """More or fewer players begin at the bar of McMahon than should for so many rounds. For information."""

    level: ClassVar[int] = 1
    players: int
    rounds: int
    least: int
    most: int
    fitting: int
    """The nearest bar with so many players; 0 = there is none."""


class SystemChanges(Caution):
    level: ClassVar[int] = 3
    first_round: int
    """The first one that the new system pairs."""
    old: str
    new: str
    unrated: int
    start: bool = False
    level_start: bool = False
    """Players have starting points no longer."""


class BothColoursWrong(Caution):
    """On boards seated by hand both have the opposite of the colour that is due (FIDE checklist, 67)."""

    round: int
    boards: tuple[int, ...]


class LatecomerPlays(Caution):
    level: ClassVar[int] = 3
    round: int
    board: int
    latecomer: str
    other: str
    white: str
    black: str
    colours_by: str
    """The article of the pairing system that gives the two their colours."""


class LeftOutBefore(Caution):
    """Entrants who were missing at check-in and left out of the round before are paired: nobody said they are here."""

    round: int
    names: tuple[str, ...]


class GamesStillAdjourned(Caution):
    """A round is paired over games that are not finished; each counts as a draw (FIDE checklist, 168)."""

    games: tuple[tuple[int, int], ...]
    """(round, board)."""


class AnotherHalfPointBye(Caution):
    """From the second on (FIDE checklist, 174)."""

    level: ClassVar[int] = 3
    player: EntrantId
    count: int


class OutsideConditions(Caution):
    """Somebody enters who does not fulfil the conditions, which are a warning."""

    name: str
    failed: tuple[Condition, ...]


class FullPointBye(Caution):
    """Possible, and deprecated (FIDE checklist, 178)."""

    player: EntrantId
