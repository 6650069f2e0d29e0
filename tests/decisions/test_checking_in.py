"""Check-in before round 1: who is there, who is missing, and what becomes of those who are missing."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.attendance import (
    check_entrant_in,
    come_after_all,
    expected_in_round_one,
    grant_bye,
    leave_out_again,
    leave_out_missing,
    left_out,
    missing,
    undo_check_in,
    withdraw,
)
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.refusals import CheckInIsOver, NeedsConfirmation, NobodyCheckedIn, NotExpected, UnknownPlayer
from domain.stewards.events import Role
from domain.stewards.roles import Grant, OnlyAnArbiter
from domain.tournament import Tournament, replay
from domain.words.cautions import LeftOutBefore
from domain.words.games import Bye, Colour, Result
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations
from tests.crosstable import announced, tournament
from tests.team_events import team_tournament

ONE, TWO, THREE, FOUR = map(EntrantId, (1, 2, 3, 4))


def registered() -> Tournament:
    t = announced(Regulations(rounds=5))
    return replay(register_many(t, [NewPlayer(name) for name in ("Ada", "Bo", "Cy", "Di")]), t)


def then(t: Tournament, events: list[e.Event]) -> Tournament:
    return replay(events, t)


def test_everybody_is_missing_until_they_are_checked_in() -> None:
    t = registered()
    assert missing(t) == (ONE, TWO, THREE, FOUR)
    assert missing(then(t, check_entrant_in(t, TWO))) == (ONE, THREE, FOUR)


def test_a_second_check_in_of_the_same_one_writes_nothing() -> None:
    t = registered()
    then(t, check_entrant_in(t, TWO))
    assert check_entrant_in(t, TWO) == []


def test_a_check_in_is_taken_back_once() -> None:
    t = registered()
    then(t, check_entrant_in(t, TWO))
    assert undo_check_in(t, TWO) == [e.CheckInUndone(TWO)]
    then(t, undo_check_in(t, TWO))
    assert undo_check_in(t, TWO) == []
    assert TWO in missing(t)


def test_those_missing_have_no_part_in_round_one() -> None:
    t = registered()
    for one in (ONE, THREE):
        then(t, check_entrant_in(t, one))
    assert leave_out_missing(t, {ONE, TWO, FOUR}) == [e.ByeGranted(TWO, 1, Bye.ZERO), e.ByeGranted(FOUR, 1, Bye.ZERO)]


def test_only_those_who_were_named_are_left_out() -> None:
    t = registered()
    then(t, check_entrant_in(t, ONE))
    assert leave_out_missing(t, {TWO}) == [e.ByeGranted(TWO, 1, Bye.ZERO)]


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_where_nobody_has_leave_for_a_round_they_are_withdrawn(format: Format) -> None:
    t = replay([e.RegulationsAmended(Regulations(rounds=3, format=format), 0)], registered())
    then(t, check_entrant_in(t, ONE))
    assert leave_out_missing(t, {TWO}) == [e.PlayerWithdrawn(TWO, 1)]


def after_round_one() -> Tournament:
    """Round 1 is published without Cy and Di, who were missing."""
    t = then(registered(), [e.InitialColourDrawn(Colour.WHITE)])
    for one in (ONE, TWO):
        then(t, check_entrant_in(t, one))
    then(t, leave_out_missing(t, {THREE, FOUR}))
    then(t, pair_round(t))
    then(t, publish_round(t, 1))
    return then(t, record_result(t, 1, 1, Result.WHITE_WINS, None))


def test_those_left_out_are_asked_about_before_the_next_round_and_paired_in_it() -> None:
    t = after_round_one()
    assert left_out(t) == (THREE, FOUR)
    pairing = pair_round(t)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(t, pairing, 0)
    assert gate.value.cautions == (LeftOutBefore(1, ("Cy", "Di")),)
    assert guarded(t, pairing, 2) == pairing
    assert then(t, pairing).round(2).seated == {ONE, TWO, THREE, FOUR}


def test_each_of_them_is_here_left_out_again_or_withdrawn() -> None:
    t = after_round_one()
    assert leave_out_again(t, {FOUR, ONE}) == [e.ByeGranted(FOUR, 2, Bye.ZERO)]
    assert come_after_all(t, {THREE}) == [e.EntrantCheckedIn(THREE)]
    then(t, [*leave_out_again(t, {FOUR}), *come_after_all(t, {THREE})])
    assert left_out(t) == ()
    assert (t.present(THREE, 2), t.present(FOUR, 2), t.present(FOUR, 3)) == (True, False, True)


def test_leave_that_nobody_was_missing_for_is_not_asked_about() -> None:
    t = then(registered(), [e.InitialColourDrawn(Colour.WHITE)])
    then(t, grant_bye(t, FOUR, 1, Bye.ZERO))
    then(t, pair_round(t))
    then(t, publish_round(t, 1))
    assert left_out(t) == ()


def test_nobody_is_left_out_before_anybody_is_checked_in() -> None:
    t = registered()
    with pytest.raises(NobodyCheckedIn):
        leave_out_missing(t, {ONE, TWO, THREE, FOUR})


def test_those_who_have_leave_or_are_withdrawn_are_not_missing() -> None:
    t = registered()
    then(t, grant_bye(t, ONE, 1, Bye.HALF))
    then(t, withdraw(t, [TWO]))
    assert expected_in_round_one(t) == (THREE, FOUR)


def test_an_arbiter_checks_somebody_in_who_was_left_out() -> None:
    t = registered()
    then(t, check_entrant_in(t, ONE))
    then(t, leave_out_missing(t, {TWO, THREE, FOUR}))
    with pytest.raises(NotExpected):
        check_entrant_in(t, TWO)
    then(t, check_entrant_in(t, TWO, readmits=True))
    assert expected_in_round_one(t) == (ONE, TWO)
    assert missing(t) == ()


def test_nobody_is_checked_in_against_their_leave() -> None:
    t = registered()
    then(t, grant_bye(t, ONE, 1, Bye.HALF))
    with pytest.raises(NotExpected):
        check_entrant_in(t, ONE, readmits=True)


def test_check_in_ends_when_round_one_is_paired() -> None:
    t = tournament("A 2000 +w2\nB 1900 -b1")
    for decide in (
        lambda: check_entrant_in(t, ONE),
        lambda: undo_check_in(t, ONE),
        lambda: leave_out_missing(t, {ONE}),
    ):
        with pytest.raises(CheckInIsOver):
            decide()


def test_somebody_who_is_not_registered_is_unknown() -> None:
    with pytest.raises(UnknownPlayer):
        check_entrant_in(registered(), EntrantId(77))


def test_teams_check_in_as_one() -> None:
    t = team_tournament(4, [])
    captain, *others = t.teams
    then(t, check_entrant_in(t, captain))
    assert missing(t) == tuple(others)


def test_a_helper_checks_in_and_readmits_nobody() -> None:
    helper = Grant(Role.ENTRY, 1, 2)
    assert helper.checked([e.EntrantCheckedIn(ONE), e.CheckInUndone(ONE)])
    with pytest.raises(OnlyAnArbiter):
        helper.checked([e.PlayerReadmitted(ONE, 1), e.EntrantCheckedIn(ONE)])
