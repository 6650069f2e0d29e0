"""The position that a game of a file has come to."""

from dataclasses import dataclass

from domain.moves.notation import BadMove, move_of
from domain.moves.pgn import PgnGame
from domain.moves.position import USUAL_START, BadFen, BoardPosition, Move, position_from_fen


@dataclass(frozen=True, slots=True)
class GameOnBoard:
    game: PgnGame
    position: BoardPosition
    last: Move | None
    """The last move; None = none yet."""
    read: int
    """The number of moves that were read; fewer than the game has where one of them is not legal."""

    @property
    def unreadable(self) -> str:
        """The first move that is not legal with its number, `17. Ra5` or `17... Ra5`; empty = all are."""
        if self.read >= len(self.game.moves):
            return ""
        moves, black = divmod(self.read + (not _start(self.game).white), 2)
        return f"{_first_number(self.game) + moves}.{'..' if black else ''} {self.game.moves[self.read]}"


def played(game: PgnGame, before: GameOnBoard | None = None) -> GameOnBoard:
    """The game on the board. `before` is the same game as it was read last, so that only new moves are worked out."""
    position, last, read = _start(game), None, 0
    if before is not None and _goes_on(before, game):
        position, last, read = before.position, before.last, before.read
    for text in game.moves[read:]:
        try:
            move = move_of(position, text)
        except BadMove:
            break
        position, last, read = position.after(move), move, read + 1
    return GameOnBoard(game, position, last, read)


def _goes_on(before: GameOnBoard, game: PgnGame) -> bool:
    same_start = before.game.tags.get("FEN") == game.tags.get("FEN")
    return same_start and game.moves[: before.read] == before.game.moves[: before.read]


def _first_number(game: PgnGame) -> int:
    """The sixth field of a FEN; 1 where it has none."""
    number = (game.tags.get("FEN", "").split() + [""] * 6)[5]
    return int(number) if number.isascii() and number.isdigit() else 1


def _start(game: PgnGame) -> BoardPosition:
    try:
        return position_from_fen(game.tags["FEN"]) if game.tags.get("FEN") else USUAL_START
    except BadFen:
        return USUAL_START
