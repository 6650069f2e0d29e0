"""Boards that players keep, boards left out, and rooms."""

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import alter_boards, close_round, pair_round, publish_round
from domain.decisions.setup.board_plan import plan_boards
from domain.decisions.undoing import undo
from domain.refusals import BadField, DraftOutdated, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.words.choices.boards import MAX_BOARD, BoardPlan, KeptBoard, PlayingRoom
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations
from tests.crosstable import entered, published, with_results

SWISS = Regulations(rounds=5, system="dutch-2026", ruleset="c07_2026")
P3 = EntrantId(4)


def planned(t: Tournament, *, kept: dict[int, int] | None = None, skipped: tuple[int, ...] = ()) -> Tournament:
    """`kept`: the board by entrant."""
    boards = [KeptBoard(EntrantId(entrant), board) for entrant, board in (kept or {}).items()]
    return replay(plan_boards(t, boards, skipped, ()), t)


def seats(t: Tournament, round: int) -> dict[int, set[int]]:
    return {board.number: {board.white, board.black} for board in t.round(round).boards}


def next_round(t: Tournament) -> Tournament:
    with_results(t)
    return published(replay(close_round(t, t.published), t))


def test_boards_run_from_one_without_a_plan() -> None:
    assert list(seats(published(entered(8, SWISS)), 1)) == [1, 2, 3, 4]


def test_whoever_keeps_a_board_sits_there_in_every_round() -> None:
    t = published(planned(entered(8, SWISS), kept={P3: 2}))
    next_round(next_round(t))
    assert [{P3} < seats(t, round)[2] for round in (1, 2, 3)] == [True, True, True]


def test_the_others_fill_the_boards_that_are_left_in_their_order() -> None:
    usual, t = seats(published(entered(8, SWISS)), 1), published(planned(entered(8, SWISS), kept={P3: 9}, skipped=(2,)))
    others = [two for two in usual.values() if P3 not in two]
    assert {board: two for board, two in seats(t, 1).items() if board != 9} == dict(zip((1, 3, 4), others, strict=True))


def test_nobody_else_gets_the_board_of_somebody_who_does_not_play() -> None:
    t = planned(entered(8, SWISS), kept={P3: 1})
    replay([e.PlayerWithdrawn(P3, 1)], t)
    assert list(seats(published(t), 1)) == [2, 3, 4]


def test_of_two_who_both_keep_a_board_the_lower_one_is_taken() -> None:
    plan = BoardPlan(kept=(KeptBoard(EntrantId(1), 5), KeptBoard(EntrantId(2), 3)))
    assert list(plan.numbers([(EntrantId(1), EntrantId(2)), (EntrantId(3), EntrantId(4))])) == [3, 1]


def test_a_table_is_seated_by_the_plan_too() -> None:
    laws = Regulations(format=Format.ROUND_ROBIN, rounds=3, order=("PTS",))
    t = planned(entered(4, laws), kept={1: 7})
    replay(pair_round(t), t)
    assert [next(board for board, two in seats(t, round).items() if 1 in two) for round in (1, 2, 3)] == [7, 7, 7]


def test_a_latecomer_comes_to_the_board_that_one_of_the_two_keeps() -> None:
    plan = BoardPlan(kept=(KeptBoard(P3, 6),), skipped=(5,))
    two, taken = (EntrantId(8), EntrantId(9)), {1, 2, 3, 4}
    assert (plan.further((P3, EntrantId(9)), taken), plan.further(two, taken), plan.further(two, {1})) == (6, 7, 2)


def test_a_draft_from_before_the_plan_is_not_published() -> None:
    t = entered(8, SWISS)
    replay(pair_round(t), t)
    with pytest.raises(DraftOutdated):
        publish_round(planned(t, kept={P3: 1}), 1)


def test_a_published_round_keeps_its_boards() -> None:
    t = published(entered(8, SWISS))
    before = seats(t, 1)
    assert seats(planned(t, kept={P3: 9}), 1) == before


def test_a_round_altered_by_hand_has_the_boards_of_the_plan() -> None:
    t = planned(entered(4, SWISS), kept={1: 9})
    replay(pair_round(t), t)
    altered = alter_boards(t, 1, [(EntrantId(2), EntrantId(1)), (EntrantId(3), EntrantId(4))], None)
    assert seats(replay(altered, t), 1) == {9: {1, 2}, 1: {3, 4}}


def test_the_same_pairs_are_no_alteration() -> None:
    t = planned(entered(8, SWISS), kept={P3: 1})
    replay(pair_round(t), t)
    by_board = sorted(t.round(1).boards, key=lambda board: board.number)
    assert alter_boards(t, 1, [(board.white, board.black) for board in by_board], None) == []


def test_rooms_have_the_boards_up_to_the_next_one() -> None:
    plan = BoardPlan(rooms=(PlayingRoom("Hall", 3), PlayingRoom("Library", 10)))
    assert [plan.room(board) for board in (1, 3, 9, 10, 40)] == ["", "Hall", "Hall", "Library", "Library"]


def test_the_plan_can_be_undone_and_said_once_more() -> None:
    t = planned(entered(8, SWISS), kept={P3: 2})
    version = t.version
    assert plan_boards(t, [KeptBoard(P3, 2)], (), ()) == []
    assert replay(undo(t, version), t).board_plan == BoardPlan()


@pytest.mark.parametrize(
    ("kept", "skipped", "rooms", "field"),
    [
        ([KeptBoard(P3, 2), KeptBoard(EntrantId(1), 2)], (), (), "kept_boards"),
        ([KeptBoard(P3, 2), KeptBoard(P3, 3)], (), (), "kept_boards"),
        ([KeptBoard(P3, 0)], (), (), "kept_boards"),
        ([KeptBoard(P3, 2)], (2,), (), "skipped_boards"),
        ([], (MAX_BOARD + 1,), (), "skipped_boards"),
        ([], (), [PlayingRoom("Hall", 1), PlayingRoom("Library", 1)], "rooms"),
        ([], (), [PlayingRoom("", 1)], "rooms"),
        ([], (), [PlayingRoom("x" * 41, 1)], "rooms"),
    ],
)
def test_a_plan_that_cannot_be_names_its_field(
    kept: list[KeptBoard], skipped: tuple[int, ...], rooms: list[PlayingRoom], field: str
) -> None:
    with pytest.raises(BadField) as refused:
        plan_boards(entered(8, SWISS), kept, skipped, rooms)
    assert refused.value.field == field


def test_nobody_who_is_not_here_keeps_a_board() -> None:
    with pytest.raises(UnknownPlayer):
        plan_boards(entered(4, SWISS), [KeptBoard(EntrantId(99), 1)], (), ())
