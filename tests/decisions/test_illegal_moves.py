"""Illegal moves that an arbiter notes: counted for each side, taken back, and not in a game that has ended."""

from datetime import datetime

import pytest

from domain.decisions.rounds.illegal_moves import (
    illegal_moves,
    minutes_given,
    note_illegal_move,
    take_illegal_move_back,
)
from domain.decisions.undoing import dependents, undo
from domain.events import IllegalMoveNoted, IllegalMoveTakenBack, ResultRecorded, RoundWithdrawn
from domain.refusals import GameHasEnded, NeedsCorrection, NoIllegalMove
from domain.tournament import Tournament, replay
from domain.words.games import Colour
from domain.words.regulations import Details
from tests.crosstable import tournament

NOW = datetime.fromisoformat("2026-12-04T15:07")


def playing() -> Tournament:
    t = tournament("Alice =w3\nBob +w4\nCarla =b1\nDavid -b2")
    return replay([e for e in t.history if not isinstance(e, ResultRecorded) or e.board == 2])


def noted(t: Tournament, *colours: Colour) -> Tournament:
    for colour in colours:
        t = replay(note_illegal_move(t, 1, 1, 1, colour, NOW), t.copy())
    return t


def counted(t: Tournament) -> tuple[int, int]:
    game = t.round(1).game(1)
    return len(illegal_moves(t, 1, game, Colour.WHITE)), len(illegal_moves(t, 1, game, Colour.BLACK))


def test_each_side_is_counted_by_itself_with_the_time() -> None:
    t = noted(playing(), Colour.WHITE, Colour.BLACK, Colour.WHITE)
    assert counted(t) == (2, 1)
    assert illegal_moves(t, 1, t.round(1).game(1), Colour.BLACK)[0].noted_at == "2026-12-04T15:07"
    assert t.round(1).game(1).result is None


def test_the_newest_of_a_side_is_taken_back() -> None:
    t = noted(playing(), Colour.WHITE, Colour.BLACK, Colour.WHITE)
    t = replay(take_illegal_move_back(t, 1, 1, 1, Colour.WHITE), t.copy())
    assert counted(t) == (1, 1)
    t = replay(take_illegal_move_back(t, 1, 1, 1, Colour.BLACK), t.copy())
    with pytest.raises(NoIllegalMove):
        take_illegal_move_back(t, 1, 1, 1, Colour.BLACK)


def test_one_is_undone_in_the_history_and_its_taking_back_rests_on_it() -> None:
    t = noted(playing(), Colour.WHITE)
    version = t.version
    assert counted(replay(undo(t, version, "a slip", ()), t.copy())) == (0, 0)
    t = replay(take_illegal_move_back(t, 1, 1, 1, Colour.WHITE), t.copy())
    assert dependents(t, version) == (version + 1,)


def test_a_game_with_a_result_has_no_more_of_them() -> None:
    with pytest.raises(GameHasEnded):
        note_illegal_move(playing(), 1, 2, 1, Colour.WHITE, NOW)


def test_a_round_that_is_over_takes_none() -> None:
    t = tournament("Alice =w3 +b2\nBob +w4 -w1\nCarla =b1 =w4\nDavid -b2 =b3")
    with pytest.raises(NeedsCorrection):
        note_illegal_move(t, 1, 1, 1, Colour.WHITE, NOW)


def test_a_withdrawn_round_keeps_none() -> None:
    t = replay([RoundWithdrawn(1, "a fire")], noted(playing(), Colour.WHITE))
    assert t.illegal_moves == {}


def test_journals_take_back_what_is_not_there() -> None:
    t = replay([IllegalMoveTakenBack(1, 1, 1, Colour.WHITE)], playing())
    assert counted(replay([IllegalMoveNoted(1, 1, 1, Colour.WHITE, "2026-12-04T15:07")], t)) == (1, 0)


@pytest.mark.parametrize(("clock", "minutes"), [("5400+30", 2), ("600+5", 1), ("180+2", 1), ("", 2)])
def test_the_opponent_has_two_minutes_more_and_one_in_rapid_and_blitz(clock: str, minutes: int) -> None:
    assert minutes_given(Tournament(details=Details("Open", clock=clock))) == minutes
