"""The games of a stage: whether they are over, and what they come to."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from domain.formats.playoff.state import Stage, StageGame, StageState
from domain.words.games import Result
from domain.words.players import EntrantId


def forfeited(white: EntrantId, gone: Sequence[EntrantId]) -> Result:
    """The result of a game that one of the two, or both, refuse to play."""
    if len(gone) > 1:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_WINS_BY_FORFEIT if gone[0] == white else Result.WHITE_WINS_BY_FORFEIT


def decided(games: Iterable[StageGame]) -> bool:
    """All of them have a result."""
    return all(one.game is not None and not one.game.open for one in games)


def after(games: Iterable[StageGame], at: int) -> int:
    """The wave after these games."""
    return max((one.wave + 1 for one in games if one.wave is not None), default=at)


def with_games(stage: Stage, games: Sequence[StageGame]) -> Stage:
    """The stage with these games and the points that they come to."""
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
