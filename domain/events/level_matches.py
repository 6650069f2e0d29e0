"""Events of matches that are level when their games are over."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from domain.events.integrity import Integrity
from domain.words.games import ExtraGame, SettledBy
from domain.words.players import EntrantId


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
