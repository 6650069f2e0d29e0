"""What separates the rows of a table: the first rule by which each stands below the one above."""

from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.table.separation import separated, why_place
from tests.crosstable import tournament

PLAYED = """
    Alice  2500 +w4 =b2
    Bruno  2400 +b3 =w1
    Carla  2300 -w2 +w4
    David  2200 -b1 -b3
"""


def test_the_first_of_a_score_group_says_how_many_have_the_points() -> None:
    rows = separated(snapshot(tournament(PLAYED)), 2)
    assert [row.leads for row in rows] == [2, 0, 1, 1]


def test_the_rule_that_decides_is_named_with_both_figures_and_its_column() -> None:
    sheet = snapshot(tournament(PLAYED, regulations=Regulations(rounds=3, order=("SB", "BH"))))
    second = separated(sheet, 2)[1]
    assert second.step is not None
    assert (str(second.step.tiebreak), second.decides) == ("SB", 0)
    assert second.step.first > second.step.second


def test_those_who_share_a_place_are_separated_by_nothing() -> None:
    rows = separated(snapshot(tournament("A 2000 =w2\nB 1900 =b1", regulations=Regulations(rounds=3, order=()))), 1)
    assert [(row.leads, row.step) for row in rows] == [(2, None), (0, None)]


def test_an_earlier_round_has_its_own_separation() -> None:
    rows = separated(snapshot(tournament(PLAYED)), 1)
    assert [row.leads for row in rows] == [2, 0, 2, 0]


def test_the_first_has_nobody_above_and_the_last_nobody_below() -> None:
    sheet = snapshot(tournament(PLAYED))
    rows = separated(sheet, 2)
    first, last = (why_place(sheet, 2, rows[at].row.person.id) for at in (0, -1))
    assert first is not None
    assert last is not None
    assert (first.above, last.below) == (None, None)
    assert first.below is not None
    assert first.below.person == rows[1].row.person
