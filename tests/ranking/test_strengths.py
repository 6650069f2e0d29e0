"""How strong players may really be: by the error of their ratings, and by the results so far."""

import pytest

from domain.ranking.strengths import ERROR_WITHOUT_RATING, GameHeld, LikelyStrength, error_of, strengths


def after(*scores: float, ratings: tuple[int, ...] = (2000, 2000)) -> LikelyStrength:
    """The first of two players after games with White against the other."""
    return strengths(ratings, [[GameHeld(1, True, score) for score in scores], ()])[0]


def test_ratings_are_surer_the_higher_they_are() -> None:
    assert [error_of(rating) for rating in (1200, 1400, 2200, 2400, 2600, 2850)] == [130, 130, 85, 55, 25, 25]
    assert error_of(0) == ERROR_WITHOUT_RATING


def test_nothing_is_known_but_the_rating_before_a_game() -> None:
    assert after() == pytest.approx((2000, 96.25))
    assert after(ratings=(0, 2000)) == pytest.approx((1500, ERROR_WITHOUT_RATING))


def test_results_move_whoever_played_them_and_make_surer() -> None:
    assert after(0).mean < after(0.5).mean < 2000 < after(1).mean < after(1, 1).mean
    assert after(1, 1).deviation < after(1).deviation < after().deviation


def test_results_move_little_what_is_well_known() -> None:
    assert after(1, ratings=(2700, 2700)).mean - 2700 < (after(1).mean - 2000) / 6


def test_a_draw_with_white_is_less_than_expected() -> None:
    [_, black] = strengths((2000, 2000), [[GameHeld(1, True, 0.5)], [GameHeld(0, False, 0.5)]])
    assert after(0.5).mean < 2000 < black.mean
    assert black.mean - 2000 == pytest.approx(2000 - after(0.5).mean, rel=0.02)


def test_a_player_without_a_rating_is_taken_for_what_the_results_are_worth() -> None:
    field = (0, 1800, 1800, 1800, 1800, 1800)
    won, lost = (strengths(field, [[GameHeld(n, True, score) for n in range(1, 6)], *[()] * 5])[0] for score in (1, 0))
    assert 1900 < won.mean < 2300
    assert 1100 < lost.mean < 1500
