"""Pairing by hand begins and ends, and its end looks at what the system pairs (FIDE checklist, 65-69)."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.rounds import by_hand
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.pairing import close_round, discard_draft, pair_round, publish_round, withdraw_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import dependents
from domain.events import Integrity, integrity_of
from domain.refusals import HandPairingNotBegun, HandPairingOpen, NeedsConfirmation, NotTheNewestRound, ResultsMissing
from domain.tournament import Tournament, replay
from domain.words.cautions import BothColoursWrong
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations
from tests.crosstable import tournament
from tests.decisions.test_rounds import drafted, published, ready
from web.wording.report_comments import comment_lines


def seats(*pairs: tuple[int, int]) -> list[tuple[EntrantId, EntrantId]]:
    return [(EntrantId(white), EntrantId(black)) for white, black in pairs]


AS_PAIRED = seats((1, 4), (5, 2), (3, 6))
OTHERWISE = seats((1, 5), (4, 2), (3, 6))


def begun(state: Tournament, round: int = 1) -> Tournament:
    return replay(by_hand.begin(state, round), state)


def test_boards_change_only_between_a_beginning_and_an_end() -> None:
    with pytest.raises(HandPairingNotBegun):
        by_hand.seat(drafted(ready()), 1, OTHERWISE, None)
    with pytest.raises(HandPairingNotBegun):
        by_hand.end(drafted(ready()), 1)


def test_the_end_names_the_boards_that_the_system_pairs_otherwise() -> None:
    state = begun(drafted(ready()))
    (altered, ended) = by_hand.end(state, 1, by_hand.seat(state, 1, OTHERWISE, None))
    assert isinstance(altered, e.BoardsAltered)
    assert isinstance(ended, e.HandPairingEnded)
    assert (ended.engine, ended.differing) == ("dutch-1998", (1, 2))
    assert [(board.white, board.black) for board in ended.boards] == AS_PAIRED


def test_a_difference_is_confirmed_in_two_steps_and_keeps_fide_mode() -> None:
    state = begun(drafted(ready()))
    events = by_hand.end(state, 1, by_hand.seat(state, 1, OTHERWISE, None))
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=3)
    assert (gate.value.level, gate.value.what) == (4, "HandPairingEnded")
    assert guarded(state, events, confirmed=4) == events


def test_a_difference_stands_in_the_report_file() -> None:
    state = begun(drafted(ready()))
    replay(by_hand.end(state, 1, by_hand.seat(state, 1, OTHERWISE, None, "sponsor")), state)
    assert "### MPA @ Round 1: paired by hand, boards 1 2 not as dutch-1998 pairs it" in comment_lines(state)


def test_boards_as_the_system_has_them_end_without_a_question() -> None:
    state = begun(drafted(ready()))
    (ended,) = by_hand.end(state, 1, by_hand.seat(state, 1, AS_PAIRED, None))
    assert integrity_of(ended) is Integrity.NONE
    assert guarded(state, [ended], confirmed=0) == [ended]


def test_what_was_seated_before_the_end_is_compared_too() -> None:
    state = begun(drafted(ready()))
    replay(by_hand.seat(state, 1, OTHERWISE, None), state)
    (ended,) = by_hand.end(state, 1)
    assert isinstance(ended, e.HandPairingEnded)
    assert ended.differing == (1, 2)


def test_a_round_is_seated_from_the_start_in_a_session() -> None:
    state = begun(ready())
    replay(by_hand.end(state, 1, by_hand.seat(state, 1, OTHERWISE, None, "club evening")), state)
    assert (state.by_hand, state.round(1).engine) == (0, e.BY_HAND)


def test_a_session_may_end_with_nobody_seated() -> None:
    state = begun(ready())
    assert by_hand.end(state, 1) == [e.HandPairingEnded(1)]


def test_where_no_system_pairs_nothing_is_compared() -> None:
    state = ready(4)
    replay([e.RegulationsAmended(Regulations(rounds=3, format=Format.ROUND_ROBIN), 0)], state)
    begun(state)
    *_, ended = by_hand.end(state, 1, by_hand.seat(state, 1, seats((1, 4), (2, 3)), None, "Berger"))
    assert ended == e.HandPairingEnded(1)


def test_a_round_that_is_seated_by_hand_is_neither_published_nor_paired_nor_played_nor_closed() -> None:
    draft = begun(drafted(ready()))
    playing = begun(published(ready()))
    for refused in (
        lambda: publish_round(draft, 1),
        lambda: pair_round(draft),
        lambda: record_result(playing, 1, 1, Result.DRAW, None),
        lambda: close_round(playing, 1),
        lambda: close_tournament(playing, "storm"),
        lambda: by_hand.begin(draft, 2),
    ):
        with pytest.raises(HandPairingOpen) as refusal:
            refused()
        assert refusal.value.round == 1


def test_a_round_that_goes_takes_its_session_with_it() -> None:
    draft = begun(drafted(ready()))
    playing = begun(published(ready()))
    assert replay(discard_draft(draft, 1), draft).by_hand == 0
    assert replay(withdraw_round(playing, 1, "fire alarm"), playing).by_hand == 0


def test_it_begins_for_the_newest_round_or_the_next_when_that_can_be_paired() -> None:
    state = tournament("A +w2 ?b2\nB -b1 ?w1", rounds=3)
    with pytest.raises(NotTheNewestRound):
        by_hand.begin(state, 1)
    with pytest.raises(ResultsMissing):
        by_hand.begin(state, 3)


def test_an_end_rests_on_its_beginning() -> None:
    state = begun(drafted(ready()))
    beginning = state.version
    replay(by_hand.end(state, 1), state)
    assert dependents(state, beginning) == (beginning + 1,)


def test_both_colours_wrong_is_a_warning_to_be_acknowledged() -> None:
    state = tournament("A +w3\nB +w4\nC -b1\nD -b2", rounds=3, close_last=True)
    replay(pair_round(state), state)
    begun(state, 2)
    (altered,) = by_hand.seat(state, 2, seats((1, 4), (2, 3)), None, override=True)
    assert isinstance(altered, e.BoardsAltered)
    assert altered.both_colours_wrong == (1, 2)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, [altered], confirmed=0)
    assert gate.value.cautions == (BothColoursWrong(2, (1, 2)),)


def test_one_colour_wrong_is_none() -> None:
    state = tournament("A +w3\nB +w4\nC -b1\nD -b2", rounds=3, close_last=True)
    replay(pair_round(state), state)
    begun(state, 2)
    assert [
        event.both_colours_wrong
        for event in by_hand.seat(state, 2, seats((1, 2), (3, 4)), None, override=True)
        if isinstance(event, e.BoardsAltered)
    ] == [()]
