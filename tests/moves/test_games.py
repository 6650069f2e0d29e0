"""Games of PGN files: written by other programs, and half written."""

import pytest

from domain.moves.games import pgn_games, played
from domain.moves.position import USUAL_START, BadMove, move_of, position_from_fen, square_name
from domain.words.games import Result

OPERA = """[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 {(still)} 6. Nxe5) 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 $1 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+! Nxb8 17. Rd8# 1-0
"""
LIVE = """[Round "3.1"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:40]} 2. Nf3 {[%clk 1:30:12]} *
"""


def test_a_whole_game_is_read_without_variations_and_comments() -> None:
    [game] = pgn_games(OPERA)
    made = played(game)
    assert (len(game.moves), made.read, game.result) == (33, 33, Result.WHITE_WINS)
    assert made.last is not None
    assert square_name(made.last.target) == "d8"
    assert list(made.position.moves()) == []


def test_clocks_are_those_after_each_move() -> None:
    [game] = pgn_games(LIVE)
    assert (game.clocks, game.left(white=True), game.left(white=False)) == ((5455, 5380, 5412), 5412, 5380)
    assert (game.result, game.complete) == (None, True)


def test_a_move_without_a_clock_has_none() -> None:
    [game] = pgn_games("1. e4 {[%clk 1:30:55]} e5 {a comment} 2. Nf3 (2. d4 {[%clk 0:00:01]}) Nc6 3. Bb5 *")
    assert game.clocks == (5455, None, None, None, None)
    assert (game.left(white=True), game.left(white=False)) == (5455, None)


def test_two_games_are_told_apart_by_their_tags() -> None:
    first, second = pgn_games(OPERA + "\n" + LIVE)
    assert (first.tags["White"], second.tags["White"]) == ("Morphy, Paul", "Ann")


@pytest.mark.parametrize("cut", range(1, len(OPERA) - 5, 7))
def test_a_file_cut_off_anywhere_is_read_as_far_as_it_goes(cut: int) -> None:
    for game in pgn_games(OPERA[:cut]):
        assert not game.complete
        assert game.result is None
        assert played(game).read >= len(game.moves) - 1


def test_a_game_that_goes_on_is_worked_out_from_where_it_was() -> None:
    [whole] = pgn_games(OPERA)
    [begun] = pgn_games(OPERA.split("12.")[0])
    assert played(whole, played(begun)) == played(whole)


def test_a_move_taken_back_is_taken_back_on_the_board() -> None:
    [whole] = pgn_games(OPERA)
    [shorter] = pgn_games(OPERA.split("12.")[0])
    assert played(shorter, played(whole)) == played(shorter)


def test_a_move_that_is_not_legal_ends_the_reading_and_is_named() -> None:
    [game] = pgn_games("1. e4 e5 2. Ke3 Nc6 *")
    made = played(game)
    assert (made.read, made.unreadable) == (2, "2. Ke3")


def test_a_move_of_black_is_named_with_its_number_from_the_start_position() -> None:
    [game] = pgn_games("1. e4 Ke3 *")
    assert played(game).unreadable == "1... Ke3"
    [later] = pgn_games('[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 41"] 41... Kd7 42. Kd2 Kd1 *')
    assert played(later).unreadable == "42... Kd1"


def test_a_quote_in_a_name_is_read() -> None:
    [game] = pgn_games(r'[White "Ann \"The Rook\" \\ Lee"] 1. e4 *')
    assert game.tags["White"] == r'Ann "The Rook" \ Lee'


def test_a_game_of_black_to_move_gives_its_clocks_to_the_right_side() -> None:
    [game] = pgn_games('[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 1"] 1... Kd8 {[%clk 0:00:09]} *')
    assert (game.clocks, game.left(white=True), game.left(white=False)) == ((9,), None, 9)
    assert played(game).read == 1


@pytest.mark.parametrize(
    ("fen", "text", "squares"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rad1", "a1d1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8"),
        ("4k3/8/8/8/4r3/8/4N1N1/4K3 w - - 0 1", "Nf4", "g2f4"),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Ng1-f3", "g1f3"),
    ],
)
def test_moves_in_letters(fen: str, text: str, squares: str) -> None:
    move = move_of(position_from_fen(fen), text)
    assert square_name(move.origin) + square_name(move.target) == squares


@pytest.mark.parametrize("text", ["e5", "Nd2", "O-O", "", "xx", "a8=Q", "Nb1"])
def test_what_is_no_legal_move_is_refused(text: str) -> None:
    with pytest.raises(BadMove):
        move_of(USUAL_START, text)
