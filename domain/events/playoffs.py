"""Events of play-offs (C.07, 32)."""

from domain.events.integrity import Event
from domain.records import dataclass
from domain.words.options import OrderGone
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class PlayoffDeclared(Event):
    source: str
    position: int
    place: int
    """The first of the places that they are level for."""
    tied: tuple[EntrantId, ...]
    """By tie-break, best first."""
    seed: str = ""
    """The lot among those whom no tie-break parts; empty = there were none."""
    ended: str = ""
    """ISO date and time at which the last main game of one of them ended; empty = not known (32.5.3)."""


@dataclass(frozen=True, slots=True)
class PlayoffStageOpened(Event):
    """Lots of a stage are drawn: number 1 comes first, and has White against whom it meets without a table."""

    stage: str
    order: tuple[EntrantId, ...]
    seed: str
    round: int
    not_before: str = ""
    """ISO date and time of the earliest start (32.5.3); empty = not known."""
    white: EntrantId | None = None
    """The player with White, once number 1 has chosen the colour; the stage is noted a second time then."""


@dataclass(frozen=True, slots=True)
class MovesCounted(Event):
    """The length of a game in half-moves, as on the score sheet; a later one replaces it."""

    round: int
    board: int
    half_moves: int
    game: int = 1


@dataclass(frozen=True, slots=True)
class GameArbiterAssigned(Event):
    """The arbiter who watches a game (32.5.4)."""

    round: int
    board: int
    arbiter: str


@dataclass(frozen=True, slots=True)
class PanelRuled(Event):
    """Three other arbiters have decided a conflict about a game; that is final (32.5.4)."""

    round: int
    board: int
    panel: tuple[str, ...]
    ruling: str


@dataclass(frozen=True, slots=True)
class LongerControlAgreed(Event):
    """Two players play with more time, as the organiser and the chief arbiter agree (32.5.7)."""

    organiser: str
    arbiter: str
    time_control: str


@dataclass(frozen=True, slots=True)
class PlayoffHeld(Event):
    playoff: str
    place: int
    tied: tuple[EntrantId, ...]
    reason: str = ""
    """The reason, if the regulations had announced no play-off (32.5.1)."""


@dataclass(frozen=True, slots=True)
class PlayoffDecided(Event):
    """The order of the tied, which is their tie-break `PLAYOFF` from now on."""

    source: str
    position: int
    order: tuple[EntrantId, ...]
    by: tuple[str, ...]
    """In step with `order`: `score`, `armageddon`, `fewest-moves`, `lots`, `forfeit`, `tie-break` or
    `dropped-by-tie-break`."""


@dataclass(frozen=True, slots=True)
class PlayoffReopened(Event):
    source: str
    position: int
    reason: str = ""
    cause: OrderGone = OrderGone.GOES_ON
