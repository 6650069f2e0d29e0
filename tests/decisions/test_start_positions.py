"""Chess960: the numbers of the start positions, and the lot that is drawn once a round."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.numbering import draw_start_position
from domain.decisions.undoing import undo
from domain.refusals import BadField, NotChess960, StartPositionIsDrawn
from domain.tournament import Tournament, replay
from domain.words.games import POSITION_COUNT, STANDARD_POSITION, start_position
from projections.moment.snapshot import snapshot
from projections.round.pairings import pairings
from tests.crosstable import tournament


@pytest.mark.parametrize(
    ("number", "rank"), [(STANDARD_POSITION, "RNBQKBNR"), (0, "BBQNNRKR"), (1, "BQNBNRKR"), (959, "RKRNNQBB")]
)
def test_numbers_are_those_of_the_table(number: int, rank: str) -> None:
    """As every table of the 960 positions has them."""
    assert start_position(number) == rank


def test_every_number_is_another_legal_position() -> None:
    ranks = [start_position(number) for number in range(POSITION_COUNT)]
    assert len(set(ranks)) == POSITION_COUNT
    for rank in ranks:
        assert sorted(rank) == sorted("RNBQKBNR")
        light, dark = (place for place, piece in enumerate(rank) if piece == "B")
        assert (light + dark) % 2 == 1
        assert rank.index("R") < rank.index("K") < rank.rindex("R")


@pytest.mark.parametrize("number", [-1, 960])
def test_other_numbers_are_none(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        start_position(number)


def chess960(text: str, rounds: int = 1) -> Tournament:
    t = tournament(text, rounds=rounds)
    return replay([e.RegulationsAmended(replace(t.regulations, chess960=True), 0)], t)


def test_a_tournament_of_ordinary_chess_draws_none() -> None:
    with pytest.raises(NotChess960):
        draw_start_position(tournament("Alice ?w2\nBob ?b1"), 1, "x7")


def test_the_same_seed_draws_the_same_position_and_rounds_differ() -> None:
    t = chess960("Alice +w2 +b2\nBob -b1 -w1", rounds=3)
    first, again, second = (draw_start_position(t, round, "x7") for round in (1, 1, 2))
    assert first == again
    assert first[0].position != second[0].position


def test_it_is_drawn_once() -> None:
    t = chess960("Alice ?w2\nBob ?b1")
    t = replay(draw_start_position(t, 1, "x7"), t)
    with pytest.raises(StartPositionIsDrawn):
        draw_start_position(t, 1, "y")
    assert replay(undo(t, t.version, "the wrong seed"), t).start_positions == {}


def test_a_round_that_is_not_paired_has_no_position() -> None:
    with pytest.raises(BadField):
        draw_start_position(chess960("Alice ?w2\nBob ?b1", rounds=3), 2, "x7")


def test_it_is_seen_at_once_in_a_view_made_before() -> None:
    t = chess960("Alice ?w2\nBob ?b1")
    before = snapshot(t)
    seen = pairings(before, 1)
    assert seen is not None
    assert seen.start_position is None
    (event,) = draw_start_position(t, 1, "x7")
    after = pairings(snapshot(replay([event], t.copy()), before), 1)
    assert after is not None
    assert after.start_position == event.position
