"""The effect of a tournament on the ratings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from domain import events as e
from domain.tournament import replay
from domain.words.regulations import Details
from projections.rating_report import RatingRow, rating_report
from projections.snapshot import snapshot
from tests.crosstable import history, tournament
from web.downloads.files import ratings_csv
from web.wording import language


def _of_one_born(year: int) -> RatingRow:
    """The line of a player of 2000 who beat an equal in an event of 2026, and has no K of their own."""
    events = [
        replace(event, player=replace(event.player, birth_year=year if event.player.id == 1 else 0))
        if isinstance(event, e.PlayerRegistered)
        else event
        for event in history("A 2000 +w2\nB 2000 -b1", details=Details("Open", end="2026-11-22"))
    ]
    return rating_report(snapshot(replay(events)))[0]


@pytest.mark.parametrize(("born", "k"), [(2008, 40), (2007, 20), (1950, 20), (0, 20)])
def test_the_young_have_forty(born: int, k: int) -> None:
    """B.02, 8.3.3: up to the year of the eighteenth birthday."""
    row = _of_one_born(born)
    assert (row.k, row.change) == (k, Fraction(k, 2))


def test_the_file_has_a_line_for_each_rated_player() -> None:
    rows = rating_report(
        snapshot(tournament("Euwe 2100 +w2 =b3\nTal GM 2000 -b1 +w4\nPetrov 1900 +b4 =w1\nZed -w3 -b2"))
    )
    lines = ratings_csv(rows, language("en")).lstrip("\ufeff").splitlines()
    assert lines == [
        "number,title,name,rating,k,games,scored,expected,change,new_rating,performance",
        "1,,Euwe,2100,20,2,1.5,1.4,2,2102,2143",
        "2,GM,Tal,2000,20,1,0,0.36,-7.2,1993,1300",
        "3,,Petrov,1900,20,1,0.5,0.24,5.2,1905,2100",
    ]
