"""A tournament by McMahon: where players begin, what they are ranked by, and what the rating report knows of it."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.ratings import correct_starting_points
from domain.decisions.players.registering import NewPlayer, correct_rating, register_many
from domain.decisions.setup.announcing import amend_regulations, announce_in_mode, announce_prizes, announce_tournament
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import IN_FORCE
from domain.refusals import BadField, OutsideFideMode, ReasonMissing, SameAsBefore, TournamentHasStarted
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.tournament_cards.starting_points import start_at_the_bar, starting_points
from domain.words.cautions import BarMisplaced
from domain.words.options import McMahonOptions
from domain.words.players import player_id
from domain.words.regulations import Acceleration, Details, Entrants, Regulations
from projections.moment.snapshot import snapshot
from projections.player.card import player_card
from projections.playoff.ties import tie
from projections.table.prize_list import prize_list
from projections.table.rating_report import rating_report
from projections.table.standings import standings
from tests.crosstable import entered, published, with_results

OPTIONS = McMahonOptions(bar=2000, band=100, floor=1500)
LAWS = replace(IN_FORCE, system="mcmahon", rounds=3, order=("MCMAHON",), mcmahon=OPTIONS)
FIELD = (2300, 2100, 1950, 1940, 1740, 1730)


def start_of(state: Tournament, round: int | None = None) -> list[float]:
    return [points / 2 for _, points in sorted(starting_points(state, round).items())]


def test_starting_points_follow_the_ratings() -> None:
    assert start_of(entered(FIELD, LAWS)) == [5, 5, 4, 4, 2, 2]
    assert start_at_the_bar(entered(FIELD, LAWS)) == 10


def test_another_system_has_none() -> None:
    state = entered(FIELD, replace(LAWS, system="dutch-2026"))
    assert (starting_points(state), start_at_the_bar(state), pairing_task(state, 1).virtual) == ({}, 0, {})


def test_without_a_floor_they_begin_at_the_lowest_rating_of_round_one() -> None:
    state = entered((2300, 1950, 1640, 0), replace(LAWS, mcmahon=replace(OPTIONS, floor=0)))
    assert start_of(state) == [4, 3, 0, 0]
    published(state)
    replay(register_many(state, [NewPlayer("Late", rating=1200)]), state)
    assert start_of(state) == [4, 3, 0, 0, 0]


def test_a_corrected_rating_changes_them_until_round_one_is_published() -> None:
    state = entered(FIELD, LAWS)
    replay(correct_rating(state, player_id(6), 2050, "typed wrong"), state)
    assert start_of(state) == [5, 5, 4, 4, 2, 5]
    published(state)
    replay(correct_rating(state, player_id(6), 1730, "it was right"), state)
    assert start_of(state) == [5, 5, 4, 4, 2, 5]


def test_a_late_entrant_has_them_by_the_same_bar_and_keeps_them_once_the_round_is_published() -> None:
    state = with_results(published(entered(FIELD, LAWS)))
    replay(register_many(state, [NewPlayer("Late", rating=1930), NewPlayer("Later", rating=2500)]), state)
    published(state)
    replay(correct_rating(state, player_id(7), 1600, "another person"), state)
    assert start_of(state)[6:] == [4, 5]


def test_a_correction_that_names_them_counts_from_the_next_round() -> None:
    state = with_results(published(entered(FIELD, LAWS)))
    replay(correct_starting_points(state, player_id(6), 9, "rated 1990 abroad"), state)
    assert (start_of(state, 1)[5], start_of(state, 2)[5]) == (2, 4.5)
    assert pairing_task(state, 2).virtual[6] == (4, 9, 9)


def test_a_correction_is_refused_where_it_says_nothing_or_nothing_new() -> None:
    state = entered(FIELD, LAWS)
    with pytest.raises(BadField):
        correct_starting_points(state, player_id(6), 8, "before the start")
    published(state)
    with pytest.raises(ReasonMissing):
        correct_starting_points(state, player_id(6), 8, " ")
    with pytest.raises(SameAsBefore):
        correct_starting_points(state, player_id(6), 4, "the same")
    with pytest.raises(BadField):
        correct_starting_points(state, player_id(6), 100, "too many")


def test_groups_of_round_one_are_those_of_the_starting_points() -> None:
    boards = published(entered(FIELD, LAWS)).round(1).boards
    assert {frozenset((board.white, board.black)) for board in boards} == {
        frozenset(map(player_id, pair)) for pair in ((1, 2), (3, 4), (5, 6))
    }


def test_the_table_shows_points_and_starting_points_apart_and_goes_by_their_sum() -> None:
    table = standings(snapshot(with_results(published(entered(FIELD, LAWS)))))
    assert [column.text for column in table.columns] == ["START", "MMS", "SOS", "SOSOS"]
    shown = [(row.person.number, row.points / 2, *map(float, row.values[:3])) for row in table.rows]
    assert shown == [
        (1, 1, 5, 6, 5),
        (2, 0, 5, 5, 6),
        (3, 1, 4, 5, 4),
        (4, 0, 4, 4, 5),
        (5, 1, 2, 3, 2),
        (6, 0, 2, 2, 3),
    ]


def test_a_list_without_the_mcmahon_score_comes_behind_it() -> None:
    state = with_results(published(entered(FIELD, replace(LAWS, order=("PTS", "BH", "WIN")))))
    assert [column.text for column in standings(snapshot(state)).columns] == ["START", "MMS", "BH", "WIN"]


def test_an_unplayed_round_counts_the_own_score_at_its_start() -> None:
    state = entered((*FIELD, 1510), LAWS)
    table = standings(snapshot(with_results(published(state))))
    [bye] = [row for row in table.rows if row.person.number == 7]
    assert (bye.points / 2, *map(float, bye.values)) == (1, 0, 1, 0, 0)


def test_wins_progressive_scores_and_sonneborn_see_points_alone() -> None:
    state = with_results(published(entered(FIELD, replace(LAWS, order=("WIN", "PS", "SB")))))
    best = standings(snapshot(state)).rows[0]
    assert tuple(map(float, best.values)) == (5, 6, 1, 1, 0)


def test_the_rating_report_is_that_of_the_same_games_under_another_system() -> None:
    state = with_results(published(entered(FIELD, LAWS)))
    dutch = replay([e.RegulationsAmended(replace(LAWS, system="dutch-2026"), 1)], state.copy())
    assert rating_report(snapshot(state)) == rating_report(snapshot(dutch))


def test_a_player_who_meets_a_lower_mcmahon_score_has_floated_down() -> None:
    state = with_results(published(entered((2300, 1950, 1740, 1730), LAWS)))
    first = player_card(snapshot(state), player_id(1))
    assert first is not None
    assert [str(line.floated) for line in first.lines] == ["down"]


def test_prizes_are_shared_among_equal_mcmahon_scores() -> None:
    state = with_results(published(entered(FIELD, LAWS)))
    prizes = [
        e.Prize(name, cents, place=place) for name, place, cents in (("1st", 1, 900), ("2nd", 2, 600), ("3rd", 3, 300))
    ]
    replay(announce_prizes(state, prizes), state)
    paid = prize_list(snapshot(state))
    assert paid is not None
    assert [(row.person.number, row.award.cents) for row in paid.rows] == [(1, 900), (2, 450), (3, 450)]


def test_equal_mcmahon_scores_tie_for_a_play_off_whatever_their_points() -> None:
    laws = replace(LAWS, order=("PLAYOFF",), playoff=replace(LAWS.playoff, places=2))
    found = tie(snapshot(with_results(published(entered(FIELD, laws)))))
    assert found is not None
    assert (found.place, {*found.players}) == (2, {player_id(2), player_id(3)})


def test_players_at_the_bar_are_held_against_the_guideline() -> None:
    state = entered((2300, 2200, 2100, 2050, 2040, 2030, 2020, 2010, 2005, 1700), LAWS)
    assert [one for one in plan_cautions(state) if isinstance(one, BarMisplaced)] == [BarMisplaced(9, 3, 4, 8, 2050)]


def test_as_many_as_the_guideline_wants_need_no_words() -> None:
    state = entered((2300, 2200, 2100, 2050, 1900, 1800, 1700, 1600), LAWS)
    assert not [one for one in plan_cautions(state) if isinstance(one, BarMisplaced)]


@pytest.mark.parametrize(
    ("laws", "field"),
    [
        (replace(LAWS, mcmahon=replace(OPTIONS, floor=2000)), "floor"),
        (replace(LAWS, mcmahon=replace(OPTIONS, band=10)), "band"),
        (replace(LAWS, mcmahon=replace(OPTIONS, band=0)), "band"),
        (replace(LAWS, mcmahon=replace(OPTIONS, bar=0)), "bar"),
        (replace(LAWS, acceleration=Acceleration.BAKU), "acceleration"),
        (replace(LAWS, entrants=Entrants.TEAMS, order=("MP",)), "system"),
    ],
)
def test_what_cannot_be_is_refused(laws: Regulations, field: str) -> None:
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("Open"), laws)
    assert refused.value.field == field


def test_bar_band_and_floor_are_fixed_once_a_round_is_paired() -> None:
    state = published(entered(FIELD, LAWS))
    with pytest.raises(TournamentHasStarted):
        amend_regulations(state, replace(LAWS, mcmahon=replace(OPTIONS, bar=2100)), "too many at the bar")


def test_it_is_no_system_of_fide() -> None:
    with pytest.raises(OutsideFideMode) as refused:
        announce_in_mode(Details("Open"), LAWS, fide_mode=True)
    assert "system" in refused.value.fields
