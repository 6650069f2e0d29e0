"""An Armageddon in a report file: the game is a draw, its half-point a record 299, and a comment says who won."""

from domain import events as e
from domain.decisions.rounds.results import leave_out_armageddon, undecided_armageddons
from domain.tournament import replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Result
from tests.decisions.test_armageddon import BOB, CARLA, NORWAY, decided, drawn
from tests.files.test_round_trips import sent, taken


def test_it_comes_back_with_its_rule() -> None:
    t = decided(drawn(), Result.DRAW)
    again = taken(sent(t))
    assert again.armageddons == {(1, CARLA): 1}
    assert again.regulations.armageddon == NORWAY.armageddon
    assert [card.score for card in table_cards(again).values()] == [2, 6, 3, 0]


def test_the_game_is_reported_as_a_draw_with_half_a_point_beside_it() -> None:
    lines = sent(decided(drawn(), Result.WHITE_WINS)).splitlines()
    assert next(line[91:99].split() for line in lines if line.startswith("001")) == ["3", "w", "="]
    assert [line.split() for line in lines if line.startswith("299")] == [["299", "0.5", "1", "1"]]
    assert "### Armageddon @ Round 1: won by player 1, 1 half-points" in lines


def test_that_there_was_none_comes_back_too() -> None:
    t = replay(leave_out_armageddon(drawn(), 1, 1), drawn())
    assert "### Armageddon @ Round 1: none for player 1" in sent(t).splitlines()
    assert undecided_armageddons(taken(sent(t))) == ()


def test_other_points_beside_the_results_stay_beside_it() -> None:
    t = replay([e.PointsAdjusted(CARLA, 1, 2, 2), e.PointsAdjusted(BOB, 1, -1, 2)], decided(drawn(), Result.DRAW))
    again = taken(sent(t))
    assert [card.score for card in table_cards(again).values()] == [2, 5, 5, 0]
    assert again.armageddons == {(1, CARLA): 1}
