"""The table: order, sharing, lots, presets, article 33.2, and "why?"."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from domain.decisions.setup.regulations import MixedGroups, Reading, check_groups
from domain.ranking.order import Verdict, compare_players, drawn_order, rank
from domain.ranking.tiebreak_lists import FOR_PLAYERS, PRESETS
from domain.ranking.tiebreaks import Context, Ruleset, parse_list
from domain.words.regulations import GroupRule
from tests.ranking.crosstables import cards_of, individual

_SEED003 = Path(__file__).parent.parent / "cases" / "seed003_wikipedia_8p_3r.json"

TRIANGLE = cards_of(
    {1: ["+w2", "-b3", "+w4"], 2: ["-b1", "+w4", "+b3"], 3: ["+b4", "+w1", "-w2"], 4: ["-w3", "-b2", "-b1"]},
    {1: 2000, 2: 2100, 3: 2200, 4: 1800},
)
"""1, 2 and 3 beat each other in a ring and all beat 4."""

TWO_LEADERS = cards_of(
    {1: ["+w3", "+b2", "-w4"], 2: ["+w4", "-w1", "+b3"], 3: ["-b1", "=b4", "-w2"], 4: ["-b2", "=w3", "+b1"]},
    {1: 2000, 2: 2100, 3: 1700, 4: 1800},
)
"""1 and 2 lead with two points; 1 has beaten 2, but 2 met the stronger field."""


def _numbers(table: tuple[object, ...]) -> list[int]:
    return [row.number for row in table]  # type: ignore[attr-defined]


def test_seed_003_ends_as_printed() -> None:
    final = json.loads(_SEED003.read_text())["final_order_stated"]
    table = rank(individual("seed003_swiss_8x3"), PRESETS["S003-SWISS"].order, Context(Ruleset.PORTAL, rounds=3))
    assert _numbers(table) == final


def test_points_come_first_unless_the_order_says_where() -> None:
    table = rank(TRIANGLE, parse_list("RTNG"), Context())
    assert [str(tiebreak) for tiebreak in table[0].order] == ["PTS", "RTNG"]


def test_equals_share_the_place() -> None:
    table = rank(TRIANGLE, parse_list("DE"), Context())
    assert [(row.place, row.tied_with) for row in table] == [(1, 3), (1, 3), (1, 3), (4, 1)]


def test_lots_leave_nobody_equal() -> None:
    table = rank(TRIANGLE, parse_list("DE"), Context(), lots={3: 1, 1: 2, 2: 3, 4: 4})
    assert [(row.place, row.number) for row in table] == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_f10_takes_the_games_between_those_tied_for_first_place() -> None:
    table = rank(TWO_LEADERS, PRESETS["F10"].order, Context(Ruleset.VO2009))
    assert _numbers(table)[:2] == [1, 2]


def test_f10_asks_for_the_average_rating_where_the_games_do_not_decide() -> None:
    table = rank(TRIANGLE, PRESETS["F10"].order, Context(Ruleset.VO2009))
    assert _numbers(table) == [1, 2, 3, 4]


def test_f10_does_not_look_at_games_below_first_place() -> None:
    cards = cards_of(
        {1: ["+w2", "+b4"], 2: ["-b1", "+w3"], 3: ["+w4", "-b2"], 4: ["-b3", "-w1"]},
        {1: 2400, 2: 2300, 3: 1500, 4: 2500},
    )
    table = rank(cards, PRESETS["F10"].order, Context(Ruleset.VO2009))
    assert [(row.number, row.values[1:3]) for row in table[1:3]] == [(3, (1, 2400)), (2, (1, 1950))]


def test_what_is_undefined_comes_last() -> None:
    cards = cards_of({1: ["Z"], 2: ["-w3"], 3: ["+b2"], 4: ["H"]}, {1: 2000, 2: 2000, 3: 100, 4: 2000})
    table = rank(cards, parse_list("ARO"), Context())
    assert _numbers(table) == [3, 4, 2, 1]


def test_a_tied_group_goes_on_by_itself() -> None:
    """Direct encounter is asked of those still equal after Buchholz, not of all on the same points."""
    table = rank(individual("tec_swiss_16x5"), parse_list("BH/C1, DE"), Context(Ruleset.C07_2026, rounds=5))
    still_tied = {row.number for row in table if [other.values[:2] for other in table].count(row.values[:2]) > 1}
    assert {row.number for row in table if row.values[2] is not None} == still_tied == {1, 16}


def test_nobody_and_nothing_is_a_table() -> None:
    assert rank({}, parse_list("BH"), Context()) == ()


def test_the_draw_repeats() -> None:
    assert drawn_order(["ann", "bob", "cid", "dan"], "42") == drawn_order(["dan", "cid", "bob", "ann"], "42")


def test_another_seed_is_another_draw() -> None:
    keys = [f"player {n}" for n in range(50)]
    assert drawn_order(keys, "42") != drawn_order(keys, "43")


def test_who_withdraws_from_the_draw_moves_nobody_else() -> None:
    keys = [f"player {n}" for n in range(20)]
    assert [k for k in drawn_order(keys, "s") if k != "player 7"] == list(
        drawn_order([k for k in keys if k != "player 7"], "s")
    )


def test_why_stops_at_what_decides() -> None:
    table = rank(TWO_LEADERS, PRESETS["F10"].order, Context(Ruleset.VO2009))
    told = compare_players(table, 2, 1)
    assert [(str(step.tiebreak), step.verdict) for step in told.steps] == [
        ("PTS", Verdict.EQUAL),
        ("DE1", Verdict.SECOND),
    ]


def test_why_carries_the_values() -> None:
    told = compare_players(rank(TWO_LEADERS, PRESETS["F10"].order, Context()), 1, 3)
    assert (told.steps[0].first, told.steps[0].second) == (Fraction(2), Fraction(1, 2))


def test_why_says_when_nothing_decides() -> None:
    told = compare_players(rank(TRIANGLE, parse_list("DE"), Context()), 1, 2)
    assert told.verdict is Verdict.EQUAL


def test_why_knows_only_players_of_the_table() -> None:
    with pytest.raises(KeyError):
        compare_players(rank(TRIANGLE, parse_list("DE"), Context()), 1, 9)


def test_the_example_of_article_33_2_is_wrong() -> None:
    """ "Progress" and Buchholz: the combination the article itself forbids."""
    assert check_groups(parse_list("PS, BH"), GroupRule.WARN, Reading.A) == ("BH",)


def test_reading_b_lets_the_example_pass() -> None:
    assert check_groups(parse_list("PS, BH, SB"), GroupRule.WARN, Reading.B) == ("SB",)


def test_a_play_off_may_end_any_list() -> None:
    assert check_groups(parse_list("BH, SB, PLAYOFF"), GroupRule.ERROR) == ()


def test_the_rule_is_off_for_others() -> None:
    assert check_groups(parse_list("PS, BH"), GroupRule.OFF) == ()


def test_an_error_names_what_offends() -> None:
    with pytest.raises(MixedGroups) as refused:
        check_groups(parse_list("BH, ARO, SB, PS"), GroupRule.ERROR)
    assert refused.value.offending == ("ARO", "PS")


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_every_preset_ranks_the_exercises(name: str) -> None:
    table = rank(individual("tec_swiss_16x5"), PRESETS[name].order, Context(Ruleset.VO2009, rounds=5))
    assert sorted(_numbers(table)) == list(range(1, 17))
