"""Rounds as DGT LiveChess writes them, into a folder or to LiveChess Cloud: an index, and a file for each game.

    round-3/index.json      {"date": "2026-11-28", "pairings": [{"white": {...}, "black": {...}, "result": "*"}]}
    round-3/game-1.json     {"moves": ["e4 5403+12", "c5"], "result": null, "clock": null, "chess960": 518}

A move stands with the seconds that are left after it, and behind a plus those that it took; either may be missing.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from domain.moves.games import ENDS, PgnGame
from domain.moves.position import start_fen
from domain.moves.writing import SIGN_OF_END
from domain.records import dataclass
from domain.words.games import Result, start_position

INDEX_NAMES = ("index.json", "round.json")
GAME_FILE = re.compile(r"game-(\d{1,4})\.(?:json|pgn)", re.IGNORECASE)
ROUND_FOLDER = re.compile(r"round[-_ ]?(\d{1,2})", re.IGNORECASE)
USUAL_CHESS = 518
"""The number of the usual position among the 960; LiveChess names it for every ordinary game."""
MOST_CLOCK_SECONDS = 24 * 3600
WORDS_OF_RESULTS: Mapping[str, Result] = {
    **{sign: result for sign, result in ENDS.items() if result},
    "½-½": Result.DRAW,
    "WHITEWIN": Result.WHITE_WINS,
    "BLACKWIN": Result.BLACK_WINS,
    "DRAW": Result.DRAW,
}


Shape = TypeVar("Shape")


class UnreadableRound(ValueError):
    """Not what LiveChess writes, or half of it."""


class IndexedPlayer(msgspec.Struct, frozen=True):
    fname: str | None = None
    mname: str | None = None
    lname: str | None = None
    title: str | None = None
    fideid: int | str | None = None

    @property
    def name(self) -> str:
        first = " ".join(filter(None, (self.fname, self.mname)))
        return ", ".join(filter(None, (self.lname, first)))


class IndexedPair(msgspec.Struct, frozen=True):
    white: IndexedPlayer | None = None
    black: IndexedPlayer | None = None
    result: str | None = None

    @property
    def over(self) -> bool:
        return (self.result or "") in WORDS_OF_RESULTS


class RoundIndex(msgspec.Struct, frozen=True):
    pairings: list[IndexedPair]
    date: str | None = None

    def tags(self, round: int, board: int) -> dict[str, str]:
        """What the index says of a game; round 0 = it is not known."""
        pairing = self.pairings[board - 1]
        tags = {"Round": f"{round}.{board}"} if round else {"Board": str(board)}
        tags |= {"Date": (self.date or "").replace("-", ".")}
        for side, player in (("White", pairing.white), ("Black", pairing.black)):
            if player is not None:
                identity = str(player.fideid or "")
                tags |= {side: player.name, f"{side}Title": player.title or "", f"{side}FideId": identity}
        return {name: value for name, value in tags.items() if value}


class GameClock(msgspec.Struct, frozen=True):
    white: float | None = None
    black: float | None = None


class IndexedGame(msgspec.Struct, frozen=True):
    moves: list[str] | None = None
    result: str | None = None
    clock: GameClock | None = None
    chess960: int | None = None


def round_index(content: bytes) -> RoundIndex:
    """Raises UnreadableRound."""
    return _decoded(content, RoundIndex)


def indexed_game(content: bytes, index: RoundIndex, round: int, board: int) -> PgnGame:
    """The game of a board of the index. Raises UnreadableRound."""
    game = _decoded(content, IndexedGame)
    moves, clocks = _moves(game.moves or [])
    if clocks and clocks[-1] is None and game.clock is not None:
        left = game.clock.white if len(moves) % 2 else game.clock.black
        clocks[-1] = int(left) if left is not None and 0 <= left < MOST_CLOCK_SECONDS else None
    result = WORDS_OF_RESULTS.get(game.result or "") or WORDS_OF_RESULTS.get(index.pairings[board - 1].result or "")
    tags = {**index.tags(round, board), **_start_tags(game.chess960), "Result": SIGN_OF_END[result]}
    return PgnGame(tags, tuple(moves), tuple(clocks), result, complete=True)


def _moves(written: list[str]) -> tuple[list[str], list[int | None]]:
    moves: list[str] = []
    clocks: list[int | None] = []
    for move, _, times in (text.strip().partition(" ") for text in written):
        if move:
            left = times.partition("+")[0].strip()
            moves.append(move)
            whole = left.isascii() and left.isdigit() and len(left) < 7
            clocks.append(int(left) if whole and int(left) < MOST_CLOCK_SECONDS else None)
    return moves, clocks


def _start_tags(number: int | None) -> dict[str, str]:
    """Raises UnreadableRound."""
    if number is None or number == USUAL_CHESS:
        return {}
    try:
        return {"Variant": "Chess960", "SetUp": "1", "FEN": start_fen(start_position(number))}
    except ValueError:
        raise UnreadableRound(number) from None


def _decoded(content: bytes, shape: type[Shape]) -> Shape:
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRound(str(error)) from None


# In a folder


@dataclass(frozen=True, slots=True)
class RoundRead:
    games: list[PgnGame]
    unreadable: list[str]
    """Names of files."""


def round_of_folder(path: Path) -> int:
    """The number of the round in the name of the folder; 0 = none."""
    found = ROUND_FOLDER.fullmatch(path.name)
    return int(found[1]) if found else 0


def files_of_round(index: Path) -> dict[int, Path]:
    """The files of its games, by board. Raises OSError."""
    beside = ((GAME_FILE.fullmatch(path.name), path) for path in index.parent.iterdir() if path.suffix == ".json")
    return dict(sorted((int(found[1]), path) for found, path in beside if found))


def read_round(path: Path) -> RoundRead:
    """The games that have begun, of an index and the files beside it. Raises OSError."""
    try:
        index = round_index(path.read_bytes())
    except UnreadableRound:
        return RoundRead([], [path.name])
    round, games, unreadable = round_of_folder(path.parent), [], []
    for board, file in files_of_round(path).items():
        if 0 < board <= len(index.pairings):
            try:
                game = indexed_game(file.read_bytes(), index, round, board)
            except UnreadableRound:
                unreadable.append(file.name)
            else:
                games += [game] if game.moves or game.result else []
    return RoundRead(games, unreadable)


def with_its_place(game: PgnGame, path: Path) -> PgnGame:
    """The game of `round-3/game-1.pgn` with that round and board, where it does not say them itself."""
    found, round = GAME_FILE.fullmatch(path.name), round_of_folder(path.parent)
    if not found or game.tags.get("Round", "?").strip(" ?-"):
        return game
    where = {"Round": f"{round}.{int(found[1])}"} if round else {"Board": found[1]}
    return replace(game, tags={**game.tags, **where})
