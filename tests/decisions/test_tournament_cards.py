"""Cards written from the journal: what a pairing sees and what the table shows."""

import pytest

from domain import events as e
from domain.cards.card import Float
from domain.pairing import SYSTEMS
from domain.tournament import evolve, replay
from domain.tournament_cards.cards import pairing_cards, pairing_task, table_cards
from domain.words.games import Code, Colour, Result
from domain.words.players import PlayerId
from domain.words.rounds import RoundSpan
from tests.crosstable import big_open, history, tournament
from tests.python_calls import python_calls

THREE_ROUNDS = """
Alice  +w4 =b2 +w3
Bruno  +b3 =w1 U
Carla  -w2 +b4 -b1
David  -b1 -w3 Z
"""

floats_of = SYSTEMS["dutch-1998"].floats


def test_the_bye_of_an_odd_field_is_a_downfloat() -> None:
    assert floats_of(table_cards(tournament("A +w2\nB -b1\nC U"))[3])[0] is Float.DOWN


def test_unequal_scores_float_down_and_up() -> None:
    cards = table_cards(tournament(THREE_ROUNDS))
    assert [floats_of(cards[n])[2] for n in (1, 3)] == [Float.DOWN, Float.UP]


def test_equal_scores_do_not_float() -> None:
    cards = table_cards(tournament(THREE_ROUNDS))
    assert {floats_of(cards[n])[1] for n in (1, 2, 3, 4)} == {None}


def test_a_forfeit_floats_by_pairing() -> None:
    cards = table_cards(tournament("A +w2 +f3\nB -b1 H\nC H -f1"))
    assert (floats_of(cards[1])[1], floats_of(cards[3])[1]) == (Float.DOWN, Float.UP)


def test_a_forfeit_has_a_colour_on_the_sheet_but_none_that_counts() -> None:
    line = table_cards(tournament("A +fw2\nB -fb1"))[1].lines[0]
    assert (line.colour, line.played_colour) == (Colour.WHITE, None)


def test_an_adjourned_game_is_a_draw_for_the_pairing_and_nothing_in_the_table() -> None:
    events = history("A Xw2\nB Xb1", rounds=3)
    state = replay(events)
    assert (pairing_cards(state, 2)[1].score, table_cards(state)[1].score) == (1, 0)


def test_a_finished_adjournment_counts_from_the_next_pairing_on() -> None:
    events = [*history("A Xw2 ?w3\nB Xb1 ?w4\nC +w4 ?b1\nD -b3 ?b2", rounds=4)]
    events.append(e.AdjournedGameFinished(1, 1, Result.WHITE_WINS, during_round=2))
    state = replay(events)
    seen = [pairing_cards(state, round)[1].lines[0].points for round in (2, 3)]
    assert (seen, table_cards(state)[1].lines[0].code) == ([1, 2], Code.WIN)


def test_a_correction_is_seen_from_the_pairing_it_counts_from() -> None:
    state = tournament(THREE_ROUNDS, rounds=5)
    evolve(state, e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.WHITE_WINS, 4, "scoresheet"))
    assert [pairing_cards(state, round)[1].lines[0].points for round in (2, 3, 4)] == [2, 2, 0]


def test_floats_stay_those_of_the_day_after_a_correction() -> None:
    before = table_cards(tournament(THREE_ROUNDS, rounds=5))
    state = tournament(THREE_ROUNDS, rounds=5)
    evolve(state, e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.WHITE_WINS, 4, "scoresheet"))
    after = table_cards(state)
    floats = [floats_of(card) for card in before.values()]
    assert [floats_of(card) for card in after.values()] == floats


def test_a_result_for_the_rating_report_leaves_the_table_alone() -> None:
    before = tournament(THREE_ROUNDS)
    after = tournament(THREE_ROUNDS)
    evolve(after, e.ResultCorrectedForRating(1, 1, Result.DRAW, Result.WHITE_WINS, "too late"))
    assert table_cards(after) == table_cards(before)


def test_the_rating_report_reads_the_result_kept_for_it() -> None:
    state = tournament(THREE_ROUNDS)
    evolve(state, e.ResultCorrectedForRating(1, 1, Result.DRAW, Result.WHITE_WINS, "too late"))
    assert table_cards(state, for_rating=True)[1].lines[0].code is Code.DRAW


def test_exchanged_colours_leave_the_points_with_the_players() -> None:
    state = tournament(THREE_ROUNDS)
    evolve(state, e.ColoursCorrected(1, 1, 4, "both sat wrongly"))
    line = table_cards(state)[1].lines[0]
    assert (line.code, line.colour, line.points) == (Code.WIN, Colour.BLACK, 2)


def test_a_late_entry_has_no_points_for_the_rounds_before() -> None:
    cards = table_cards(tournament("A +w2 =w3\nB -b1 U\nC . =b1"))
    assert (cards[3].lines[0].code, cards[3].lines[0].points) == (Code.ZERO_BYE, 0)


def test_a_withdrawn_player_is_not_present() -> None:
    state = tournament("A +w2\nB -b1", rounds=3)
    evolve(state, e.PlayerWithdrawn(PlayerId(2), 2))
    assert [card.present for card in pairing_cards(state, 2).values()] == [True, False]


def test_prohibited_groups_become_pairs() -> None:
    state = tournament("A +w2\nB -b1\nC +w4\nD -b3", rounds=3)
    evolve(state, e.PairsProhibited(((PlayerId(1), PlayerId(3), PlayerId(4)),), 0))
    assert pairing_task(state, 2).forbidden == {frozenset(p) for p in ((1, 3), (1, 4), (3, 4))}


def test_prohibited_groups_hold_in_their_rounds_only() -> None:
    state = tournament("A +w2\nB -b1\nC +w4\nD -b3", rounds=4)
    spans = (RoundSpan(1, 1), RoundSpan(2, 3))
    groups = ((PlayerId(1), PlayerId(3)), (PlayerId(2), PlayerId(4)))
    evolve(state, e.PairsProhibited(groups, 0, rounds=spans))
    assert pairing_task(state, 2).forbidden == {frozenset((2, 4))}


def test_a_draft_is_on_nobodys_card() -> None:
    state = tournament("A ?w2\nB ?b1", publish_last=False)
    assert table_cards(state)[1].lines == ()


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_cuts_the_card(rounds: int) -> None:
    assert {len(card.lines) for card in table_cards(tournament(THREE_ROUNDS), after=rounds).values()} == {rounds}


def test_the_cards_of_one_more_board_are_few_calls() -> None:
    """A preview writes the cards of 1,000 players and 11 rounds anew at each key."""

    def calls(players: int) -> int:
        t = replay(big_open(players, 4, played=3))
        return python_calls(lambda: table_cards(t))

    boards_more = 4 * (60 - 20) // 2
    assert (calls(60) - calls(20)) / boards_more <= 16
