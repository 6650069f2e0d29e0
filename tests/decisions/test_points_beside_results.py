"""Points given or taken away by the arbiter: from which pairing on, on whose card, and how they are taken back."""

import pytest

from domain import events as e
from domain.decisions.players.attendance import adjust_points
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.undoing import undo
from domain.refusals import BadField, ReasonMissing, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, scores_before, table_cards
from domain.words.games import Result
from domain.words.players import EntrantId
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from tests.crosstable import tournament

ALICE, BOB, CARLA, DAVID = map(EntrantId, (1, 2, 3, 4))


def after_two_rounds() -> Tournament:
    return tournament("Alice +w3 +b2\nBob +b4 -w1\nCarla -b1 +w4\nDavid -w2 -b3", rounds=4)


def penalised(t: Tournament) -> Tournament:
    return replay(adjust_points(t, ALICE, 1, -1, "phone in round 1"), t.copy())


def test_a_penalty_is_on_the_table_and_in_the_next_pairing() -> None:
    t = penalised(after_two_rounds())
    assert [card.score for card in table_cards(t).values()] == [3, 2, 2, 0]
    assert [card.score for card in pairing_cards(t, 3).values()] == [3, 2, 2, 0]
    assert [(line.points, line.adjusted) for line in pairing_cards(t, 3)[1].lines] == [(1, -1), (2, 0)]


def test_who_was_ahead_of_whom_in_the_next_round_knows_the_penalty() -> None:
    t = tournament("Alice +w3 +b2 +w4\nBob +b4 -w1 .\nCarla -b1 +w4 .\nDavid -w2 -b3 -b1", rounds=4)
    early = [e.PointsAdjusted(ALICE, 1, -1, counts) for counts in (3, 4)]
    ahead = [table_cards(replay([event], t.copy()))[1].lines[2].ahead for event in early]
    assert ahead == [3, 4]


def test_rounds_already_paired_keep_the_scores_of_their_day() -> None:
    t = penalised(after_two_rounds())
    assert scores_before(t, 2) == scores_before(after_two_rounds(), 2)
    assert pairing_cards(t, 2)[1].score == 2
    assert table_cards(t)[1].lines[1].ahead == 0


def test_several_for_one_round_add_up() -> None:
    t = penalised(penalised(after_two_rounds()))
    t = replay(adjust_points(t, ALICE, 1, 3, "appeal"), t)
    assert t.adjusted(ALICE, 1) == 1
    assert table_cards(t)[1].score == 5


def test_a_result_that_is_entered_later_leaves_the_penalty_in_place() -> None:
    t = tournament("Alice +w3 ?b2\nBob +b4 ?w1\nCarla -b1 +w4\nDavid -w2 -b3", rounds=4)
    t = replay(adjust_points(t, ALICE, 2, -1, "late"), t)
    first = snapshot(t)
    board = next(game.board for game in t.round(2).games if ALICE in (game.white, game.black))
    again = snapshot(replay([e.ResultRecorded(2, board, Result.BLACK_WINS)], t.copy()), first)
    assert {row.person.name: row.points for row in standings(again).rows}["Alice"] == 3


def test_undoing_takes_the_points_back() -> None:
    t = penalised(after_two_rounds())
    t = replay(undo(t, t.version, "appeal upheld"), t)
    assert t.adjusted(ALICE, 1) == 0


@pytest.mark.parametrize("points", [0, 21, -21])
def test_nothing_and_too_much_are_refused(points: int) -> None:
    with pytest.raises(BadField) as refused:
        adjust_points(after_two_rounds(), ALICE, 1, points, "why")
    assert refused.value.field == "points"


@pytest.mark.parametrize("round", [0, 3])
def test_a_round_that_is_not_published_is_refused(round: int) -> None:
    with pytest.raises(BadField) as refused:
        adjust_points(after_two_rounds(), ALICE, round, 1, "why")
    assert refused.value.field == "round"


def test_the_largest_penalty_is_ten_points() -> None:
    (event,) = adjust_points(after_two_rounds(), ALICE, 2, -20, " doping ")
    assert event == e.PointsAdjusted(ALICE, 2, -20, 3, "doping")


def test_a_reason_is_asked_for() -> None:
    with pytest.raises(ReasonMissing):
        adjust_points(after_two_rounds(), ALICE, 1, 1, "  ")


def test_a_stranger_gets_no_points() -> None:
    with pytest.raises(UnknownPlayer):
        adjust_points(after_two_rounds(), EntrantId(9), 1, 1, "why")


def test_a_closed_tournament_is_left_alone() -> None:
    t = tournament("Alice +w2\nBob -b1", rounds=1)
    t = replay([e.RoundClosed(1), *close_tournament(replay([e.RoundClosed(1)], t.copy()))], t)
    with pytest.raises(TournamentIsClosed):
        adjust_points(t, ALICE, 1, 1, "why")
