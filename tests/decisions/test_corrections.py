"""Corrections: the rule's proposal, the arbiter's choice, and the gate before both."""

import pytest

from domain import events as e
from domain.decisions.integrity import LEVEL_OF, departure, guarded
from domain.decisions.rounds.correcting import Choice, correct_colours, correct_player_rating, correct_result, proposal
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import dependents, undo
from domain.events import EVENTS, Integrity, integrity_of
from domain.files.exporting import report_of
from domain.refusals import (
    BadField,
    NeedsConfirmation,
    NothingToCorrect,
    ReasonMissing,
    RoundHasBegun,
    SameAsBefore,
)
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import CorrectionPolicy, Regulations
from tests.crosstable import tournament

TWO = "A +w3 {0}w2\nB +b4 {0}b1\nC -b1 {0}w4\nD -w2 {0}b3"
UNPLAYED, RUNNING = TWO.format("?"), TWO.format("=")
FOUR = "A +w2 =w3 =w4 ?b2\nB -b1 =w4 =w3 ?w1\nC =w4 =b1 =b2 ?b4\nD =b3 =b2 =b1 ?w3"


def under(policy: CorrectionPolicy, text: str = UNPLAYED, close_last: bool = False) -> Tournament:
    return tournament(text, regulations=Regulations(rounds=6, corrections=policy), close_last=close_last)


@pytest.mark.parametrize(
    ("policy", "text", "closed", "proposed"),
    [
        (CorrectionPolicy.F7_1998, UNPLAYED, False, Choice.NEXT_PAIRING),
        (CorrectionPolicy.F7_1998, FOUR, False, Choice.NEXT_PAIRING),
        (CorrectionPolicy.HANDLING_2013, UNPLAYED, False, Choice.NEXT_PAIRING),
        (CorrectionPolicy.HANDLING_2013, RUNNING, True, Choice.RATING_ONLY),
        (CorrectionPolicy.HANDLING_2026, FOUR, False, Choice.RATING_ONLY),
    ],
)
def test_the_rule_proposes_by_the_time_of_the_report(
    policy: CorrectionPolicy, text: str, closed: bool, proposed: Choice
) -> None:
    assert proposal(under(policy, text, closed), 1).proposed is proposed


def test_a_correction_remembers_what_it_replaced_and_from_when_it_counts() -> None:
    (event,) = correct_result(under(CorrectionPolicy.F7_1998), 1, 1, Result.DRAW, "scoresheet")
    assert event == e.ResultCorrected(
        1, 1, Result.DRAW, Result.WHITE_WINS, 3, "scoresheet", 2, CorrectionPolicy.F7_1998
    )


def test_pairing_after_skips_one_pairing() -> None:
    (event,) = correct_result(under(CorrectionPolicy.F7_1998), 1, 1, Result.DRAW, "scoresheet", Choice.PAIRING_AFTER)
    assert isinstance(event, e.ResultCorrected)
    assert event.counts_from == 4


def test_pairing_again_takes_the_unplayed_round_back() -> None:
    state = under(CorrectionPolicy.F7_1998)
    events = correct_result(state, 1, 1, Result.DRAW, "scoresheet", Choice.PAIR_AGAIN)
    after = replay(events, state)
    assert (after.paired, after.round(1).game(1).result) == (1, Result.DRAW)


def test_pairing_again_is_refused_once_a_game_has_a_result() -> None:
    with pytest.raises(RoundHasBegun):
        correct_result(under(CorrectionPolicy.F7_1998, RUNNING), 1, 1, Result.DRAW, "scoresheet", Choice.PAIR_AGAIN)


def test_rating_only_leaves_the_played_result() -> None:
    state = under(CorrectionPolicy.F7_1998)
    replay(correct_result(state, 1, 1, Result.DRAW, "late", Choice.RATING_ONLY), state)
    game = state.round(1).game(1)
    assert (game.result, game.rating_only and game.rating_only.result) == (Result.WHITE_WINS, Result.DRAW)


def test_a_draft_made_without_the_correction_goes_away() -> None:
    state = replay([*under(CorrectionPolicy.F7_1998, RUNNING, True).history])
    state = replay([e.RoundPaired(3, (), None, state.numbers, "dutch-1998", "1", state.version)], state)
    events = correct_result(state, 1, 1, Result.DRAW, "scoresheet")
    assert [type(event) for event in events] == [e.DraftDiscarded, e.ResultCorrected]


def test_a_correction_needs_a_reason() -> None:
    with pytest.raises(ReasonMissing):
        correct_result(under(CorrectionPolicy.F7_1998), 1, 1, Result.DRAW, " ")


def test_the_same_result_is_no_correction() -> None:
    with pytest.raises(SameAsBefore):
        correct_result(under(CorrectionPolicy.F7_1998), 1, 1, Result.WHITE_WINS, "?")


def test_a_board_without_a_result_has_nothing_to_correct() -> None:
    with pytest.raises(NothingToCorrect):
        correct_result(under(CorrectionPolicy.F7_1998), 2, 1, Result.DRAW, "?")


def test_there_is_no_pairing_after_the_last_round() -> None:
    last = tournament(UNPLAYED, rounds=3)
    with pytest.raises(BadField):
        correct_result(last, 1, 1, Result.DRAW, "x", Choice.PAIRING_AFTER)


def test_exchanged_colours_reverse_the_result_code() -> None:
    state = under(CorrectionPolicy.F7_1998)
    replay(correct_colours(state, 1, 1, "sat wrongly"), state)
    version = state.round(1).game(1).versions[-1]
    assert (version.white, version.black, version.result) == (3, 1, Result.BLACK_WINS)


def test_a_rating_for_the_report_only_changes_nobodys_number() -> None:
    state = under(CorrectionPolicy.F7_1998)
    after = replay(correct_player_rating(state, PlayerId(4), 2600, "list", Choice.RATING_ONLY), state.copy())
    assert (after.numbers, after.players) == (state.numbers, state.players)


# The gate (integrity.py)


def test_a_draft_made_with_the_wrong_rating_goes_away() -> None:
    state = under(CorrectionPolicy.F7_1998, RUNNING)
    replay(pair_round(state), state)
    events = correct_player_rating(state, PlayerId(4), 2600, "list")
    assert [type(event) for event in events] == [e.DraftDiscarded, e.RatingCorrected, e.PairingNumbersIssued]


def test_a_round_that_has_begun_is_not_paired_again_for_a_rating_unasked() -> None:
    """Board 1 of the newest round is played: only the arbiter's own word takes it back (F.7)."""
    state = under(CorrectionPolicy.F7_1998, RUNNING)
    newest = state.published
    replay(record_result(state, newest, 2, Result.DRAW, None), state)
    with pytest.raises(RoundHasBegun):
        correct_player_rating(state, PlayerId(4), 2600, "list", Choice.PAIR_AGAIN)
    events = correct_player_rating(state, PlayerId(4), 2600, "list", Choice.PAIR_AGAIN, override=True)
    assert isinstance(events[0], e.RoundWithdrawn)


def test_a_rating_for_the_report_is_in_the_report_and_nowhere_else() -> None:
    """It was in the history and changed nothing."""
    state = under(CorrectionPolicy.F7_1998, RUNNING)
    replay(correct_player_rating(state, PlayerId(4), 2600, "list", Choice.RATING_ONLY), state)
    assert [table_cards(state)[4].rating, table_cards(state, for_rating=True)[4].rating] == [0, 2600]
    assert [report_of(state).players[3].rating, report_of(state, for_rating=True).players[3].rating] == [0, 2600]


def test_every_event_type_declares_its_kind() -> None:
    assert all(isinstance(cls.integrity, Integrity) for cls in EVENTS.values())


def test_every_kind_has_a_level() -> None:
    assert set(LEVEL_OF) == set(Integrity)


def test_a_correction_is_not_written_before_it_is_confirmed() -> None:
    state = under(CorrectionPolicy.F7_1998)
    events = correct_result(state, 1, 1, Result.DRAW, "scoresheet")
    with pytest.raises(NeedsConfirmation) as refused:
        guarded(state, events, confirmed=0)
    assert refused.value.level == 3


def test_an_ordinary_step_needs_no_confirmation() -> None:
    state = under(CorrectionPolicy.F7_1998)
    step: list[e.Event] = [e.ResultRecorded(2, 1, Result.DRAW)]
    assert guarded(state, step, confirmed=0) == step


def test_changing_a_round_before_the_previous_leaves_fide_mode_in_the_same_append() -> None:
    state = under(CorrectionPolicy.F7_1998, FOUR)
    events = guarded(state, correct_result(state, 1, 1, Result.DRAW, "scoresheet"), confirmed=4)
    assert [type(event) for event in events] == [e.FideModeLeft, e.ResultCorrected]


def test_the_previous_round_may_be_corrected_in_fide_mode() -> None:
    state = under(CorrectionPolicy.F7_1998, FOUR)
    assert departure(state, correct_result(state, 3, 1, Result.WHITE_WINS, "scoresheet")) is None


def test_a_result_for_the_rating_report_never_leaves_fide_mode() -> None:
    state = under(CorrectionPolicy.F7_1998, FOUR)
    assert departure(state, correct_result(state, 1, 1, Result.DRAW, "late", Choice.RATING_ONLY)) is None


def test_fide_mode_is_left_once() -> None:
    state = replay([e.FideModeLeft(3, "test")], under(CorrectionPolicy.F7_1998, FOUR))
    assert departure(state, correct_result(state, 1, 1, Result.DRAW, "scoresheet")) is None


def test_regulations_and_numbers_are_free_before_the_start() -> None:
    before = (e.RegulationsAmended(Regulations(), 0), e.PairingNumbersIssued(()), e.PairsProhibited((), 0))
    assert {integrity_of(event) for event in before} == {Integrity.NONE}


def test_undoing_a_publication_is_as_grave_as_taking_the_round_back() -> None:
    state = tournament("A ?w2\nB ?b1", rounds=3)
    with pytest.raises(NeedsConfirmation) as refused:
        guarded(state, [e.EventUndone(state.version, "")], confirmed=0)
    assert refused.value.level == 3


def test_undoing_the_publication_of_a_begun_round_leaves_fide_mode() -> None:
    state = tournament("A +w2\nB -b1", rounds=3)
    publication = state.history.index(e.RoundPublished(1)) + 1
    events = undo(state, publication, "", also=dependents(state, publication))
    assert departure(state, events) == "begun-round-withdrawn"


def test_undoing_the_closure_is_as_grave_as_reopening() -> None:
    state = tournament("A +w2\nB -b1", rounds=1)
    replay([e.TournamentClosed()], state)
    with pytest.raises(NeedsConfirmation) as refused:
        guarded(state, [e.EventUndone(state.version, "")], confirmed=3)
    assert refused.value.level == 4


def test_an_undo_is_as_grave_as_what_it_undoes() -> None:
    state = under(CorrectionPolicy.F7_1998, RUNNING)
    version = state.version
    assert guarded(state, [e.EventUndone(version, "")], confirmed=0) == [e.EventUndone(version, "")]
    replay(correct_result(state, 1, 1, Result.DRAW, "scoresheet"), state)
    with pytest.raises(NeedsConfirmation) as refused:
        guarded(state, [e.EventUndone(state.version, "")], confirmed=0)
    assert refused.value.level == 3


@pytest.mark.parametrize(
    ("text", "round", "options"),
    [
        (UNPLAYED, 2, [(Choice.NEXT_PAIRING, 3), (Choice.PAIRING_AFTER, 4), (Choice.RATING_ONLY, 0)]),
        (
            UNPLAYED,
            1,
            [(Choice.NEXT_PAIRING, 3), (Choice.PAIRING_AFTER, 4), (Choice.PAIR_AGAIN, 2), (Choice.RATING_ONLY, 0)],
        ),
    ],
)
def test_each_choice_says_from_which_round_the_truth_counts(
    text: str, round: int, options: list[tuple[Choice, int]]
) -> None:
    found = proposal(under(CorrectionPolicy.F7_1998, text), round).options
    assert [(option.choice, option.counts_from) for option in found] == options


@pytest.mark.parametrize(("rounds", "after"), [(3, False), (4, True)])
def test_the_pairing_after_the_next_is_a_choice_where_there_is_one(rounds: int, after: bool) -> None:
    found = proposal(tournament(RUNNING, rounds=rounds), 1).options
    assert (Choice.PAIRING_AFTER in {option.choice for option in found}) is after


def test_a_step_of_several_undos_is_judged_by_what_each_undoes() -> None:
    """Of the result of round 1 and of the newest one, which alone would not leave FIDE mode."""
    state = under(CorrectionPolicy.HANDLING_2026, FOUR)
    first, newest = (
        next(v for v in order if isinstance(state.history[v - 1], e.ResultRecorded))
        for order in (range(1, state.version), range(state.version, 0, -1))
    )
    assert departure(state, [e.EventUndone(newest, "")]) is None
    assert departure(state, [e.EventUndone(newest, ""), e.EventUndone(first, "")]) == "closed-round-changed"
    published = state.history.index(e.RoundPublished(1)) + 1
    assert departure(state, [e.EventUndone(published + 1, "")]) == "closed-round-changed"
    assert departure(state, [e.EventUndone(published - 1, "")]) is None
