"""Lines of a bracket by seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import InitialColourDrawn
from domain.formats.brackets import seated
from domain.formats.tables.bracket import bracket_size, seeding
from domain.tournament import replay
from domain.words.games import Colour
from domain.words.players import EntrantId
from tests.crosstable import tournament


def winners_by_seed(lines: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(min(pair) for pair in zip(lines[::2], lines[1::2], strict=True))


def test_sixteen_begin_with_1_against_16_and_8_against_9() -> None:
    assert seeding(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize(("size", "lines"), [(1, (1,)), (2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))])
def test_small_brackets(size: int, lines: tuple[int, ...]) -> None:
    assert seeding(size) == lines


@pytest.mark.parametrize("size", [0, -2, 3, 12])
def test_a_bracket_has_a_power_of_two_of_lines(size: int) -> None:
    with pytest.raises(ValueError):
        seeding(size)


@given(st.integers(1, 9))
def test_the_better_half_goes_on_when_the_better_seed_wins(rounds: int) -> None:
    lines = seeding(2**rounds)
    assert sorted(lines) == list(range(1, 2**rounds + 1))
    while len(lines) > 1:
        assert {a + b for a, b in zip(lines[::2], lines[1::2], strict=True)} == {len(lines) + 1}
        lines = winners_by_seed(lines)
        assert sorted(lines) == list(range(1, len(lines) + 1))


@pytest.mark.parametrize(("entrants", "lines"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (11, 16), (16, 16), (17, 32)])
def test_there_is_a_place_for_everybody(entrants: int, lines: int) -> None:
    assert bracket_size(entrants) == lines


@pytest.mark.parametrize(
    ("text", "white"),
    [
        ("A +w2 +b2\nB -b1 -w1", 1),
        ("A +b2 +w2\nB -w1 -b1", 2),
        ("A +w2 +w2 +b2 +b2\nB -b1 -b1 -w1 -w1", 1),
        ("A +b2 +b2 +w2 +w2\nB -w1 -w1 -b1 -b1", 2),
        ("A +w3 -f2\nB +w4 +f1\nC -b1 =w4\nD -b2 =b3", 1),
    ],
    ids=["Black last", "White last", "Black last of four", "White last of four", "a game not played has no colour"],
)
def test_where_both_had_each_colour_as_often_the_last_one_decides(text: str, white: int) -> None:
    one, two = EntrantId(1), EntrantId(2)
    assert seated(tournament(text), (one, two), 1)[0] == white


@pytest.mark.parametrize(("colour", "at", "white"), [("w", 1, 1), ("w", 2, 2), ("b", 1, 2), ("b", 2, 1)])
def test_where_nobody_has_played_the_drawn_colour_is_the_better_seeds_in_odd_matches(
    colour: str, at: int, white: int
) -> None:
    t = replay([InitialColourDrawn(Colour(colour))], tournament("A 2000\nB 1900"))
    assert seated(t, (EntrantId(1), EntrantId(2)), at)[0] == white
