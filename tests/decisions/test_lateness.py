"""The default time of a round, and forfeits for those who did not come."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.rounds.lateness import (
    AbsentSide,
    awaited_games,
    default_time,
    forfeit_absent,
    set_default_time,
)
from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from tests.crosstable import entered, published

START = "2026-11-21T15:00"
UNTIL = datetime.fromisoformat("2026-11-21T15:30")
WHITE, BLACK = Colour.WHITE, Colour.BLACK


def in_play(minutes: int | None = 30) -> Tournament:
    """Three boards, nothing entered."""
    t = published(entered(6, replace(IN_FORCE, rounds=5)))
    replay([e.DetailsAmended(replace(t.details, schedule=(START,)))], t)
    return replay(set_default_time(t, minutes), t)


def test_the_default_time_counts_from_the_start() -> None:
    assert default_time(in_play(), 1) == UNTIL
    assert default_time(in_play(0), 1) == UNTIL - timedelta(minutes=30)
    assert (default_time(in_play(None), 1), default_time(in_play(), 2)) == (None, None)


def test_it_is_set_once_and_taken_back() -> None:
    t = in_play()
    assert set_default_time(t, 30) == []
    assert set_default_time(t, None) == [e.DefaultTimeSet(None)]
    with pytest.raises(r.BadField):
        set_default_time(t, 241)
    with pytest.raises(r.TournamentIsClosed):
        set_default_time(replay([e.TournamentClosed()], t), 10)


def test_each_side_that_is_not_there_loses_and_both_of_a_board_lose_both() -> None:
    t = in_play()
    absent = [AbsentSide(1, 1, WHITE), AbsentSide(2, 1, BLACK), AbsentSide(3, 1, BLACK), AbsentSide(3, 1, WHITE)]
    assert forfeit_absent(t, 1, absent, UNTIL) == [
        e.ResultRecorded(1, 1, Result.BLACK_WINS_BY_FORFEIT),
        e.ResultRecorded(1, 2, Result.WHITE_WINS_BY_FORFEIT),
        e.ResultRecorded(1, 3, Result.DOUBLE_FORFEIT),
    ]


def test_the_same_forfeit_twice_is_entered_once_and_a_result_stays() -> None:
    t, absent = in_play(), [AbsentSide(1, 1, WHITE)]
    replay(forfeit_absent(t, 1, absent, UNTIL), t)
    assert forfeit_absent(t, 1, absent, UNTIL) == []
    replay([e.ResultRecorded(1, 2, Result.DRAW)], t)
    with pytest.raises(r.ResultDiffers):
        forfeit_absent(t, 1, [AbsentSide(3, 1, WHITE), AbsentSide(2, 1, WHITE)], UNTIL)
    assert [game.board for game in awaited_games(t, 1)] == [3]


@pytest.mark.parametrize(("minutes", "until"), [(30, "2026-11-21T15:30"), (None, "")])
def test_before_the_default_time_nobody_is_late(minutes: int | None, until: str) -> None:
    with pytest.raises(r.DefaultTimeNotOver) as refused:
        forfeit_absent(in_play(minutes), 1, [AbsentSide(1, 1, WHITE)], UNTIL - timedelta(minutes=1))
    assert refused.value.until == until


@pytest.mark.parametrize("absent", [[], [AbsentSide(9, 1, WHITE)], [AbsentSide(1, 2, WHITE)]])
def test_somebody_at_a_board_has_to_be_named(absent: Sequence[AbsentSide]) -> None:
    with pytest.raises((r.BadField, r.NoSuchBoard, r.NoSuchGame)):
        forfeit_absent(in_play(), 1, absent, UNTIL)


def test_a_round_that_is_over_awaits_nobody() -> None:
    t = in_play()
    replay([e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)], t)
    assert [game.board for game in awaited_games(t, 1)] == [3]
    replay([e.ResultRecorded(1, 3, Result.DRAW), e.RoundClosed(1)], t)
    assert [*awaited_games(t, 1)] == []
