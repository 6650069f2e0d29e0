"""Everything that can happen to the games of a tournament, in the past tense. These names and shapes are for ever.

The stream is named `games/<tournament>`. It says what a source told of games: a folder of live boards, a program, the
desk, a player. Moves are kept as they are written, legal or not; at which board a game is played nobody says in here.
"""

from collections.abc import Mapping
from typing import TypeAlias, dataclass_transform

from domain.records import dataclass
from domain.words.games import Result

GAMES_EVENTS: "dict[str, type[GamesEvent]]" = {}
"""By the name that the journal stores."""

GameKey: TypeAlias = tuple[str, ...]
"""What tells a game from others of its tournament: the tags of `PgnGame.key`."""

DESK, PLAYER = "desk", "player"
"""Sources that are people; any other is a program."""
SOURCE_OF_KEY = "key/"
"""Before the id of the key that games came with."""


@dataclass(frozen=True)
@dataclass_transform(frozen_default=True)
class GamesEvent:
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        GAMES_EVENTS[cls.__name__] = dataclass(frozen=True)(cls)


@dataclass(frozen=True, slots=True)
class GameNews:
    """What is new of a game: the moves behind the first `after`, which stay; those taken back are not said."""

    key: GameKey
    tags: Mapping[str, str] | None
    """None = as before."""
    after: int
    moves: tuple[str, ...] = ()
    clocks: tuple[int | None, ...] = ()
    """Seconds left after each of these moves."""
    result: Result | None = None
    cut_off: bool = False
    """The text ended within the game."""


class GamesMoved(GamesEvent):
    """One entry for all that a message brought."""

    source: str
    news: tuple[GameNews, ...]


class GameLeft(GamesEvent):
    """The source no longer has this game: it stood under a wrong name, say."""

    source: str
    key: GameKey


def other_games(event: object) -> bool:
    """There are other games than before, or under other names: not moves alone."""
    if isinstance(event, GamesMoved):
        return any(news.tags is not None for news in event.news)
    return isinstance(event, GameLeft)
