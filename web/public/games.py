"""Topics of games, which move on with their boards and not with the journal alone.

`live` and `live/page/2` are the positions of a round by pages, `live/5` is one board of it, `game/6.5` a game with its
moves, `game/6.5.2` the second game of a match.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from domain.games.state import GamesShown
from projections.moment.snapshot import Snapshot
from projections.round.games import GameView, game_view
from projections.round.live_boards import live_boards, live_page
from projections.round.statistics import statistics
from web.api import games as api
from web.api.statistics import statistics_json
from web.public.topics import Pieces, TopicForm

GAME = re.compile(r"(?P<round>[1-9]\d{0,5})\.(?P<board>[1-9]\d{0,5})(?:\.(?P<game>[1-9]\d{0,5}))?", re.ASCII)
PAGE = re.compile(r"page/(?P<number>[1-9]\d{0,5})", re.ASCII)

ROUND_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)

GamesFeed: TypeAlias = Callable[[Snapshot, GamesShown, str], Pieces | None]
"""(snapshot, games, what follows the name of the topic) to pieces; None = there is no such topic."""

_LIVE_BOARD = TopicForm("live_boards", "board", api.live_board)
_HEAD = TopicForm("game", "head", api.game_head)
_OPENING = TopicForm("game", "opening", api.opening)
_SIDE = TopicForm("game", "side", api.side)
_DIAGRAM = TopicForm("game", "position", api.diagram)
_LATE = TopicForm("game", "late", api.lateness)
_MOVES = TopicForm("game", "move_row", api.move_row)
_TIMES = TopicForm("game", "time_row", api.time_row)
_STATISTICS = TopicForm("statistics", "figures", statistics_json)
_OTHER = TopicForm("game", "other", api.live_board)


def boards_topic(snapshot: Snapshot, public: GamesShown, rest: str) -> Pieces | None:
    view = live_boards(snapshot, public.boards(snapshot.current))
    page = PAGE.fullmatch(rest)
    if rest and not page:
        alone = {one.key: one for one in view.boards if one.spot == rest}
        return iter([(_LIVE_BOARD, alone)]) if alone else None
    found = live_page(view, int(page["number"]) if page else 1)
    return iter([(_LIVE_BOARD, {one.key: one for one in found.boards})]) if found else None


def game_topic(snapshot: Snapshot, public: GamesShown, rest: str) -> Pieces | None:
    read = GAME.fullmatch(rest)
    numbers = (int(read["round"]), int(read["board"]), int(read["game"] or 1)) if read else (0, 0, 0)
    view = game_view(snapshot, public, *numbers)
    return _game(view) if view else None


def _game(view: GameView) -> Pieces:
    yield _HEAD, {"head": view.head}
    yield _OPENING, {"opening": view.opening}
    yield _SIDE, {"white": view.white, "black": view.black}
    yield _DIAGRAM, {"position": view.at(view.head.plies)}
    yield _LATE, {"late": view.head}
    yield _MOVES, {f"moves/{row.number}": row for row in view.rows}
    yield _TIMES, {f"times/{row.number}": row for row in view.times}
    yield _OTHER, {f"others/{one.key}": one for one in view.others}


def statistics_topic(snapshot: Snapshot, public: GamesShown, rest: str) -> Pieces | None:
    if rest and not ROUND_NUMBER.fullmatch(rest):
        return None
    view = statistics(snapshot, public, int(rest or 0))
    return iter([(_STATISTICS, {"statistics": view})]) if view else None


TOPICS_OF_GAMES: Mapping[str, GamesFeed] = {"live": boards_topic, "game": game_topic, "statistics": statistics_topic}
MOVING_WITH_GAMES = ("live", "game")
"""Statistics move on with results, of which everything below the tournament hears."""


def game_pieces(snapshot: Snapshot, public: GamesShown, path: str) -> Pieces | None:
    name, _, rest = path.partition("/")
    return TOPICS_OF_GAMES[name](snapshot, public, rest)


def round_of_games(path: str) -> int:
    """The round whose games the topic shows; 0 = several, or the one that is being played."""
    read = GAME.fullmatch(path.partition("/")[2])
    return int(read["round"]) if read else 0


def shows_games(path: str) -> bool:
    """The topic moves on with games."""
    return path.partition("/")[0] in TOPICS_OF_GAMES
