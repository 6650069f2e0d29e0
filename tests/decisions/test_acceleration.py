"""Baku acceleration (C.04.7 of 2026): who has virtual points, in which rounds, and what they are for."""

from dataclasses import replace

import pytest

from domain.cards.acceleration import baku_points, last_of_upper_group
from domain.decisions.players.attendance import grant_bye, withdraw
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.rounds.pairing import close_round
from domain.decisions.setup.announcing import amend_regulations, announce_tournament
from domain.refusals import BadField, TournamentHasStarted
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task, table_cards
from domain.tournament_cards.starting_points import accelerated
from domain.words.games import Bye, Scoring
from domain.words.players import PlayerId
from domain.words.regulations import Acceleration, Details, Format, Regulations
from tests.crosstable import entered, published, with_results

BAKU = Regulations(system="dutch-2026", rounds=5, acceleration=Acceleration.BAKU)


def test_no_other_acceleration_can_be_chosen() -> None:
    assert {*Acceleration} == {Acceleration.NONE, Acceleration.BAKU}


def over(t: Tournament) -> Tournament:
    """The round on the boards is over, White having won every game."""
    return replay(close_round(with_results(t), t.published), t)


@pytest.mark.parametrize(
    ("players", "upper"), [(161, 82), (178, 90), (160, 80), (163, 82), (4, 2), (5, 4), (6, 4), (8, 4), (9, 6)]
)
def test_the_upper_group_is_half_of_the_field_rounded_up_to_an_even_number(players: int, upper: int) -> None:
    field = range(1, players + 1)
    assert last_of_upper_group(field, field) == upper


@pytest.mark.parametrize(
    ("rounds", "scoring", "points"),
    [
        (9, Scoring(), (2, 2, 2, 1, 1)),
        (11, Scoring(win=4, draw=2, loss=0, pairing_bye=4), (4, 4, 4, 2, 2, 2)),
        (5, Scoring(), (2, 2, 1)),
        (1, Scoring(), (2,)),
    ],
)
def test_half_of_the_rounds_are_accelerated_and_the_first_half_of_those_in_full(
    rounds: int, scoring: Scoring, points: tuple[int, ...]
) -> None:
    assert baku_points(rounds, scoring) == points


def test_the_first_round_pairs_each_group_in_itself() -> None:
    paired = published(entered(8, BAKU)).round(1)
    assert [{game.white, game.black} for game in paired.games] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_standings_know_no_virtual_points() -> None:
    state = over(published(entered(8, BAKU)))
    assert sum(card.score for card in table_cards(state).values()) == 8
    assert pairing_task(state, 2).virtual == dict.fromkeys((1, 2, 3, 4), (2, 2, 1))


def test_whoever_is_away_in_round_one_is_not_counted() -> None:
    state = entered(8, BAKU)
    replay(grant_bye(state, PlayerId(8), 1, Bye.HALF), state)
    replay(grant_bye(state, PlayerId(7), 1, Bye.HALF), state)
    assert sorted(accelerated(published(state.copy()))) == [1, 2, 3, 4]
    replay(grant_bye(state, PlayerId(2), 1, Bye.HALF), state)
    assert sorted(accelerated(published(state.copy()))) == [1, 2, 3, 4, 5]


def test_a_late_entry_belongs_where_their_rank_is_and_the_last_of_the_group_stays_it() -> None:
    state = over(published(entered(8, BAKU)))
    replay(register(state, NewPlayer("Strong", rating=2390)), state)
    replay(register(state, NewPlayer("Weak", rating=1500)), state)
    state = published(state)
    assert state.numbers[1] == PlayerId(9)
    assert sorted(accelerated(state)) == [1, 2, 3, 4, 5]
    assert state.numbers[4] == PlayerId(4)


def test_a_withdrawal_moves_nobody_into_the_group() -> None:
    state = over(published(entered(8, BAKU)))
    replay(withdraw(state, [PlayerId(4)]), state)
    assert sorted(accelerated(published(state.copy()))) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "laws",
    [
        replace(BAKU, system="dutch-1998"),
        replace(BAKU, format=Format.ROUND_ROBIN),
        replace(BAKU, scoring=Scoring(win=6, draw=2, loss=0, pairing_bye=6)),
        replace(BAKU, scoring=Scoring(win=4, draw=2, loss=1, pairing_bye=4)),
    ],
)
def test_it_needs_a_system_with_virtual_points_and_a_win_worth_two_draws(laws: Regulations) -> None:
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("Open"), laws)
    assert refused.value.field == "acceleration"


@pytest.mark.parametrize(
    "laws",
    [
        replace(BAKU, acceleration=Acceleration.NONE),
        replace(BAKU, rounds=7),
        replace(BAKU, scoring=Scoring(win=4, draw=2, loss=0, pairing_bye=4)),
    ],
)
def test_nothing_of_it_changes_once_round_one_is_paired(laws: Regulations) -> None:
    state = published(entered(8, BAKU))
    with pytest.raises(TournamentHasStarted) as refused:
        amend_regulations(state, laws, "a reason")
    assert refused.value.what == "acceleration"


def test_it_cannot_be_switched_on_once_round_one_is_paired() -> None:
    state = published(entered(8, replace(BAKU, acceleration=Acceleration.NONE)))
    with pytest.raises(TournamentHasStarted):
        amend_regulations(state, BAKU, "a reason")


def test_before_round_one_it_can_be_changed() -> None:
    state = entered(8, BAKU)
    assert amend_regulations(state, replace(BAKU, acceleration=Acceleration.NONE))
