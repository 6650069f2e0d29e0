"""An adjourned game in the table: a marked draw until it ends, in the rules of 1998 nothing (F.9)."""

import pytest

from domain import events as e
from domain.files.exporting import report_of
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from tests.crosstable import tournament

OPEN = "A Xw2 +w3\nB Xb1 +w4\nC +w4 -b1\nD -b3 -b2"


def played(system: str) -> Tournament:
    return tournament(OPEN, regulations=Regulations(system=system, rounds=3))


def points(state: Tournament) -> dict[str, int]:
    return {row.person.name: row.points for row in standings(snapshot(state)).rows}


@pytest.mark.parametrize(("system", "half"), [("dutch-2026", 1), ("dutch-1998", 0)])
def test_an_adjourned_game_is_a_draw_in_the_table_except_by_the_rules_of_1998(system: str, half: int) -> None:
    assert points(played(system)) == {"A": 2 + half, "B": 2 + half, "C": 2, "D": 0}


def test_the_report_file_says_the_same_points() -> None:
    assert [player.points for player in report_of(played("dutch-2026")).players] == [3, 3, 2, 0]


def test_who_has_a_game_adjourned_is_marked_also_rounds_later() -> None:
    rows = standings(snapshot(played("dutch-2026"))).rows
    assert {row.person.name for row in rows if row.playing} == {"A", "B"}


def test_its_end_takes_the_place_of_the_draw() -> None:
    state = replay([e.AdjournedGameFinished(1, 1, Result.WHITE_WINS, 2)], played("dutch-2026"))
    assert points(state) == {"A": 4, "B": 2, "C": 2, "D": 0}


def test_a_table_made_from_the_one_before_has_the_draw_too() -> None:
    before = tournament("A ?w2\nB ?b1", regulations=Regulations(system="dutch-2026", rounds=3))
    earlier = snapshot(before.copy())
    after = replay([e.GameAdjourned(1, 1)], before)
    assert [row.points for row in standings(snapshot(after, earlier)).rows] == [1, 1]
