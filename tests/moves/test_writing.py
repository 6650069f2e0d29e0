"""A game that was written is read as the same game."""

import pytest

from domain.moves.games import pgn_games
from domain.moves.writing import pgn_of
from tests.live_boards.files import OPENING, game

ENDGAME = "8/8/8/4k3/8/4K3/4P3/8 b - - 3 61"


@pytest.mark.parametrize(
    "text",
    [
        game(White='O\\"Neil \\\\ Ann', Black="Bob", Round="3.1"),
        game(OPENING + " Nc6 3. Bb5", "1/2-1/2", Board="7", WhiteElo="2100"),
        game("61... Kd5 {[%clk 0:00:59]} 62. Kd3 Ke5", FEN=ENDGAME, SetUp="1"),
        game("", "0-1", White="Ann"),
    ],
)
def test_what_is_written_is_read_as_the_same_game(text: str) -> None:
    [before] = pgn_games(text)
    [after] = pgn_games(pgn_of(before))
    assert (after.moves, after.clocks, after.result, after.complete) == (
        before.moves,
        before.clocks,
        before.result,
        True,
    )
    assert {name: after.tags[name] for name in before.tags} == before.tags


def test_moves_have_numbers_and_clocks() -> None:
    [one] = pgn_games(game(OPENING))
    assert pgn_of(one).endswith("\n1. e4 {[%clk 1:30:55]} 1... e5 {[%clk 1:29:40]} 2. Nf3 {[%clk 1:30:12]} *\n")
    [two] = pgn_games(game("1. e4 e5 2. Nf3"))
    assert pgn_of(two).endswith("\n1. e4 e5 2. Nf3 *\n")
    [late] = pgn_games(game("61... Kd5 62. Kd3", FEN=ENDGAME))
    assert pgn_of(late).endswith("\n61... Kd5 62. Kd3 *\n")
