"""Undo of one event: what counts afterwards, and what stands in the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.decisions.undoing import dependents, undo
from domain.refusals import CannotUndo
from domain.tournament import Tournament, replay, undone
from domain.tournament_cards.cards import table_cards
from domain.words.games import Bye, Result
from domain.words.players import PlayerId, player_id
from tests.crosstable import big_open, history
from tests.tiers import tries

TWO_ROUNDS = """
Alice  +w3 =b2
Bruno  =b4 =w1
Carla  -b1 ?w4
David  =w2 ?b3
"""


def position(events: list[e.Event], wanted: type[e.Event], **fields: object) -> int:
    """The version of the first event of this type with these fields."""
    for version, event in enumerate(events, 1):
        if isinstance(event, wanted) and all(getattr(event, name) == value for name, value in fields.items()):
            return version
    raise LookupError(wanted.__name__)


def facts(tournament: Tournament) -> tuple[object, ...]:
    """Everything but the history itself."""
    return tuple(getattr(tournament, name) for name in Tournament.__slots__ if name != "history")


def test_undoing_the_newest_event_equals_a_replay_without_it() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    after = replay([*events, *undo(replay(events), len(events))])
    assert facts(after) == facts(replay(events[:-1]))


@settings(deadline=None, max_examples=tries(60))
@given(st.integers(4, 9), st.integers(1, 4), st.integers(1, 10_000), st.data())
def test_undoing_the_newest_event_of_any_prefix_equals_a_replay_without_it(
    players: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    events = big_open(players, rounds, seed=seed)
    length = data.draw(st.integers(2, len(events)))
    before = replay(events[:length])
    after = replay(undo(before, length, ""), before.copy())
    assert facts(after) == facts(replay(events[: length - 1]))


@settings(deadline=None, max_examples=tries(60))
@given(st.integers(4, 9), st.integers(1, 4), st.integers(1, 10_000), st.data())
def test_undo_then_redo_returns_to_the_same_state(players: int, rounds: int, seed: int, data: st.DataObject) -> None:
    events = big_open(players, rounds, seed=seed)
    before = replay(events)
    version = data.draw(st.integers(2, len(events)))
    also = dependents(before, version)
    gone = replay(undo(before, version, "", also=also), before.copy())
    back = gone.copy()
    for undo_version in range(gone.version, before.version, -1):
        replay(undo(back, undo_version, "", also=dependents(back, undo_version)), back)
    assert facts(back) == facts(before)


def test_the_undone_event_stays_in_the_journal() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    after = replay([*events, *undo(replay(events), len(events))])
    assert after.history[: len(events)] == events


def test_a_result_that_a_round_was_paired_from_is_protected() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    with pytest.raises(CannotUndo) as refused:
        undo(replay(events), position(events, e.ResultRecorded, round=1, board=1), "")
    named = [events[v - 1] for v in refused.value.dependents]
    assert {type(event) for event in named} >= {e.RoundPaired, e.RoundPublished, e.RoundClosed}


def test_the_dependents_can_be_undone_in_the_same_step() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    before = replay(events)
    version = position(events, e.ResultRecorded, round=1, board=1)
    after = replay(undo(before, version, "", also=dependents(before, version)), before.copy())
    assert (after.paired, after.round(1).game(1).result) == (1, None)


def test_a_result_of_another_board_is_no_dependent() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    version = position(events, e.ResultRecorded, round=2, board=1)
    assert dependents(replay(events), version) == ()


def test_a_correction_can_be_undone_by_itself() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    corrected = [*events, e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.WHITE_WINS, 3, "scoresheet")]
    after = replay([*corrected, *undo(replay(corrected), len(corrected), "")])
    assert table_cards(after) == table_cards(replay(events))


def test_registration_is_protected_by_the_numbers() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    with pytest.raises(CannotUndo) as refused:
        undo(replay(events), position(events, e.PlayerRegistered), "")
    assert refused.value.why == "depended-on"


@pytest.mark.parametrize(("version", "why"), [(1, "permanent"), (999, "unknown")])
def test_some_things_cannot_be_undone(version: int, why: str) -> None:
    with pytest.raises(CannotUndo) as refused:
        undo(replay(history(TWO_ROUNDS, rounds=5)), version, "")
    assert refused.value.why == why


def test_nothing_is_undone_twice() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    once = replay([*events, *undo(replay(events), len(events))])
    with pytest.raises(CannotUndo) as refused:
        undo(once, len(events), "")
    assert refused.value.why == "undone"


def test_an_undo_of_an_undo_counts_again() -> None:
    assert undone([*history(TWO_ROUNDS), e.EventUndone(3, ""), e.EventUndone(len(history(TWO_ROUNDS)) + 1, "")]) == {
        len(history(TWO_ROUNDS)) + 1
    }


def test_undoing_the_return_of_an_entry_takes_out_what_rests_on_it_since() -> None:
    """The player would have gone and the player's boards stayed: a journal that cannot be folded."""
    events = history("A ?w2\nB ?b1", rounds=3)
    back = [*events[:3], e.EventUndone(3, ""), e.EventUndone(4, "")]
    state = replay([*back, *events[3:]])
    assert isinstance(state.history[2], e.PlayerRegistered)
    resting = {type(state.history[v - 1]) for v in dependents(state, 5)}
    assert resting >= {e.PairingNumbersIssued, e.RoundPaired, e.RoundPublished}
    with pytest.raises(CannotUndo):
        undo(state, 5, "")


def test_every_step_of_an_undo_is_a_possible_state() -> None:
    """Found by random histories: an undone return went before what stood on it since the beginning."""
    events = history("A ?w2\nB ?b1", rounds=3)
    pairing, publication = position(events, e.RoundPaired), position(events, e.RoundPublished)
    away = [e.EventUndone(publication, ""), e.EventUndone(pairing, "")]
    back = [e.EventUndone(len(events) + 2, ""), e.EventUndone(len(events) + 1, "")]
    state = replay([*events, *away, *back])
    undos = undo(state, len(events) + 3, "", also=dependents(state, len(events) + 3))
    for undone_so_far in range(len(undos) + 1):
        replay(undos[:undone_so_far], state.copy())
    assert [event.version for event in undos if isinstance(event, e.EventUndone)] == [publication, len(events) + 3]


def test_somebody_who_is_kept_apart_from_others_does_not_just_disappear() -> None:
    state = replay(history("A\nB", rounds=3))
    replay(prohibit(state, [[PlayerId(1), PlayerId(2)]]), state)
    assert state.version in dependents(state, position(state.history, e.PlayerRegistered))


def test_leaving_fide_mode_is_for_good() -> None:
    left = replay([*history(TWO_ROUNDS), e.FideModeLeft(2, "test")])
    with pytest.raises(CannotUndo):
        undo(left, left.version, "")


def test_withdrawals_rest_on_nothing_but_the_player() -> None:
    events = [*history(TWO_ROUNDS, rounds=5), e.PlayerWithdrawn(PlayerId(3), 3)]
    assert dependents(replay(events), len(events)) == ()


@pytest.mark.parametrize(
    "later",
    [
        e.ColoursCorrected(1, 1, 3, "scoresheet"),
        e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 3, "scoresheet"),
        e.ResultCorrectedForRating(1, 1, Result.DRAW, Result.WHITE_WINS, "scoresheet"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_correction_cannot_come_back_without_its_result(later: e.Event) -> None:
    """Found by random histories: it was taken for the result itself, and the journal could no longer be folded."""
    events = [*history("Alice +w2\nBob -b1", rounds=5), later]
    result = position(events, e.ResultRecorded)
    state = replay([*events, e.EventUndone(len(events), ""), e.EventUndone(result, "")])
    with pytest.raises(CannotUndo) as refused:
        undo(state, len(events) + 1, "")
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (result,))


def test_a_pairing_cannot_come_back_without_the_numbers_it_was_made_with() -> None:
    """Found by random histories: players on boards and without a number, whom no card could show."""
    events = history("Alice ?w2\nBob ?b1", rounds=5)
    numbers, pairing = position(events, e.PairingNumbersIssued), position(events, e.RoundPaired)
    taken = [e.EventUndone(v, "") for v in (len(events), pairing, numbers)]
    with pytest.raises(CannotUndo) as refused:
        undo(replay([*events, *taken]), len(events) + 2, "")
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (numbers,))


def test_bringing_a_withdrawal_of_a_round_back_takes_out_the_round_paired_since() -> None:
    """Found by random histories: a second round stood without a first."""
    events = [*history("A ?w2\nB ?b1", rounds=5), e.RoundWithdrawn(1, "wrong"), e.EventUndone(8, "")]
    assert events[7] == e.RoundWithdrawn(1, "wrong")
    since = [e.ResultRecorded(1, 1, Result.DRAW), e.RoundClosed(1), e.RoundPaired(2, (), None, (), "by hand", "", 10)]
    state = replay([*events, *since])
    assert dependents(state, 9) == (10, 11, 12)


def test_bringing_a_withdrawal_of_a_round_back_leaves_what_is_no_part_of_that_round() -> None:
    events = [*history("A +w2 ?b2\nB -b1 ?w1", rounds=5), e.RoundWithdrawn(2, "wrong")]
    withdrawal = len(events)
    since = [e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 2, "typed"), e.PlayerWithdrawn(PlayerId(2), 3)]
    state = replay([*events, e.EventUndone(withdrawal, ""), *since])
    assert dependents(state, withdrawal + 1) == ()
    of_the_round = e.ResultRecorded(2, 1, Result.DRAW)
    state = replay([*events, e.EventUndone(withdrawal, ""), *since, of_the_round])
    assert dependents(state, withdrawal + 1) == (withdrawal + 4,)


def test_an_alteration_cannot_come_back_without_its_round() -> None:
    events = history("Alice ?w2\nBob ?b1", rounds=5)
    events.append(e.BoardsAltered(1, (e.Board(1, PlayerId(2), PlayerId(1)),), None, "colours"))
    pairing, publication = position(events, e.RoundPaired), position(events, e.RoundPublished)
    taken = [e.EventUndone(v, "") for v in (len(events), publication, pairing)]
    with pytest.raises(CannotUndo) as refused:
        undo(replay([*events, *taken]), len(events) + 1, "")
    assert refused.value.dependents == (pairing,)


def test_a_publication_cannot_come_back_without_its_pairing() -> None:
    """Found by random histories: the journal could no longer be folded."""
    events = history("Alice +w2 ?b2\nBob -b1 ?w1", rounds=5)
    publication = len(events) - 1 - events[::-1].index(e.RoundPublished(2)) + 1
    without = [*events, *undo(replay(events), publication - 1, "", also=(publication,))]
    back = next(v for v, event in enumerate(without, 1) if event == e.EventUndone(publication, "", "", 2))
    with pytest.raises(CannotUndo) as refused:
        undo(replay(without), back, "")
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (publication - 1,))


def test_bringing_an_entry_back_takes_out_all_that_was_built_without_it() -> None:
    """Found by random histories: a pairing made without the player went, its publication stayed."""
    registered = history("A ?w4\nB ?b3\nC ?w2\nD ?b1", rounds=3)[:5]
    rest = history("A ?w2\nB ?b1", rounds=3)[3:]
    events = [*registered, rest[0], e.EventUndone(5, ""), *rest[1:]]
    state = replay(events)
    undo_version = events.index(e.EventUndone(5, "")) + 1
    resting = {type(events[v - 1]) for v in dependents(state, undo_version)}
    assert resting >= {e.RoundPaired, e.RoundPublished}


def test_a_discarded_draft_is_no_ground_to_come_back_on() -> None:
    """Found by random histories: an earlier draft of the same round, discarded, was taken for the pairing."""
    events = history("A ?w2\nB ?b1", rounds=3)
    draft = next(event for event in events if isinstance(event, e.RoundPaired))
    published = events.index(e.RoundPublished(1))
    twice = [*events[:published], e.DraftDiscarded(1), draft, e.RoundPublished(1)]
    twice += [e.EventUndone(len(twice), ""), e.EventUndone(len(twice) - 1, "")]
    state = replay(twice)
    with pytest.raises(CannotUndo) as refused:
        undo(state, len(twice) - 1, "")
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (len(twice) - 3,))


def taken_back(events: list[e.Event], first: int) -> Tournament:
    """Everything from entry `first` on undone, the newest first."""
    state = replay(events)
    for version in range(len(events), first - 1, -1):
        replay(undo(state, version), state)
    return state


def test_a_round_is_not_closed_again_before_its_results_are_back() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    result = position(events, e.RoundClosed, round=1) - 1
    state = taken_back(events, result)
    closing_undone = state.version - 1
    with pytest.raises(CannotUndo) as refused:
        undo(state, closing_undone)
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (result,))


def test_a_round_is_not_paired_again_before_the_round_before_is_closed() -> None:
    events = history(TWO_ROUNDS, rounds=5)
    closing = position(events, e.RoundClosed, round=1)
    state = taken_back(events, closing)
    pairing = position(events, e.RoundPaired, round=2)
    pairing_undone = position(list(state.history), e.EventUndone, version=pairing)
    with pytest.raises(CannotUndo) as refused:
        undo(state, pairing_undone)
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (closing,))


def test_the_closing_of_a_round_that_was_withdrawn_since_comes_back_without_an_error() -> None:
    """Found by random histories. The round is gone after it all the same: the withdrawal comes later."""
    events = [*history("A +w2\nB -b1", rounds=3), e.RoundClosed(1)]
    closing = len(events)
    state = replay([*events, *undo(replay(events), closing), e.RoundWithdrawn(1, "the wrong room")])
    again = replay(undo(state, closing + 1), state)
    assert again.rounds == []


def test_a_pairing_comes_back_without_a_closing_that_was_undone_before_it() -> None:
    """Found by random histories: the pairing had stood without that closing already."""
    events = history("A +w2 ?b2\nB -b1 ?w1", rounds=3)
    state = replay(events)
    closing, pairing = position(events, e.RoundClosed, round=1), position(events, e.RoundPaired, round=2)
    state = replay(undo(state, closing, "too early"), state)
    before = facts(state)
    state = replay(undo(state, pairing, "", also=dependents(state, pairing)), state)
    for version in range(state.version, len(events) + 1, -1):
        state = replay(undo(state, version), state)
    assert facts(state) == before


@pytest.mark.parametrize("address", ["play", "close", "player", "number", "bye"])
def test_the_address_of_a_play_off_says_nothing_of_what_rests_on_it(address: str) -> None:
    played = history(TWO_ROUNDS, rounds=2)
    tied = player_id(1), player_id(2)
    held = [e.PlayoffHeld(address, 1, tied), e.PlayoffDecided(address, 9, tied, ("score", "score"))]
    t = replay([*played, *held, e.ByeGranted(player_id(1), 3, Bye.HALF), e.TournamentClosed()])
    assert dependents(t, len(played) + 1) == (len(played) + 2,)
    assert dependents(t, len(played) + 2) == ()
