"""An Armageddon after a drawn game: who gets what, from which pairing on, and what a correction does to it."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.rounds.results import (
    clear_result,
    decide_armageddon,
    game_of,
    leave_out_armageddon,
    undecided_armageddons,
)
from domain.decisions.setup.regulations import checked_regulations
from domain.refusals import ArmageddonNeedsDraw, BadField, NoArmageddon
from domain.stewards.decisions import armageddon_beside, enter_result
from domain.stewards.events import Role
from domain.stewards.roles import Grant, OnlyAnArbiter
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, table_cards
from domain.words.games import Code, Result, Scoring
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from tests.crosstable import tournament

ALICE, BOB, CARLA, DAVID = map(EntrantId, (1, 2, 3, 4))
NORWAY = Regulations(rounds=3, scoring=Scoring(win=6, draw=2), armageddon=1)
"""Three points for a win; after a draw one and a half for the Armageddon won, one for the one lost."""


def drawn(laws: Regulations = NORWAY) -> Tournament:
    return tournament("Alice =w3\nBob +w4\nCarla =b1\nDavid -b2", regulations=laws)


def decided(t: Tournament, result: Result | None) -> Tournament:
    return replay(decide_armageddon(t, 1, 1, result), t.copy())


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (Result.WHITE_WINS, [3, 6, 2, 0]),
        (Result.BLACK_WINS, [2, 6, 3, 0]),
        (Result.DRAW, [2, 6, 3, 0]),
    ],
)
def test_the_winner_has_half_a_point_more_and_a_draw_is_a_win_for_black(result: Result, points: list[int]) -> None:
    t = decided(drawn(), result)
    assert [card.score for card in table_cards(t).values()] == points
    assert [card.score for card in pairing_cards(t, 2).values()] == points


def test_a_draw_without_a_winner_of_its_armageddon_is_named_until_there_is_one() -> None:
    assert undecided_armageddons(drawn()) == ((1, 1),)
    assert undecided_armageddons(decided(drawn(), Result.DRAW)) == ()
    assert undecided_armageddons(drawn(replace(NORWAY, armageddon=0))) == ()


def two_rounds(laws: Regulations = NORWAY) -> Tournament:
    return tournament("Alice =w3 +w2\nBob +w4 -b1\nCarla =b1 +b4\nDavid -b2 -w3", regulations=laws)


def left_out(t: Tournament) -> Tournament:
    return replay(leave_out_armageddon(t, 1, 1), t.copy())


def test_it_is_named_in_later_rounds_too_until_it_is_entered_or_there_was_none() -> None:
    assert undecided_armageddons(two_rounds()) == ((1, 1),)
    assert undecided_armageddons(decided(two_rounds(), Result.DRAW)) == ()
    assert undecided_armageddons(left_out(two_rounds())) == ()
    assert leave_out_armageddon(left_out(drawn()), 1, 1) == []


def test_that_there_was_none_can_be_taken_back_and_ends_with_the_draw() -> None:
    t = left_out(drawn())
    assert undecided_armageddons(decided(t, None)) == ((1, 1),)
    assert decided(t, Result.WHITE_WINS).armageddons == {(1, ALICE): 1}
    then = replay([e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.DRAW, 2, "a wrong slip")], t.copy())
    again = replay([e.ResultCorrected(1, 1, Result.DRAW, Result.BLACK_WINS, 2, "a right slip")], then)
    assert undecided_armageddons(again) == ((1, 1),)
    assert replay([e.RoundWithdrawn(1, "a fire")], left_out(drawn())).without_armageddon == frozenset()


def test_one_that_was_entered_can_turn_out_not_to_have_been_played() -> None:
    t = left_out(decided(drawn(), Result.WHITE_WINS))
    assert ([card.score for card in table_cards(t).values()], t.armageddons) == ([2, 6, 2, 0], {})


def test_set_later_it_is_asked_of_no_round_before() -> None:
    before = two_rounds(replace(NORWAY, armageddon=0))
    assert undecided_armageddons(replay([e.RegulationsAmended(NORWAY, 2)], before)) == ()


def test_the_game_stays_a_draw() -> None:
    assert table_cards(decided(drawn(), Result.WHITE_WINS))[1].lines[0].code is Code.DRAW


def test_entered_otherwise_it_is_the_other_player_s() -> None:
    t = decided(decided(drawn(), Result.WHITE_WINS), Result.DRAW)
    assert [card.score for card in table_cards(t).values()] == [2, 6, 3, 0]
    assert decide_armageddon(t, 1, 1, Result.BLACK_WINS) == []


def test_taken_back_it_gives_nothing() -> None:
    t = decided(decided(drawn(), Result.WHITE_WINS), None)
    assert [card.score for card in table_cards(t).values()] == [2, 6, 2, 0]
    assert t.armageddons == {}


def test_a_game_that_is_no_draw_any_more_has_no_armageddon() -> None:
    t = decided(drawn(), Result.WHITE_WINS)
    cleared = replay(clear_result(t, 1, 1, Result.DRAW), t.copy())
    assert [card.score for card in table_cards(cleared).values()] == [0, 6, 0, 0]
    event = e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.DRAW, 2, "a wrong slip")
    corrected = replay([event], t.copy())
    assert [card.score for card in table_cards(corrected).values()] == [0, 6, 6, 0]
    assert corrected.armageddons == {}


def test_a_withdrawn_round_has_none() -> None:
    t = replay([e.RoundWithdrawn(1, "a fire")], decided(drawn(), Result.WHITE_WINS))
    assert (t.armageddons, t.adjusted(ALICE, 1)) == ({}, 0)


def test_only_a_drawn_game_is_followed_by_one() -> None:
    with pytest.raises(ArmageddonNeedsDraw):
        decide_armageddon(drawn(), 1, 2, Result.WHITE_WINS)
    with pytest.raises(NoArmageddon):
        decide_armageddon(drawn(replace(NORWAY, armageddon=0)), 1, 1, Result.WHITE_WINS)
    with pytest.raises(BadField):
        decide_armageddon(drawn(), 1, 1, Result.DOUBLE_FORFEIT)


@pytest.mark.parametrize(
    "laws", [replace(NORWAY, armageddon=5), replace(NORWAY, armageddon=-1), replace(NORWAY, match_games=2)]
)
def test_regulations_with_an_armageddon_that_cannot_be_are_refused(laws: Regulations) -> None:
    with pytest.raises(BadField):
        checked_regulations(laws)


def test_points_below_nought_are_refused_as_they_were_typed() -> None:
    with pytest.raises(BadField) as refused:
        checked_regulations(replace(NORWAY, armageddon=-1))
    assert (refused.value.value, refused.value.rule) == ("-0.5", "at-least:0")


HELPER, ARBITER = Grant(Role.ENTRY, 1, 1), Grant(Role.ARBITER)


def beside(t: Tournament, grant: Grant, result: Result) -> list[e.Event]:
    draw = enter_result(t, grant, 1, 1, Result.DRAW, seen=game_of(t, 1, 1).result)
    return [*draw, *armageddon_beside(t, draw, grant, 1, 1, result)]


def test_one_entry_says_the_draw_and_its_armageddon() -> None:
    t = tournament("Alice ?w2\nBob ?b1", regulations=NORWAY)
    for grant in (HELPER, ARBITER):
        both = beside(t, grant, Result.BLACK_WINS)
        assert both == [e.ResultRecorded(1, 1, Result.DRAW), e.ArmageddonDecided(1, 1, BOB, 1, 2)]
    assert game_of(t, 1, 1).result is None


def test_a_helper_gives_a_draw_its_armageddon_and_overwrites_none() -> None:
    t = drawn()
    assert beside(t, HELPER, Result.WHITE_WINS) == [e.ArmageddonDecided(1, 1, ALICE, 1, 2)]
    with pytest.raises(OnlyAnArbiter):
        beside(decided(t, Result.DRAW), HELPER, Result.WHITE_WINS)
    assert beside(decided(t, Result.DRAW), ARBITER, Result.WHITE_WINS) == [e.ArmageddonDecided(1, 1, ALICE, 1, 2)]


def test_a_draw_that_contradicts_another_entry_has_no_armageddon_yet() -> None:
    t = tournament("Alice +w2\nBob -b1", regulations=NORWAY)
    assert beside(t, HELPER, Result.WHITE_WINS) == [e.ResultDisputed(1, 1, Result.DRAW)]
