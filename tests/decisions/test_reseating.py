"""Boards that were played by others than paired (FIDE checklist, 190 and 191)."""

import pytest

from domain import events as e
from domain.cards.card import Cards
from domain.decisions.integrity import guarded
from domain.decisions.rounds.correcting import Choice, correct_colours, correct_players, correct_result, seats_known
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import clear_result, dispute_result, settle_dispute
from domain.decisions.undoing import undo
from domain.files.exporting import report_of
from domain.refusals import (
    BadField,
    NeedsConfirmation,
    NoSuchBoard,
    NothingToCorrect,
    OneGameOnly,
    OtherPlayers,
    PlayedByOthers,
    ReasonMissing,
    Refusal,
    SameAsBefore,
)
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, table_cards
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.round.pairings import pairings
from tests.crosstable import entered, published, tournament
from web.wording.report_comments import comment_lines

A, B, C, D = (EntrantId(n) for n in (1, 2, 3, 4))
DRAW, WIN = Result.DRAW, Result.WHITE_WINS
TWO_ROUNDS = "A +w3 =b2\nB +b4 =w1\nC -b1 +w4\nD -w2 -b3"
SWAPPED = (e.PlayedGame(1, A, D, DRAW), e.PlayedGame(2, C, B, WIN))
"""Round 1 was A - C and D - B on paper; A met D and C met B."""


def played(rounds: int = 2) -> Tournament:
    return tournament(TWO_ROUNDS, rounds=5)


def opponents(cards: Cards, round: int) -> list[int | None]:
    return [card.lines[round - 1].opponent for _, card in sorted(cards.items())]


def reseated(t: Tournament, choice: Choice | None = None) -> Tournament:
    return replay(correct_players(t, 1, SWAPPED, "boards confused", choice), t.copy())


def test_the_table_and_later_pairings_see_who_met_whom() -> None:
    t = reseated(played())
    assert opponents(table_cards(t), 1) == [4, 3, 2, 1]
    assert [card.lines[0].points for _, card in sorted(table_cards(t).items())] == [1, 0, 2, 1]
    assert opponents(pairing_cards(t, 3), 1) == [4, 3, 2, 1]


def test_the_pairing_that_was_made_from_the_wrong_games_keeps_its_ground() -> None:
    assert opponents(pairing_cards(reseated(played()), 2), 1) == [3, 4, 1, 2]


def test_the_page_of_the_round_shows_them_and_marks_the_boards() -> None:
    view = pairings(snapshot(reseated(played())), 1)
    assert view is not None
    shown = [(row.white.person.name, row.black.person.name, row.mark.value) for row in view.boards]
    assert shown == [("A", "D", "corrected"), ("C", "B", "corrected")]


def test_boards_whose_players_are_right_are_left_alone() -> None:
    t = played()
    same = [e.PlayedGame(b.number, b.white, b.black, DRAW) for b in t.round(1).boards]
    with pytest.raises(SameAsBefore):
        correct_players(t, 1, same, "looked again")


def test_for_the_rating_report_alone_the_table_stays() -> None:
    t = reseated(played(), choice=Choice.RATING_ONLY)
    assert opponents(table_cards(t), 1) == [3, 4, 1, 2]
    assert opponents(table_cards(t, for_rating=True), 1) == [4, 3, 2, 1]
    assert [p.entries[0].opponent for p in report_of(t, for_rating=True).players if p.entries[0]] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("games", "reason", "refusal"),
    [
        ((e.PlayedGame(1, A, D, DRAW),), "x", OtherPlayers),
        ((e.PlayedGame(1, A, D, DRAW), e.PlayedGame(2, C, D, WIN)), "x", OtherPlayers),
        ((e.PlayedGame(1, A, A, DRAW), e.PlayedGame(2, C, B, WIN)), "x", OtherPlayers),
        ((e.PlayedGame(9, A, D, DRAW),), "x", NoSuchBoard),
        ((SWAPPED[0], e.PlayedGame(2, C, B, Result.ADJOURNED)), "x", BadField),
        (SWAPPED, " ", ReasonMissing),
        ((), "x", SameAsBefore),
    ],
)
def test_what_cannot_have_been_is_refused(games: tuple[e.PlayedGame, ...], reason: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        correct_players(played(), 1, games, reason)


def test_a_game_without_a_result_was_played_by_nobody_yet() -> None:
    t = tournament("A ?w3\nB +b4\nC ?b1\nD -w2", rounds=5)
    with pytest.raises(NothingToCorrect):
        correct_players(t, 1, SWAPPED, "boards confused")


def test_what_was_for_the_rating_report_alone_goes_when_the_table_has_others_there() -> None:
    t = played()
    replay(correct_result(t, 1, 1, Result.BLACK_WINS, "late", Choice.RATING_ONLY), t)
    assert opponents(table_cards(reseated(t), for_rating=True), 1) == [4, 3, 2, 1]


def test_where_the_rating_report_has_others_already_that_is_taken_back_first() -> None:
    t = reseated(played(), Choice.RATING_ONLY)
    for choice in (Choice.NEXT_PAIRING, Choice.RATING_ONLY):
        with pytest.raises(PlayedByOthers):
            correct_players(t, 1, SWAPPED, "boards confused", choice)


def test_a_result_that_says_who_sat_there_is_not_cleared() -> None:
    t = reseated(tournament("A +w3\nB +b4\nC -b1\nD -w2", rounds=5, close_last=False))
    with pytest.raises(PlayedByOthers):
        clear_result(t, 1, 1, DRAW)


def test_in_the_round_before_it_is_confirmed_and_keeps_fide_mode() -> None:
    t = played()
    events = correct_players(t, 1, SWAPPED, "boards confused", Choice.NEXT_PAIRING)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(t, events, confirmed=0)
    assert (gate.value.level, gate.value.what) == (3, "GamesReseated")
    assert guarded(t, events, confirmed=3) == events


def test_in_an_older_round_it_leaves_fide_mode_unless_for_the_report_alone() -> None:
    t = tournament("A +w3 =b2 +w4\nB +b4 =w1 +b3\nC -b1 +w4 -w2\nD -w2 -b3 -b1", rounds=5)
    old = correct_players(t, 1, SWAPPED, "boards confused", Choice.NEXT_PAIRING)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(t, old, confirmed=0)
    assert (gate.value.level, gate.value.what) == (4, "closed-round-changed")
    late = correct_players(t, 1, SWAPPED, "boards confused", Choice.RATING_ONLY)
    assert guarded(t, late, confirmed=3) == late


def test_it_stands_in_the_report_file_and_can_be_undone() -> None:
    t = reseated(played())
    assert (
        comment_lines(t)[-1] == "### Correction @ Round 2: round 1 played as 1: 1-4 1/2-1/2 2: 3-2 1-0; boards confused"
    )
    back = replay(undo(t, t.version, "they were right"), t.copy())
    assert opponents(table_cards(back), 1) == [3, 4, 1, 2]


def test_boards_that_are_right_change_nothing_and_the_first_of_them_is_named() -> None:
    right = (e.PlayedGame(2, D, B, WIN), e.PlayedGame(1, A, C, WIN))
    for played_boards, board in ((right, 2), ((), 0)):
        with pytest.raises(SameAsBefore) as refused:
            correct_players(played(), 1, played_boards, "x")
        assert (refused.value.round, refused.value.board) == (1, board)


def seen_by(t: Tournament, round: int) -> list[int | None]:
    """The opponents in round 1, as the pairing of a later round sees them."""
    return opponents(pairing_cards(t, round), 1)


@pytest.mark.parametrize("corrected", ["result", "colours"])
def test_a_correction_that_counts_earlier_takes_all_boards_of_the_round_along(corrected: str) -> None:
    """Else B would be seen at two boards by the pairing of round 2, and C at none."""
    t = tournament("A +w3\nB +b4\nC -b1\nD -w2", rounds=5, close_last=True)
    t = replay(correct_players(t, 1, SWAPPED, "x", Choice.PAIRING_AFTER), t)
    assert (seen_by(t, 2), seen_by(t, 3)) == ([3, 4, 1, 2], [4, 3, 2, 1])
    if corrected == "result":
        t = replay(correct_result(t, 1, 1, Result.BLACK_WINS, "y", Choice.NEXT_PAIRING), t)
    else:
        t = replay(correct_colours(t, 1, 1, "y", Choice.NEXT_PAIRING), t)
    assert (seen_by(t, 2), seen_by(t, 3)) == ([4, 3, 2, 1], [4, 3, 2, 1])
    assert len(pair_round(t)) == 1


def test_others_at_a_board_from_an_earlier_pairing_take_the_first_correction_along() -> None:
    t = tournament("A +w3\nB +b4\nC -b1\nD -w2\nEva +w6\nFinn -b5", rounds=5, close_last=True)
    t = replay(correct_players(t, 1, SWAPPED, "x", Choice.PAIRING_AFTER), t)
    five, six = EntrantId(5), EntrantId(6)
    again = (e.PlayedGame(2, C, six, DRAW), e.PlayedGame(3, five, B, WIN))
    t = replay(correct_players(t, 1, again, "y", Choice.NEXT_PAIRING), t)
    assert seen_by(t, 2) == seen_by(t, 3) == [4, 5, 6, 1, 2, 3]


def test_a_result_entered_again_in_the_open_round_is_of_those_who_sat_there() -> None:
    t = tournament("A +w3\nB +b4\nC -b1\nD -w2", rounds=5)
    t = replay(correct_players(t, 1, SWAPPED, "x", Choice.PAIRING_AFTER), t)
    t = replay(settle_dispute(replay(dispute_result(t, 1, 1, WIN), t), 1, 1, WIN), t)
    assert seen_by(t, 2) == [4, 3, 2, 1]
    assert pairing_cards(t, 2)[1].score == 2


def test_of_a_match_nobody_can_say_which_of_its_games_others_played() -> None:
    t = published(entered(4, Regulations(rounds=3, match_games=2)))
    with pytest.raises(OneGameOnly):
        seats_known(t, 1, 1)
