"""Results that players report themselves: one alone counts nowhere, two equal ones settle, two unlike are a dispute."""

import pytest

from domain import events as e
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import (
    MOST_REPORTS,
    allow_reports,
    clear_result,
    record_result,
    report_result,
    settle_dispute,
)
from domain.decisions.undoing import undo
from domain.refusals import (
    BadField,
    NeedsCorrection,
    NoSuchBoard,
    ReportsNotAllowed,
    ResultsMissing,
    ResultStands,
    TooManyReports,
    TournamentIsClosed,
)
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from domain.words.players import EntrantId
from projections.moment.snapshot import snapshot
from projections.round.results import disputed, for_everybody, own_games
from tests.crosstable import tournament

WHITE, BLACK = Colour.WHITE, Colour.BLACK
WON, DRAW, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
OPEN = "A ?w3\nB ?b4\nC ?b1\nD ?w2"


def allowed() -> Tournament:
    t = tournament(OPEN, rounds=3)
    return replay(allow_reports(t, True), t)


def said(t: Tournament, colour: Colour, result: Result) -> Tournament:
    return replay(report_result(t, 1, 1, colour, result), t.copy())


def test_players_report_where_the_organiser_allows_it_and_not_otherwise() -> None:
    with pytest.raises(ReportsNotAllowed):
        report_result(tournament(OPEN), 1, 1, WHITE, WON)
    t = allowed()
    assert allow_reports(t, True) == []
    replay(allow_reports(t, False), t)
    with pytest.raises(ReportsNotAllowed):
        report_result(t, 1, 1, WHITE, WON)


def test_a_report_by_one_alone_is_no_result() -> None:
    t = said(allowed(), WHITE, WON)
    assert t.round(1).game(1).result is None
    assert t.round(1).reported(t.round(1).game(1)) == {WHITE: WON}
    assert disputed(t) == ()
    with pytest.raises(ResultsMissing):
        close_round(t, 1)


def test_two_equal_reports_settle_the_game() -> None:
    t = said(allowed(), WHITE, WON)
    events = report_result(t, 1, 1, BLACK, WON, "12:00")
    assert events == [e.ResultReported(1, 1, BLACK, WON, "12:00"), e.ResultRecorded(1, 1, WON, "12:00")]


def test_two_different_reports_are_a_dispute_that_the_public_does_not_see() -> None:
    t = said(said(allowed(), WHITE, WON), BLACK, LOST)
    game = t.round(1).game(1)
    assert (game.result, game.claims) == (None, (WON, LOST))
    assert disputed(t) == ((1, 1, 1),)
    assert disputed(for_everybody(t)) == ()


def test_the_arbiter_settles_what_two_players_dispute() -> None:
    t = said(said(allowed(), WHITE, WON), BLACK, LOST)
    assert settle_dispute(t, 1, 1, DRAW) == record_result(t, 1, 1, DRAW, None) == [e.ResultRecorded(1, 1, DRAW)]
    replay(settle_dispute(t, 1, 1, DRAW), t)
    assert disputed(t) == ()


def test_a_player_who_gives_in_settles_it() -> None:
    t = said(said(said(allowed(), WHITE, WON), BLACK, LOST), BLACK, WON)
    assert (t.round(1).game(1).result, disputed(t)) == (WON, ())


def test_a_player_may_change_a_report_that_nobody_has_answered_but_not_for_ever() -> None:
    t = allowed()
    for n in range(MOST_REPORTS):
        t = said(t, WHITE, WON if n % 2 == 0 else DRAW)
    assert report_result(t, 1, 1, WHITE, WON) == []
    with pytest.raises(TooManyReports):
        report_result(t, 1, 1, WHITE, LOST)
    assert report_result(t, 1, 1, BLACK, WON)[-1] == e.ResultRecorded(1, 1, WON)


def test_a_result_that_stands_is_not_reported_away() -> None:
    t = allowed()
    replay(record_result(t, 1, 1, DRAW, None), t)
    assert report_result(t, 1, 1, WHITE, DRAW) == []
    with pytest.raises(ResultStands):
        report_result(t, 1, 1, WHITE, WON)


def test_an_arbiters_entry_stands_over_a_report_and_clearing_it_forgets_the_report() -> None:
    t = said(allowed(), WHITE, WON)
    replay(record_result(t, 1, 1, DRAW, None), t)
    assert t.round(1).reported(t.round(1).game(1)) == {}
    replay(clear_result(t, 1, 1, DRAW), t)
    assert t.round(1).reported(t.round(1).game(1)) == {}


@pytest.mark.parametrize("result", [Result.WHITE_WINS_BY_FORFEIT, Result.ADJOURNED, Result.BOTH_LOSE])
def test_forfeits_and_adjournments_are_for_arbiters(result: Result) -> None:
    with pytest.raises(BadField):
        report_result(allowed(), 1, 1, WHITE, result)


def test_there_is_nothing_to_report_where_there_is_no_board_and_after_the_round() -> None:
    with pytest.raises(NoSuchBoard):
        report_result(allowed(), 1, 9, WHITE, WON)
    t = tournament("A +w2 ?b2\nB -b1 ?w1", rounds=3)
    replay([e.PlayerReportsAllowed(True), e.ResultCleared(1, 1, WON)], t)
    with pytest.raises(NeedsCorrection):
        report_result(t, 1, 1, WHITE, WON)


def test_a_closed_tournament_takes_no_reports() -> None:
    t = tournament("A +w2 ?b3\nB -b1 ?w4\nC +w4 ?w1\nD -b3 ?b2", rounds=2)
    replay([e.PlayerReportsAllowed(True)], t)
    for board in (1, 2):
        replay(record_result(t, 2, board, DRAW, None), t)
    replay(close_tournament(t, ""), t)
    with pytest.raises((TournamentIsClosed, ResultStands)):
        report_result(t, 2, 1, WHITE, WON)


def test_an_undone_report_was_never_made() -> None:
    t = said(said(allowed(), WHITE, WON), BLACK, LOST)
    replay(undo(t, t.version), t)
    assert (t.round(1).game(1).claims, t.round(1).reported(t.round(1).game(1))) == ((), {WHITE: WON})


def test_boards_paired_again_forget_what_was_said_of_others() -> None:
    t = said(allowed(), WHITE, WON)
    replay(
        [
            e.BoardsAltered(
                1, (e.Board(1, EntrantId(1), EntrantId(2)), e.Board(2, EntrantId(3), EntrantId(4))), None, "wrong"
            )
        ],
        t,
    )
    assert t.round(1).reported(t.round(1).game(1)) == {}


def test_a_player_sees_their_own_game_and_not_what_the_other_said() -> None:
    t = said(allowed(), WHITE, WON)
    [mine] = own_games(snapshot(t), t.round(1).game(1).white)
    [theirs] = own_games(snapshot(t), t.round(1).game(1).black)
    assert (mine.colour, mine.own, mine.other) == (WHITE, WON, False)
    assert (theirs.colour, theirs.own, theirs.other) == (BLACK, None, True)
    assert own_games(snapshot(t), EntrantId(99)) == own_games(snapshot(t), EntrantId(1), 2) == ()
