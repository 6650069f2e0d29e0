"""Ratings: tables, performances, changes, old scales."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from domain.cards.card import Card, CardLine
from domain.ranking.elo import (
    DP,
    PD_BOUNDS,
    FourHundred,
    development_coefficient,
    expected,
    four_hundred_rule,
    from_bcf,
    from_ingo,
    half_up,
    limited_k,
    perfect_performance,
    performance,
    rated_half_points,
    rating_changes,
)
from domain.words.games import Code, Scoring
from tests.ranking.crosstables import CASES, cards_of


def test_the_first_table_is_that_of_the_known_answers() -> None:
    assert list(DP) == CASES["tables"]["p_to_dp"]


def test_the_second_table_is_that_of_the_known_answers() -> None:
    assert list(PD_BOUNDS) == CASES["tables"]["pd_upper_bounds"]["upper"]


@pytest.mark.parametrize("case", [c for c in CASES["micro"] if c["fn"] == "pd"], ids=lambda case: case["id"])
def test_an_expected_score(case: dict[str, Any]) -> None:
    assert expected(case["args"]["diff"]) == round(100 * case["expected"])


@pytest.mark.parametrize("case", [c for c in CASES["micro"] if c["fn"] == "dp"], ids=lambda case: case["id"])
def test_a_difference_for_a_score(case: dict[str, Any]) -> None:
    assert DP[round(100 * case["args"]["p"])] == case["expected"]


@pytest.mark.parametrize("case", [c for c in CASES["micro"] if c["fn"] == "ptp"], ids=lambda case: case["id"])
def test_a_perfect_performance(case: dict[str, Any]) -> None:
    assert perfect_performance(case["args"]["ratings"], int(2 * case["args"]["score"])) == case["expected"]


def test_what_both_expect_is_a_whole_point() -> None:
    assert {expected(d) + expected(-d) for d in range(1, 900)} == {100}


def test_a_full_score_is_736_above_the_strongest() -> None:
    assert perfect_performance([1900, 2100], 4) == 2836


@pytest.mark.parametrize(
    "ratings",
    [[2000], [1000, 3000], [1500, 1510, 2700], [2400, 1200, 1200, 1200], [1800] * 7, [1001, 1403, 1822, 2214]],
)
def test_a_perfect_performance_is_the_lowest_rating_that_is_expected_to_score_as_much(ratings: list[int]) -> None:
    for score in range(1, 2 * len(ratings) + 1):
        found = perfect_performance(ratings, score)
        enough = [2 * sum(expected(own - r) for r in ratings) >= 100 * score for own in (found - 1, found)]
        assert enough == [False, True]
        assert perfect_performance(ratings, 0) == min(ratings) - 800 < found


@pytest.mark.parametrize(
    ("code", "points", "scoring", "halves"),
    [
        (Code.WIN, 6, Scoring(win=6, draw=2), 2),
        (Code.UNRATED_DRAW, 2, Scoring(win=6, draw=2), 1),
        (Code.LOSS, 2, Scoring(win=6, draw=4, loss=2), 0),
        (Code.FORFEIT_WIN, 2, Scoring(), 0),
        (Code.ADJOURNED, 1, Scoring(), 1),
        (Code.ADJOURNED, 2, Scoring(), 2),
        (Code.PENDING, 0, Scoring(), 0),
        (Code.ADJOURNED, 5, Scoring(win=6, draw=2), 1),
        (Code.ADJOURNED, 1, Scoring(win=6, draw=2), 0),
        (Code.ADJOURNED, 0, Scoring(draw=0), 0),
    ],
)
def test_a_game_counts_one_half_or_nought_whatever_the_event_gives(
    code: Code, points: int, scoring: Scoring, halves: int
) -> None:
    assert rated_half_points(code, points, scoring) == halves


def test_a_percentage_is_rounded_half_up_before_the_table_is_asked() -> None:
    """5 of 8 are 62.5 %, that is 63 (B.02, 8.1.1)."""
    assert performance([2000] * 8, 10) == 2095


@pytest.mark.parametrize(("numerator", "expected_value"), [(5, 3), (-5, -2), (3, 2), (-3, -1), (4, 2)])
def test_a_half_is_rounded_up(numerator: int, expected_value: int) -> None:
    assert half_up(numerator, 2) == expected_value


def test_ingo_and_bcf_as_in_a1() -> None:
    assert (from_ingo(75), from_bcf(205)) == (2240, 2240)


@pytest.mark.parametrize(
    ("facts", "k"),
    [
        ({"rating": 1500, "games": 10}, 40),
        ({"rating": 2500, "games": 10}, 40),
        ({"rating": 1800, "games": 50, "age": 14}, 40),
        ({"rating": 2350, "games": 50, "age": 14}, 20),
        ({"rating": 1800, "games": 50, "age": 40}, 20),
        ({"rating": 1800, "games": 50}, 20),
        ({"rating": 2420, "games": 50}, 10),
        ({"rating": 2400, "games": 30}, 10),
        ({"rating": 2399, "games": 30}, 20),
        ({"rating": 2400, "games": 29}, 40),
        ({"rating": 2299, "games": 30, "age": 18}, 40),
        ({"rating": 2299, "games": 30, "age": 19}, 20),
        ({"rating": 2300, "games": 30, "age": 18}, 20),
        ({"rating": 1500, "games": 30, "age": 0}, 40),
        ({"rating": 2380, "games": 500, "reached_2400": True}, 10),
    ],
)
def test_k_comes_from_games_rating_and_age(facts: dict[str, Any], k: int) -> None:
    assert development_coefficient(**facts) == k


def test_k_times_games_stays_below_seven_hundred() -> None:
    assert [limited_k(40, n) for n in (9, 17, 18, 20)] == [40, 40, 38, 35]
    assert [limited_k(20, n) for n in (34, 35, 36)] == [20, 20, 19]


DUEL = cards_of({1: ["+w2", "=b3"], 2: ["-b1", "Z"], 3: ["Z", "=w1"]}, {1: 2000, 2: 1400, 3: 2100})


def test_a_change_is_k_times_score_minus_expected() -> None:
    change = rating_changes(DUEL, {1: 20})[1]
    assert [game.change for game in change.games] == [20 * Fraction(8, 100), 20 * (Fraction(1, 2) - Fraction(36, 100))]


def test_each_game_of_a_match_is_rated_and_a_forfeited_one_is_not() -> None:
    line = CardLine(Code.WIN, 4, 2, games=(Code.WIN, Code.FORFEIT_WIN, Code.LOSS))
    cards = {1: Card(1, rating=2000, lines=(line,)), 2: Card(2, rating=2000)}
    assert [game.score for game in rating_changes(cards, {1: 20})[1].games] == [1, 0]


def test_the_change_of_an_event_is_rounded_once() -> None:
    change = rating_changes(DUEL, {1: 20})[1]
    assert (change.change, change.new_rating) == (Fraction(22, 5), 2004)


def test_more_than_four_hundred_count_as_four_hundred() -> None:
    game = rating_changes(DUEL, {1: 20})[1].games[0]
    assert (game.difference, game.capped, game.expected) == (400, True, Fraction(92, 100))


@pytest.mark.parametrize(("rating", "difference"), [(2649, 400), (2650, 650)])
def test_from_2650_on_the_real_difference_counts(rating: int, difference: int) -> None:
    cards = cards_of({1: ["+w2"], 2: ["-b1"]}, {1: rating, 2: 2000})
    assert rating_changes(cards, {1: 10})[1].games[0].difference == difference


@pytest.mark.parametrize(
    ("end", "rule"),
    [
        (date(2010, 5, 1), FourHundred.ALWAYS),
        (date(2021, 12, 31), FourHundred.ALWAYS),
        (date(2022, 1, 1), FourHundred.ONCE),
        (date(2024, 2, 29), FourHundred.ONCE),
        (date(2024, 3, 1), FourHundred.ALWAYS),
        (date(2025, 9, 30), FourHundred.ALWAYS),
        (date(2025, 10, 1), FourHundred.BELOW_2650),
    ],
)
def test_the_rule_depends_on_when_the_event_ended(end: date, rule: FourHundred) -> None:
    assert four_hundred_rule(end) is rule


def test_the_rule_can_be_off() -> None:
    game = rating_changes(DUEL, {1: 20}, FourHundred.NEVER)[1].games[0]
    assert (game.difference, game.capped) == (600, False)


def test_the_rule_of_one_game_takes_the_greatest_difference() -> None:
    cards = cards_of({1: ["+w2", "+b3"], 2: ["-b1", "Z"], 3: ["Z", "-w1"]}, {1: 2400, 2: 1400, 3: 1900})
    games = rating_changes(cards, {1: 10}, FourHundred.ONCE)[1].games
    assert [game.difference for game in games] == [400, 500]


def test_the_weaker_player_always_has_the_four_hundred() -> None:
    games = rating_changes(DUEL, {2: 40}, FourHundred.ONCE)[2].games
    assert [game.difference for game in games] == [-400]


def test_the_rule_of_one_game_never_hurts_the_weaker() -> None:
    cards = cards_of({1: ["-w2", "-b3"], 2: ["+b1", "Z"], 3: ["Z", "+w1"]}, {1: 1400, 2: 2400, 3: 1900})
    games = rating_changes(cards, {1: 20}, FourHundred.ONCE)[1].games
    assert [game.difference for game in games] == [-400, -400]


def test_forfeits_byes_and_unrated_games_change_nothing() -> None:
    lines = (CardLine(Code.FORFEIT_WIN, 2, 2), CardLine(Code.UNRATED_WIN, 2, 2), CardLine(Code.HALF_BYE, 1))
    cards = {1: Card(1, rating=2000, lines=lines), 2: Card(2, rating=2000)}
    assert rating_changes(cards, {1: 20})[1].games == ()


def test_only_games_of_two_rated_players_count() -> None:
    cards = cards_of({1: ["+w2"], 2: ["-b1"]}, {1: 2000})
    assert (rating_changes(cards, {1: 20, 2: 40})[1].games, 2 in rating_changes(cards, {1: 20, 2: 40})) == ((), False)
