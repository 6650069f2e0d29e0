"""Rounds that were not played, under each ruleset."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from domain.ranking.tiebreaks import Context, Cut, Ruleset, StandIn, default_ruleset, parse_tiebreak, values, working
from domain.ranking.tiebreaks.unplayed import Stand, adjusted, dummy, virtual_opponent
from domain.words.articles import C07, Article
from domain.words.games import Code, Scoring
from tests.ranking.crosstables import CASES, cards_of, individual

_VIRTUAL = [case for case in CASES["micro"] if case["fn"] == "virtual_opponent"]


@pytest.mark.parametrize("case", _VIRTUAL, ids=lambda case: case["id"])
def test_the_virtual_opponent_of_the_examples(case: dict[str, Any]) -> None:
    """Seeds 001 and 002, and the committee's own two of 2009."""
    args = case["args"]
    before, received = int(2 * args["score_before"]), int(2 * args["forfeit_result"])
    score = virtual_opponent(before, received, args["completed_rounds"], args["missed_round"])
    assert Fraction(score, 2) == Fraction(case["expected"])


@pytest.mark.parametrize(
    ("code", "points", "expected"), [(Code.FORFEIT_WIN, 2, Fraction(11, 2)), (Code.ZERO_BYE, 0, Fraction(13, 2))]
)
def test_every_unplayed_round_of_an_opponent_was_a_draw(code: Code, points: int, expected: Fraction) -> None:
    """Six points of nine with one round unplayed (committee of 2009)."""
    played = [Code.WIN] * ((12 - points) // 2) + [Code.LOSS] * (8 - (12 - points) // 2)
    worth = [2 if c is Code.WIN else 0 for c in played] + [points]
    assert Fraction(adjusted(Ruleset.VO2009, [*played, code], worth, Scoring()), 2) == expected


@pytest.mark.parametrize(
    ("end", "ruleset"),
    [
        (date(2008, 5, 1), Ruleset.RAW),
        (date(2008, 12, 31), Ruleset.RAW),
        (date(2009, 1, 1), Ruleset.VO2009),
        (date(2012, 7, 1), Ruleset.VO2009),
        (date(2023, 8, 31), Ruleset.VO2009),
        (date(2023, 9, 1), None),
        (date(2024, 3, 31), None),
        (date(2024, 4, 1), Ruleset.C07_2024),
        (date(2026, 2, 28), Ruleset.C07_2024),
        (date(2026, 3, 1), Ruleset.C07_2026),
    ],
)
def test_the_end_of_an_event_says_which_ruleset(end: date, ruleset: Ruleset | None) -> None:
    assert default_ruleset(end) is ruleset


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (4, ("21/2", "27/2", "15", "14")),
        (6, ("9", "11", "12", "23/2")),
        (9, ("9/2", "17/2", "9", "9")),
        (11, ("11", "12", "27/2", "25/2")),
        (12, ("7/2", "27/2", "23/2", "23/2")),
    ],
)
def test_the_same_event_has_four_answers(player: int, expected: tuple[str, ...]) -> None:
    cards = individual("tec_swiss_16x5")
    rulesets = (Ruleset.RAW, Ruleset.VO2009, Ruleset.C07_2024, Ruleset.C07_2026)
    found = [values(cards, parse_tiebreak("BH"), Context(ruleset, rounds=5))[player] for ruleset in rulesets]
    assert found == [Fraction(text) for text in expected]


def test_uscf_counts_an_opponents_unplayed_games_as_draws_and_ones_own_as_nothing() -> None:
    cards = cards_of({1: ["+w2", "H", "Z"], 2: ["-b1", "+f3", "Z"], 3: ["Z", "-f2", "+w4"], 4: ["Z", "Z", "-b3"]})
    found = values(cards, parse_tiebreak("BH"), Context(Ruleset.USCF))
    assert (found[1], found[2]) == (Fraction(1), Fraction(2))


def test_a_bye_followed_by_a_game_is_no_withdrawal() -> None:
    """C.07, 16.2.3: at the points received; only the last rounds count as draws (16.2.5)."""
    codes = [Code.ZERO_BYE, Code.WIN, Code.HALF_BYE, Code.ZERO_BYE]
    assert adjusted(Ruleset.C07_2024, codes, [0, 2, 1, 0], Scoring()) == 4


def test_a_forfeit_loss_is_counted_as_it_is_even_at_the_end() -> None:
    codes = [Code.WIN, Code.ZERO_BYE, Code.FORFEIT_LOSS]
    assert adjusted(Ruleset.C07_2026, codes, [2, 0, 0], Scoring()) == 3


def test_the_dummy_of_a_forfeit_is_capped_by_the_scheduled_opponent() -> None:
    """C.07 of 2026, 16.4.1."""
    row = working(
        individual("tec_swiss_16x5"), 11, parse_tiebreak("BH"), Context(Ruleset.C07_2026, rounds=5)
    ).contributions[3]
    assert (row.kind, row.opponent, row.counted, row.article) == (
        StandIn.DUMMY,
        9,
        Fraction(3, 2),
        Article(C07, "16.4.1"),
    )


def test_the_dummy_of_a_bye_is_capped_by_draws_all_the_way() -> None:
    """C.07 of 2026, 16.4.2."""
    row = working(
        individual("tec_swiss_16x5"), 4, parse_tiebreak("BH"), Context(Ruleset.C07_2026, rounds=5)
    ).contributions[1]
    assert (row.counted, row.article) == (Fraction(5, 2), Article(C07, "16.4.2"))


def test_a_dummy_below_its_cap_is_the_players_own_score() -> None:
    row = working(
        individual("tec_swiss_16x5"), 9, parse_tiebreak("BH"), Context(Ruleset.C07_2026, rounds=5)
    ).contributions[2]
    assert (row.counted, row.article) == (Fraction(3, 2), Article(C07, "16.4"))


def test_a_cap_that_takes_nothing_away_is_not_the_reason() -> None:
    assert dummy(4, 4, Article(C07, "16.4.1")) == Stand(StandIn.DUMMY, 4, Article(C07, "16.4"))


def test_the_working_says_why_an_opponent_counts_more_than_he_has() -> None:
    """Player 12 withdrew: 2 points, but 3 for the opponents (C.07, 16.3)."""
    row = working(
        individual("tec_swiss_16x5"), 4, parse_tiebreak("BH"), Context(Ruleset.C07_2024, rounds=5)
    ).contributions[0]
    assert (row.opponent, row.face, row.counted, row.article) == (12, Fraction(2), Fraction(3), Article(C07, "16.3"))


def test_a_cut_takes_the_bye_one_asked_for_before_a_weaker_opponent() -> None:
    """Player 4: the dummy of 3 1/2 goes, opponent 13 with 1 1/2 stays (C.07, 16.5)."""
    rows = working(
        individual("tec_swiss_16x5"), 4, parse_tiebreak("BH/C1"), Context(Ruleset.C07_2024, rounds=5)
    ).contributions
    assert [row.cut for row in rows] == [None, Cut.VOLUNTARY, None, None, None]


def test_before_2009_style_cuts_know_no_such_exception() -> None:
    rows = working(
        individual("tec_swiss_16x5"), 4, parse_tiebreak("BH/C1"), Context(Ruleset.VO2009, rounds=5)
    ).contributions
    assert [row.cut for row in rows] == [None, None, Cut.LOW, None, None]


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({"adjust": False}, Fraction(14)),
        ({"dummies": False}, Fraction(23, 2)),
        ({"voluntary_cut": False}, Fraction(15)),
    ],
)
def test_the_organiser_may_switch_articles_off(switches: dict[str, bool], expected: Fraction) -> None:
    """C.07, 16.6, with player 4 of the exercises: 15 otherwise."""
    context = Context(Ruleset.C07_2024, rounds=5, **switches)  # type: ignore[arg-type]
    assert values(individual("tec_swiss_16x5"), parse_tiebreak("BH"), context)[4] == expected


def test_without_16_5_a_cut_takes_the_weakest() -> None:
    context = Context(Ruleset.C07_2024, rounds=5, voluntary_cut=False)
    assert values(individual("tec_swiss_16x5"), parse_tiebreak("BH/C1"), context)[4] == Fraction(27, 2)


def test_forfeits_count_as_games_on_request() -> None:
    """/P: the forfeit win of player 11 counts the 1 1/2 points of player 9."""
    context = Context(Ruleset.C07_2024, rounds=5)
    rows = working(individual("tec_swiss_16x5"), 11, parse_tiebreak("BH/P"), context).contributions
    assert (rows[3].kind, rows[3].counted) == (StandIn.SCHEDULED, Fraction(3, 2))


def test_a_round_of_rest_is_not_an_unplayed_round() -> None:
    cards = cards_of({1: ["+w2", "Z", "-b3"], 2: ["-b1", "=w3", "Z"], 3: ["Z", "=b2", "+w1"]})
    context = Context(Ruleset.C07_2026, predetermined=True)
    assert values(cards, parse_tiebreak("BH"), context) == {1: Fraction(2), 2: Fraction(5, 2), 3: Fraction(3, 2)}


def test_the_working_names_the_opponent_who_is_registered_first() -> None:
    cards = cards_of({1: ["+w2"], 2: ["-b1"]})
    (row,) = working(cards, 2, parse_tiebreak("BH"), Context(Ruleset.C07_2026)).contributions
    assert (row.opponent, row.face, row.counted) == (1, 1, 1)
