"""Games of live boards as programs send them, and what they are answered."""

from typing import Annotated, Literal, TypedDict

import msgspec

from web.api.commands import GameNumber

MOST_GAMES = 1000
MOST_MOVES = 1000
MOST_BOARD = 9999
MOST_SECONDS = 24 * 3600
LONGEST_MOVE_CHARS = 12
LONGEST_TAG_CHARS = 255

MoveText = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=LONGEST_MOVE_CHARS, description="In letters (Nf3) or by squares (g1f3)."),
]
SecondsLeft = Annotated[int, msgspec.Meta(ge=0, le=MOST_SECONDS)]
PlayerText = Annotated[str, msgspec.Meta(max_length=LONGEST_TAG_CHARS)]


class GameOfBoard(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A game with all its moves so far; one without a result is in play."""

    board: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOARD, description="The board, or the match of teams.")]
    game: GameNumber = 1
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=MOST_MOVES)]
    clocks: Annotated[
        list[SecondsLeft | None],
        msgspec.Meta(max_length=MOST_MOVES, description="Seconds left after each move, as many as are known."),
    ] = []
    result: Literal["1-0", "0-1", "1/2-1/2"] | None = None
    white: PlayerText = ""
    black: PlayerText = ""
    fen: Annotated[str, msgspec.Meta(max_length=LONGEST_TAG_CHARS, description="The position it began from.")] = ""


class GamesOfBoards(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Send games of live boards: those that have changed, or all of them. Others stay as they are."""

    round: Annotated[int, msgspec.Meta(ge=1, le=99)]
    games: Annotated[list[GameOfBoard], msgspec.Meta(max_length=MOST_GAMES)]


class TroubleOfGameJson(TypedDict):
    """Something about a game that was taken all the same; `key` are its round, board, table and players."""

    key: list[str]
    code: str
    says: str


class GamesTakenJson(TypedDict):
    """The version of the games of this tournament, and how many of those that were sent had something new."""

    tournament: str
    version: int
    taken: int
    trouble: list[TroubleOfGameJson]
