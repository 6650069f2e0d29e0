"""Warnings of levels 2 and 3 that hang on what was there before (FIDE checklist, 168, 174-179)."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.attendance import allow_half_point_byes, bar_from_half_point_byes, grant_bye, revoke_bye
from domain.decisions.rounds.pairing import pair_round
from domain.refusals import BarredFromHalfPointByes, NeedsConfirmation, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.words.cautions import AnotherHalfPointBye, Caution, FullPointBye, GamesStillAdjourned
from domain.words.games import Bye
from domain.words.players import EntrantId
from tests.crosstable import tournament
from tests.decisions.test_rounds import ready
from web.wording.report_comments import comment_lines

FIRST, NOBODY = EntrantId(1), EntrantId(99)


def asked(state: Tournament, events: list[e.Event]) -> tuple[int, tuple[Caution, ...]]:
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=0)
    return gate.value.level, gate.value.cautions


def test_the_first_half_point_bye_is_an_ordinary_step() -> None:
    granted = grant_bye(ready(), FIRST, 1, Bye.HALF)
    assert guarded(ready(), granted, confirmed=0) == granted


def test_from_the_second_half_point_bye_on_it_is_confirmed() -> None:
    state = replay([e.ByeGranted(FIRST, 1, Bye.HALF), e.ByeGranted(FIRST, 2, Bye.HALF)], ready())
    assert asked(state, grant_bye(state, FIRST, 3, Bye.HALF)) == (3, (AnotherHalfPointBye(FIRST, 3),))


def test_other_byes_and_other_players_do_not_count() -> None:
    state = replay([e.ByeGranted(FIRST, 1, Bye.ZERO), e.ByeGranted(EntrantId(2), 2, Bye.HALF)], ready())
    granted = grant_bye(state, FIRST, 3, Bye.HALF)
    assert guarded(state, granted, confirmed=0) == granted


def test_a_full_point_bye_is_acknowledged() -> None:
    assert asked(ready(), grant_bye(ready(), FIRST, 1, Bye.FULL)) == (2, (FullPointBye(FIRST),))


def test_a_full_point_bye_stands_in_the_report_file_until_it_is_taken_back() -> None:
    state = ready()
    replay([e.PairingNumbersIssued(tuple(state.players))], state)
    replay(grant_bye(state, FIRST, 1, Bye.FULL), state)
    assert comment_lines(state) == ["### Bye @ Round 1: full-point bye of player 1"]
    replay(revoke_bye(state, FIRST, 1), state)
    assert comment_lines(state) == []


def test_who_is_barred_has_no_half_point_bye_and_may_have_another() -> None:
    state = ready()
    replay(bar_from_half_point_byes(state, FIRST, "left without a word"), state)
    with pytest.raises(BarredFromHalfPointByes):
        grant_bye(state, FIRST, 1, Bye.HALF)
    assert grant_bye(state, FIRST, 1, Bye.ZERO)


def test_who_is_allowed_again_has_them_again() -> None:
    state = ready()
    replay(bar_from_half_point_byes(state, FIRST), state)
    replay(allow_half_point_byes(state, FIRST), state)
    assert grant_bye(state, FIRST, 1, Bye.HALF)


def test_barring_or_allowing_twice_is_once() -> None:
    state = ready()
    assert allow_half_point_byes(state, FIRST) == []
    replay(bar_from_half_point_byes(state, FIRST), state)
    assert bar_from_half_point_byes(state, FIRST) == []


def test_nobody_is_barred_who_does_not_play_or_once_it_is_over() -> None:
    with pytest.raises(UnknownPlayer):
        bar_from_half_point_byes(ready(), NOBODY)
    with pytest.raises(TournamentIsClosed):
        allow_half_point_byes(replay([e.TournamentClosed()], ready()), FIRST)


def test_pairing_over_an_adjourned_game_is_acknowledged() -> None:
    state = tournament("A Xw2\nB Xb1\nC +w4\nD -b3", rounds=3)
    assert asked(state, pair_round(state)) == (2, (GamesStillAdjourned(((1, 1),)),))
