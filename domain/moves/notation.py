"""Moves in letters (FIDE Laws of Chess 2023, appendix C; PGN standard, 8.2.3)."""

import re

from domain.moves.position import BoardPosition, Move, square_of

MOVE = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<target>[a-h][1-8])(=?(?P<promotion>[QRBN]))?[+#!?]*"
)
CASTLING = re.compile(r"[O0]-[O0](?P<long>-[O0])?[+#!?]*")


class BadMove(ValueError):
    pass


def move_of(position: BoardPosition, text: str) -> Move:
    """The one legal move that is written so. Raises BadMove."""
    found = _castling(position, text) if text[:1] in ("O", "0") else _plain(position, text)
    if len(found) != 1:
        raise BadMove(text)
    return found[0]


def _castling(position: BoardPosition, text: str) -> list[Move]:
    read = CASTLING.fullmatch(text)
    if read is None:
        return []
    castlings = (move for move in position.moves("K") if move.rook is not None)
    return [move for move in castlings if (move.rook is not None and move.rook < move.origin) == bool(read["long"])]


def _plain(position: BoardPosition, text: str) -> list[Move]:
    read = MOVE.fullmatch(text)
    if read is None:
        return []
    target, promotion = square_of(read["target"]), read["promotion"] or ""
    return [
        move
        for move in position.moves(read["piece"] or "P")
        if move.target == target
        and move.promotion == promotion
        and move.rook is None
        and (not read["file"] or "abcdefgh"[move.origin % 8] == read["file"])
        and (not read["rank"] or str(move.origin // 8 + 1) == read["rank"])
    ]
