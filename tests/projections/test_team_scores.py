"""Clubs and federations by the scores of their best players in a tournament of players."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.setup.team_scores import set_team_scoring
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.team_scores import NO_TEAM_SCORES, TeamMerit, TeamsBy, TeamScoring
from domain.words.regulations import Entrants, Regulations
from projections.moment.snapshot import snapshot
from projections.table.team_scores import TeamScores, team_scores
from tests.crosstable import announced, tournament

OPEN = """
    Alice 2400  +w4 +b2
    Bruno 2300  +b5 -w1
    Carla 2200  +w6 =b4
    David 2100  -b1 =w3
    Emil  2000  -w2 +b6
    Fedor 1900  -b3 -w5
"""
CLUBS = ("Lokomotiv", "Levski", "lokomotiv ", "Levski", "", "Levski")
BY_CLUB = TeamScoring(TeamsBy.CLUB, 2)


def of_clubs(*clubs: str, scoring: TeamScoring = BY_CLUB) -> Tournament:
    t = tournament(OPEN)
    for id, club in zip(t.players, clubs, strict=True):
        t.players[id] = replace(t.players[id], club=club, federation="BUL" if id < 4 else "ROU")
    return replay([e.TeamScoringSet(scoring)], t)


def scores(t: Tournament, after: int | None = None) -> TeamScores:
    view = team_scores(snapshot(t), after)
    assert view is not None
    return view


def test_the_best_of_each_club_are_added_up() -> None:
    rows = scores(of_clubs(*CLUBS)).rows
    assert [(row.place, row.name, row.points, row.players) for row in rows] == [
        (1, "Lokomotiv", 7, 2),
        (2, "Levski", 3, 3),
    ]
    assert [[one.person.name for one in row.counted] for row in rows] == [["Alice", "Carla"], ["Bruno", "David"]]


def test_whoever_has_no_club_is_in_no_team() -> None:
    assert all("Emil" not in [one.person.name for one in row.counted] for row in scores(of_clubs(*CLUBS)).rows)
    assert scores(of_clubs("", "", "", "", "", "")).rows == ()


def test_places_are_added_up_and_who_is_missing_has_one_more_than_the_last() -> None:
    three = TeamScoring(TeamsBy.CLUB, 3, TeamMerit.PLACES)
    rows = scores(of_clubs(*CLUBS, scoring=three)).rows
    by_name = {row.name: row for row in rows}
    places = {row.name: sum(one.place for one in row.counted) for row in rows}
    assert by_name["Lokomotiv"].places == places["Lokomotiv"] + 7
    assert by_name["Levski"].places == places["Levski"]
    assert [row.places for row in rows] == sorted(row.places for row in rows)


def test_equals_on_points_go_by_the_sum_of_places() -> None:
    one_each = TeamScoring(TeamsBy.CLUB, 1)
    rows = scores(of_clubs("A", "B", "C", "D", "E", "F", scoring=one_each)).rows
    equal = [row for row in rows if row.points == 2]
    assert len(equal) == 2
    assert [row.places for row in equal] == sorted(row.places for row in equal)


def test_federations_are_teams_too() -> None:
    rows = scores(of_clubs(*CLUBS, scoring=TeamScoring(TeamsBy.FEDERATION, 3))).rows
    assert [(row.name, row.players) for row in rows] == [("BUL", 3), ("ROU", 3)]


def test_a_table_of_an_earlier_round_is_that_of_then() -> None:
    assert scores(of_clubs(*CLUBS), 1).rows[0].points == 4
    assert scores(of_clubs(*CLUBS), 0).rows == ()


def test_nobody_who_is_not_to_be_named_gives_points_to_a_club() -> None:
    t = of_clubs(*CLUBS)
    t.anonymous = frozenset({next(iter(t.players))})
    assert {row.name: row.players for row in scores(t).rows} == {"lokomotiv": 1, "Levski": 3}


def test_there_is_no_table_until_somebody_asks_for_it() -> None:
    assert team_scores(snapshot(tournament(OPEN))) is None


def test_the_same_scoring_again_changes_nothing_and_none_takes_the_table_away() -> None:
    t = of_clubs(*CLUBS)
    assert set_team_scoring(t, BY_CLUB) == []
    t = replay(set_team_scoring(t, NO_TEAM_SCORES), t)
    assert team_scores(snapshot(t)) is None


@pytest.mark.parametrize("best", [0, 101])
def test_nought_or_too_many_players_are_refused(best: int) -> None:
    with pytest.raises(BadField) as refused:
        set_team_scoring(tournament(OPEN), TeamScoring(TeamsBy.CLUB, best))
    assert (refused.value.field, refused.value.rule) == ("best_players", "whole:1:100")


@pytest.mark.parametrize("best", [1, 100])
def test_one_to_a_hundred_players_may_count(best: int) -> None:
    assert set_team_scoring(tournament(OPEN), TeamScoring(TeamsBy.CLUB, best))


def test_an_event_of_teams_has_its_own_table() -> None:
    of_teams = announced(Regulations(rounds=3, entrants=Entrants.TEAMS, match_games=2, order=("C07-TEAM-SWISS",)))
    with pytest.raises(BadField) as refused:
        set_team_scoring(of_teams, BY_CLUB)
    assert (refused.value.field, refused.value.rule) == ("teams_by", "players-only")
