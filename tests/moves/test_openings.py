"""Openings: found by the position, whatever the order of the moves, and the deepest name wins."""

import pytest

from domain.moves.games import pgn_games, played
from domain.moves.openings import MOST_PLIES

BY_ANOTHER_ORDER = "1. Nf3 d5 2. d4 e6 3. c4 Nf6 4. Nc3"
USUAL_ORDER = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3"
NAJDORF = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"
SPASSKY = """
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 9. exd5 Nxd5 10. Nxe5 Nxe5
11. Rxe5 c6 12. d4 Bd6 13. Re1 Qh4 14. g3 Qh3 15. Be3 Bg4 16. Qd3 Rae8 17. Nd2 Re6 18. a4 Qh5"""
NAMED_LONGEST = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 6. h4 h6"


def named(moves: str) -> tuple[str, str] | None:
    [game] = pgn_games(moves + " *")
    return played(game).opening


def test_an_opening_is_found_by_its_position_and_not_by_the_order_of_its_moves() -> None:
    assert named(BY_ANOTHER_ORDER) == named(USUAL_ORDER) == ("D37", "Queen's Gambit Declined: Three Knights Variation")


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("1. e4", "King's Pawn Game"),
        ("1. e4 c5", "Sicilian Defense"),
        (NAJDORF, "Sicilian Defense: Najdorf Variation"),
        (f"{NAJDORF} 6. Rg1 Qb6", "Sicilian Defense: Najdorf Variation, Petronić Attack"),
    ],
)
def test_the_deepest_position_with_a_name_gives_it(moves: str, name: str) -> None:
    found = named(moves)
    assert found is not None
    assert found[1] == name


def test_a_game_that_goes_on_keeps_the_name_it_had() -> None:
    [begun], [later] = pgn_games(NAMED_LONGEST + " *"), pgn_games(NAMED_LONGEST + " 7. a3 a5 8. b3 b6 *")
    before = played(begun)
    assert before.opening is not None
    assert played(later, before).opening == before.opening


def test_a_move_taken_back_takes_its_name_back() -> None:
    [sicilian], [french] = pgn_games("1. e4 c5 *"), pgn_games("1. e4 e6 *")
    found = played(french, played(sicilian)).opening
    assert found == ("C00", "French Defense")


def test_a_game_without_a_move_has_no_name() -> None:
    [game] = pgn_games('[Result "*"] *')
    assert played(game).opening is None


def test_the_deepest_position_of_the_list_is_looked_for() -> None:
    plies = [word for word in SPASSKY.split() if not word.endswith(".")]
    assert len(plies) == MOST_PLIES
    assert named(SPASSKY) == ("C89", "Ruy Lopez: Marshall Attack, Main Line, Spassky Variation")
