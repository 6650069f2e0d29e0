"""The effect of a tournament on the ratings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from domain import events as e
from domain.decisions.rounds.results import record_result
from domain.ranking.elo import FourHundred
from domain.tournament import replay
from domain.words.games import Result
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Details
from projections.moment.snapshot import snapshot
from projections.table.rating_report import RatingRow, coefficient, rating_report, rule_in_force
from projections.table.standings import standings
from tests.crosstable import history, tournament
from web.downloads.csv_file import csv_file
from web.tables import ratings_table
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


@pytest.mark.parametrize(
    ("result", "white", "black", "rated"),
    [
        (Result.WHITE_WINS, 2, 0, True),
        (Result.DRAW, 1, 1, True),
        (Result.BLACK_WINS, 0, 2, True),
        (Result.WHITE_WINS_BY_FORFEIT, 2, 0, False),
        (Result.BLACK_WINS_BY_FORFEIT, 0, 2, False),
        (Result.DOUBLE_FORFEIT, 0, 0, False),
        (Result.WHITE_WINS_UNRATED, 2, 0, False),
        (Result.DRAW_UNRATED, 1, 1, False),
        (Result.BLACK_WINS_UNRATED, 0, 2, False),
        (Result.BOTH_LOSE, 0, 0, True),
        (Result.WHITE_HALF_BLACK_LOSES, 1, 0, True),
        (Result.WHITE_LOSES_BLACK_HALF, 0, 1, True),
    ],
)
def test_every_result_counts_in_the_table_and_in_the_ratings(
    result: Result, white: int, black: int, rated: bool
) -> None:
    t = tournament("A 2000 ?w2\nB 2000 ?b1")
    shown = snapshot(replay(record_result(t, 1, 1, result, None), t))
    assert {row.person.name: row.points for row in standings(shown).rows} == {"A": white, "B": black}
    assert [game.score for row in rating_report(shown) for game in row.games] == (
        [Fraction(white, 2), Fraction(black, 2)] if rated else []
    )


def test_the_file_has_a_line_for_each_rated_player() -> None:
    t = tournament("Euwe 2100 +w2 =b3\nTal GM 2000 -b1 +w4\nPetrov 1900 +b4 =w1\nZed -w3 -b2")
    t.rating_sources[EntrantId(1)] = "FIDE 2026-11"
    made = csv_file([ratings_table(snapshot(t), language("en"))], language("en"))
    assert made is not None
    assert made.lstrip("\ufeff").splitlines() == [
        "number,title,name,rating,k,games,scored,expected,change,new_rating,performance,rating_from",
        "1,,Euwe,2100,20,2,1.5,1.4,2,2102,2143,FIDE 2026-11",
        "2,GM,Tal,2000,20,1,0,0.36,-7.2,1993,1300,",
        "3,,Petrov,1900,20,1,0.5,0.24,5.2,1905,2100,",
    ]


@pytest.mark.parametrize("round", [1, 2])
def test_a_result_for_the_report_only_counts_in_it_from_any_round(round: int) -> None:
    """An earlier round is looked at once and remembered, the newest one each time."""
    played = history("A 2000 +w2 +b2\nB 2000 -b1 -w1")
    before, after = (
        {row.person.number: row.scored for row in rating_report(snapshot(replay([*played, *late])))}
        for late in ([], [e.ResultCorrected(round, 1, Result.DRAW, RESULTS[round], 0, "late", 2)])
    )
    assert (before, after) == ({1: 2, 2: 0}, {1: Fraction(3, 2), 2: Fraction(1, 2)})


RESULTS = {1: Result.WHITE_WINS, 2: Result.BLACK_WINS}


@pytest.mark.parametrize(
    ("start", "end", "rule"),
    [
        ("2026-01-01", "2026-01-09", FourHundred.BELOW_2650),
        ("2026-01-01T18:00", "", FourHundred.BELOW_2650),
        ("2020-01-01T18:00", "", FourHundred.ALWAYS),
        ("2026-01-01", "2020-01-09T09:30", FourHundred.ALWAYS),
        ("", "", FourHundred.BELOW_2650),
        ("soon", "", FourHundred.BELOW_2650),
    ],
)
def test_the_rule_of_400_points_is_that_of_the_last_day(start: str, end: str, rule: FourHundred) -> None:
    assert rule_in_force(tournament("A +w2\nB -b1", details=Details("Open", start=start, end=end))) is rule


def test_without_a_year_of_the_event_nobody_is_young() -> None:
    player = Player(PlayerId(1), "A", 2000, birth_year=2015)
    assert (coefficient(player, 2026), coefficient(player, 0), coefficient(replace(player, k=10), 2026)) == (40, 20, 10)
