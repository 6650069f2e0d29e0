"""The input and the answer of a reading of a play-off: data alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from domain.formats.playoff.games import PlayoffGame
from domain.formats.playoff.plan import PlanStep
from domain.words.games import Result
from domain.words.options import PlayoffOptions
from domain.words.players import EntrantId

Wave = tuple[PlayoffGame, ...]
"""The games that are played at the same time: a round of the tournament that the play-off is."""


@dataclass(frozen=True, slots=True)
class PlayoffState:
    seeds: tuple[EntrantId, ...]
    options: PlayoffOptions = field(default_factory=PlayoffOptions)
    lots: Mapping[str, tuple[EntrantId, ...]] = field(default_factory=dict)
    """The drawn order of a stage, by the stage's name."""
    chosen_white: Mapping[str, EntrantId] = field(default_factory=dict)
    """By the stage's name: the player with White, where number 1 of the lot has chosen the colour."""
    waves: tuple[Wave, ...] = ()
    refused: Mapping[EntrantId, int] = field(default_factory=dict)
    """Those who do not play on, and the first wave that they are not seated in."""


class DecidedBy(StrEnum):
    """The reason of a place. The values are stored in journals."""

    SCORE = "score"
    ARMAGEDDON = "armageddon"
    FEWEST_MOVES = "fewest-moves"
    BOARD_POINTS = "board-points"
    """Of teams, where players count moves: the points at the boards of the stage that left them level."""
    LOTS = "lots"
    FORFEIT = "forfeit"
    TIEBREAK = "tie-break"
    """The play-off says nothing about this player: the order of the tie-breaks stays."""
    DROPPED = "dropped-by-tie-break"
    """Ninth or lower of eleven or more (32.5.6.10)."""


class StageState(StrEnum):
    NEEDS_LOTS = "needs-lots"
    NEEDS_COLOUR = "needs-colour"
    """Number 1 of the lot is to choose the colour."""
    READY = "ready"
    PLAYING = "playing"
    NEEDS_MOVES = "needs-moves"
    LEVEL = "level"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pairing:
    white: EntrantId
    black: EntrantId
    stage: str
    armageddon: bool


@dataclass(frozen=True, slots=True)
class StageGame:
    white: EntrantId
    black: EntrantId
    wave: int | None
    """From 0; None = not seated yet."""
    game: PlayoffGame | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    """The path to it: `six/A/armageddon`."""
    step: PlanStep
    players: tuple[EntrantId, ...]
    """By tie-break."""
    places: int
    numbers: tuple[EntrantId, ...] = ()
    """Number 1 first; empty until the lots are drawn."""
    games: tuple[StageGame, ...] = ()
    scores: tuple[tuple[EntrantId, int], ...] = ()
    """Half-points, best first; a draw of Armageddon is a point for Black."""
    state: StageState = StageState.READY
    level: tuple[EntrantId, ...] = ()
    next: str = ""
    order: tuple[EntrantId, ...] = ()
    """Its players, best first, once it and all that came out of it is over."""
    inside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayoffOutcome:
    """The order of the tied, and what gave each of them the place."""

    order: tuple[EntrantId, ...]
    by: tuple[DecidedBy, ...]


@dataclass(frozen=True, slots=True)
class NextStage:
    """The things to be done before a play-off goes on: everything in it can be done at once."""

    lots: tuple[Stage, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    moves: tuple[PlayoffGame, ...] = ()
    waiting: tuple[PlayoffGame, ...] = ()
    colours: tuple[Stage, ...] = ()
    """Stages whose number 1 is to choose the colour."""


@dataclass(frozen=True, slots=True)
class Position:
    stages: tuple[Stage, ...]
    """In the order in which they were reached."""
    next: NextStage
    outcome: PlayoffOutcome | None
    void: tuple[tuple[int, PlayoffGame], ...]
    """Games that were seated, by wave, and that the plan does not have: something before them was corrected."""


# The games of a stage: whether they are over, and what they come to.


def forfeited(white: EntrantId, gone: Sequence[EntrantId]) -> Result:
    if len(gone) > 1:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_WINS_BY_FORFEIT if gone[0] == white else Result.WHITE_WINS_BY_FORFEIT


def decided(games: Iterable[StageGame]) -> bool:
    return all(one.game is not None and not one.game.open for one in games)


def after(games: Iterable[StageGame], at: int) -> int:
    return max((one.wave + 1 for one in games if one.wave is not None), default=at)


def with_games(stage: Stage, games: Sequence[StageGame]) -> Stage:
    armageddon = stage.step.form.armageddon
    points = {
        player: sum(
            one.game.points(player, armageddon=armageddon)
            for one in games
            if one.game is not None and player in (one.white, one.black)
        )
        for player in stage.players
    }
    scores = tuple(sorted(points.items(), key=lambda score: -score[1]))
    seated = any(one.game is not None for one in games)
    return replace(stage, games=tuple(games), scores=scores, state=StageState.PLAYING if seated else StageState.READY)
