"""Results: entry, conflict, dispute, adjournment."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.results import (
    adjourn,
    clear_result,
    did_not_come,
    dispute_result,
    finish_adjourned,
    record_result,
    settle_dispute,
)
from domain.refusals import (
    NeedsConfirmation,
    NeedsCorrection,
    NoSuchBoard,
    NoSuchRound,
    NotAdjourned,
    NotDisputed,
    ResultDiffers,
    RoundNotPublished,
    TournamentIsClosed,
)
from domain.tournament import Tournament, replay
from domain.words.games import Result, Scoring
from domain.words.players import PlayerId
from domain.words.regulations import Regulations
from tests.crosstable import history, tournament

OPEN = "A +w3 ?b2\nB +b4 ?w1\nC -b1 ?w4\nD -w2 ?b3"


def entered(result: Result = Result.DRAW) -> Tournament:
    start = tournament(OPEN, rounds=3)
    return replay(record_result(start, 2, 1, result, None), start)


def test_an_adjourned_game_is_finished_by_a_page_that_shows_it_as_adjourned() -> None:
    state = entered(Result.ADJOURNED)
    (event,) = record_result(state, 2, 1, Result.DRAW, Result.ADJOURNED)
    assert isinstance(event, e.AdjournedGameFinished)


def test_a_page_older_than_the_adjournment_does_not_finish_the_game() -> None:
    with pytest.raises(ResultDiffers):
        record_result(entered(Result.ADJOURNED), 2, 1, Result.WHITE_WINS, None)


def test_f8_who_lost_by_forfeit_did_not_come() -> None:
    state = tournament("A +f2\nB -f1\nC -f4\nD -f3", rounds=3)
    assert did_not_come(state) == (2, 3, 4)
    replay(withdraw(state, [PlayerId(3)]), state)
    assert did_not_come(state) == (2, 4)


def test_f8_may_be_set_aside_by_the_regulations() -> None:
    laws = Regulations(rounds=3, absence_means_withdrawal=False)
    assert did_not_come(tournament("A +f2\nB -f1", regulations=laws)) == ()


def test_a_first_result_is_recorded() -> None:
    assert record_result(tournament(OPEN), 2, 1, Result.DRAW, None) == [e.ResultRecorded(2, 1, Result.DRAW)]


def test_the_same_result_again_is_no_event_even_from_an_old_page() -> None:
    assert record_result(entered(), 2, 1, Result.DRAW, seen=None) == []


def test_an_old_page_never_overwrites() -> None:
    with pytest.raises(ResultDiffers) as refused:
        record_result(entered(), 2, 1, Result.WHITE_WINS, seen=None)
    assert (refused.value.now, refused.value.wanted) == (Result.DRAW, Result.WHITE_WINS)


def test_a_page_that_saw_the_result_may_mend_it_while_the_round_is_played() -> None:
    events = record_result(entered(), 2, 1, Result.WHITE_WINS, seen=Result.DRAW)
    assert events == [e.ResultRecorded(2, 1, Result.WHITE_WINS)]


def test_an_earlier_round_needs_a_correction() -> None:
    with pytest.raises(NeedsCorrection) as refused:
        record_result(tournament(OPEN), 1, 1, Result.DRAW, seen=Result.WHITE_WINS)
    assert refused.value.now is Result.WHITE_WINS


def test_a_closed_round_needs_a_correction() -> None:
    closed = tournament("A +w2\nB -b1", close_last=True)
    with pytest.raises(NeedsCorrection):
        record_result(closed, 1, 1, Result.DRAW, seen=Result.WHITE_WINS)


@pytest.mark.parametrize(("round", "board", "refusal"), [(2, 9, NoSuchBoard), (2, 0, NoSuchBoard), (7, 1, NoSuchRound)])
def test_boards_that_do_not_exist_are_named(round: int, board: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        record_result(tournament(OPEN), round, board, Result.DRAW, None)


def test_a_draft_takes_no_results() -> None:
    with pytest.raises(RoundNotPublished):
        record_result(tournament("A ?w2\nB ?b1", publish_last=False), 1, 1, Result.DRAW, None)


def test_a_closed_tournament_takes_no_results() -> None:
    closed = replay([*history(OPEN), e.TournamentClosed()])
    with pytest.raises(TournamentIsClosed):
        record_result(closed, 2, 1, Result.DRAW, None)


def test_a_cleared_board_is_open_again() -> None:
    cleared = replay(clear_result(entered(), 2, 1, Result.DRAW), entered())
    assert cleared.round(2).game(1).result is None


def test_clearing_from_an_old_page_is_refused() -> None:
    with pytest.raises(ResultDiffers):
        clear_result(entered(), 2, 1, seen=Result.WHITE_WINS)


def test_a_second_voice_is_kept_beside_the_first() -> None:
    disputed = replay(dispute_result(entered(), 2, 1, Result.WHITE_WINS), entered())
    game = disputed.round(2).game(1)
    assert (game.result, game.claims) == (Result.DRAW, (Result.WHITE_WINS,))


def test_the_same_claim_twice_is_one_dispute() -> None:
    disputed = replay(dispute_result(entered(), 2, 1, Result.WHITE_WINS), entered())
    assert dispute_result(disputed, 2, 1, Result.WHITE_WINS) == []


def test_agreeing_is_no_dispute() -> None:
    assert dispute_result(entered(), 2, 1, Result.DRAW) == []


def test_the_first_voice_is_a_result() -> None:
    assert dispute_result(tournament(OPEN), 2, 1, Result.DRAW) == [e.ResultRecorded(2, 1, Result.DRAW)]


@pytest.mark.parametrize("verdict", [Result.DRAW, Result.WHITE_WINS])
def test_an_arbiter_settles_a_dispute_either_way(verdict: Result) -> None:
    disputed = replay(dispute_result(entered(), 2, 1, Result.WHITE_WINS), entered())
    settled = replay(settle_dispute(disputed, 2, 1, verdict), disputed)
    game = settled.round(2).game(1)
    assert (game.result, game.claims) == (verdict, ())


def test_only_a_dispute_can_be_settled() -> None:
    with pytest.raises(NotDisputed):
        settle_dispute(entered(), 2, 1, Result.DRAW)


def test_an_adjourned_game_is_finished_in_a_later_round() -> None:
    events = finish_adjourned(tournament("A Xw2 ?w3\nB Xb1 ?w4\nC +w4 ?b1\nD -b3 ?b2"), 1, 1, Result.WHITE_WINS)
    assert events == [e.AdjournedGameFinished(1, 1, Result.WHITE_WINS, during_round=2)]


def test_typing_a_result_on_an_adjourned_board_finishes_it() -> None:
    state = tournament("A Xw2\nB Xb1")
    assert record_result(state, 1, 1, Result.DRAW, seen=Result.ADJOURNED) == [
        e.AdjournedGameFinished(1, 1, Result.DRAW, during_round=1)
    ]


def test_a_game_that_is_adjourned_waits_for_its_end() -> None:
    state = tournament(OPEN)
    replay(adjourn(state, 2, 1), state)
    assert state.round(2).adjourned == (1,)


def test_there_are_three_forfeits_and_none_gives_half_a_point() -> None:
    forfeits = {result for result in Result if result.white.forfeit or result.black.forfeit}
    assert {result.value for result in forfeits} == {"+/-", "-/+", "-/-"}
    assert len(Result) == 13
    assert {Scoring().points(code) for one in forfeits for code in (one.white, one.black)} == {0, 2}


def test_adjourning_twice_is_once() -> None:
    assert adjourn(tournament("A Xw2\nB Xb1"), 1, 1) == []


def test_only_an_adjourned_game_can_be_finished() -> None:
    with pytest.raises(NotAdjourned):
        finish_adjourned(tournament(OPEN), 1, 1, Result.DRAW)


def test_an_adjourned_game_that_is_won_in_a_later_round_is_confirmed() -> None:
    state = tournament("A Xw2 .\nB Xb1 .\nC +w4 ?w4\nD -b3 ?b3")
    won = finish_adjourned(state, 1, 1, Result.WHITE_WINS)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, won, confirmed=0)
    assert gate.value.level == 3
    drawn = finish_adjourned(state, 1, 1, Result.DRAW)
    assert guarded(state, drawn, confirmed=0) == drawn
