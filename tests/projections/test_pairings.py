"""Pairings: by board, by name, and what must not be seen."""

import pytest

from domain import events as e
from domain.cards.card import Float
from domain.decisions.rounds.results import decide_armageddon
from domain.tournament import Tournament, replay
from domain.words.choices.handicap import ClockTime, HandicapStep
from domain.words.games import Bye, Result
from domain.words.players import PlayerId
from projections.moment.snapshot import Snapshot, snapshot
from projections.round.pairings import Mark, Pairings, pairings
from projections.round.results import for_everybody
from projections.round.seats import SeatRow, seats
from projections.table.standings import standings
from tests.crosstable import history, tournament
from tests.decisions.test_armageddon import NORWAY
from tests.formats.knockouts import all_results, knockout, next_round

OPEN = """
    Alice 2500  +w4 ?b2
    Bruno 2400  +b3 ?w1
    Carla 2300  -w2 ?w4
    David 2200  -b1 ?b3
    Eva   2100  U   H
"""


def shown(text: str, round: int) -> Pairings:
    view = pairings(snapshot(tournament(text)), round)
    assert view is not None
    return view


def by_name(state: Tournament, round: int) -> tuple[SeatRow, ...]:
    made = snapshot(state)
    view = pairings(made, round)
    assert view is not None
    return seats(made, view)


def test_boards_carry_the_points_before_the_round() -> None:
    first = shown(OPEN, 2).boards[0]
    assert (first.white.person.name, first.white.points, first.black.person.name, first.black.points) == (
        "Bruno", 2, "Alice", 2,
    )  # fmt: skip


def test_a_game_without_a_result_is_open() -> None:
    assert shown(OPEN, 2).head.open == 2


def test_the_winner_of_an_armageddon_stands_at_the_board_until_it_is_taken_back() -> None:
    t = tournament("Alice =w2\nBruno =b1\nCarla =w4\nDavid =b3", regulations=NORWAY)
    before = snapshot(t)
    assert told(before) == [None, None]
    t = replay(decide_armageddon(t, 1, 1, Result.DRAW), t.copy())
    after = snapshot(t, before)
    assert told(after) == [Result.BLACK_WINS, None]
    t = replay(decide_armageddon(t, 1, 1, None), t.copy())
    assert told(snapshot(t, after)) == [None, None]


def told(made: Snapshot) -> list[Result | None]:
    view = pairings(made, 1)
    assert view is not None
    return [row.armageddon for row in view.boards]


def test_the_times_of_a_handicap_game_stand_at_its_board() -> None:
    t = tournament("Alice 2400 ?w2\nBruno 2200 ?b1")
    before = snapshot(t)
    steps = (HandicapStep(200, ClockTime(600), ClockTime(1200)),)
    after = snapshot(replay([e.HandicapSet(steps)], t.copy()), before)
    assert [view.boards[0].clocks for one in (before, after) if (view := pairings(one, 1))] == [
        None,
        (ClockTime(600), ClockTime(1200)),
    ]


def test_who_asked_for_a_bye_is_listed_with_its_kind() -> None:
    (eva,) = shown(OPEN, 2).unpaired
    assert (eva.person.name, eva.points, eva.kind) == ("Eva", 2, Bye.HALF)


def test_the_bye_of_an_odd_field_has_no_kind() -> None:
    assert shown(OPEN, 1).unpaired[0].kind is None


def test_who_withdrew_is_on_no_list() -> None:
    assert shown("A +w2 .\nB -b1 ?w3\nC U ?b2", 2).unpaired == ()


def test_unequal_scores_float() -> None:
    view = shown("A +w2 ?b3\nB -b1 ?w4\nC =w4 ?w1\nD =b3 ?b2", 2)
    board = next(row for row in view.boards if row.white.person.name == "C")
    assert (board.white.floated, board.black.floated) == (Float.UP, Float.DOWN)


def test_everybody_finds_a_seat_by_name() -> None:
    rows = by_name(replay(history(OPEN)), 2)
    assert [row.person.name for row in rows] == ["Alice", "Bruno", "Carla", "David", "Eva"]
    assert [(row.board.board if row.board else 0, row.white) for row in rows[:2]] == [(1, False), (1, True)]


def test_somebody_anonymous_has_no_name_and_comes_last() -> None:
    state = replay([*history(OPEN), e.PlayerAnonymised(PlayerId(1))])
    last = by_name(state, 2)[-1]
    assert (last.person.name, last.person.number) == ("", 1)


def test_a_draft_is_shown_on_request_only() -> None:
    state = tournament("A +w2 ?b2\nB -b1 ?w1", publish_last=False)
    made = snapshot(state)
    assert pairings(made, 2) is None
    assert pairings(made, 2, drafts=True) is not None


def test_a_round_that_does_not_exist_is_nothing() -> None:
    assert pairings(snapshot(tournament(OPEN)), 3) is None


def test_before_the_first_round_the_newest_is_round_zero() -> None:
    view = pairings(snapshot(tournament("A\nB")), 0)
    assert view is not None
    assert (view.round, view.boards) == (0, ())


def test_a_disputed_board_is_marked() -> None:
    state = replay([*history("A +w2\nB -b1"), e.ResultDisputed(1, 1, Result.DRAW)])
    view = pairings(snapshot(state), 1)
    assert view is not None
    assert view.boards[0].mark is Mark.DISPUTED


def test_for_everybody_a_disputed_board_is_in_play_and_worth_nothing() -> None:
    state = replay([*history("A +w2\nB -b1"), e.ResultDisputed(1, 1, Result.DRAW)])
    shown = snapshot(for_everybody(state))
    view = pairings(shown, 1)
    assert view is not None
    assert (view.boards[0].mark, view.boards[0].result, view.head.open) == (Mark.NONE, None, 1)
    assert [row.points for row in standings(shown).rows] == [0, 0]
    assert state.round(1).game(1).result is Result.WHITE_WINS


def test_without_a_dispute_everybody_sees_the_tournament_itself() -> None:
    state = tournament("A +w2\nB -b1")
    assert for_everybody(state) is state


def test_a_correction_is_marked_and_the_new_result_shown() -> None:
    correction = e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 3, "misread", 2)
    state = replay([*history("A +w2 ?b2\nB -b1 ?w1"), correction])
    view = pairings(snapshot(state), 1)
    assert view is not None
    assert (view.boards[0].mark, view.boards[0].result) == (Mark.CORRECTED, Result.DRAW)


def test_an_adjourned_game_that_was_finished_is_no_correction() -> None:
    state = replay([*history("A Xw2\nB Xb1"), e.AdjournedGameFinished(1, 1, Result.DRAW, 1)])
    view = pairings(snapshot(state), 1)
    assert view is not None
    assert view.boards[0].mark is Mark.NONE


def test_swapped_colours_are_shown_as_they_were_played() -> None:
    state = replay([*history("A +w2\nB -b1"), e.ColoursCorrected(1, 1, 2, "swapped")])
    view = pairings(snapshot(state), 1)
    assert view is not None
    assert (view.boards[0].white.person.name, view.boards[0].result) == ("B", Result.BLACK_WINS)


@pytest.mark.parametrize(("sign", "open"), [("?", True), ("X", True), ("=", False), ("W", False)])
def test_a_board_is_open_until_its_game_has_a_final_result(sign: str, open: bool) -> None:
    other = {"?": "?", "X": "X", "=": "=", "W": "L"}[sign]
    (row,) = shown(f"A {sign}w2\nB {other}b1", 1).boards
    assert row.open is open


def test_nobody_floats_in_a_bracket_although_one_has_more_points_than_the_other() -> None:
    """Number 1 was free in round 1, and meets the winner of a match of two games."""
    t = next_round(all_results(next_round(knockout(6, games=2))))
    view = pairings(snapshot(t), 2)
    assert view is not None
    first = view.boards[0]
    assert first.white.points != first.black.points
    assert (first.white.floated, first.black.floated) == (None, None)
