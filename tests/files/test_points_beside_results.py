"""Record 299 and points that depend on the colour: in as points of the arbiter, out as 299."""

from domain import events as e
from domain.files.exporting import report_of
from domain.files.trf import parse, write
from domain.state import Adjustment
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.players import PlayerId
from tests.files.lines import file, player
from tests.files.test_importing import imported

FINISHED = (
    player(1, "1.0", "3 w 1", "2 b ="),
    player(2, "1.5", "4 b 1", "1 w ="),
    player(3, "1.0", "1 b 0", "4 w 1"),
    player(4, "0.0", "2 w 0", "3 b 0"),
)


def read(*lines: str) -> Tournament:
    return replay(imported(parse(file(*lines, rounds=2))))


def test_points_of_a_round_come_in_and_go_out_again() -> None:
    t = read("299          -0.5    1    1", *FINISHED)
    assert {number: card.score for number, card in table_cards(t).items()} == {1: 2, 2: 3, 3: 2, 4: 0}
    assert "299          -0.5    1    1" in write(report_of(t)).splitlines()


def test_points_that_were_taken_back_are_not_written() -> None:
    t = replay([e.PointsAdjusted(PlayerId(1), 1, 1, 2)], read("299          -0.5    1    1", *FINISHED))
    assert report_of(t).abnormal == ()


def test_points_of_the_last_round_paired_come_in_while_others_are_to_come() -> None:
    t = replay(imported(parse(file("299          -0.5    2    1", *FINISHED, rounds=5))))
    assert t.adjustments == {(2, 1): (Adjustment(-1, 3),)}


def test_they_come_back_as_they_went_out() -> None:
    t = read("299          -0.5    1    1", *FINISHED)
    again = replay(imported(parse(write(report_of(t)).encode())))
    assert again.adjustments == t.adjustments
    assert table_cards(again) == table_cards(t)


def test_another_worth_of_a_result_is_the_difference() -> None:
    """A loss worth half a point in round 1, for player 4 alone."""
    t = read("299 L         0.5    1    4", *FINISHED)
    assert t.adjustments == {(1, 4): (Adjustment(1, 2),)}


def test_points_that_depend_on_the_colour_are_kept_once_the_event_is_over() -> None:
    t = read("XXS BW=2", *FINISHED)
    assert {number: card.score for number, card in table_cards(t).items()} == {1: 3, 2: 5, 3: 2, 4: 0}


def test_points_of_every_round_are_kept_once_the_event_is_over() -> None:
    t = read("299          -0.5  000    3", *FINISHED)
    assert t.adjustments == {(1, 3): (Adjustment(-1, 2),), (2, 3): (Adjustment(-1, 3),)}
    assert len([line for line in write(report_of(t)).splitlines() if line.startswith("299")]) == 2
