"""Moves by their squares, as engines and some boards send them (UCI), and in letters (PGN standard, 8.2.3)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.moves.games import PgnGame
from domain.moves.position import EMPTY_SQUARE, BadMove, BoardPosition, Move, move_of, square_name, square_of

BY_SQUARES = re.compile(r"(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])(?P<promotion>[qrbnQRBN])?")


def in_letters(game: PgnGame) -> PgnGame:
    """The game with all its moves in letters; from the first that is not legal on they stay as they are."""
    if not any(map(BY_SQUARES.fullmatch, game.moves)):
        return game
    made = tuple(_in_letters(game.start, game.moves))
    return replace(game, moves=made + game.moves[len(made) :])


def _in_letters(position: BoardPosition, moves: Sequence[str]) -> Iterator[str]:
    for text in moves:
        try:
            move = _by_squares(position, text) if BY_SQUARES.fullmatch(text) else move_of(position, text)
        except BadMove:
            return
        yield letters_of(position, move)
        position = position.after(move)


def _by_squares(position: BoardPosition, text: str) -> Move:
    """`e2e4`, `e7e8q`; castling is the king's way, or in Chess960 the king onto its rook. Raises BadMove."""
    read = BY_SQUARES.fullmatch(text)
    assert read is not None
    promotion = (read["promotion"] or "").upper()
    piece = position.squares[square_of(read["origin"])].upper()
    for move in sorted(position.moves(piece), key=lambda one: one.rook is not None):
        ends = {square_name(move.target), *([square_name(move.rook)] if move.rook is not None else [])}
        if square_name(move.origin) == read["origin"] and read["target"] in ends and move.promotion == promotion:
            return move
    raise BadMove(text)


def letters_of(position: BoardPosition, move: Move) -> str:
    """A legal move, with the signs of check and mate."""
    after = position.after(move)
    checks = replace(after, white=not after.white).attacks_king()
    mates = checks and next(after.moves(), None) is None
    return _without_sign(position, move) + ("#" if mates else "+" if checks else "")


def _without_sign(position: BoardPosition, move: Move) -> str:
    if move.rook is not None:
        return "O-O-O" if move.rook < move.origin else "O-O"
    piece, target = position.squares[move.origin].upper(), square_name(move.target)
    sideways = move.origin % 8 != move.target % 8
    takes = position.squares[move.target] != EMPTY_SQUARE or (piece == "P" and sideways)
    if piece == "P":
        start = f"{square_name(move.origin)[0]}x" if takes else ""
        return start + target + (f"={move.promotion}" if move.promotion else "")
    return piece + _which(position, move, piece) + ("x" if takes else "") + target


def _which(position: BoardPosition, move: Move, piece: str) -> str:
    """What tells the piece from others that could go there."""
    others = [one.origin for one in position.moves(piece) if one.target == move.target and one.origin != move.origin]
    origin = square_name(move.origin)
    if not others:
        return ""
    if all(one % 8 != move.origin % 8 for one in others):
        return origin[0]
    return origin[1] if all(one // 8 != move.origin // 8 for one in others) else origin
