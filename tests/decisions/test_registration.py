"""Registering, withdrawing, byes: what the desk may and may not do."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye, readmit, withdraw
from domain.decisions.players.registering import (
    NewPlayer,
    amend_player,
    anonymise,
    correct_rating,
    register,
    register_many,
)
from domain.decisions.setup.announcing import amend_details, amend_regulations, announce_tournament
from domain.decisions.undoing import undo
from domain.refusals import (
    AlreadyAway,
    AlreadyPaired,
    AlreadyRegistered,
    BadField,
    NotAway,
    UnknownPlayer,
)
from domain.tournament import Tournament, replay
from domain.words.games import Bye, Scoring
from domain.words.players import PlayerId
from domain.words.regulations import CorrectionPolicy, Details, Regulations
from tests.crosstable import announced, tournament

FOUR = """
Alice GM 2500  +w3
Bruno    2400  =b4
Carla    2300  -b1
David    2200  =w2
"""


def fresh() -> Tournament:
    return announced(Regulations(rounds=5))


def test_ids_count_from_one_in_the_order_of_registration() -> None:
    events = register_many(fresh(), [NewPlayer("Ivanova, Anna"), NewPlayer("Petrov, Boris")])
    assert [event.player.id for event in events if isinstance(event, e.PlayerRegistered)] == [1, 2]


def test_the_same_fide_number_is_refused_whatever_the_name() -> None:
    registered = replay(register(fresh(), NewPlayer("Anna", fide_id=14100010)), fresh())
    with pytest.raises(AlreadyRegistered) as refused:
        register(registered, NewPlayer("Hanna", fide_id=14100010))
    assert refused.value.existing == 1


def test_two_of_one_list_with_the_same_fide_number_register_nobody() -> None:
    with pytest.raises(AlreadyRegistered):
        register_many(fresh(), [NewPlayer("Anna", fide_id=7), NewPlayer("Boris", fide_id=7)])


def test_namesakes_of_different_years_are_different_people() -> None:
    events = register_many(
        fresh(), [NewPlayer("Ivan Ivanov", birth_year=1990), NewPlayer("Ivan Ivanov", birth_year=2012)]
    )
    assert len(events) == 2


@pytest.mark.parametrize(
    ("player", "field"),
    [
        (NewPlayer("   "), "name"),
        (NewPlayer("x" * 300), "name"),
        (NewPlayer("A\x00B"), "name"),
        (NewPlayer("evil \u202e name"), "name"),
        (NewPlayer("A", rating=-1), "rating"),
        (NewPlayer("A", rating=10_000), "rating"),
        (NewPlayer("A", federation="Bulgaria"), "federation"),
        (NewPlayer("A", fide_id=-5), "fide_id"),
        (NewPlayer("A", birth_year=98), "birth_year"),
    ],
)
def test_a_field_that_cannot_be_is_named(player: NewPlayer, field: str) -> None:
    with pytest.raises(BadField) as refused:
        register(fresh(), player)
    assert refused.value.field == field


@pytest.mark.parametrize("name", ["Топалов, Веселин", "محمد علي", "O'Brien-<b>Smith</b>", "李超"])
def test_names_of_every_script_are_kept_as_they_are(name: str) -> None:
    (event,) = register(fresh(), NewPlayer(name))
    assert isinstance(event, e.PlayerRegistered)
    assert event.player.name == name


def test_a_late_entry_joins_the_next_round() -> None:
    (event,) = register(tournament(FOUR, rounds=5), NewPlayer("Late"))
    assert isinstance(event, e.PlayerRegistered)
    assert event.from_round == 2


def test_a_round_that_is_published_cannot_be_joined() -> None:
    with pytest.raises(BadField) as refused:
        register(tournament(FOUR, rounds=5), NewPlayer("Late"), from_round=1)
    assert refused.value.field == "from_round"


def test_a_new_rating_renumbers_later_pairings_only() -> None:
    before = tournament(FOUR, rounds=5)
    events = correct_rating(before, PlayerId(4), 2450, "typed wrongly")
    after = replay(events, before.copy())
    assert (after.numbers, after.round(1).numbers) == ((1, 4, 2, 3), (1, 2, 3, 4))


EVERYBODY_ROUND_4 = "A 2400 +w2 +b3 +w4 +b2\nB 2300 -b1 +w4 +b3 -w1\nC 2200 +w4 -w1 -w2 +b4\nD 2100 -b3 -b2 -b1 -w3"


@pytest.mark.parametrize(
    ("corrections", "moves"), [(CorrectionPolicy.HANDLING_2026, False), (CorrectionPolicy.F7_1998, True)]
)
def test_once_round_4_is_paired_a_new_rating_moves_no_number_but_under_the_rules_of_1998(
    corrections: CorrectionPolicy, moves: bool
) -> None:
    t = tournament(EVERYBODY_ROUND_4, rounds=9)
    t = replay([e.RegulationsAmended(replace(t.regulations, corrections=corrections), 0)], t)
    for events in (
        correct_rating(t, PlayerId(4), 2450, "typed wrongly"),
        amend_player(t, PlayerId(4), NewPlayer("D", rating=2450)),
    ):
        after = replay(events, t.copy())
        assert after.players[PlayerId(4)].rating == 2450
        assert (after.numbers != t.numbers) == moves


def test_a_rating_for_the_report_only_leaves_the_numbers_alone() -> None:
    events = correct_rating(tournament(FOUR, rounds=5), PlayerId(4), 2450, "late news", counts_from=0)
    assert [type(event) for event in events] == [e.RatingCorrected]


def test_amending_a_name_does_not_touch_the_rating() -> None:
    (event,) = amend_player(tournament(FOUR, rounds=5), PlayerId(1), NewPlayer("Alicia", rating=2500))
    assert isinstance(event, e.PlayerDetailsAmended)


def test_withdrawing_many_is_one_step() -> None:
    events = withdraw(tournament(FOUR, rounds=5), [PlayerId(1), PlayerId(3)], reason="storm")
    assert [event.from_round for event in events if isinstance(event, e.PlayerWithdrawn)] == [2, 2]


def test_nobody_withdraws_twice() -> None:
    gone = replay(withdraw(tournament(FOUR, rounds=5), [PlayerId(1)]), tournament(FOUR, rounds=5))
    with pytest.raises(AlreadyAway):
        withdraw(gone, [PlayerId(1)])


def test_nobody_withdraws_from_a_published_round() -> None:
    with pytest.raises(AlreadyPaired):
        withdraw(tournament(FOUR, rounds=5), [PlayerId(1)], from_round=1)


def test_a_readmitted_player_is_paired_again() -> None:
    gone = replay(withdraw(tournament(FOUR, rounds=5), [PlayerId(1)]), tournament(FOUR, rounds=5))
    back = replay(readmit(gone, PlayerId(1), from_round=3), gone)
    assert [back.present(PlayerId(1), round) for round in (1, 2, 3)] == [True, False, True]


def test_only_somebody_who_left_can_come_back() -> None:
    with pytest.raises(NotAway):
        readmit(tournament(FOUR, rounds=5), PlayerId(2))


def test_a_bye_is_for_a_round_not_yet_published() -> None:
    with pytest.raises(AlreadyPaired):
        grant_bye(tournament(FOUR, rounds=5), PlayerId(2), 1, Bye.HALF)


def test_granting_the_same_bye_again_changes_nothing() -> None:
    once = replay(grant_bye(tournament(FOUR, rounds=5), PlayerId(2), 2, Bye.HALF), tournament(FOUR, rounds=5))
    assert grant_bye(once, PlayerId(2), 2, Bye.HALF) == []


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(UnknownPlayer) as refused:
        grant_bye(tournament(FOUR, rounds=5), PlayerId(77), 2, Bye.HALF)
    assert refused.value.player == 77


def test_there_cannot_be_fewer_rounds_than_were_paired() -> None:
    two = tournament("Anna +w2 -b2\nBoris -b1 +w1", rounds=5)
    with pytest.raises(BadField):
        amend_regulations(two, Regulations(rounds=1))


def test_the_id_of_an_undone_registration_is_not_given_again() -> None:
    """Brought back, the first would have been overwritten by the second."""
    state = replay(register(fresh(), NewPlayer("Anna")), fresh())
    replay(undo(state, state.version, ""), state)
    (event,) = register(state, NewPlayer("Boris"))
    assert isinstance(event, e.PlayerRegistered)
    assert event.player.id == 2


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(win=2, draw=3),
        Scoring(win=6, draw=4),
        Scoring(pairing_bye=3),
        Scoring(absence=3),
        Scoring(loss=2, draw=1),
    ],
)
def test_a_scoring_that_rewards_the_wrong_thing_is_refused(scoring: Scoring) -> None:
    with pytest.raises(BadField):
        announce_tournament(Details("Open"), Regulations(scoring=scoring))


def test_the_refusal_names_the_points_that_are_too_many() -> None:
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("Open"), Regulations(scoring=Scoring(pairing_bye=3)))
    assert refused.value.value == "1.5"


def test_details_that_are_the_same_are_no_event() -> None:
    t = fresh()
    assert amend_details(t, t.details) == []
    changed = replace(t.details, city="Varna")
    assert amend_details(t, changed) == [e.DetailsAmended(changed)]


def test_who_was_never_entered_is_not_away() -> None:
    assert not Tournament().away(PlayerId(1), 1)


def test_a_name_is_taken_away_once() -> None:
    state = tournament(FOUR, rounds=5)
    assert anonymise(state, PlayerId(1)) == [e.PlayerAnonymised(PlayerId(1))]
    assert anonymise(replay(anonymise(state, PlayerId(1)), state), PlayerId(1)) == []
