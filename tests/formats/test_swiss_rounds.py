"""The five ways to the number of rounds of a Swiss, with the values that the document gives."""

import pytest

from domain.formats.tables.swiss_rounds import RoundsMethod, recommended


def by(method: RoundsMethod, players: int, places: int) -> int:
    return recommended(players, places).methods[method]


@pytest.mark.parametrize(("players", "places", "rounds"), [(8, 1, 3), (16, 1, 4), (8, 4, 4), (16, 4, 5)])
def test_both_logarithms_rounded_down(players: int, places: int, rounds: int) -> None:
    assert by(RoundsMethod.FLOORS, players, places) == rounds


@pytest.mark.parametrize(("players", "places", "rounds"), [(8, 3, 5), (11, 3, 5), (12, 3, 6), (32, 3, 7)])
def test_both_logarithms_rounded_to_the_nearest(players: int, places: int, rounds: int) -> None:
    assert by(RoundsMethod.NEAREST, players, places) == rounds


@pytest.mark.parametrize(("players", "rounds"), [(11, 4), (12, 4), (14, 5), (16, 5), (100, 11), (256, 17)])
def test_the_root_of_the_players_and_twice_k_orders_the_first_k_and_one(players: int, rounds: int) -> None:
    """Three places, k = 2: 3.87 and 4, 4.24, 4.47, 10.2 and 16.1, rounded up."""
    assert by(RoundsMethod.SQUARE_ROOT, players, 3) == rounds


@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (64, 8), (100, 10), (256, 16)])
def test_the_root_for_one_winner_is_that_of_the_players(players: int, rounds: int) -> None:
    assert by(RoundsMethod.SQUARE_ROOT, players, 1) == rounds


@pytest.mark.parametrize(("places", "rounds"), [(1, 6), (2, 7), (3, 8), (5, 8), (6, 9), (10, 9)])
def test_as_many_are_recommended_as_the_prize_places_take(places: int, rounds: int) -> None:
    assert recommended(40, places).recommended == rounds


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(7, 5), (8, 5), (9, 6), (16, 6), (17, 7), (32, 7), (33, 8), (64, 8), (65, 9), (128, 9), (129, 10), (256, 10)],
)
def test_the_table_for_the_first_three_places(players: int, rounds: int) -> None:
    assert by(RoundsMethod.TABLE, players, 3) == rounds


def test_a_knockout_has_as_many_as_it_halves() -> None:
    assert [by(RoundsMethod.KNOCKOUT, players, 1) for players in (2, 8, 9, 16)] == [1, 3, 4, 4]


def test_the_nearest_is_one_less_than_the_table_just_above_a_power_of_two() -> None:
    less = [n for n in range(9, 190) if by(RoundsMethod.NEAREST, n, 3) == by(RoundsMethod.TABLE, n, 3) - 1]
    assert less == [*range(9, 12), *range(17, 23), *range(33, 46), *range(65, 91), *range(129, 182)]


def test_no_more_are_recommended_than_everybody_has_opponents() -> None:
    advice = recommended(4, 3)
    assert (advice.recommended, advice.most, advice.fewest) == (3, 3, 2)


def test_a_field_of_one_has_no_rounds() -> None:
    with pytest.raises(ValueError, match="1"):
        recommended(1)


@pytest.mark.parametrize(("players", "forced"), [(2, 2), (8, 5), (9, 5), (100, 51)])
def test_from_more_rounds_than_half_of_the_field_on_scores_hardly_pair(players: int, forced: int) -> None:
    assert recommended(players).forced_from == forced
