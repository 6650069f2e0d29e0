"""How much of a game is seen now: by minutes, by moves, and its end no sooner than its moves."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from domain import events as e
from domain.decisions.setup.broadcasting import set_broadcast
from domain.games.delay import how_far_seen, shown_part
from domain.games.state import KeptGame
from domain.moves.games import PgnGame
from domain.refusals import BadField
from domain.words.choices.broadcasts import AT_ONCE, Broadcast
from domain.words.games import Result
from tests.crosstable import tournament

START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5")
BY_MINUTES, BY_MOVES = Broadcast(minutes=15), Broadcast(moves=2)


def minute(number: int) -> datetime:
    return START + timedelta(minutes=number)


def kept(at: Sequence[int] = (0, 1, 2, 3, 4), result: Result | None = None) -> KeptGame:
    """A game whose moves came at these minutes."""
    tags = {"Round": "1.1", "White": "Ann", "Result": "1-0", "Termination": "White won"}
    moves = MOVES[: len(at)]
    return KeptGame(PgnGame(tags, moves, (None,) * len(moves), result, True), tuple(map(minute, at)), "folder", 1)


@pytest.mark.parametrize(("now", "plies"), [(14, 0), (15, 1), (17, 3), (19, 5)])
def test_a_move_is_seen_so_many_minutes_after_it_came(now: int, plies: int) -> None:
    assert how_far_seen(kept(), BY_MINUTES, None, minute(now)).plies == plies


def test_it_is_known_when_the_next_move_is_due() -> None:
    assert how_far_seen(kept(), BY_MINUTES, None, minute(17)).due == minute(18)
    assert how_far_seen(kept(), BY_MINUTES, None, minute(19)).due is None


def test_the_end_that_a_board_has_sent_is_seen_with_the_last_move() -> None:
    won = kept(result=Result.WHITE_WINS)
    assert not how_far_seen(won, BY_MINUTES, None, minute(18)).whole
    assert how_far_seen(won, BY_MINUTES, None, minute(19)).whole


def test_a_result_of_the_desk_waits_as_long_as_a_move_where_the_board_says_no_end() -> None:
    still = how_far_seen(kept(), BY_MINUTES, minute(8), minute(22))
    assert (still.plies, still.whole, still.due) == (5, False, minute(23))
    assert how_far_seen(kept(), BY_MINUTES, minute(8), minute(23)).whole


def test_moves_that_come_late_of_a_game_that_ended_long_ago_are_seen_at_once() -> None:
    assert how_far_seen(kept((0, 1, 30)), BY_MINUTES, minute(8), minute(31)).whole


def test_a_game_without_moves_withholds_nothing() -> None:
    """A forfeit, or a board that sends nothing."""
    assert how_far_seen(kept(()), BY_MINUTES, minute(8), minute(8)).whole


def test_by_moves_the_last_ones_of_both_sides_are_kept_back_until_the_game_ends() -> None:
    assert how_far_seen(kept(), BY_MOVES, None, minute(500)).plies == 1
    assert how_far_seen(kept(result=Result.DRAW), BY_MOVES, None, minute(4)).whole
    assert how_far_seen(kept(), BY_MOVES, minute(4), minute(4)).whole


def test_what_is_cut_says_nothing_of_the_end() -> None:
    won = kept(result=Result.WHITE_WINS)
    shown = shown_part(won, how_far_seen(won, BY_MINUTES, None, minute(16)))
    assert (shown.game.moves, shown.game.result, shown.at) == (("e4", "e5"), None, (minute(0), minute(1)))
    assert shown.game.tags == {"Round": "1.1", "White": "Ann"}
    assert shown.on_board.read == 2


def test_a_cut_game_goes_on_from_the_position_that_was_seen_before() -> None:
    first = shown_part(kept(), how_far_seen(kept(), BY_MINUTES, None, minute(16)))
    known = first.on_board
    second = shown_part(kept(), how_far_seen(kept(), BY_MINUTES, None, minute(17)), first)
    assert second.board is known
    assert second.on_board.read == 3


def test_a_game_of_which_nothing_more_is_seen_is_the_same_object() -> None:
    won = kept(result=Result.WHITE_WINS)
    first = shown_part(won, how_far_seen(won, BY_MINUTES, None, minute(16)))
    assert shown_part(won, how_far_seen(won, BY_MINUTES, None, minute(16)), first) is first


def test_a_game_that_was_whole_and_is_withheld_again_is_cut() -> None:
    won = kept(result=Result.WHITE_WINS)
    shown = shown_part(won, how_far_seen(won, BY_MINUTES, None, minute(18)), won)
    assert (len(shown.game.moves), shown.game.result) == (4, None)


def test_what_is_whole_is_the_game_itself() -> None:
    game = kept()
    assert shown_part(game, how_far_seen(game, BY_MINUTES, None, minute(60))) is game


@pytest.mark.parametrize("wrong", [Broadcast(minutes=241), Broadcast(moves=61), Broadcast(minutes=5, moves=3)])
def test_a_delay_is_of_minutes_or_of_moves_and_has_an_end(wrong: Broadcast) -> None:
    with pytest.raises(BadField):
        set_broadcast(tournament("A ?w2\nB ?b1"), wrong)


def test_a_delay_that_is_set_already_is_not_set_again() -> None:
    t = tournament("A ?w2\nB ?b1")
    assert set_broadcast(t, AT_ONCE) == []
    assert set_broadcast(t, BY_MOVES) == [e.BroadcastSet(BY_MOVES)]
    t.broadcast = BY_MOVES
    assert set_broadcast(t, replace(BY_MOVES)) == []
