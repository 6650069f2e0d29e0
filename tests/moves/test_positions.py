"""Moves counted to a depth ("perft"), against the figures of chessprogramming.org (Perft Results)."""

import pytest

from domain.moves.position import BadFen, BoardPosition, position_from_fen, start_fen

COUNTS = (
    (start_fen(), (20, 400, 8902)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486)),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807)),
)
"""The last two are of Chess960."""


def count(position: BoardPosition, depth: int) -> int:
    moves = list(position.moves())
    return len(moves) if depth == 1 else sum(count(position.after(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_as_many_moves_as_engines_count(fen: str, counts: tuple[int, ...]) -> None:
    position = position_from_fen(fen)
    assert tuple(count(position, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    "fen", ["", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbq w", start_fen().replace(" w ", " x "), "9/8 w - -"]
)
def test_what_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(BadFen):
        position_from_fen(fen)
