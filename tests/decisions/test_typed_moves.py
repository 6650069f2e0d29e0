"""Games as people type or paste them."""

import pytest

from domain.decisions.rounds.typed_moves import MOST_TYPED_PLIES, typed_moves
from domain.moves.position import start_fen
from domain.refusals import IllegalMoveTyped, NoMovesTyped, Refusal, SeveralGamesTyped, TooManyMovesTyped
from domain.words.games import Result, start_position
from tests.live_boards.files import game

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5")


@pytest.mark.parametrize(
    "text",
    [
        "e4 e5 Nf3 Nc6 Bb5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5",
        "1. e4 e5\n2. ♘f3 ♞c6\n3. ♗b5\n",
        "e2e4 e7e5 g1f3 b8c6 f1b5",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5",
        "1) e4 e5 2) Nf3 Nc6 3) Bb5",
        game("1. e4 e5 2. Nf3 {good} Nc6 (2... d6) 3. Bb5!?", White="Somebody"),
    ],
)
def test_moves_are_read_however_they_are_written(text: str) -> None:
    assert typed_moves(text).moves == MOVES


@pytest.mark.parametrize(
    "text",
    [
        "e4 1:30:55 e5 1:29:40 Nf3",
        "1. e4 (1:30:55) e5 (1:29:40) 2. Nf3",
        "1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:40]} 2. Nf3",
    ],
)
def test_clocks_stand_behind_their_moves(text: str) -> None:
    assert typed_moves(text).clocks == (5455, 5380, None)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f3 e5 g4 Qh4# 0-1", Result.BLACK_WINS),
        ("e4 e5 ½-½", Result.DRAW),
        ("e4 e5 ½", Result.DRAW),
        ("e4 e5 1–0", Result.WHITE_WINS),
        ("e4 e5", None),
    ],
)
def test_a_result_behind_the_moves_is_read(text: str, result: Result | None) -> None:
    assert typed_moves(text).result is result


def test_a_game_begins_where_its_round_does() -> None:
    start = start_fen(start_position(0))
    assert typed_moves("1. Nd3 e5", start).tags["FEN"] == start


def test_en_passant_may_be_said() -> None:
    assert typed_moves("e4 a6 e5 d5 exd6 e.p. Qxd6").moves[-2:] == ("exd6", "Qxd6")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", NoMovesTyped),
        ("1-0", NoMovesTyped),
        ("e4 e5 Nf4", IllegalMoveTyped),
        ("Hello, we agreed a draw", IllegalMoveTyped),
        (game() + game(), SeveralGamesTyped),
        ("Nf3 Nf6 Ng1 Ng8 " * MOST_TYPED_PLIES, TooManyMovesTyped),
        ("x" * 30_000, TooManyMovesTyped),
    ],
)
def test_what_is_no_game_is_refused(text: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        typed_moves(text)


def test_the_refusal_names_the_move_with_its_number() -> None:
    with pytest.raises(IllegalMoveTyped) as refused:
        typed_moves("1. e4 e5 2. Nf3 Ra5 3. Bb5")
    assert refused.value.move == "2... Ra5"
