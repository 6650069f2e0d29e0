"""Pairing by hand from the start, and what is known about a round afterwards."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.by_hand import Sketch, oldest_meetings, sketch
from domain.decisions.rounds.pairing import pair_by_hand, pair_round
from domain.decisions.rounds.why import reasons
from domain.decisions.setup.regulations import IN_FORCE
from domain.refusals import IllegalBoards, NeedsConfirmation, ReasonMissing
from domain.tournament import RoundState, replay
from domain.words.games import Result
from domain.words.players import PlayerId
from tests.crosstable import tournament
from tests.decisions.test_rounds import drafted, played, ready

BY_HAND = [(PlayerId(1), PlayerId(2)), (PlayerId(3), PlayerId(4)), (PlayerId(5), PlayerId(6))]
AGAIN = [(PlayerId(2), PlayerId(1))]


def test_a_round_without_a_legal_pairing_can_be_paired_by_hand() -> None:
    state = played(ready(players=2))
    replay(pair_by_hand(state, AGAIN, None, "only two are left", override=True), state)
    assert [(b.white, b.black) for b in state.round(2).boards] == AGAIN
    assert (state.round(1).state, state.round(2).engine) == (RoundState.CLOSED, "by hand")


def test_a_pairing_by_hand_names_the_criteria_it_breaks() -> None:
    altered = pair_by_hand(played(ready(players=2)), AGAIN, None, "only two are left", override=True)[-1]
    assert isinstance(altered, e.BoardsAltered)
    assert (altered.breaches, altered.reason) == (("dutch-1998 B.1a",), "only two are left")


def test_a_pairing_by_hand_against_the_criteria_leaves_fide_mode_only_when_confirmed_twice() -> None:
    state = played(ready(players=2))
    events = pair_by_hand(state, AGAIN, None, "only two are left", override=True)
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(state, events, 3)
    assert (asked.value.level, asked.value.what) == (4, "criteria-overridden")


BLACK_TWICE = """
    Ada   2400  =w4 =b2 =b3
    Ben   2390  =w5 =w1 =b4
    Cleo  2380  =w6 =b5 =w1
    Dan   2370  =b1 =b6 =w2
    Eve   2360  =b2 =w3 =b6
    Finn  2350  =b3 =w4 =w5
"""
THIRD_BLACK = [(PlayerId(5), PlayerId(1)), (PlayerId(2), PlayerId(6)), (PlayerId(4), PlayerId(3))]


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026"])
def test_a_third_black_running_is_named_and_leaves_fide_mode_only_when_confirmed_twice(system: str) -> None:
    laws = replace(IN_FORCE, system=system, rounds=7)
    state = tournament(BLACK_TWICE, regulations=laws, close_last=True)
    with pytest.raises(IllegalBoards) as refused:
        pair_by_hand(state, THIRD_BLACK, None, "they asked for it")
    assert [(one.number, one.players) for one in refused.value.breaches] == [("C.04.1, 7", (1,))]
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(state, pair_by_hand(state, THIRD_BLACK, None, "they asked for it", override=True), 3)
    assert (asked.value.level, asked.value.what) == (4, "criteria-overridden")


def test_a_legal_pairing_by_hand_is_asked_about_like_any_alteration() -> None:
    state = ready()
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(state, pair_by_hand(state, BY_HAND, None, "club evening"), 0)
    assert (asked.value.level, asked.value.what) == (3, "BoardsAltered")


def test_without_insisting_a_pairing_by_hand_keeps_the_criteria() -> None:
    with pytest.raises(IllegalBoards):
        pair_by_hand(played(ready(players=2)), AGAIN, None, "only two are left")


def test_insisting_seats_nobody_twice() -> None:
    with pytest.raises(IllegalBoards) as refused:
        pair_by_hand(ready(players=4), [BY_HAND[0], BY_HAND[0]], None, "x", override=True)
    assert {breach.number for breach in refused.value.breaches} == {"A.5"}


def test_a_pairing_by_hand_needs_a_reason() -> None:
    with pytest.raises(ReasonMissing):
        pair_by_hand(ready(), BY_HAND, None, " ")


def test_a_pairing_by_hand_issues_the_numbers() -> None:
    state = ready()
    replay(pair_by_hand(state, BY_HAND, None, "club evening"), state)
    assert state.numbers == state.round(1).numbers == (1, 2, 3, 4, 5, 6)


def test_the_reasons_of_a_round_see_the_newcomers_number_but_no_later_correction() -> None:
    state = played(ready())
    replay(register_many(state, [NewPlayer("Late", rating=2375)]), state)
    replay(pair_round(state), state)
    told = reasons(state, 2)
    replay([e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.DRAW, 2, "score sheet", 2)], state)
    assert reasons(state, 2) == told
    assert (told.foreign, told.other_bye, len(told.numbers)) == ((), False, 7)


def test_the_reasons_of_a_pairing_by_hand_name_the_boards_that_are_not_the_engines() -> None:
    state = ready()
    replay(pair_by_hand(state, BY_HAND, None, "club evening"), state)
    assert reasons(state, 1).foreign == (1, 2, 3)


def test_the_oldest_meetings_come_first() -> None:
    state = tournament("A +w2 =b3\nB -b1 =w4\nC +w4 =w1\nD -b3 =b2", rounds=3)
    assert [m.players for m in oldest_meetings(state, 3, (PlayerId(1),))] == [(1, 2), (1, 3)]


def test_a_sketch_seats_all_but_those_apart() -> None:
    state = drafted(ready())
    assert sketch(state, 1, (PlayerId(1), PlayerId(2))).boards == ((3, 5), (6, 4))


def test_a_sketch_of_an_even_field_invents_no_bye() -> None:
    state = played(ready(players=2))
    assert sketch(state, 2) == Sketch()
