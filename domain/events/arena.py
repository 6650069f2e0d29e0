"""Events of an arena: it begins and ends by the clock, those who wait sit down, and somebody pauses."""

from domain.events.integrity import Event
from domain.events.rounds import Board
from domain.records import dataclass
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class ArenaBegun(Event):
    """Those who wait are paired from here on; said again it has another end."""

    ends: str
    """Local time (ISO) from which on no game begins."""


@dataclass(frozen=True, slots=True)
class ArenaEnded(Event):
    """No game begins any more; games in play go on."""


@dataclass(frozen=True, slots=True)
class ArenaGamesBegun(Event):
    """Players who waited sit down, beside the games that the round has already; it is published at once.

    The round of a game is behind those of both, so that nobody has two in one.
    """

    round: int
    boards: tuple[Board, ...]
    engine_version: str


@dataclass(frozen=True, slots=True)
class ArenaGameTakenBack(Event):
    """A game without a result: it was never played."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class ArenaPauseSet(Event):
    """These players are not paired until they come back, or are again."""

    players: tuple[EntrantId, ...]
    paused: bool
