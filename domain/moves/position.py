"""A position of chess or Chess960, and its legal moves (FIDE Laws of Chess 2023, articles 3.1-3.10 and guideline II).

Squares are numbers from 0 (a1) over 7 (h1) to 63 (h8). Pieces are letters as in FEN: White's are capitals.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from domain.records import dataclass

FIRST_RANK = "RNBQKBNR"
EMPTY_SQUARE = "."
FILES = "abcdefgh"
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
SLIDES = {"B": DIAGONAL, "R": STRAIGHT, "Q": DIAGONAL + STRAIGHT}
LEAPING = {"N": LEAPS, "K": DIAGONAL + STRAIGHT}
PROMOTIONS = "QRBN"
KING_FILE_AFTER_CASTLING = {True: 6, False: 2}
ROOK_FILE_AFTER_CASTLING = {True: 5, False: 3}
"""By whether it is the castling to the side of h."""


class Move(NamedTuple):
    """`rook` is set for castling: the square where the rook stands; `target` is where the king goes."""

    origin: int
    target: int
    promotion: str = ""
    rook: int | None = None


class BadFen(ValueError):
    pass


@dataclass(frozen=True, slots=True)
class BoardPosition:
    squares: str
    """64 letters from a1 to h8."""
    white: bool
    """White is to move."""
    rooks: frozenset[int]
    """Squares of the rooks with which castling is still possible."""
    en_passant: int | None = None
    """The square behind a pawn that has just gone two."""

    def moves(self, pieces: str = "KQRBNP") -> Iterator[Move]:
        return (move for move in self._candidates(pieces) if not self.after(move).attacks_king())

    def attacks_king(self) -> bool:
        """The side to move could take the other king."""
        return self._attacked(self.squares.find("k" if self.white else "K"), self.white)

    def after(self, move: Move) -> "BoardPosition":
        squares = list(self.squares)
        piece = squares[move.origin]
        squares[move.origin] = EMPTY_SQUARE
        if move.rook is not None:
            kingside = move.rook > move.origin
            rook, squares[move.rook] = squares[move.rook], EMPTY_SQUARE
            squares[move.origin - move.origin % 8 + ROOK_FILE_AFTER_CASTLING[kingside]] = rook
        if piece in "Pp" and move.target == self.en_passant:
            squares[move.target + (-8 if self.white else 8)] = EMPTY_SQUARE
        promoted = move.promotion if self.white else move.promotion.lower()
        squares[move.target] = promoted or piece
        rooks = self.rooks - {move.origin, move.target}
        if piece in "Kk":
            rooks -= {square for square in rooks if (square < 8) == self.white}
        two = piece in "Pp" and abs(move.target - move.origin) == 16
        passed = (move.origin + move.target) // 2 if two else None
        return BoardPosition("".join(squares), not self.white, rooks, passed)

    def _candidates(self, pieces: str) -> Iterator[Move]:
        for square, piece in enumerate(self.squares):
            kind = piece.upper()
            if piece == EMPTY_SQUARE or piece.isupper() != self.white or kind not in pieces:
                continue
            if kind == "P":
                yield from self._pawn_moves(square)
            else:
                targets = self._reached(square, kind)
                yield from (Move(square, target) for target in targets if not self._stands(target, self.white))
                if kind == "K":
                    yield from self._castlings(square)

    def _stands(self, square: int, white: bool) -> bool:
        """A piece of that side is there."""
        piece = self.squares[square]
        return piece != EMPTY_SQUARE and piece.isupper() == white

    def _reached(self, square: int, kind: str) -> Iterator[int]:
        for step in LEAPING.get(kind, ()):
            target = _shifted(square, *step)
            if target is not None:
                yield target
        for step in SLIDES.get(kind, ()):
            target = _shifted(square, *step)
            while target is not None:
                yield target
                if self.squares[target] != EMPTY_SQUARE:
                    break
                target = _shifted(target, *step)

    def _pawn_moves(self, square: int) -> Iterator[Move]:
        up, first = (1, 1) if self.white else (-1, 6)
        targets = []
        ahead = _shifted(square, 0, up)
        if ahead is not None and self.squares[ahead] == EMPTY_SQUARE:
            targets.append(ahead)
            twice = _shifted(square, 0, 2 * up) if square // 8 == first else None
            if twice is not None and self.squares[twice] == EMPTY_SQUARE:
                targets.append(twice)
        for side in (-1, 1):
            taken = _shifted(square, side, up)
            if taken is not None and (taken == self.en_passant or self._stands(taken, not self.white)):
                targets.append(taken)
        for target in targets:
            last = target // 8 in (0, 7)
            yield from (Move(square, target, piece) for piece in (PROMOTIONS if last else ("",)))

    def _castlings(self, king: int) -> Iterator[Move]:
        """Castling (3.8.2): nothing between and nothing attacked on the king's way; in Chess960 the same squares."""
        row = king - king % 8
        if row != (0 if self.white else 56):
            return
        for rook in self.rooks:
            if rook // 8 != king // 8:
                continue
            kingside = rook > king
            target, corner = row + KING_FILE_AFTER_CASTLING[kingside], row + ROOK_FILE_AFTER_CASTLING[kingside]
            way = range(min(king, target), max(king, target) + 1)
            all_between = range(min(king, rook, target, corner), max(king, rook, target, corner) + 1)
            free = all(self.squares[square] == EMPTY_SQUARE or square in (king, rook) for square in all_between)
            if free and not any(self._attacked(square, not self.white) for square in way):
                yield Move(king, target, rook=rook)

    def _attacked(self, square: int, by_white: bool) -> bool:
        if square < 0:
            return False
        down = -1 if by_white else 1
        pawn = "P" if by_white else "p"
        beside = (_shifted(square, side, down) for side in (-1, 1))
        if any(origin is not None and self.squares[origin] == pawn for origin in beside):
            return True
        pieces = ("N", "K", "BQ", "RQ") if by_white else ("n", "k", "bq", "rq")
        origins = ((origin, kinds) for kinds in pieces for origin in self._reached(square, kinds[0].upper()))
        return any(self.squares[origin] in kinds for origin, kinds in origins)


def _shifted(square: int, files: int, ranks: int) -> int | None:
    file, rank = square % 8 + files, square // 8 + ranks
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None


def square_name(square: int) -> str:
    return f"{FILES[square % 8]}{square // 8 + 1}"


def square_of(name: str) -> int:
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def position_from_fen(fen: str) -> BoardPosition:
    """The position of a FEN; castling in letters of either kind (KQkq, or files as in Chess960). Raises BadFen."""
    parts = fen.split()
    rows = parts[0].split("/") if parts else []
    spread = ["".join(EMPTY_SQUARE * int(sign) if sign in "12345678" else sign for sign in row) for row in rows]
    squares = "".join(reversed(spread))
    plain = len(spread) == 8 and all(len(row) == 8 for row in spread) and not set(squares) - set("KQRBNPkqrbnp.")
    if not plain or squares.count("K") != 1 or squares.count("k") != 1 or len(parts) < 2 or parts[1] not in ("w", "b"):
        raise BadFen(fen)
    castling, passed = [*parts[2:4], "-", "-"][:2]
    rooks = frozenset(square for sign in castling if (square := _castling_rook(squares, sign)) is not None)
    en_passant = square_of(passed) if len(passed) == 2 and passed[0] in FILES and passed[1] in "36" else None
    return BoardPosition(squares, parts[1] == "w", rooks, en_passant)


def _castling_rook(squares: str, sign: str) -> int | None:
    """The rook that a letter of the castling field means: the outermost of its side for K and Q (X-FEN)."""
    row = 0 if sign.isupper() else 56
    rook, king = ("R", "K") if sign.isupper() else ("r", "k")
    at = squares.find(king, row, row + 8)
    if at < 0:
        return None
    found = [square for square in range(row, row + 8) if squares[square] == rook]
    if sign in "Kk":
        return max((square for square in found if square > at), default=None)
    if sign in "Qq":
        return min((square for square in found if square < at), default=None)
    named = row + FILES.find(sign.lower())
    return named if sign.lower() in FILES and named in found else None


def start_fen(rank: str = FIRST_RANK) -> str:
    rows = (rank.lower(), "pppppppp", "8", "8", "8", "8", "PPPPPPPP", rank.upper())
    return " ".join(("/".join(rows), "w", "KQkq", "-", "0", "1"))


USUAL_START = position_from_fen(start_fen())


# Moves in letters (FIDE Laws of Chess 2023, appendix C; PGN standard, 8.2.3).

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
        and (not read["file"] or FILES[move.origin % 8] == read["file"])
        and (not read["rank"] or str(move.origin // 8 + 1) == read["rank"])
    ]
