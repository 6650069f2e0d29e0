"""The games of a tournament as their stream tells them, and what is new in what a source says of them.

Positions are worked out when somebody asks for them, and then move by move: most games of a long event never are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from itertools import takewhile
from sys import intern

from domain.games.events import DESK, PLAYER, GameKey, GameLeft, GameNews, GamesEvent, GamesMoved
from domain.moves.games import GameOnBoard, PgnGame, played
from domain.records import dataclass

MOST_PLIES_IN_AN_ENTRY = 4000
"""A long upload becomes several entries, so that each fits into a message."""
NUMBER_IN_TAG = re.compile(r"\d+")
PASSING_TAGS = frozenset(("WhiteClock", "BlackClock", "Clock", "PlyCount"))
"""Tags that programs write anew each second or move: what they say stands with the moves."""


@dataclass(slots=True, eq=False)
class KeptGame:
    """A game as it is kept. Look, do not touch."""

    game: PgnGame
    at: tuple[datetime, ...]
    """When each move was recorded."""
    source: str
    """That of its last news."""
    version: int
    """Of the stream at its last news."""
    board: GameOnBoard | None = None
    """As it was worked out last; `on_board` goes on from there."""

    @property
    def on_board(self) -> GameOnBoard:
        if self.board is None or self.board.game is not self.game:
            self.board = played(self.game, self.board)
        return self.board

    @property
    def waiting(self) -> int:
        """The number of moves that are not worked out yet."""
        if self.board is None:
            return len(self.game.moves)
        return 0 if self.board.game is self.game else max(1, len(self.game.moves) - self.board.read)

    def worked_out(self, board: GameOnBoard) -> None:
        """Take in what was worked out elsewhere, if the game is still the same."""
        if board.game == self.game:
            self.board = replace(board, game=self.game)


@dataclass(slots=True)
class GamesState:
    """Build it with `replay_games`; look, do not touch."""

    games: dict[GameKey, KeptGame] = field(default_factory=dict)
    version: int = 0
    removed: dict[GameKey, PgnGame] = field(default_factory=dict)
    """Games that left; they are back when a source says more of them, and not before."""

    def copy(self) -> "GamesState":
        return GamesState(dict(self.games), self.version, dict(self.removed))

    def boards(self, round: int) -> list[GameOnBoard]:
        return boards_in_round(self.games, round)


@dataclass(frozen=True, slots=True)
class GamesShown:
    """What may be seen of the games now."""

    games: Mapping[GameKey, KeptGame]
    revision: int
    """Rises whenever something else may be seen."""

    def boards(self, round: int) -> list[GameOnBoard]:
        return boards_in_round(self.games, round)

    def standing(self) -> "GamesShown":
        """The same for a thread: nothing of it moves any more."""
        return GamesShown(dict(self.games), self.revision)

    def tags_by_round(self) -> dict[int, list[Mapping[str, str]]]:
        """Of all games, by the round that they name; 0 = none."""
        found: dict[int, list[Mapping[str, str]]] = {}
        for key, kept in self.games.items():
            found.setdefault(round_of(key), []).append(kept.game.tags)
        return found


NO_GAMES = GamesShown({}, 0)


def boards_in_round(games: Mapping[GameKey, KeptGame], round: int) -> list[GameOnBoard]:
    """As `kept_in_round`, on their boards."""
    return [kept.on_board for kept in kept_in_round(games, round)]


def kept_in_round(games: Mapping[GameKey, KeptGame], round: int) -> list[KeptGame]:
    """Games of this round or of none that is named; of all rounds where `round` is 0.

    Of two games at one board the last one here counts: that of the desk, or else the one with more moves.
    """
    found = [kept for key, kept in games.items() if not round or round_of(key) in (round, 0)]
    return sorted(found, key=lambda kept: (kept.source == DESK, len(kept.game.moves)))


def round_of(key: GameKey) -> int:
    """The number that the tag Round begins with; 0 = none."""
    named = NUMBER_IN_TAG.search(key[0]) if key else None
    return int(named[0]) if named else 0


# Events to games


def replay_games(events: Iterable[tuple[GamesEvent, datetime]], into: GamesState | None = None) -> GamesState:
    """Each event with the time it was recorded at. Raises ValueError for one that cannot follow."""
    state = into if into is not None else GamesState()
    for event, at in events:
        evolve_games(state, event, at)
    return state


def evolve_games(state: GamesState, event: GamesEvent, at: datetime) -> None:
    state.version += 1
    match event:
        case GamesMoved(source, news):
            for one in news:
                state.games[one.key] = _moved(state.games.get(one.key), one, source, state.version, at)
                state.removed.pop(one.key, None)
        case GameLeft(key=key):
            if (kept := state.games.pop(key, None)) is not None:
                state.removed[key] = kept.game


def _moved(kept: KeptGame | None, news: GameNews, source: str, version: int, at: datetime) -> KeptGame:
    before = kept.game if kept else PgnGame({}, (), (), None, False)
    tags = before.tags if news.tags is None else news.tags
    if news.after > len(before.moves) or len(news.moves) != len(news.clocks) or (kept is None and news.tags is None):
        raise ValueError("news of a game that is not there")
    moves = before.moves[: news.after] + tuple(map(intern, news.moves))
    clocks = before.clocks[: news.after] + news.clocks
    stay = _alike(before.moves, moves)
    times = (kept.at if kept else ())[:stay] + (at,) * (len(moves) - stay)
    game = PgnGame(tags, moves, clocks, news.result, not news.cut_off)
    return KeptGame(game, times, source, version, kept.board if kept else None)


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    """The number of items at the beginning that both have."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


# What a source says to events


def news_of(state: GamesState, source: str, games: Sequence[PgnGame], whole: bool = False) -> list[GamesEvent]:
    """What is new in these games; nothing for what is known.

    `whole`: the source has no other games. One of its own that is no longer among them has left if one that is not
    known yet stands at its board; games of an earlier round stay.
    """
    told = _told(games)
    begun = [game for game in told.values() if game != state.removed.get(game.key)]
    found = [news for game in begun if (news := _news(state.games.get(game.key), source, game)) is not None]
    moved: list[GamesEvent] = [GamesMoved(source, part) for part in _in_entries(found)]
    return [*(_left(state, source, told) if whole else ()), *moved]


def _told(games: Iterable[PgnGame]) -> dict[GameKey, PgnGame]:
    """By key, those that have begun; of two under one key the one with more moves, or the first."""
    told: dict[GameKey, PgnGame] = {}
    for game in games:
        key = game.key
        if game.begun and (key not in told or len(game.moves) > len(told[key].moves)):
            tags = {name: value for name, value in game.tags.items() if name not in PASSING_TAGS}
            told[key] = game if len(tags) == len(game.tags) else replace(game, tags=tags)
    return told


def _news(kept: KeptGame | None, source: str, game: PgnGame) -> GameNews | None:
    """None: all of it is known, or another source is believed."""
    if kept is None:
        return GameNews(game.key, game.tags, 0, game.moves, game.clocks, game.result, not game.complete)
    known = kept.game
    cut_off = not game.complete and game.moves == known.moves[: len(game.moves)]
    if game == known or cut_off or not _believed(kept, source, game):
        return None
    after = _alike(tuple(zip(known.moves, known.clocks, strict=True)), tuple(zip(game.moves, game.clocks, strict=True)))
    tags = None if game.tags == known.tags else game.tags
    return GameNews(game.key, tags, after, game.moves[after:], game.clocks[after:], game.result, not game.complete)


def _believed(kept: KeptGame, source: str, game: PgnGame) -> bool:
    """The desk is believed before programs, programs before players, and of two programs the one that knows more."""
    if source in (kept.source, DESK) or kept.source == PLAYER:
        return True
    if kept.source == DESK or source == PLAYER:
        return False
    known = kept.game
    return len(game.moves) > len(known.moves) or (game.result is not None and known.result is None)


def _left(state: GamesState, source: str, told: Mapping[GameKey, PgnGame]) -> Iterator[GameLeft]:
    newcomers = {key[:3] for key in told if key not in state.games and _names_a_board(key)}
    for key, kept in state.games.items():
        if kept.source == source and key not in told and key[:3] in newcomers:
            yield GameLeft(source, key)


def _names_a_board(key: GameKey) -> bool:
    """`3.1`, or a tag Board beside the round."""
    return len(NUMBER_IN_TAG.findall(key[0])) > 1 or bool(key[0] and key[1])


def _in_entries(news: Sequence[GameNews]) -> Iterator[tuple[GameNews, ...]]:
    part, plies = list[GameNews](), 0
    for one in news:
        if part and plies + len(one.moves) > MOST_PLIES_IN_AN_ENTRY:
            yield tuple(part)
            part, plies = [], 0
        part.append(one)
        plies += len(one.moves)
    if part:
        yield tuple(part)
