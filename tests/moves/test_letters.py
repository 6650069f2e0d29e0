"""Moves by their squares become the letters that a second reader of games writes."""

from random import Random

import chess
import pytest

from domain.moves.games import PgnGame, played
from domain.moves.letters import in_letters


def game(*moves: str, fen: str = "") -> PgnGame:
    return PgnGame({"FEN": fen} if fen else {}, moves, (None,) * len(moves), None, complete=True)


@pytest.mark.parametrize("seed", range(60))
def test_games_by_lot_are_written_as_another_program_writes_them(seed: int) -> None:
    """Half of them in Chess960, where castling is the king onto its rook."""
    dice = Random(seed)
    board = chess.Board.from_chess960_pos(dice.randrange(960)) if seed % 2 else chess.Board()
    fen, squares, letters = board.fen(), list[str](), list[str]()
    while len(squares) < 120 and (legal := sorted(board.legal_moves, key=str)):
        move = dice.choice(legal)
        squares.append(move.uci())
        letters.append(board.san(move))
        board.push(move)
    found = in_letters(game(*squares, fen=fen))
    assert found.moves == tuple(letters)
    assert played(found).read == len(letters)


def test_letters_stay_as_they_are() -> None:
    written = game("e4", "e5", "Nf3")
    assert in_letters(written) is written


def test_what_is_not_legal_stays_as_it_was_sent() -> None:
    assert in_letters(game("e2e4", "e7e5", "e1e3", "d7d6")).moves == ("e4", "e5", "e1e3", "d7d6")


def test_a_usual_castling_is_the_way_of_the_king() -> None:
    castled = in_letters(game("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"))
    assert castled.moves[-1] == "O-O"


def test_a_promotion_and_mate_are_said() -> None:
    assert in_letters(game("a7a8q", fen="7k/P7/6K1/8/8/8/8/8 w - - 0 1")).moves == ("a8=Q#",)
